from decimal import Decimal

import pytest

from hirec.evaluation.tatqa.reading import cut_span, format_answer
from hirec.settings import SandboxSettings
from hirec.types import Answer, Citation, Operand, Program, Verdict


@pytest.mark.parametrize(
    ("question", "sentence", "span"),
    [
        ("How many boats sank?", "Last week 12 boats sank.", "12"),
        ("Why did sales fall?", "Sales fell due to rain.", "due to rain"),
        ("What is a berth?", "A berth is a place for one boat.", "a place for one boat"),
        ("Who rows?", "The crew rows on Sundays.", "The crew rows on Sundays"),
    ],
)
def test_the_part_that_is_asked_for_is_cut_from_a_sentence(
    question: str, sentence: str, span: str
) -> None:
    assert cut_span(question, sentence) == span


def test_a_refusal_that_points_to_a_sentence_is_read_as_that_sentence() -> None:
    place = Citation("f", 1, "f#1.1", "A berth is a place for one boat.")
    refusal = Answer("?", "This asks for reading.", Verdict.ABSTAINED, citations=(place,))
    said = format_answer(refusal, "What is a berth?", SandboxSettings())
    assert said.spans == ("a place for one boat",)


def test_a_refusal_without_a_place_says_nothing() -> None:
    refusal = Answer("?", "Not on the page.", Verdict.ABSTAINED)
    assert format_answer(refusal, "?", SandboxSettings()).spans == ()


def test_how_often_a_bound_was_kept_to_has_no_scale() -> None:
    sales = Operand("sales", Decimal(7000000), "USD", "f", 1, "f#1.1", "7", scale=6)
    source = "answer = sum([1 for amount in [sales] if amount > 5])\n"
    program = Program("sales = 7000000\n" + source, (sales,), "", bound=Decimal(5))
    answer = Answer("?", "1", Verdict.UNVERIFIED, program=program)
    said = format_answer(answer, "How many years?", SandboxSettings())
    assert (said.spans, said.scale) == (("1",), "")
