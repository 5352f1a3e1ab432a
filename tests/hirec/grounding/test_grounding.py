from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from hirec.grounding import ground
from hirec.grounding.scorer import Scorer
from hirec.types import CompanyRef, Figure, Filing, Passage, Period, PeriodRef

MakeTable = Callable[..., Passage]

FY22 = PeriodRef(Period(2022), "FY2022", True)
FY21 = PeriodRef(Period(2021), "FY2021", True)
FEES = Figure("court fees", period=FY22)
NEXT_YEAR = "ACME_2023_10K"


def of_next_year(passage: Passage) -> Passage:
    return replace(passage, filing_id=NEXT_YEAR, passage_id=f"{NEXT_YEAR}#3.1")


def with_next_year(filings: dict[str, Filing]) -> dict[str, Filing]:
    own = filings["ACME_2022_10K"].identity
    identity = replace(own, fiscal_year=2023, period_end=date(2023, 12, 31))
    return filings | {NEXT_YEAR: Filing(NEXT_YEAR, identity, "acme", (), 9, 9, "")}


def test_each_figure_gets_the_place_of_its_year(
    make_table: MakeTable, filings: dict[str, Filing], scorer: Scorer
) -> None:
    table = make_table(("Fees paid to the court, net", "7", "6"), ("Rent paid", "3", "2"))
    now, then = ground([FEES, replace(FEES, period=FY21)], [table], filings, scorer=scorer)
    assert now.operand is not None
    assert then.operand is not None
    assert (now.operand.value, then.operand.value) == (Decimal("7E6"), Decimal("6E6"))
    assert (now.operand.row, now.operand.column) == ("Fees paid to the court, net", "2022")
    assert now.sure
    assert now.candidates[0].printed == "7"


def test_an_unlikely_place_is_refused_with_the_candidates(
    make_table: MakeTable, filings: dict[str, Filing], scorer: Scorer
) -> None:
    (found,) = ground([FEES], [make_table(("Rent of the court", "3", "2"))], filings, scorer=scorer)
    assert found.operand is None
    assert "probability" in found.reason
    assert "met nowhere" in found.candidates[0].describe()


def test_a_convention_forbids_what_was_searched_for_and_unsettles_what_was_given(
    make_table: MakeTable, filings: dict[str, Filing], scorer: Scorer
) -> None:
    table = make_table(("Court fees", "7", "6"), unit_line="")
    (searched,) = ground([FEES], [table], filings, scorer=scorer)
    assert searched.operand is None
    assert "scale" in searched.reason
    (given,) = ground([FEES], [table], filings, given=True, scorer=scorer)
    assert given.operand is not None
    assert not given.sure


def test_what_cannot_be_it_leaves_its_place_to_the_next(
    make_table: MakeTable, filings: dict[str, Filing], scorer: Scorer
) -> None:
    tables = [
        make_table(("Court fees", "7", "6"), unit_line=""),
        make_table(("Court fees to the bailiff", "8", "5"), place=2),
    ]
    (found,) = ground([FEES], tables, filings, scorer=scorer)
    assert found.operand is not None
    assert found.operand.value == Decimal("8E6")
    assert [one.printed for one in found.candidates] == ["8", "6", "5"]


def test_where_none_can_be_it_the_likeliest_is_what_comes_nearest(
    make_table: MakeTable, filings: dict[str, Filing], scorer: Scorer
) -> None:
    rows = [("Court fees", "7", "6"), ("Court fees to the bailiff", "8", "5")]
    (found,) = ground([FEES], [make_table(*rows, unit_line="")], filings, scorer=scorer)
    assert found.operand is None
    assert found.candidates[0].printed == "7"


def test_another_company_states_nothing(
    make_table: MakeTable, filings: dict[str, Filing], scorer: Scorer
) -> None:
    figure = replace(FEES, company=CompanyRef("other", "Other", "Other"))
    (found,) = ground([figure], [make_table(("Court fees", "7", "6"))], filings, scorer=scorer)
    assert found.operand is None
    assert found.reason


