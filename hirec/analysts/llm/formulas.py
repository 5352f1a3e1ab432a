"""The program that an operation over pointed numbers comes to."""

import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from hirec.analysts.llm.exhibit import Place
from hirec.analysts.llm.operands import read_operand
from hirec.analysts.llm.replies import FigureReply, Formula, NoFigure, Op
from hirec.periods import cell_period
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
_SCALED = ("USD", "shares", "")
_ID = re.compile(r"\b\d+[a-z]\b")
"""A place by its id, in a formula."""
_TIMES_100 = re.compile(r"\*\s*100\b")


def write_program(
    reply: FigureReply,
    places: Mapping[str, Place],
    filings: Mapping[str, Filing],
    wanted: WantedFormat,
) -> Program:
    """The program of a reply; raises CannotAnswer where it says that no number answers.

    A formula over what was not shown gives a program that fails by name, which is what a repair is
    shown.

    Args:
        reply: An operation over ids or a formula of them, or that no number answers.
        places: Id → the place that it stands for, as it was shown.
        filings: By filing_id; companies name the operands.
        wanted: Scale and decimals in which the question wants the number.

    """
    figure = reply.figure
    if isinstance(figure, NoFigure):
        raise CannotAnswer("Not found in the filings: the figures that the question asks for.")
    ids = _ID.findall(figure.formula) if isinstance(figure, Formula) else figure.cells
    named = dict(
        zip((at for at in dict.fromkeys(ids) if at in places), ascii_uppercase, strict=False)
    )
    pointed = [places[at] for at in named]
    operands = tuple(read_operand(name, places[at]) for at, name in named.items())
    names = _names(operands, [_period(place) for place in pointed], filings)
    if isinstance(figure, Formula):
        answer = _ID.sub(
            lambda at: named.get(at[0], f"id_{at[0]}"), " ".join(figure.formula.split())
        )
        unit = _unit_of_formula(figure.formula, operands)
    else:
        answer = _expression(figure.op, operands, names)
        unit = _unit(figure.op, operands)
    listed = not isinstance(figure, Formula) and figure.op == Op.EACH
    workings = tuple(
        Working(name, operand.name, operand.unit)
        for name, operand in zip(names, operands, strict=True)
        if listed
    )
    source = "\n".join([*map(_assignment, operands), f"answer = {answer}", ""])
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


def _expression(op: str, operands: Sequence[Operand], names: Sequence[str]) -> str:
    variables = ", ".join(operand.name for operand in operands)
    match op:
        case Op.VALUE | Op.EACH:
            return "A"
        case Op.SUM:
            return f"sum([{variables}])"
        case Op.AVERAGE:
            return f"sum([{variables}]) / {len(operands)}"
        case Op.LARGEST | Op.SMALLEST:
            best = "max" if op == Op.LARGEST else "min"
            named = ", ".join(f"({o.name}, {n!r})" for o, n in zip(operands, names, strict=True))
            return f"[n for v, n in [{named}] if v == {best}([{variables}])][0]"
        case _:
            # The same number twice is one operand: there is no B, and the program says so.
            return _TWO[Op(op)]


def _unit(op: str, operands: Sequence[Operand]) -> str:
    unit = operands[0].unit
    if op in (Op.HIGHER, Op.LOWER, Op.LARGEST, Op.SMALLEST):
        return ""
    if op in (Op.CHANGE, Op.PERCENT):
        return "%"
    if op == Op.RATIO:
        return "ratio"
    return "percentage points" if op == Op.DIFFERENCE and unit == "%" else unit


def _unit_of_formula(formula: str, operands: Sequence[Operand]) -> str:
    if _TIMES_100.search(formula):
        return "%"
    return "ratio" if "/" in formula or not operands else operands[0].unit


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
    period = cell_period(column, place.line.row)
    return (period.label() if period else "") or column.label
