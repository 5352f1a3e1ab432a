import re

import pytest

from hirec import HiREC
from hirec.analysts.rule.plans.programs import plan
from hirec.analysts.rule.textual.facts import with_facts
from hirec.lexicon.judgements import all_judgements
from hirec.types import Asked, CompanyRef, Operation, Period, PeriodRef, Scope, Verdict
from hirec.understanding import understand

ACME = CompanyRef("acme", "Acme Corp.", "Acme")
SCOPE = Scope((ACME,), (PeriodRef(Period(2022), "2022", fiscal=True),))


def asked(question: str, scope: Scope = SCOPE) -> Asked:
    return with_facts(Asked(question, understand(question, scope), scope))


def phrases(question: str) -> list[str]:
    return [fact.text.removeprefix("Acme Corp.: ") for fact in asked(question).rests_on]


@pytest.mark.parametrize("key", all_judgements())
def test_each_figure_of_a_judgement_is_one_that_can_be_planned(key: str) -> None:
    for phrase in all_judgements()[key].figures:
        parsed = understand(f"What was the {phrase}?", SCOPE)
        assert plan(parsed) is not None, phrase
        assert not parsed.unplaced, phrase


def test_a_judgement_rests_on_the_figures_that_analysts_look_at() -> None:
    assert phrases("Is Acme's liquidity healthy in 2022?") == [
        "quick ratio",
        "current ratio",
        "operating cash flow ratio",
    ]


def test_a_figure_that_the_question_names_comes_first() -> None:
    question = "Is Acme's liquidity healthy based on its cash ratio in 2022?"
    assert "cash ratio" in phrases(question)[0]
    assert "quick ratio" in phrases(question)


def test_what_explains_a_change_rests_on_the_change() -> None:
    assert phrases("Why did Acme's gross margin fall in 2022?") == ["gross margin"]


def test_the_year_before_is_looked_at_beside_the_year_asked() -> None:
    fact = asked("Is Acme's liquidity healthy in 2022?").rests_on[0]
    assert fact.parsed is not None
    assert fact.parsed.operation is Operation.SERIES
    assert [ref.period.label() for ref in fact.parsed.periods] == ["FY2021", "FY2022"]


def test_each_company_has_figures_of_its_own() -> None:
    other = CompanyRef("bolt", "Bolt Inc.", "Bolt")
    both = Scope((ACME, other), SCOPE.periods)
    found = asked("Are Acme and Bolt highly leveraged in 2022?", both).rests_on
    assert {fact.text.partition(":")[0] for fact in found} == {"Acme Corp.", "Bolt Inc."}


@pytest.mark.parametrize(
    "question", ["What was Acme's quick ratio in 2022?", "Did Acme's revenue grow in 2022?"]
)
def test_a_question_for_a_figure_rests_on_nothing(question: str) -> None:
    assert asked(question).rests_on == ()


def test_a_judgement_is_answered_by_figures_and_left_to_the_reader(sample_index: object) -> None:
    opened = HiREC.open(str(sample_index))
    answer = opened.ask("Is Harbor Peak Foods's liquidity healthy in fiscal 2022?")
    assert answer.verdict is Verdict.UNVERIFIED
    assert re.search(r"current ratio FY2021 \d\.\d\d; FY2022 \d\.\d\d", answer.text)
    assert "The judgement is the reader's." in answer.reason
    assert len({citation.page_number for citation in answer.citations}) >= 1
