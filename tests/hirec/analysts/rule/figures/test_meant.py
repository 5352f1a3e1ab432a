from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.meant import is_for_each, is_meant, is_of_kind
from hirec.types import Figure, Operand


@pytest.mark.parametrize(
    ("question", "sentence", "found"),
    [
        ("What may Acme borrow under its kite agreements?", "the kite agreement", False),
        ("What may Acme borrow under its kite agreements?", "our kite agreements", True),
        ("What may Acme borrow under its kite agreement?", "the kite agreement", True),
    ],
)
def test_a_sentence_of_one_of_several_does_not_state_them_all(
    question: str, sentence: str, *, found: bool
) -> None:
    figure = Figure(question.rpartition("borrow ")[2].rstrip("?"))
    operand = Operand("", Decimal(5), "USD", "F", 1, "F#1.1", "5", row=sentence)
    assert is_meant(figure, operand) is found


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("We ran 1,147 kite shops at year end.", True),
        ("We employed 1,147 people on average, most of them in kite shops.", False),
    ],
)
def test_a_sentence_counts_what_stands_behind_the_number(sentence: str, *, found: bool) -> None:
    figure = Figure("kite shops", kind="count", counted="kite shops")
    operand = Operand("", Decimal(1147), "", "F", 1, "F#1.1", "1,147", row=sentence)
    assert is_meant(figure, operand) is found


@pytest.mark.parametrize(
    ("row", "found"), [("Tier 1 Capital", False), ("Tier 1 capital ratio", True)]
)
def test_a_rate_is_no_amount_in_a_row_of_nearly_its_name(row: str, *, found: bool) -> None:
    figure = Figure("tier 1 capital ratio", "tier_one_ratio")
    operand = Operand("", Decimal("24.0"), "%", "F", 1, "F#1.1", "24.0", row=row, column="2023")
    assert is_meant(figure, operand) is found


@pytest.mark.parametrize(("part", "found"), [("", False), ("Greater China", True)])
def test_a_table_of_one_region_is_not_of_the_company(part: str, *, found: bool) -> None:
    figure = Figure("revenue", "revenue", part)
    place = ("F", 1, "F#1.1", "5")
    operand = Operand("", Decimal(5), "USD", *place, row="Revenues", table="GREATER CHINA")
    assert is_meant(figure, operand) is found


@pytest.mark.parametrize(("unit", "found"), [("USD", False), ("%", True)])
def test_the_rate_of_a_note_is_no_amount(unit: str, *, found: bool) -> None:
    figure = Figure("interest rate the convertible notes")
    operand = Operand("", Decimal(5), unit, "F", 1, "F#1.1", "5", row="The convertible notes rate")
    assert is_meant(figure, operand) is found


@pytest.mark.parametrize(
    ("words", "row", "found"),
    [
        ("inventory before reserves", "Inventory reserves", False),
        ("debt excluding current part", "Current part of debt", False),
        ("goodwill net of impairment", "Cumulative impairment", False),
        ("goodwill net of impairment", "Goodwill, net of impairment", True),
        ("inventory before reserves", "Gross inventory", True),
        ("net rent after sublease income", "Less: sublease income", False),
        ("net rent after sublease income", "Net rent", True),
        ("income after taxes", "Income after taxes", True),
        ("settlement cost net of recoveries", "Settlement cost", False),
        ("settlement cost net of recoveries", "Settlement cost, net", True),
    ],
)
def test_what_is_taken_off_is_not_what_is_left(words: str, row: str, *, found: bool) -> None:
    operand = Operand("", Decimal(5), "USD", "F", 1, "F#1.1", "5", row=row, column="2022")
    assert is_meant(Figure(words), operand) is found


@pytest.mark.parametrize(("row", "found"), [("United States", False), ("International", True)])
def test_a_place_is_not_what_lies_outside_it(row: str, *, found: bool) -> None:
    figure = Figure("revenue outside the United States", "revenue")
    operand = Operand("", Decimal(5), "USD", "F", 1, "F#1.1", "5", row=row, column="2022")
    assert is_meant(figure, operand) is found


@pytest.mark.parametrize(("unit", "found"), [("USD", False), ("shares", True)])
def test_what_shares_cost_is_no_number_of_them(unit: str, *, found: bool) -> None:
    figure = Figure("shares repurchased", kind="count")
    operand = Operand("", Decimal(5), unit, "F", 1, "F#1.1", "5", row="Shares repurchased")
    assert is_meant(figure, operand) is found


@pytest.mark.parametrize(
    ("words", "unit", "found"),
    [
        ("weighted average remaining lease term of operating leases", "%", False),
        ("weighted average remaining lease term of operating leases", "", True),
        ("expense over the remaining lease term", "USD", True),
    ],
)
def test_how_long_something_remains_is_no_percentage(words: str, unit: str, *, found: bool) -> None:
    operand = Operand("", Decimal(4), unit, "F", 1, "F#1.1", "4", row="Operating leases")
    assert is_of_kind(Figure(words), operand) is found


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("Sales per shop", True),
        ("Kite sales", False),
        ("Our shops sold kites for $5 million, $1 million per shop at most", True),
    ],
)
def test_what_is_of_one_each_says_so(row: str, *, found: bool) -> None:
    figure = Figure("kite sales per shop")
    column = "" if "$" in row else "2022"
    operand = Operand("", Decimal(5), "USD", "F", 1, "F#1.1", "5 million", row=row, column=column)
    assert is_for_each(figure, operand) is found


@pytest.mark.parametrize(("row", "found"), [("Customer A", False), ("Customers A and B", True)])
def test_things_told_apart_by_letters_are_those_of_all_letters(row: str, *, found: bool) -> None:
    figure = Figure("sales to customers A and B", part="customers A and B")
    operand = Operand("", Decimal(5), "USD", "F", 1, "F#1.1", "5", row=row, column="2022")
    assert is_meant(figure, operand) is found


@pytest.mark.parametrize(
    ("unit", "column", "scale", "found"),
    [
        ("USD/shares", "2022", 0, True),
        ("USD", "2022", 6, False),
        ("USD", "", 6, False),  # "$5" of a page in millions is taken for five of them
        ("USD", "", 0, True),
        ("", "2022", 0, True),
        ("", "2022", 6, False),
    ],
)
def test_an_amount_per_share_is_no_total(
    unit: str, column: str, scale: int, *, found: bool
) -> None:
    figure = Figure("kite value per share", kind="per_share")
    operand = Operand("", Decimal(5), unit, "F", 1, "F#1.1", "5", scale, "Kite value", column)
    assert is_of_kind(figure, operand) is found
