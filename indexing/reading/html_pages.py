"""Walking an HTML tree: page breaks, paragraphs, headings and tables in reading order."""

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from hirec.numbers import parse_number
from hirec.types import Page, Table, TextBlock
from indexing.reading.captions import caption_of, looks_like_heading
from indexing.reading.contents import is_contents
from indexing.reading.continued import continue_tables
from indexing.reading.grid import table_from_grid
from indexing.reading.header_rows import split_parts
from indexing.reading.html_style import Style, bracketed, style_of
from indexing.reading.html_tables import fold, grid_of
from indexing.reading.ixbrl import Tags, inner_text, is_only_tag
from indexing.reading.running import without_running_blocks
from indexing.reading.text import text_blocks
from indexing.reading.tokens import RawCell
from indexing.reading.units import resolve_unit

Block = TextBlock | Table

_BLOCK_TAGS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd",
        "details", "div", "dl", "dt", "fieldset", "figure", "footer", "form", "h1", "h2",
        "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre",
        "section", "table", "tbody", "tfoot", "thead", "title", "tr", "ul"
    }
)  # fmt: skip
_HEADING_SHARE = 0.8
_PLAIN, _SLANTED, _BOLD = range(3)
_UNBROKEN_CHARS = 12_000
_CUT_CHARS = 5_000
_ENUMERATOR = re.compile(
    r"[•·▪●○◦■*–-]|\(?\w{1,4}[.)]|(?:item|note|part)\s+\w{1,5}\.?|\d+(?:\.\d+)*|x|☐|☒",
    re.IGNORECASE,
)
_ZIP_CODE = re.compile(r"\d{5}(?:-\d{4})?")
_LOOK_BACK = 12


class _Walker:
    """Collects blocks page by page while the tree is walked once, without recursion."""

    def __init__(self, tags: Tags, trust_tags: bool) -> None:
        self.tags = tags
        self.trust_tags = trust_tags
        self.pages: list[list[Block]] = [[]]
        self.runs: list[tuple[str, int]] = []

    def walk(self, root: etree._Element) -> None:
        stack: list[tuple[etree._Element, int, bool]] = [(root, _PLAIN, False)]
        while stack:
            node, weight, leaving = stack.pop()
            if leaving:
                self._leave(node, weight)
                continue
            if not isinstance(node.tag, str):
                self._say(node.tail, weight)
                continue
            stack.append((node, weight, True))
            style = style_of(node)
            if style.hidden or is_only_tag(node):
                continue
            if node.tag in _BLOCK_TAGS:
                self.end_block()
            if style.break_before:
                self.break_page()
            if node.tag == "table" and not _holds_tables(node) and self._read_table(node):
                continue
            if node.tag == "pre":
                self.pages[-1].extend(text_blocks(inner_text(node)))
            else:
                inner = _weight(style, weight)
                self._say(_text_of(node, style), inner)
                stack.extend((child, inner, False) for child in reversed(node))
        self.end_block()

    def _leave(self, node: etree._Element, weight: int) -> None:
        if node.tag in _BLOCK_TAGS:
            self.end_block()
        elif node.tag in ("td", "th"):
            self._say(" ", weight)
        if style_of(node).break_after:
            self.break_page()
        self._say(node.tail, weight)

    def _say(self, text: str | None, weight: int) -> None:
        if text:
            self.runs.append((text, weight))

    def end_block(self) -> None:
        """Close the paragraph being collected, if it says anything."""
        if not self.runs:
            return
        lines = "".join(t if t == "\n" else t.replace("\n", " ") for t, _ in self.runs).split("\n")
        text = "\n".join(line for line in map(fold, lines) if line)
        if text:
            heading = looks_like_heading(text, self._is_in(_BOLD), self._is_in(_SLANTED))
            self.pages[-1].append(TextBlock(text, heading=heading))
        self.runs.clear()

    def _is_in(self, weight: int) -> bool:
        """True where nearly all of the paragraph is at least so heavy."""
        lengths = [(len(part.strip()), heavy) for part, heavy in self.runs]
        heavy = sum(length for length, heaviness in lengths if heaviness >= weight)
        return heavy >= _HEADING_SHARE * sum(length for length, _ in lengths)

    def break_page(self) -> None:
        """Begin a page, unless the present one is still empty: two breaks in a row are one."""
        self.end_block()
        if self.pages[-1]:
            self.pages.append([])

    def _read_table(self, element: etree._Element) -> bool:
        """Add a table, or its text where it is layout; False where it is too large for a grid."""
        grid = grid_of(element, self.tags)
        if not grid:
            return not inner_text(element).strip()
        if not _holds_data(grid) or is_contents(_cell_texts(grid)):
            self._add_lines(element, grid)
            return True
        page = self.pages[-1]
        before = [block for part in self.pages[-2:] for block in part]
        caption, unit_line = caption_of(before[-_LOOK_BACK:])
        for piece in split_parts(grid):
            table = table_from_grid(piece, caption, unit_line, aligned=True)
            if table is not None:
                page.append(resolve_unit(table, self.trust_tags))
                unit_line = unit_line or table.unit_line
            else:
                self._add_lines(element, piece)
        return True

    def _add_lines(self, element: etree._Element, grid: Sequence[Sequence[RawCell | None]]) -> None:
        bold = any(style_of(part).bold for part in element.iter(etree.Element))
        for line in _lines(grid):
            self.pages[-1].append(TextBlock(line, heading=looks_like_heading(line, bold)))


