import random
from decimal import Decimal

import pytest

from hirec.evaluation.construction.several import says_enough, several_drafts
from hirec.evaluation.generated.questions import Draft
from hirec.index import Index


@pytest.fixture(scope="module")
def drafts(sample_index) -> list[Draft]:
    return several_drafts(Index.open(sample_index), random.Random(3))


def _of(drafts: list[Draft], relation: str) -> list[Draft]:
    return [draft for draft in drafts if draft.bucket[0] == relation]


def _percent(draft: Draft) -> Decimal:
    return Decimal(draft.row["answer"].rstrip("%"))


def test_a_total_is_the_sum_of_three_years_of_one_company(drafts) -> None:
    totals = _of(drafts, "total")
    assert totals
    for draft in totals:
        years = [one.fact.period.fiscal_year for one in draft.asked]
        assert years == [years[0], years[0] + 1, years[0] + 2]
        assert len({one.fact.company_key for one in draft.asked}) == 1
        scale = 6 if "millions" in draft.row["unit"] else 3
        total = sum(one.fact.value for one in draft.asked)
        assert Decimal(draft.row["answer"]).scaleb(scale) == total


def test_growth_is_from_the_first_year_to_the_last(drafts) -> None:
    for draft in _of(drafts, "growth"):
        first, last = (one.fact.value for one in draft.asked)
        assert abs(_percent(draft) - 100 * (last - first) / first) <= Decimal("0.05")


def test_a_gap_compares_the_same_tag_of_two_companies(drafts) -> None:
    gaps = _of(drafts, "gap")
    assert gaps
    for draft in gaps:
        mine, theirs = (one.fact for one in draft.asked)
        assert mine.company_key != theirs.company_key
        assert mine.concept == theirs.concept
        assert len({gold["filing"] for gold in draft.row["evidence"]}) == 2
        assert not draft.row["any_evidence"]
        expected = 100 * (mine.value - theirs.value) / theirs.value
        assert abs(_percent(draft) - expected) <= Decimal("0.05")


def test_a_leader_question_asks_another_figure_of_the_highest(drafts) -> None:
    leaders = _of(drafts, "leader")
    assert leaders
    for draft in leaders:
        *compared, other = (one.fact for one in draft.asked)
        highest = max(compared, key=lambda fact: fact.value)
        assert len(compared) == 3
        assert other.company_key == highest.company_key
        assert other.concept != highest.concept


def test_evidence_is_as_few_pages_as_state_all_figures(drafts) -> None:
    for draft in drafts:
        pages = {(gold["filing"], gold["page"]) for gold in draft.row["evidence"]}
        for one in draft.asked:
            assert any(page in one.fact.pages.get(filing, ()) for filing, page in pages)
    assert any(len(d.row["evidence"]) == 1 for d in _of(drafts, "total"))


@pytest.mark.parametrize(
    ("label", "enough"),
    [
        ("net sales", True),
        ("revenue", True),
        ("allowance", False),
        ("cost of revenue (cor)", False),
        ("net income (loss)", True),
    ],
)
def test_a_label_that_leans_on_its_heading_is_not_asked(label: str, enough: bool) -> None:
    assert says_enough(label) is enough
