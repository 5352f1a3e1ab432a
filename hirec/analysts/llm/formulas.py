"""The program that an operation over pointed numbers comes to."""

import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from hirec.analysts.llm.exhibit import Place
from hirec.analysts.llm.operands import read_operand
from hirec.analysts.llm.replies import FigureReply, Op
from hirec.types import CannotAnswer, Filing, Operand, Program, WantedFormat, Working

_TWO = {
    Op.DIFFERENCE: "A - B",
    Op.CHANGE: "(A - B) / B * 100",
    Op.RATIO: "A / B",
    Op.PERCENT: "A / B * 100",
    Op.HIGHER: "A > B",
    Op.LOWER: "A < B",
}
"""Operations over exactly two numbers, called A and B in their order."""
_PERCENT = frozenset({Op.CHANGE, Op.PERCENT})
_TRUTH = frozenset({Op.HIGHER, Op.LOWER, Op.LARGEST, Op.SMALLEST})
_SCALED = ("USD", "shares", "")
_TIMES_100 = re.compile(r"\*\s*100\b")


def write_program(
    reply: FigureReply,
    places: Mapping[str, Place],
    filings: Mapping[str, Filing],
    wanted: WantedFormat,
) -> Program:
    """The program of a reply; raises CannotAnswer where it points at nothing.

    A reply whose operation does not go with its numbers gives a program that fails by name, which
    is what a repair is shown.
    """
    pointed = [places[at] for at in dict.fromkeys(reply.cells)]
    operands = tuple(
        read_operand(name, place) for name, place in zip(ascii_uppercase, pointed, strict=False)
    )
    if not operands:
        raise CannotAnswer("Not found in the filings: the figures that the question asks for.")
    lines = [_assignment(operand) for operand in operands]
    names = _names(operands, [_period(place) for place in pointed], filings)
    source = "\n".join([*lines, f"answer = {_expression(reply, operands, names)}", ""])
    unit = _unit(reply, operands)
    listed = reply.op is Op.EACH
    workings = tuple(
        Working(name, operand.name, operand.unit)
        for name, operand in zip(names, operands, strict=True)
        if listed
    )
    scale = wanted.scale if unit in _SCALED else 0
    return Program(source, operands, unit, scale, wanted.decimals, workings=workings, listed=listed)


def _assignment(operand: Operand) -> str:
    """One line, whatever the page prints: the text of a filing cannot leave its comment."""
    place = " ".join(f"{operand.row} {operand.column}".split())
    printed = " ".join(operand.printed.split())
    return (
        f"{operand.name} = {operand.value:f}  # {place}: {operand.filing_id}, "
        f"page {operand.page_number}, printed {printed}"
    )


def _expression(reply: FigureReply, operands: Sequence[Operand], names: Sequence[str]) -> str:
    variables = ", ".join(operand.name for operand in operands)
    match reply.op:
        case Op.VALUE if len(operands) == 1:
            return "A"
        case Op.EACH:
            return "A"
        case Op.SUM | Op.AVERAGE if len(operands) > 1:
            total = f"sum([{variables}])"
            return total if reply.op is Op.SUM else f"{total} / {len(operands)}"
        case Op.LARGEST | Op.SMALLEST if len(operands) > 1:
            best = "max" if reply.op is Op.LARGEST else "min"
            named = ", ".join(f"({o.name}, {n!r})" for o, n in zip(operands, names, strict=True))
            return f"[n for v, n in [{named}] if v == {best}([{variables}])][0]"
        case Op.FORMULA:
            return " ".join(reply.formula.split()) or "None"
        case op if op in _TWO and len(operands) == len("AB"):
            return _TWO[op]
    return f"{reply.op.value}_does_not_take_{len(operands)}_numbers"


def _unit(reply: FigureReply, operands: Sequence[Operand]) -> str:
    unit = operands[0].unit
    if reply.op in _TRUTH:
        return ""
    if reply.op in _PERCENT or (reply.op is Op.FORMULA and _TIMES_100.search(reply.formula)):
        return "%"
    if reply.op is Op.RATIO or (reply.op is Op.FORMULA and "/" in reply.formula):
        return "ratio"
    return "percentage points" if reply.op is Op.DIFFERENCE and unit == "%" else unit


def _names(
    operands: Sequence[Operand], periods: Sequence[str], filings: Mapping[str, Filing]
) -> Sequence[str]:
    """What tells the numbers apart: company, period or row, whichever is another for each."""
    companies = [
        filings[o.filing_id].identity.company if o.filing_id in filings else "" for o in operands
    ]
    rows = [operand.row for operand in operands]
    for names in (companies, periods, rows):
        if len(set(names)) == len(names) and all(names):
            return names
    return [f"{row} {period}".strip() for row, period in zip(rows, periods, strict=True)]


def _period(place: Place) -> str:
    """``FY2022`` where the heading of a cell says so, else the heading."""
    table = place.line.passage.table
    if table is None or place.line.row is None:
        return ""
    column = table.columns[place.column]
    return (column.period.label() if column.period else "") or column.label
