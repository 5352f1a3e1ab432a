"""The day of an event, where sentences with every word of the question agree on one."""

import pytest

from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.analysts.rule.textual.event_days import event_day
from hirec.types import CompanyRef, Scope
from tests.hirec.analysts.rule.figures.test_operands import filing, passage

ACME = CompanyRef("acme", "Acme", "Acme")
FILINGS = {"ACME_2022_10K": filing()}
BOUGHT = "On June 7, 2022, we acquired all shares of Umber Mills for cash and stock."
AGREED = "On March 1, 2022, the Company entered into an agreement to acquire Umber Mills."


def told(question: str, *sentences: str) -> str:
    query = rewrite(question, Scope(companies=(ACME,)))
    passages = [passage(text, page) for page, text in enumerate(sentences, 1)]
    statement = event_day(query, passages, FILINGS)
    assert statement is None or statement.doubt
    return statement.text if statement else ""


@pytest.mark.parametrize(
    ("question", "sentences", "day"),
    [
        ("When did Acme complete the purchase of Umber Mills?", (BOUGHT,), "June 7, 2022"),
        ("On which date did Acme buy Umber Mills?", (AGREED, BOUGHT), "June 7, 2022"),
        ("When did Acme enter into the agreement to buy Umber Mills?", (AGREED,), "March 1, 2022"),
        ("When did Acme complete the purchase of Umber Mills?", (AGREED,), ""),
        ("When did Acme complete the purchase of Ochre Mills?", (BOUGHT,), ""),
        ("How did Acme pay for Umber Mills?", (BOUGHT,), ""),
        ("When did Acme buy Umber Mills?", (BOUGHT.replace("7", "9"), BOUGHT), ""),
        (
            "When did Acme buy Umber Mills?",
            ("In the year ended December 31, 2022 Umber Mills, acquired on June 7, 2022, grew.",),
            "June 7, 2022",
        ),
    ],
)
def test_the_day_is_that_of_the_event(question: str, sentences: tuple[str, ...], day: str) -> None:
    assert told(question, *sentences) == day