def read_pages(root: etree._Element, tags: Tags, *, trust_tags: bool = True) -> tuple[Page, ...]:
    """Pages of a parsed HTML file, numbered from 1; blank pages are not counted.

    Args:
        root: Of the parsed file.
        tags: The inline XBRL in it.
        trust_tags: Whether scales may be taken from them.

    """
    walker = _Walker(tags, trust_tags)
    walker.walk(root)
    pages = [page for page in walker.pages if page]
    if len(pages) == 1:
        pages = list(_cut(pages[0]))
    numbered = [Page(number, tuple(blocks)) for number, blocks in enumerate(pages, start=1)]
    return continue_tables(without_running_blocks(numbered))


def _text_of(node: etree._Element, style: Style) -> str | None:
    if node.tag == "br":
        return "\n"
    return bracketed(node.text.strip()) if style.superscript and node.text else node.text


def _weight(style: Style, inherited: int) -> int:
    if style.bold is not None:
        inherited = _BOLD if style.bold else min(inherited, _SLANTED)
    return max(inherited, _SLANTED) if style.slanted else inherited


def _cut(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """A long file without page breaks, cut between blocks; a short one stays whole."""
    lengths = [len(b.render() if isinstance(b, Table) else b.text) for b in blocks]
    if sum(lengths) <= _UNBROKEN_CHARS:
        yield list(blocks)
        return
    page: list[Block] = []
    filled = 0
    for block, length in zip(blocks, lengths, strict=True):
        if page and filled + length > _CUT_CHARS:
            yield page
            page, filled = [], 0
        page.append(block)
        filled += length
    yield page


def _holds_tables(table: etree._Element) -> bool:
    return any(inner is not table for inner in table.iter("table"))


def _holds_data(grid: Sequence[Sequence[RawCell | None]]) -> bool:
    """True for a table of numbers; bullets, footnotes, footers and addresses are layout."""
    if any(cell is not None and cell.fact is not None for row in grid for cell in row):
        return True
    if len(grid) < 2 or len(grid[0]) < 2:
        return False
    numbers = [
        cell.text
        for row in grid
        for cell in row[1:]
        if cell is not None and cell.text and parse_number(cell.text) is not None
    ]
    figures = [text for text in numbers if any(map(str.isdigit, text))]
    return len(figures) > 1 or any(not _ZIP_CODE.fullmatch(text) for text in figures)


def _cell_texts(grid: Sequence[Sequence[RawCell | None]]) -> list[list[str]]:
    return [[cell.text for cell in row if cell is not None and cell.text] for row in grid]


def _lines(grid: Sequence[Sequence[RawCell | None]]) -> Iterator[str]:
    """A layout table as text: an enumerator and its text with a blank, else bars between."""
    for stated in _cell_texts(grid):
        if not stated:
            continue
        if _ENUMERATOR.fullmatch(stated[0]):
            yield " ".join([stated[0], " | ".join(stated[1:])]).strip()
        else:
            yield " | ".join(stated)
