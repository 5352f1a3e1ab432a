from decimal import Decimal

import pytest

from hirec.datasets.questions import Question
from hirec.evaluation.numeric import gold_number, is_right, scale_assumed
from hirec.types import Answer, Operand, Program, Verdict


def asked(
    answer: str | None, question: str = "How much?", unit: str = "", kind: str = "numeric"
) -> Question:
    return Question("q", question, answer, kind, unit=unit)


def said(
    value: str | None,
    unit: str = "USD",
    scale: int = 0,
    program: Program | None = None,
) -> Answer:
    number = None if value is None else Decimal(value)
    return Answer("q", "", Verdict.VERIFIED, "", number, unit, scale, program=program)


def computed(decimals: int | None = None) -> Program:
    operand = Operand("a", Decimal(7), "USD", "F", 1, "F#1.1", "7")
    return Program("answer = a / 3", (operand,), "ratio", decimals=decimals)


def right(question: Question, answer: Answer) -> bool:
    gold = gold_number(question)
    assert gold is not None
    return is_right(gold, answer)


@pytest.mark.parametrize(
    ("text", "question", "unit", "value", "digit"),
    [
        ("$1832.00", "What is EBITDA in USD millions?", "", "1832E6", 6),
        ("$4.60", "What is capex (in USD billions)?", "", "4.6E9", 8),
        ("$1832.50", "Answer in USD millions.", "", "1832.5E6", 5),
        ("$400,000,000 increase.", "By how much?", "", "400000000", 0),
        ("1.2 billion", "How much?", "", "1.2E9", 8),
        ("$2,018mn", "How much?", "", "2018E6", 6),
        ("-$1561M", "How much?", "", "-1561E6", 6),
        ("(1,234)", "How much?", "USD thousands", "-1234E3", 3),
        ("$(9.8) million", "How much?", "", "-9.8E6", 5),
        ("65.4%", "How much?", "", "65.4", -1),
        ("36%. This assumes FY2023 ended on January 28, 2023.", "How much?", "", "36", 0),
        ("Total borrowed = $8,400,000,000.", "How much?", "", "8.4E9", 0),
        ("0.50", "How much? Round to two decimal places.", "", "0.50", -2),
        ("0.5", "How much? Round your answer to two decimal places.", "", "0.5", -2),
        ("5", "How much (in thousands of shares)?", "", "5000", 3),
        (".75", "How much?", "", "0.75", -2),
    ],
)
def test_gold_numbers_are_read_with_scale_and_precision(
    text: str, question: str, unit: str, value: str, digit: int
) -> None:
    gold = gold_number(asked(text, question, unit))
    assert gold is not None
    assert gold.value == Decimal(value)
    assert gold.exponent == digit


@pytest.mark.parametrize(
    "text",
    [
        "Yes",
        "There are none",
        "Between 5% and 7%",
        "87% of the total restructuring liability is related to employees.",
        "Pepsico's restructuring costs in FY2022 amounted to $411 million.",
        "No, operating margins declined from 36.8% to 34.6%.",
        "Q2",
        "10-K",
        "$5 to $7",
    ],
)
def test_prose_that_holds_numbers_is_textual(text: str) -> None:
    assert gold_number(asked(text)) is None


def test_years_asked_for_and_textual_types_are_textual() -> None:
    assert gold_number(asked("2019", "In which year were sales largest?")) is None
    assert gold_number(asked("2019", "How many stores were open?")) is not None
    assert gold_number(asked("12", kind="textual")) is None
    assert gold_number(asked(None)) is None
    assert gold_number(asked("12", kind="unanswerable")) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0.6583", True),  # rounds to 0.66
        ("0.6699", True),  # truncates to 0.66
        ("0.6549", False),  # rounds to 0.65, truncates to 0.65
        ("0.67", False),
        ("-0.66", False),
        ("0.654999999999999999999999999999", False),
    ],
)
def test_the_finer_side_is_rounded_or_truncated(value: str, expected: bool) -> None:
    question = asked("0.66", "What is the ratio?")
    assert right(question, said(value, "ratio", program=computed())) is expected


def test_padding_zeros_of_scaled_money_do_not_count() -> None:
    question = asked("$0.40", "How much (in USD billions) was paid?")
    assert right(question, said("389000000", scale=9))  # 0.389 -> 0.4
    assert right(question, said("461000000", scale=9))  # 0.461 truncated -> 0.4
    assert not right(question, said("521000000", scale=9))  # 0.5 either way


