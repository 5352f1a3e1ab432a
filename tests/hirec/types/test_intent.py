import pytest

from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.periods import find_periods
from hirec.types import AnswerForm, CompanyRef, Intent, Period, Relation, Scope, TimeScope

AMBER = CompanyRef("amber", "Amber Tools", "Amber Tools")


def intent_of(question: str) -> Intent:
    scope = Scope((AMBER,), find_periods(question))
    return rewrite(question, scope).intent


@pytest.mark.parametrize(
    "same",
    [
        [
            "What was Amber Tools' revenue in fiscal 2022?",
            "How much revenue did Amber Tools report in FY2022?",
            "Amber Tools revenue FY2022",
        ],
        [
            "By what percentage did Amber Tools' net income grow from 2021 to 2022?",
            "What was the net income growth of Amber Tools from 2021 to 2022?",
        ],
        [
            "What were Amber Tools' inventories and goodwill in FY2022?",
            "What were Amber Tools' goodwill and inventories in FY2022?",
        ],
    ],
)
def test_questions_that_demand_the_same_have_one_canonical_intent(same: list[str]) -> None:
    assert len({intent_of(question).canonical() for question in same}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Amber Tools revenue FY2022", "Amber Tools revenue FY2021"),
        ("Amber Tools revenue FY2022", "Amber Tools gross profit FY2022"),
        ("Amber Tools revenue FY2022", "How much did Amber Tools revenue grow in FY2022?"),
        ("Why did Amber Tools' sales fall in FY2022?", "What were Amber Tools' sales in FY2022?"),
    ],
)
def test_questions_that_demand_something_else_do_not_collapse(one: str, other: str) -> None:
    assert intent_of(one).canonical() != intent_of(other).canonical()


@pytest.mark.parametrize(
    ("question", "form", "relation"),
    [
        ("What was Amber Tools' revenue in FY2022?", AnswerForm.AMOUNT, Relation.LOOKUP),
        (
            "By what percentage did Amber Tools' revenue grow from 2021 to 2022?",
            AnswerForm.PERCENT,
            Relation.GROWTH,
        ),
        (
            "Did Amber Tools' revenue increase from 2021 to 2022?",
            AnswerForm.YES_NO,
            Relation.YES_NO,
        ),
        ("Amber Tools revenue 2019-2022", AnswerForm.SERIES, Relation.LOOKUP),
        ("Why did Amber Tools' sales fall in FY2022?", AnswerForm.REASON, Relation.EXPLAIN),
    ],
)
def test_the_form_of_an_answer_follows_the_question(
    question: str, form: AnswerForm, relation: Relation
) -> None:
    intent = intent_of(question)
    assert (intent.form, intent.relation) == (form, relation)


def test_time_and_demand_are_read_off_the_fields() -> None:
    def intent(*periods: Period, relation=Relation.LOOKUP, number=True, form=AnswerForm.AMOUNT):
        return Intent("", (), (), relation, periods, number, (), form)

    assert intent().time is TimeScope.OPEN
    assert intent(Period(2022)).time is TimeScope.YEAR
    assert intent(Period(2022, 2)).time is TimeScope.QUARTER
    assert intent(Period(2022, months=0)).time is TimeScope.INSTANT
    assert intent(Period(2022), Period(2021)).time is TimeScope.RANGE
    assert intent(relation=Relation.GROWTH).trend
    assert not intent().trend
    assert intent(form=AnswerForm.REASON, number=False).explained
    assert not intent().explained
