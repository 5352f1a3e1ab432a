"""Contexts of TAT-QA (a table and its paragraphs) read as one page of a filing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from hirec.numbers import NumberSpan, find_numbers, parse_number, scale_of
from hirec.periods.dates import BARE_YEAR
from hirec.types import (
    Form,
    Identity,
    Passage,
    PassageKind,
    Table,
    TextBlock,
    encode_table,
)
from indexing.columns import resolve_table
from indexing.reading.captions import caption_of, is_unit_line
from indexing.reading.grid import RawCell, table_from_grid
from indexing.reading.placement import is_number
from indexing.reading.units import resolve_unit

_IN_WORDS = re.compile(
    r"\(?[^().;]{0,60}\bin\s+(?:(?:US|U\.S\.)?\s*(?:\$|dollars)?\s*)?(?:thousands|millions|billions)"
    r"\b[^().;]{0,60}\)?",
    re.IGNORECASE,
)
_SIGNS = (
    (
        re.compile(r"(?:[$£€¥]|\b(?:USD|EUR|GBP|RMB))\s?['’]?(?:m|mn|mm|million)s?\b", re.I),
        "(in millions)",
    ),
    (re.compile(r"(?<![\d,.])['’´`]?000s?\b"), "(in thousands)"),
    (re.compile(r"(?:[$£€¥])\s?(?:bn|billion)\b", re.IGNORECASE), "(in billions)"),
    (re.compile(r"\bin\s?thousands?\b|\bthousands? of\b", re.IGNORECASE), "(in thousands)"),
    (re.compile(r"\bin\s?millions?\b|\bmillions? of\b", re.IGNORECASE), "(in millions)"),
)
_SCALES = {3: "(in thousands)", 6: "(in millions)"}
"""Scales that amounts of the text may give away."""
_TELLING = 4
"""Digits of one amount that prove a scale; of several fewer will do."""
_LEAST_TELLING = 3
_HEADER_ROWS = 4
_TITLE = "Context"
_AS_PRINTED = "(as printed)"
"""Unit line of a page's table where nothing on the page says a scale."""
_NOWHERE = Identity("", Form.OTHER)

BESIDE = "said beside the table:"
"""Begins the unit line of a table whose unit only its paragraphs say."""


def read_context(
    context_id: str,
    cells: Sequence[Sequence[str]],
    paragraphs: Sequence[str],
    identity: Identity = _NOWHERE,
    above: str = "",
) -> list[Passage]:
    """Passages of one context: the table, then each paragraph, on page 1 of a filing of its own.

    A table that does not say its unit takes the one its paragraphs announce ("in thousands"),
    marked as said beside the table. Columns get periods from their headings alone: a context has no
    cover and no fiscal calendar.

    Args:
        context_id: Stands for the filing_id.
        cells: The table, row by row, as strings.
        paragraphs: In their order; empty ones have no passage.
        identity: Whose page it is, where that is known; its fiscal calendar then counts.
        above: The paragraph right in front of the table, where that is known; what introduces the
            table is its caption.

    """
    found: list[Passage] = []
    table = _table(cells, paragraphs, identity, above)
    if table is not None:
        found.append(
            Passage(
                f"{context_id}#1.1",
                context_id,
                1,
                PassageKind.TABLE,
                _TITLE,
                table.render(),
                table_json=encode_table(table),
            )
        )
    for number, text in enumerate(paragraphs, start=2):
        folded = " ".join(text.split())
        if folded:
            found.append(
                Passage(f"{context_id}#1.{number}", context_id, 1, PassageKind.TEXT, _TITLE, folded)
            )
    return found


def read_page(
    page_id: str,
    cells: Sequence[Sequence[str]],
    paragraphs: Sequence[str],
    identity: Identity,
    above: str = "",
) -> list[Passage]:
    """Passages of a page of a known report; amounts of an unsaid scale count as printed.

    Args:
        page_id: Stands for the filing_id.
        cells: The table, row by row, as strings.
        paragraphs: In their order; empty ones have no passage.
        identity: Of the report; anchors its fiscal calendar.
        above: The paragraph right in front of the table.

    """
    found = read_context(page_id, cells, paragraphs, identity, above)
    return [_as_printed(passage) for passage in found]


