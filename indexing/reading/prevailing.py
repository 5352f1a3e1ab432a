"""The scale of tables that no statement reaches, from how the filing prints its other tables.

Never for what looks printed in full, or priced, or stands where amounts are in whole dollars
(compensation and fees). The same rows and values elsewhere at a known scale settle it; without
them the scale is marked as inferred.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.number_kinds import kind_of_number
from hirec.number_signs import NumberKind
from hirec.numbers import SCALE_WORDS
from hirec.scales import own_scale
from hirec.types import Cell, Column, Page, Reach, Row, ScaleSource, Table, TextBlock
from indexing.reading.reach import is_index

_ANCHOR = re.compile(
    r"total\s+(?:consolidated\s+)?(?:assets|liabilities\s+and\b.{5,60}|(?:net\s+)?(?:revenues?|sales))"
    r"|net\s+(?:income|earnings|loss|sales|revenues?)\b(?!.*\bper\b)",
    re.IGNORECASE,
)
"""Rows of the statements: their scale is the filing's, and few amounts are larger."""
_IN_FULL_PART = re.compile(
    r"\W*(?:part\s+iii\b|item\s+1[0-4]\b|(?:summary|director|executive)\s+compensation\b"
    r"|principal\s+account(?:ant|ing)\s+fees|exhibit\s+(?:index|10\.))",
    re.IGNORECASE,
)
_STATEMENTS_PART = re.compile(
    r"\W*(?:part\s+(?:i|ii|iv)\b|item\s+(?:[1-9]a?|15)\b|notes?\s+(?:to|\d)|consolidated\b)",
    re.IGNORECASE,
)
_CENTS = re.compile(r"\.\d\d\b")
_PREVAILS = 0.8
"""Share of the amounts under a stated scale that must agree on it."""
_HEADROOM = 3
"""How many times the statements' largest total an amount may be: notional, cumulative sums."""
_SETTLED_BY = 2
_TELLING = 100
"""Values from here on are too rare to be equal by chance."""
_HEADING_CHARS = 120

_Known = Mapping[tuple[str, Decimal], tuple[int, int]]
"""(row, printed value) → (scale, page) where tables say it."""


@dataclass(frozen=True, slots=True)
class _Prevailing:
    """How a filing prints amounts, and the largest it prints in its statements."""

    scale: int
    largest: Decimal
    known: _Known


