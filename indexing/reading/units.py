"""The scale that a table itself says: in its headings and label rows, or by its tags."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from hirec.number_kinds import kind_of_heading
from hirec.number_signs import NumberKind
from hirec.numbers import SCALE_WORDS, scale_of, unit_of
from hirec.types import Cell, Reach, ScaleSource, Table
from indexing.reading.captions import is_unit_line, unit_inside

_BEHIND_YEAR = re.compile(r"(.*\b(?:19|20)\d\d)\b\s*(.*)")


def resolve_unit(table: Table, trust_tags: bool = True) -> Table:
    """Unit line taken out of column headings and label rows, scale held to trusted tags."""
    rows = tuple(
        replace(row, section="") if is_unit_line(row.section) else row
        for row in table.rows
        if any(row.cells) or not is_unit_line(row.label)
    )
    found = [row.label for row in table.rows if not any(row.cells) and is_unit_line(row.label)]
    found += _units_of_all(table)
    if found and not scale_of(table.unit_line):
        stated = next((part for part in found if scale_of(part)), found[0])
        unit = table.unit or unit_of(stated)
        table = replace(table, unit_line=stated, scale=scale_of(stated), unit=unit)
    columns = tuple(replace(c, label=_without(c.label, table.unit_line)) for c in table.columns)
    table = replace(table, columns=columns, rows=rows)
    return scale_by_tags(table) if trust_tags else table


def _units_of_all(table: Table) -> list[str]:
    """Units in headings that may hold for all columns: where they agree, and none is a count's.

    What the last several say, and not the first with its numbers, is of those alone.
    """
    labels = [column.label for column in table.columns]
    said = [bool(unit_inside(label)) for label in labels]
    first = [row.cells[0] for row in table.rows if row.cells]
    numbers = sum(cell is not None and cell.value is not None for cell in first)
    if said and not said[0] and said[-1] and sum(said) > 1 and 2 * numbers >= len(first):
        return []
    parts = {label: part for label in labels if (part := unit_inside(label))}
    counted = {
        kind_of_heading(label.replace(part, " ")) in (NumberKind.SHARES, NumberKind.COUNT)
        for label, part in parts.items()
    }
    if len({scale_of(part) for part in parts.values()}) > 1 or True in counted:
        return []
    return list(parts.values())


def _without(label: str, unit_line: str) -> str:
    """A heading without the unit line; another unit stays, it is the column's own."""
    return " ".join(label.replace(unit_line, " ").split()) if unit_line else label


def unit_across(table: Table) -> Table:
    """A unit line printed across the headings of several columns, put together again.

    Its words end up behind the years: "2014 (in", "2013 thousands, except per", "2012 share data)".
    """
    matches = [_BEHIND_YEAR.fullmatch(column.label) for column in table.columns]
    parts = [match[2] for match in matches if match and match[2]]
    stated = " ".join(parts)
    whole = stated.startswith("(") and stated.endswith(")") and scale_of(stated)
    if scale_of(table.unit_line) or len(parts) < 2 or not whole:
        return table
    columns = tuple(
        replace(column, label=match[1]) if match else column
        for column, match in zip(table.columns, matches, strict=True)
    )
    unit = table.unit or unit_of(stated)
    return replace(table, columns=columns, unit_line=stated, scale=scale_of(stated), unit=unit)


def scale_by_tags(table: Table) -> Table:
    """The table with the scale that makes its printed numbers equal to their tags.

    Unchanged where nothing is tagged. Most cells decide, money before shares. Where no unit line
    is printed, one that names the scale is written, for those who read the text.
    """
    counts: Counter[int] = Counter()
    for cell in _tagged(table):
        found = _scale_of_cell(cell)
        if found is not None:
            counts[found] += 2 if cell.fact and cell.fact.unit != "shares" else 1
    if not counts:
        return table
    scale = counts.most_common(1)[0][0]
    unit_line = table.unit_line
    if scale in SCALE_WORDS and not scale_of(unit_line) and not scale_of(table.caption):
        unit_line = f"(In {SCALE_WORDS[scale]})"
    source = ScaleSource(Reach.TAGS, unit_line, 0)
    return replace(table, scale=scale, unit_line=unit_line, scale_source=source)


def _tagged(table: Table) -> Iterator[Cell]:
    for row in table.rows:
        for cell in row.cells:
            if cell is not None and cell.fact is not None:
                yield cell


def _scale_of_cell(cell: Cell) -> int | None:
    """Power of ten between print and tag; None for ratios, per-share values and zeros."""
    if cell.fact is None or not cell.value or "/" in cell.fact.unit or cell.fact.unit == "pure":
        return None
    for scale in (0, 3, 6, 9):
        if abs(cell.value.scaleb(scale)) == abs(cell.fact.value):
            return scale
    return None
