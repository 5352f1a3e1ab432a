from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.programs import plan, write_program
from hirec.periods import find_periods
from hirec.types import CannotAnswer, Figure, Operand, Program, Scope
from hirec.understanding import understand


def program(question: str, part: int, whole: int) -> Program:
    numeric = plan(understand(question, Scope()))
    assert numeric is not None
    assert numeric.share is not None
    values = dict(zip(numeric.share, (part, whole), strict=True))

    def operand(figure: Figure) -> Operand:
        value = values[figure]
        row = str(value)
        return Operand("", Decimal(value), "USD", "F", 1, "F#1.1", str(value), row=row)

    return write_program(numeric.as_share(found := {one: operand(one) for one in values}), found)


def test_how_much_of_asks_for_the_part_and_shows_its_share() -> None:
    written = program("How much of inventory was raw materials?", 3, 10)
    assert written.unit == "USD"
    part, share = written.source.splitlines()[-1], written.workings[0]
    assert part.startswith("answer = ")
    assert "100" not in part
    assert (share.label, share.unit) == ("share", "%")


def test_what_was_paid_out_of_a_whole_is_above_zero() -> None:
    written = program("How much of its net income did Acme pay out as dividends?", -3, 10)
    assert "answer = abs(" in written.source
    assert "abs(" in written.workings[0].expression


def test_a_share_asked_for_is_a_percentage() -> None:
    written = program("What share of inventory was raw materials?", 3, 10)
    assert written.unit == "%"


def test_a_part_is_not_larger_than_its_whole() -> None:
    with pytest.raises(CannotAnswer, match="no smaller"):
        program("What share of inventory was raw materials?", 30, 10)


def test_what_is_all_of_its_whole_was_misread() -> None:
    with pytest.raises(CannotAnswer, match="no smaller"):
        program("What portion of inventory is raw materials?", 10, 10)


def test_the_portion_of_a_whole_is_an_amount_too_and_no_larger_than_it() -> None:
    written = program("What was the raw materials portion of inventory?", 3, 10)
    assert written.unit == "USD"
    with pytest.raises(CannotAnswer, match="no smaller"):
        program("How much of inventory was raw materials?", 30, 10)


@pytest.mark.parametrize(
    ("question", "part", "doubted"),
    [
        ("Research and development expense as a percentage of revenue", 30, True),
        ("Research and development expense as a percentage of revenue", 3, False),
        ("Kite costs as a percentage of kite revenue", 30, False),
    ],
)
def test_more_than_all_of_sales_is_in_doubt(question: str, part: int, *, doubted: bool) -> None:
    assert bool(program(question, part, 10).doubt) is doubted


def added(*rows: tuple[str, int]) -> Program:
    numeric = plan(understand("What were rebates plus kite accruals at Acme in 2022?", Scope()))
    assert numeric is not None
    leaves = [need for need in numeric.figures if not need.row_name] or list(numeric.figures)
    operands = {
        need: Operand(
            "", Decimal(value), "USD", "F", 1, "F#1.1", str(value), row=row, column="2022"
        )
        for need, (row, value) in zip(leaves, rows, strict=True)
    }
    return write_program(numeric, operands)


def test_a_total_is_not_added_to_what_it_holds() -> None:
    with pytest.raises(CannotAnswer, match="holds the other"):
        added(("Rebates", 3), ("Total rebates and kite accruals", 10))


def test_what_is_of_two_kinds_is_not_added_up() -> None:
    asked = "What was the average of kite costs for 2021 and 2022?"
    numeric = plan(understand(asked, Scope(periods=find_periods(asked))))
    assert numeric is not None
    units = ("USD", "%")
    years = sorted({need.period.period.label() for need in numeric.figures if need.period})
    operands = {
        need: Operand("", Decimal(2), unit, "F", 1, "F#1.1", unit, row=unit, column=unit)
        for need in numeric.figures
        if need.period and (unit := units[years.index(need.period.period.label())])
    }
    with pytest.raises(CannotAnswer, match="do not add up"):
        write_program(numeric, operands)


def test_two_payments_in_brackets_add_up() -> None:
    written = added(("Payments of rebates", -3), ("Cash tender offers", -10))
    assert written.source.splitlines()[-1].count("abs(") == 2