def infer_scales(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Pages whose tables without any statement of scale have the one that prevails."""
    prevailing = _prevailing(pages)
    if prevailing is None:
        return tuple(pages)
    done: list[Page] = []
    in_full = False
    for page in pages:
        blocks: list[TextBlock | Table] = []
        for block in page.blocks:
            if isinstance(block, Table):
                block = _inferred(block, page.page_number, prevailing, in_full)
            elif len(block.text) <= _HEADING_CHARS:
                in_full = _is_in_full(block.text, in_full)
            blocks.append(block)
        done.append(replace(page, blocks=tuple(blocks)))
    return tuple(done)


def _is_in_full(text: str, before: bool) -> bool:
    """Whether the part that a heading opens prints whole dollars."""
    if _IN_FULL_PART.match(text):
        return True
    return before and not _STATEMENTS_PART.match(text)


def _prevailing(pages: Sequence[Page]) -> _Prevailing | None:
    """The scale on which the tables agree, if that of the statements is the same."""
    votes: Counter[int] = Counter()
    anchored: Counter[int] = Counter()
    largest: defaultdict[int, Decimal] = defaultdict(Decimal)
    known: dict[tuple[str, Decimal], tuple[int, int]] = {}
    for page in pages:
        for table in page.blocks:
            if not isinstance(table, Table) or table.scale_source is None:
                continue
            for row, value in _amounts(table):
                votes[table.scale] += 1
                if abs(value) >= _TELLING:
                    known.setdefault((_key(row), value), (table.scale, page.page_number))
                if _ANCHOR.match(row.label):
                    anchored[table.scale] += 1
                    largest[table.scale] = max(largest[table.scale], abs(value))
    if not anchored:
        return None
    scale = anchored.most_common(1)[0][0]
    if not scale or votes[scale] < _PREVAILS * sum(votes.values()):
        return None
    return _Prevailing(scale, largest[scale], known)


def _inferred(table: Table, page_number: int, prevailing: _Prevailing, in_full: bool) -> Table:
    if table.scale_source is not None or table.scale or table.unit in ("%", "shares"):
        return table
    seen = [
        prevailing.known[key]
        for row, value in _amounts(table)
        if (key := (_key(row), value)) in prevailing.known
    ]
    scale, count = Counter(scale for scale, _ in seen).most_common(1)[0] if seen else (0, 0)
    if count >= _SETTLED_BY and count * 2 > len(seen):
        page = next(page for shown, page in seen if shown == scale)
        words = f"{count} of its values stand at this scale on page {page}"
        source = ScaleSource(Reach.MATCHED, words, page)
        return replace(table, scale=scale, scale_source=source)
    if in_full or not _may_be_scaled(table, prevailing):
        return table
    source = ScaleSource(Reach.INFERRED, "as the filing prints its statements", page_number)
    return replace(_as_above(table), scale=prevailing.scale, scale_source=source)


def _as_above(table: Table) -> Table:
    """The table whose first amounts say their scale, with it for those below that say none.

    "Network volumes (billions)", and below it "Billed business"; not what is priced to the cent,
    as an "Average ticket" below "Customer transactions (in millions)".
    """
    rows: list[Row] = []
    said = ""
    for row in table.rows:
        own = own_scale(row.label)
        if own is not None:
            said = f"in {SCALE_WORDS.get(own, 'dollars')}"
        elif _is_amount(table, row) and not _is_priced(row):
            if not said:
                return table
            row = replace(row, note=row.note or said)
        rows.append(row)
    return replace(table, rows=tuple(rows))


def _is_priced(row: Row) -> bool:
    """Whether every amount of a row has cents."""
    return all(_CENTS.search(cell.text) for cell in row.cells if cell and "%" not in cell.text)


def _is_amount(table: Table, row: Row) -> bool:
    cells = zip(table.columns, row.cells, strict=False)
    stated = ((column, cell) for column, cell in cells if cell is not None and cell.value)
    first = next(stated, None)
    return first is not None and kind_of_number(table, row, *first) is NumberKind.MONEY


def _may_be_scaled(table: Table, prevailing: _Prevailing) -> bool:
    """Whether the table prints money, none of it priced or larger than the company."""
    cells = list(_cells(table))
    if table.unit == "" and not any("$" in cell.text for _, _, cell in cells):
        return False
    if any("($)" in column.label for column in table.columns):
        return False
    amounts = [
        cell
        for row, column, cell in cells
        if cell.value and kind_of_number(table, row, column, cell) is NumberKind.MONEY
    ]
    sizes = [abs(cell.value) for cell in amounts if cell.value is not None]
    if not sizes or is_index(table) or all(_CENTS.search(cell.text) for cell in amounts):
        return False
    if max(sizes) >= _TELLING and all(_is_round(size) for size in sizes):
        return False
    return max(sizes) <= _HEADROOM * prevailing.largest


def _is_round(size: Decimal) -> bool:
    """At most two digits before the zeros, as fees and limits in whole dollars have."""
    return len(size.normalize().as_tuple().digits) <= 2


def _amounts(table: Table) -> Iterator[tuple[Row, Decimal]]:
    """Numbers at the table's scale: neither percentages nor zero, nor of a row with its own."""
    own = {id(row) for row in table.rows if own_scale(row.label) is not None}
    for row, _, cell in _cells(table):
        if cell.value and cell.unit != "%" and id(row) not in own:
            yield row, cell.value


def _cells(table: Table) -> Iterator[tuple[Row, Column, Cell]]:
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=False):
            if cell is not None:
                yield row, column, cell


def _key(row: Row) -> str:
    return "".join(filter(str.isalnum, row.label.lower()))