def _as_printed(passage: Passage) -> Passage:
    table = passage.table
    if table is None or table.scale or table.unit_line:
        return passage
    return replace(passage, table_json=encode_table(replace(table, unit_line=_AS_PRINTED)))


def _table(
    cells: Sequence[Sequence[str]], paragraphs: Sequence[str], identity: Identity, above: str
) -> Table | None:
    width = max((len(row) for row in cells), default=0)
    head = _head(cells)
    grid = [
        _spanning(row, width) if at < head else [RawCell(" ".join(text.split())) for text in row]
        for at, row in enumerate(cells)
    ]
    caption, unit_line = caption_of([TextBlock(above)]) if above else ("", "")
    table = table_from_grid(grid, caption, unit_line, aligned=True)
    if table is None:
        return None
    table = resolve_unit(table)
    if not table.scale and not scale_of(table.unit_line):
        stated = (
            _announced_above(cells[: head + 1])
            or _announced(paragraphs)
            or _restated(cells, paragraphs)
        )
        table = replace(table, unit_line=stated, scale=scale_of(stated)) if stated else table
    return resolve_table(table, identity)


def _head(cells: Sequence[Sequence[str]]) -> int:
    """How many rows at the top print no amount: years and words only."""
    for at, row in enumerate(cells[:_HEADER_ROWS]):
        if any(is_number(text.strip()) and not _is_year(text) for text in row[1:]):
            return at
    return min(_HEADER_ROWS, len(cells))


def _spanning(row: Sequence[str], width: int) -> list[RawCell | None]:
    """A header row whose empty cells right of a heading belong to that heading."""
    line: list[RawCell | None] = []
    heading = False
    for at in range(width):
        text = " ".join(row[at].split()) if at < len(row) else ""
        line.append(RawCell(text) if text or not heading else None)
        heading = heading or (bool(text) and at > 0 and not is_unit_line(text))
    return line


def _is_year(text: str) -> bool:
    return BARE_YEAR.fullmatch(text.strip()) is not None


def _announced_above(head: Sequence[Sequence[str]]) -> str:
    """The unit line that signs in the headings stand for: "£m", "$'000"; empty where none does."""
    for row in head:
        for text in row:
            for pattern, stated in _SIGNS:
                if pattern.search(text):
                    return stated
    return ""


def _announced(paragraphs: Sequence[str]) -> str:
    """The unit line in the paragraphs, the last one said; empty where none is."""
    stated = [match[0].strip() for text in paragraphs for match in _IN_WORDS.finditer(text)]
    return f"{BESIDE} {stated[-1]}" if stated else ""


def _restated(cells: Sequence[Sequence[str]], paragraphs: Sequence[str]) -> str:
    """The unit line by which paragraphs say amounts of the table again: "$1,153 million"."""
    printed = {abs(number) for row in cells for text in row[1:] if (number := parse_number(text))}
    stated = [number for text in paragraphs for number in find_numbers(text) if number.scale]
    proofs = {scale: list(_proofs(printed, stated, scale)) for scale in _SCALES}
    proven = [
        scale
        for scale, digits in proofs.items()
        if len(digits) > 1 or max(digits, default=0) >= _TELLING
    ]
    return f"{BESIDE} {_SCALES[proven[0]]}" if len(proven) == 1 else ""


def _proofs(printed: set[Decimal], stated: Sequence[NumberSpan], scale: int) -> Iterator[int]:
    """Digits of each amount of the text that is a printed one in a scale, rounded."""
    for value, power in dict.fromkeys((abs(number.value), number.scale) for number in stated):
        digits = len(value.as_tuple().digits)
        rounded = {number.scaleb(scale - power).quantize(value) for number in printed}
        if digits >= _LEAST_TELLING and value in rounded:
            yield digits
