"""What a filing consists of, whatever its format: paragraphs, grids, page breaks; and its pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

PAGE_LINES = 58
"""Lines of text that fit on a page."""
LINE_CHARS = 104
"""Characters that fit on a line, on the safe side."""
LABEL_CHARS = 56
"""Characters of a row label that fit on a line beside up to four columns."""


class Style(StrEnum):
    """How a paragraph is set."""

    BODY = "body"
    HEADING = "heading"
    SUBHEADING = "subheading"
    CENTER = "center"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class Tag:
    """Inline XBRL behind a number; ``start`` is None for an instant."""

    concept: str
    start: date | None
    end: date
    dimension: tuple[str, str] | None = None
    """Axis and member."""
    negated: bool = False
    """The number is printed with the opposite of its tagged sign."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a grid, as printed."""

    value: int | Decimal
    unit: str = "USD"
    """``USD``, ``USD/shares``, ``shares``, ``pure`` or ``%``."""
    places: int = 0
    dollar: bool = False
    """A dollar sign stands before it."""
    tag: Tag | None = None

    @property
    def digits(self) -> str:
        """The number without its sign."""
        return f"{abs(self.value):,.{self.places}f}"

    @property
    def text(self) -> str:
        """As printed: ``(1,234)``, ``12.5%``, ``—`` for zero."""
        if not self.value:
            return "—"
        text = f"({self.digits})" if self.value < 0 else self.digits
        return f"{text}%" if self.unit == "%" else text


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row; without cells it is a heading within the grid."""

    label: str
    cells: tuple[Figure | str | None, ...] = ()
    key: str = ""
    """What gold pages call it."""
    level: int = 0
    total: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with its caption, unit line and one or two header lines."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]
    unit_line: str = ""
    spans: tuple[tuple[str, int], ...] = ()
    """Texts over groups of columns with the number of columns each covers."""
    anchor: str = ""
    scale: int = 0
    splittable: bool = False
    """May run over the end of a page; the rest then has neither caption nor header."""
    continued: bool = False

    @property
    def lines(self) -> int:
        """Height in lines."""
        return self.header_lines + sum(_height(row.label, LABEL_CHARS) for row in self.rows) + 1

    @property
    def header_lines(self) -> int:
        """Height of everything above the rows."""
        if self.continued:
            return 0
        tall = max((_height(label, 14) for label in self.columns if label), default=0)
        return bool(self.caption) + bool(self.unit_line) + bool(self.spans) + tall


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text; ``marks`` are parts of it with their dei names, tagged where the format can."""

    text: str
    style: Style = Style.BODY
    anchor: str = ""
    marks: tuple[tuple[str, str], ...] = ()

    @property
    def lines(self) -> int:
        """Height in lines, the gap below included."""
        return -(-len(self.text) // LINE_CHARS) + 1


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows starts a page."""


Block = Paragraph | Grid | PageBreak
Fact = tuple[Tag, int | Decimal]
"""A tag with its printed value."""


def _height(text: str, width: int) -> int:
    """Lines that a text fills, one at least."""
    return max(1, -(-len(text) // width))


@dataclass(frozen=True)
class Pages:
    """A filing cut into pages."""

    pages: tuple[tuple[Paragraph | Grid, ...], ...]

    def locate(self, anchor: str) -> int:
        """1-based page of an anchor or of ``grid/row``; raises KeyError for an unknown one."""
        return self._anchors[anchor]

    def holds(self, anchor: str) -> bool:
        """Whether an anchor is there to be located."""
        return anchor in self._anchors

    def figure(self, anchor: str, column: int) -> Fact:
        """Tag and value in a row's column; raises KeyError where there is no tagged figure."""
        for page in self._facts:
            if (anchor, column) in page:
                return page[anchor, column]
        raise KeyError(anchor)

    def stating(self, facts: Set[Fact]) -> list[int]:
        """1-based pages that print all of the facts."""
        return [n for n, page in enumerate(self._facts, 1) if facts <= set(page.values())]

    @cached_property
    def _facts(self) -> tuple[Mapping[tuple[str, int], Fact], ...]:
        """Of each page the tagged figures, by their row and column."""
        return tuple(dict(_tagged(page)) for page in self.pages)

    @cached_property
    def _anchors(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for number, page in enumerate(self.pages, 1):
            for block in page:
                rows = block.rows if isinstance(block, Grid) else ()
                for anchor in (block.anchor, *(f"{block.anchor}/{row.key}" for row in rows)):
                    found.setdefault(anchor, number)
        return found

    def texts(self) -> tuple[str, ...]:
        """Each page as plain text."""
        return tuple("\n".join(map(block_text, page)) for page in self.pages)


def _tagged(page: Iterable[Paragraph | Grid]) -> Iterator[tuple[tuple[str, int], Fact]]:
    for block in page:
        for row in block.rows if isinstance(block, Grid) else ():
            for column, cell in enumerate(row.cells):
                if isinstance(cell, Figure) and cell.tag:
                    yield (f"{block.anchor}/{row.key}", column), (cell.tag, cell.value)


def block_text(block: Paragraph | Grid) -> str:
    """A block as plain text, a grid with aligned columns."""
    if isinstance(block, Paragraph):
        return block.text + "\n"
    lines = []
    if not block.continued:
        lines += [line for line in (block.caption, block.unit_line) if line]
        if block.spans:
            spans = "".join(f"{text:^{18 * count}}" for text, count in block.spans)
            lines.append(" " * 60 + spans)
        lines.append(" " * 60 + "".join(f"  {label:>16}" for label in block.columns))
    for row in block.rows:
        cells = "".join(f"  {_cell_text(cell):>16}" for cell in row.cells)
        lines.append(f"{'  ' * row.level + row.label:<60}{cells}".rstrip())
    return "\n".join(lines) + "\n"


def _cell_text(cell: Figure | str | None) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    return f"$ {cell.text}" if cell.dollar else cell.text


def paginate(blocks: Sequence[Block]) -> Pages:
    """Fill pages line by line; a heading never stands alone at the foot of a page."""
    pages: list[tuple[Paragraph | Grid, ...]] = []
    page: list[Paragraph | Grid] = []
    free = PAGE_LINES

    def turn() -> None:
        nonlocal page, free
        if page:
            pages.append(tuple(page))
        page, free = [], PAGE_LINES

    for position, block in enumerate(blocks):
        if isinstance(block, PageBreak):
            turn()
            continue
        if isinstance(block, Grid) and block.splittable and block.lines > free > 12:
            first, rest = _split(block, free)
            page.append(first)
            turn()
            block = rest
        needed = block.lines + _company_of(blocks, position)
        if needed > free:
            turn()
        page.append(block)
        free -= block.lines
    turn()
    return Pages(tuple(pages))


def _company_of(blocks: Sequence[Block], position: int) -> int:
    block = blocks[position]
    if not isinstance(block, Paragraph) or block.style not in (Style.HEADING, Style.SUBHEADING):
        return 0
    follower = blocks[position + 1] if position + 1 < len(blocks) else None
    if isinstance(follower, Grid):
        return 14 if follower.splittable else min(follower.lines, 30)
    return 3


def _split(grid: Grid, free: int) -> tuple[Grid, Grid]:
    room, count = free - grid.header_lines - 1, 0
    for row in grid.rows:
        room -= _height(row.label, LABEL_CHARS)
        if room < 0:
            break
        count += 1
    rest = replace(grid, rows=grid.rows[count:], continued=True, splittable=False)
    return replace(grid, rows=grid.rows[:count]), rest
