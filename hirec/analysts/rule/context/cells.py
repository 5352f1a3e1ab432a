"""Cells of a context as operands of a program, and what speaks against trusting them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hirec.analysts.rule.context.view import Place
from hirec.analysts.rule.tables import (
    base_value,
    kind_of,
    scale_for,
    scale_is_said,
    unit_for,
)
from hirec.analysts.rule.writing import slug
from hirec.lexicon import Kind
from hirec.scales import cell_scale
from hirec.types import CannotAnswer, Citation, Operand, Program

BESIDE = "said beside the table:"
"""Begins the unit line of a table whose unit only its paragraphs say."""
_COST = re.compile(
    r"\b(?:expenses?|costs?|depreciation|amorti[sz]ation|allowances?|provisions?|impairments?|"
    r"write-?(?:downs?|offs?)|charges?|disposals?|payments?|repayments?|purchases?)\b"
    r"|^\W*(?:net |operating )*loss(?:es)?\b(?!.*\b(?:income|profit|gain))",
    re.IGNORECASE,
)
"""Rows whose parentheses say that they are deducted, or losses, not that they are below zero."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_PERCENT_SCALE = -2


@dataclass(frozen=True, slots=True)
class Reading:
    """What a context says to a question."""

    spans: tuple[str, ...]
    """The answer as printed; for a computed one empty, its program gives it."""
    program: Program | None = None
    scale: int = 0
    """Power of ten of the figures as printed."""
    unit: str = ""
    citations: tuple[Citation, ...] = ()
    doubt: str = ""
    """Why the figures cannot be verified though each is printed; else empty."""


def quoted(places: Sequence[Place]) -> Reading:
    """The cells as printed; one figure also as a program of a line."""
    operands = tuple(operand_of(p, n) for p, n in zip(places, names_of(places), strict=True))
    program = None
    if len(operands) == 1:
        program = _program(operands, operands[0].name, operands[0].unit, operands[0].scale)
    return Reading(
        tuple(place.cell.text for place in places),
        program,
        operands[0].scale,
        operands[0].unit,
        tuple(map(citation_of, places)),
        _doubt(places) or _doubt_of_names(places),
    )


def citation_of(place: Place) -> Citation:
    """The cell's page and words."""
    passage = place.passage
    return Citation(
        passage.filing_id, passage.page_number, passage.passage_id, place.cell.text, place.cell.box
    )


def computed(
    places: Sequence[Place], formula: str, unit: str | None = None, doubt: str = ""
) -> Reading:
    """A program over cells; ``unit`` None: that of the cells, at their scale.

    Raises CannotAnswer where cells of different units would be added or subtracted.
    """
    operands = tuple(operand_of(p, n) for p, n in zip(places, names_of(places), strict=True))
    plain = unit is None
    if plain and len({operand.unit for operand in operands}) > 1:
        raise CannotAnswer("The figures found are of different kinds.")
    given = operands[0].unit if unit is None else unit
    scale = operands[0].scale if plain else 0
    if any(_is_deducted(place) for place in places):
        doubt = doubt or "The printed sign may say no more than that the figure is deducted."
    if plain:
        doubt = _doubt(places) or doubt
    doubt = doubt or _doubt_of_names(places)
    return Reading((), _program(operands, formula, given, scale), scale, given, doubt=doubt)


def names_of(places: Sequence[Place]) -> list[str]:
    """A variable for each cell; numbered where row and column make no name of their own."""
    names: dict[int, str] = {}
    for place in places:
        name = slug(f"{place.row.label} {place.column.label}")[:60].strip("_") or "figure"
        if name in names.values() and id(place.cell) not in names:
            name = f"{name}_{len(names) + 1}"
        names.setdefault(id(place.cell), name)
    return [names[id(place.cell)] for place in places]


def terms_of(places: Sequence[Place]) -> list[str]:
    """The cells as terms of a formula: costs without the sign that says they are deducted."""
    return [
        f"abs({name})" if _is_deducted(place) else name
        for place, name in zip(places, names_of(places), strict=True)
    ]


def operand_of(place: Place, name: str) -> Operand:
    """The cell as an operand in base units."""
    cell, row, column, table = place.cell, place.row, place.column, place.table
    kind = _kind(place)
    scale = scale_for(kind, table, row, column, cell)
    operand = Operand(
        name=name,
        value=base_value(cell, scale),
        unit=unit_for(None, kind, table),
        filing_id=place.passage.filing_id,
        page_number=place.passage.page_number,
        passage_id=place.passage.passage_id,
        printed=cell.text,
        scale=scale,
        row=row.label,
        column=column.label,
        table=table.caption,
    )
    return replace(operand, box=cell.box or table.box)


def _kind(place: Place) -> Kind:
    """What the cell counts; a percentage also by its row's words, a year by its shape."""
    cell, row, column, table = place.cell, place.row, place.column, place.table
    if cell_scale(table, row, column, cell) == _PERCENT_SCALE:
        return Kind.PERCENT
    named = re.search(r"\byears?\b", f"{row.label} {column.label}", re.IGNORECASE)
    if named and _YEAR.fullmatch(cell.text.strip()):
        return Kind.COUNT
    kind = kind_of(None, row, cell)
    counted = kind is Kind.COUNT and re.search(r"\bshares\b", row.label, re.IGNORECASE)
    return Kind.SHARES if counted else kind


def _doubt(places: Sequence[Place]) -> str:
    """Why the scale of the figures is not beyond doubt; empty where it is."""
    for place in places:
        table, column, cell, kind = place.table, place.column, place.cell, _kind(place)
        scale = scale_for(kind, table, place.row, column, cell)
        plain = kind is Kind.MONEY and not scale and not table.unit_line
        if plain or not scale_is_said(kind, cell, table, column, scale):
            return "Nothing on the page says in which scale the figures are printed."
        if kind in (Kind.MONEY, Kind.SHARES) and table.unit_line.startswith(BESIDE):
            return "The scale of the figures is said beside their table, not in it."
        if kind is Kind.SHARES and "share" not in table.unit_line.lower():
            return "Nothing says in which scale shares are printed."
    return ""


def _doubt_of_names(places: Sequence[Place]) -> str:
    """Why another figure may be meant; empty where the rows are called as the question says."""
    other = next((place.row.label for place in places if not place.named), None)
    return "" if other is None else f"The question does not say all of the row's name: {other}."


def _is_deducted(place: Place) -> bool:
    values = [cell.value for cell in place.row.cells if cell is not None and cell.unit != "%"]
    printed = [value for value in values if value is not None]
    negative = all(value <= 0 for value in printed) and any(printed)
    return negative and _COST.search(place.row.label) is not None


def _program(operands: Sequence[Operand], formula: str, unit: str, scale: int) -> Program:
    unique = tuple({operand.name: operand for operand in operands}.values())
    lines = [f"{o.name} = {o.value.normalize():f}" for o in unique]
    return Program("\n".join([*lines, f"answer = {formula}"]) + "\n", unique, unit, scale)
