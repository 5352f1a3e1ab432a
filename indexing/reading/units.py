"""Scales that a table does not print itself: said by its tags, its page or its notes."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.numbers import scale_of, unit_of
from hirec.types import Cell, Page, Table, TextBlock
from indexing.reading.captions import is_unit_line, unit_inside

_WORDS = {3: "thousands", 6: "millions", 9: "billions"}
_GENERAL = re.compile(
    r"otherwise\s+(?:noted|indicated|stated|specified|disclosed)|except\s+(?:as|where)\s+noted"
    r"|tabular|all\s+(?:dollar\s+)?(?:amounts|tables)",
    re.IGNORECASE,
)
_NOTES = re.compile(r"notes\s+to\b.{0,60}\bstatements", re.IGNORECASE)
_TABLES = re.compile(
    r"\b(?:following|these)\s+(?:\w+\s+)?tables\b|\btables\s+below\b", re.IGNORECASE
)
_NOTE = re.compile(r"\s*(?:note|item)\s+\d", re.IGNORECASE)
_BEHIND_YEAR = re.compile(r"(.*\b(?:19|20)\d\d)\b\s*(.*)")
_REMARK_CHARS = 400
_TOP_BLOCKS = 8


def settle_unit(table: Table, trust_tags: bool = True) -> Table:
    """Unit line taken out of column headings and label rows, scale held to trusted tags."""
    rows = tuple(
        replace(row, section="") if is_unit_line(row.section) else row
        for row in table.rows
        if any(row.cells) or not is_unit_line(row.label)
    )
    found = [row.label for row in table.rows if not any(row.cells) and is_unit_line(row.label)]
    found += [part for column in table.columns if (part := unit_inside(column.label))]
    if found and not scale_of(table.unit_line):
        said = next((part for part in found if scale_of(part)), found[0])
        unit = table.unit or unit_of(said)
        table = replace(table, unit_line=said, scale=scale_of(said), unit=unit)
    columns = tuple(replace(c, label=_without(c.label, table.unit_line)) for c in table.columns)
    table = replace(table, columns=columns, rows=rows)
    return scale_by_tags(table) if trust_tags else table


def _without(label: str, unit_line: str) -> str:
    """A heading without the unit line; another unit stays, it is the column's own."""
    return " ".join(label.replace(unit_line, " ").split()) if unit_line else label


def unit_across(table: Table) -> Table:
    """A unit line printed across the headings of several columns, put together again.

    Its words end up behind the years: "2014 (in", "2013 thousands, except per", "2012 share data)".
    """
    matches = [_BEHIND_YEAR.fullmatch(column.label) for column in table.columns]
    parts = [match[2] for match in matches if match and match[2]]
    said = " ".join(parts)
    whole = said.startswith("(") and said.endswith(")") and scale_of(said)
    if scale_of(table.unit_line) or len(parts) < 2 or not whole:
        return table
    columns = tuple(
        replace(column, label=match[1]) if match else column
        for column, match in zip(table.columns, matches, strict=True)
    )
    unit = table.unit or unit_of(said)
    return replace(table, columns=columns, unit_line=said, scale=scale_of(said), unit=unit)


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
    if scale in _WORDS and not scale_of(unit_line) and not scale_of(table.caption):
        unit_line = f"(In {_WORDS[scale]})"
    return replace(table, scale=scale, unit_line=unit_line)


def inherit_units(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Pages whose tables without unit or scale take those said above them.

    First by what introduces several tables, then by a unit line at the top of the page
    ("(Dollars in millions)"), else by the latest general remark ("tabular amounts in millions
    unless otherwise noted"). Tables of percentages, and tables whose unit line is printed, stay
    as they are.
    """
    general = ""
    done: list[Page] = []
    for page in pages:
        local, general = _remarks(page, general)
        announced = ""
        blocks: list[TextBlock | Table] = []
        for block in page.blocks:
            if isinstance(block, Table):
                block = _with_unit(unit_across(block), announced or local or general)
            else:
                announced = _announced(block.text, announced)
            blocks.append(block)
        done.append(replace(page, blocks=tuple(blocks)))
    return tuple(done)


def _announced(text: str, before: str) -> str:
    """The unit said of several tables to come ("The following tables show ... (in millions):").

    It holds until the next note, or the next introduction that says a unit.
    """
    if inside := unit_inside(text):
        return inside if _TABLES.search(text) else ""
    return "" if _NOTE.match(text) else before


def _remarks(page: Page, general: str) -> tuple[str, str]:
    """The unit remark at the page's top, and the general one in force from here on.

    A remark is general by its words, or by standing under the heading of the notes.
    """
    local = ""
    notes = False
    for index, block in enumerate(page.blocks):
        if isinstance(block, Table):
            continue
        text = block.text.replace("\n", " ").strip()
        notes = notes or (len(text) < _REMARK_CHARS and bool(_NOTES.match(text)))
        remark = text if is_unit_line(text) else unit_inside(text[:_REMARK_CHARS])
        if not scale_of(remark):
            continue
        at_top = index < _TOP_BLOCKS and is_unit_line(text)
        local = local or (remark if at_top else "")
        if _GENERAL.search(remark) or (notes and at_top):
            general = remark
    return local, general


def _with_unit(table: Table, remark: str) -> Table:
    if not remark or table.unit_line or table.scale or table.unit in ("%", "shares"):
        return table
    return replace(
        table,
        unit_line=remark,
        scale=scale_of(remark),
        unit=table.unit or unit_of(remark),
    )


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
