import pytest

from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.analysts.rule.sentences.asked import Kind, kind_of, read_question
from hirec.types import CompanyRef, Period, PeriodRef, Scope


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who bought the homeowner business?", Kind.WHO),
        ("which bank leads the credit line", Kind.WHO),
        ("When did the merger close?", Kind.WHEN),
        ("in what year does the lease of the plant end?", Kind.WHEN),
        ("Where are the headquarters of its insurer?", Kind.WHERE),
        ("how long are the warrants good for", Kind.LONG),
        ("How much did it pay for the saw maker, and when?", Kind.AMOUNT),
        ("what strike price do the warrants have", Kind.AMOUNT),
        ("Why did it close the plant?", Kind.WHY),
        ("What happened to the plant in Ohio?", Kind.WHAT),
        ("saw maker deal terms", Kind.WHAT),
    ],
)
def test_the_first_words_that_ask_say_what_kind_of_answer_is_wanted(text: str, kind: Kind) -> None:
    assert kind_of(text) is kind


def test_companies_and_periods_are_no_words_that_a_sentence_must_have() -> None:
    scope = Scope(
        companies=(CompanyRef("amber", "Amber Tools, Inc.", "Amber Tools"),),
        periods=(PeriodRef(Period(2023), "fiscal 2023", fiscal=True),),
    )
    text = "Who bought the Zorbital line of Amber Tools for $40 million in fiscal 2023?"
    question = read_question(rewrite(text, scope))
    assert question.kind is Kind.WHO
    assert not {"amber", "tool", "fiscal"} & set(question.stems)
    assert {"bought", "zorbit", "line"} <= set(question.stems)
    assert question.names == {"zorbit"}
    assert question.numbers == {"40"}
    assert question.years == {2023}
