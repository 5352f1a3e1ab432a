import pytest

from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.analysts.rule.sentences.asked import Asks, kind_of, read_question
from hirec.types import CompanyRef, Period, PeriodRef, Scope


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who bought the homeowner business?", Asks.WHO),
        ("which bank leads the credit line", Asks.WHO),
        ("When did the merger close?", Asks.WHEN),
        ("in what year does the lease of the plant end?", Asks.WHEN),
        ("Where are the headquarters of its insurer?", Asks.WHERE),
        ("how long are the warrants good for", Asks.LONG),
        ("How much did it pay for the saw maker, and when?", Asks.AMOUNT),
        ("what strike price do the warrants have", Asks.AMOUNT),
        ("Why did it close the plant?", Asks.WHY),
        ("What happened to the plant in Ohio?", Asks.WHAT),
        ("saw maker deal terms", Asks.WHAT),
    ],
)
def test_the_first_words_that_ask_say_what_kind_of_answer_is_wanted(text: str, kind: Asks) -> None:
    assert kind_of(text) is kind


def test_companies_and_periods_are_no_words_that_a_sentence_must_have() -> None:
    scope = Scope(
        companies=(CompanyRef("amber", "Amber Tools, Inc.", "Amber Tools"),),
        periods=(PeriodRef(Period(2023), "fiscal 2023", fiscal=True),),
    )
    text = "Who bought the Zorbital line of Amber Tools for $40 million in fiscal 2023?"
    question = read_question(rewrite(text, scope))
    assert question.kind is Asks.WHO
    assert not {"amber", "tool", "fiscal"} & set(question.stems)
    assert {"bought", "zorbit", "line"} <= set(question.stems)
    assert question.names == {"zorbit"}
    assert question.numbers == {"40"}
    assert question.years == {2023}