def test_a_coarser_lookup_is_compared_at_its_own_precision() -> None:
    question = asked("5,466,312", "How much?", "USD thousands")
    assert right(question, said("5466000000", scale=6))
    assert right(question, said("5500000000", scale=9))  # printed 5.5 billion
    assert not right(question, said("5467000000", scale=6))


def test_a_nonzero_gold_number_is_never_rounded_to_nothing() -> None:
    assert not right(asked("$0.40", "In USD billions?"), said("0", scale=9))
    assert not right(asked("0.4%"), said("0", "%"))
    assert right(asked("0.0%"), said("0.04", "%", program=computed()))


def test_a_computed_number_that_happens_to_be_whole_is_exact() -> None:
    question = asked("42.3%", "What is the margin?")
    assert not right(question, said("42", "%", program=computed()))
    assert right(question, said("42", "%", program=computed(decimals=0)))


def test_a_lookup_claims_the_digits_its_cell_prints() -> None:
    operand = Operand("a", Decimal("1900000"), "USD", "F", 1, "F#1.1", "$ 1.9", scale=6)
    program = Program("answer = a", (operand,), "USD")
    assert right(asked("1,876", "How much?", "USD thousands"), said("1900000", program=program))
    assert not right(asked("1,776", "How much?", "USD thousands"), said("1900000", program=program))


def test_percent_and_fraction() -> None:
    assert right(asked("65.4%"), said("65.44", "%", program=computed()))
    assert right(asked("65.4%"), said("0.6544", "ratio", program=computed()))
    assert right(asked("65.4%"), said("0.6544", "", program=computed()))
    assert not right(asked("65.4%"), said("0.6544", "%", program=computed()))
    assert right(asked("0.654", "What percentage?"), said("65.4", "%", program=computed()))
    assert right(asked("5.34", "As a percent?"), said("5.34", "%", program=computed()))
    assert right(asked("0.66", "What is the ratio?"), said("66", "%", program=computed()))
    assert not right(asked("0.66", "What is the ratio?"), said("0.66", "%", program=computed()))


def test_units_must_not_contradict() -> None:
    assert not right(asked("$65", "How much?"), said("65", "%"))
    assert not right(asked("65 EUR"), said("65", "USD"))
    assert not right(asked("65", unit="shares"), said("65", "USD"))
    assert right(asked("$0.55"), said("0.55", "USD/shares"))
    assert right(asked("65"), said("65", "USD"))


def test_scale_is_demanded_or_left_open() -> None:
    millions = asked("77.78", "How much in USD million?")
    assert right(millions, said("77780000", scale=6))
    assert not right(millions, said("77.78"))
    unsaid = asked("77.78", "How much was paid?")
    assert right(unsaid, said("77780000", scale=6))
    assert right(unsaid, said("77.78"))
    assert right(unsaid, said("77780000", scale=3))
    assert not right(unsaid, said("77780", unit="%"))
    assert not right(asked("77.78", unit="USD"), said("77780000", scale=6))


def test_a_scale_that_nobody_named_is_marked() -> None:
    unsaid = gold_number(asked("1383", "What goodwill does Acme have?"))
    assert unsaid is not None
    assert scale_assumed(unsaid, said("1383000000"))
    assert not scale_assumed(unsaid, said("1383"))
    assert not scale_assumed(unsaid, said("1384000000"))
    named = gold_number(asked("1383", "What goodwill does Acme have, in USD thousands?"))
    assert named is not None
    assert not scale_assumed(named, said("1383000000"))


def test_words_of_decrease_leave_the_sign_open() -> None:
    assert right(asked("5% decrease"), said("-5", "%", program=computed()))
    assert right(asked("5% decrease"), said("5", "%", program=computed()))
    assert not right(asked("5% increase"), said("-5", "%", program=computed()))


@pytest.mark.parametrize("value", [None, "NaN", "Infinity", "1e999", "-1e-999"])
def test_ugly_values_are_never_right(value: str | None) -> None:
    assert not right(asked("5"), said(value))


@pytest.mark.parametrize("words", ["round to one decimal place", "(one decimal place)"])
def test_places_asked_for_make_the_gold_number_finer(words: str) -> None:
    question = asked("194", f"What were inventories, in USD millions, {words}?", "USD millions")
    assert right(question, said("194020000", scale=6, program=computed()))
    assert not right(question, said("194400000", scale=6, program=computed()))