def test_a_later_filing_restates(
    make_table: MakeTable, filings: dict[str, Filing], model: dict[str, Any]
) -> None:
    old = make_table(("Court fees", "7", "6"))
    new = of_next_year(make_table(("Court fees", "8", "6")))
    (found,) = ground([FEES], [old, new], with_next_year(filings), scorer=Scorer(model))
    assert found.operand is not None
    assert found.operand.earlier is not None
    assert (found.operand.value, found.operand.earlier.value) == (Decimal("8E6"), Decimal("7E6"))


def test_a_later_filing_that_says_the_same_restates_nothing(
    make_table: MakeTable, filings: dict[str, Filing], model: dict[str, Any]
) -> None:
    tables = [
        make_table(("Court fees", "7", "6")),
        of_next_year(make_table(("Court fees", "8", "2"), ("Court fees", "7", "6"))),
    ]
    (found,) = ground([FEES], tables, with_next_year(filings), scorer=Scorer(model))
    assert found.operand is not None
    assert (found.operand.value, found.operand.earlier) == (Decimal("7E6"), None)


def test_a_later_filing_with_the_same_number_elsewhere_restates_nonetheless(
    make_table: MakeTable, filings: dict[str, Filing], model: dict[str, Any]
) -> None:
    tables = [
        make_table(("Court fees", "7", "6")),
        of_next_year(make_table(("Court fees billed", "7", "2"), ("Court fees", "8", "6"))),
    ]
    (found,) = ground([FEES], tables, with_next_year(filings), scorer=Scorer(model))
    assert found.operand is not None
    assert found.operand.earlier is not None
    assert (found.operand.value, found.operand.earlier.value) == (Decimal("8E6"), Decimal("7E6"))


def test_no_figures_need_no_places(filings: dict[str, Filing], scorer: Scorer) -> None:
    assert ground([], [], filings, scorer=scorer) == ()


def test_the_same_value_beside_other_words_is_not_cited(
    make_table: MakeTable, filings: dict[str, Filing], scorer: Scorer
) -> None:
    states = make_table(("Fees paid to the court, net", "7", "6"))
    other = of_next_year(make_table(("Rent of the court", "7", "2")))
    both = with_next_year(filings)
    (found,) = ground([FEES], [states, other], both, [other.filing_id], scorer=scorer)
    assert found.operand is not None
    assert found.operand.row == "Fees paid to the court, net"


def blind(model: dict[str, Any]) -> Scorer:
    """A scorer that sees no years, and so takes the first column."""
    own = model["searched"]
    return Scorer({**model, "searched": {**own, "trees": own["trees"][:1], "baseline": 1.0}})


@pytest.mark.parametrize(
    ("headings", "periods"),
    [
        # A fiscal 2021 that ends in January 2022 is as near to "2022".
        (
            ("Fiscal 2021", "Fiscal 2022"),
            (
                Period(2021, None, date(2022, 1, 30), 12),
                Period(2022, None, date(2023, 1, 29), 12),
            ),
        ),
        # What opens a year is printed for it as well.
        (
            ("January 1, 2022", "December 31, 2022"),
            (Period(2022, None, date(2022, 1, 1), 0), Period(2022, None, date(2022, 12, 31), 0)),
        ),
    ],
)
def test_a_row_is_read_in_the_column_of_the_year_asked(
    headings: tuple[str, str],
    periods: tuple[Period, Period],
    make_table: MakeTable,
    filings: dict[str, Filing],
    model: dict[str, Any],
) -> None:
    table = make_table(("Trade fees", "50", "60"), headings=headings, periods=periods)
    asked = Figure("trade fees", period=PeriodRef(Period(2022), "2022"))
    (found,) = ground([asked], [table], filings, scorer=blind(model))
    assert found.candidates[0].printed == "50"
    assert found.operand is not None
    assert found.operand.printed == "60"


def test_words_of_a_part_may_be_others_where_all_of_them_are_meant(
    make_table: MakeTable,
    filings: dict[str, Filing],
    model: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figure = replace(FEES, words="court fees of bailiffs", part="bailiffs")
    table = make_table(("Court fees of ushers", "7", "6"))
    (found,) = ground([figure], [table], filings, scorer=Scorer(model))
    assert found.operand is not None
    assert not found.sure
    monkeypatch.setattr("hirec.grounding.grounding._MEANT", 1.1)  # nothing is as near
    (found,) = ground([figure], [table], filings, scorer=Scorer(model))
    assert found.operand is None
    assert "words of a part" in found.reason
