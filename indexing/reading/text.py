"""Plain-text filings, as EDGAR took them until about 2001: pages, paragraphs, aligned tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.types import Document, Page, ReadError, SourceKind, Table, TextBlock
from indexing.reading.captions import caption_of, is_unit_line, looks_like_heading
from indexing.reading.grid import table_from_grid
from indexing.reading.header import PERIOD_WORDS
from indexing.reading.placement import lay_out
from indexing.reading.signs import EXPECTED, reads_like_filing
from indexing.reading.text_rows import RULE, place_lines
from indexing.reading.tokens import RawCell
from indexing.reading.units import resolve_unit
from indexing.reading.wrapped import join_wrapped

MAX_BYTES = 150_000_000
"""Largest text file read."""

_PAGE = re.compile(r"<PAGE>[^\S\n]*|\f", re.IGNORECASE)
_WRAPPER = re.compile(
    r"</?(?:document|text|sec-document|sec-header|ims-document|ims-header)\b[^>\n]*>"
    r"|<(?:type|sequence|filename|description)>[^\n]*|</?(?:caption|fn|f\d+)>|</?pre>",
    re.IGNORECASE,
)
_TABLE_START = re.compile(r"<table>", re.IGNORECASE)
_TABLE_END = re.compile(r"</table>|<fn>", re.IGNORECASE)
"""Where rows end: the notes of a table stand between ``<FN>`` and its end."""
_ROW_END = re.compile(
    r"(?:\s{2,}+|\.{3,}+\s*+|\s\$\s*+)"
    r"\(?\$?\s*+\(?(?:\d[\d,]*+(?:\.\d+)?|\.\d+|-{1,3})\s*+\)?\s*+%?\)?\s*+$"
)
_WIDE_GAP = re.compile(r"\S\s{3,}\S")
_LONGEST_ROW = 300
_END_CHARS = 60
_TAB_WIDTH = 8
_INDENT = 15
_HEADER_LINES = 6
_ROWS_OF_A_TABLE = 3
_UNBROKEN_LINES = 80
_PAGE_LINES = 60
_MAX_CELLS = 200_000


def read_text(data: bytes, name: str, *, exhibit: bool = False) -> Document:
    """Read a plain-text filing.

    Pages follow ``<PAGE>`` marks and form feeds; a text without any is cut about every 60 lines.
    Tables are found between ``<TABLE>`` marks and where numbers stand in columns.

    Args:
        data: The file's content.
        name: The file's name without folder.
        exhibit: It belongs to a filing already known to be one and may hold anything.

    Raises:
        ReadError: over 150 MB, without text, or no filing.

    """
    if len(data) > MAX_BYTES:
        raise ReadError(
            f"{name} is {len(data) // 1_000_000} MB of text, over the limit of "
            f"{MAX_BYTES // 1_000_000} MB; give only the main document."
        )
    text = _decode(data)
    if not exhibit and not reads_like_filing(text[:400_000]):
        raise ReadError(f"{name} does not read like a filing; {EXPECTED}.")
    pages = [blocks for part in _pages(text) if (blocks := text_blocks(part))]
    if not pages:
        raise ReadError(f"{name} holds no text; {EXPECTED}.")
    numbered = enumerate(pages, start=1)
    return Document(name, SourceKind.TEXT, tuple(Page(n, tuple(b)) for n, b in numbered))


def text_blocks(text: str) -> list[TextBlock | Table]:
    """Paragraphs, headings and tables of one page of plain text, in order."""
    blocks: list[TextBlock | Table] = []
    lines = [_unescaped(line).rstrip().expandtabs(_TAB_WIDTH) for line in text.splitlines()]
    for is_table, marked in _regions(lines):
        part = [_WRAPPER.sub("", line) for line in marked]
        if is_table and (table := _read_table(part, blocks)):
            blocks.append(table)
        else:
            blocks.extend(_paragraphs(part))
    return blocks


def _unescaped(line: str) -> str:
    """A line without the ``- `` that privacy-enhanced mail puts before a dash (RFC 1421)."""
    return line[2:] if line.startswith("- -") else line


def _decode(data: bytes) -> str:
    data = data.replace(b"\0", b"")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("windows-1252", errors="replace")


def _pages(text: str) -> list[str]:
    parts = _PAGE.split(text)
    if len(parts) > 1:
        return parts
    lines = text.splitlines()
    if len(lines) <= _UNBROKEN_LINES:
        return [text]
    pages: list[list[str]] = [[]]
    for line in lines:
        if len(pages[-1]) >= _PAGE_LINES and not line.strip():
            pages.append([])
        pages[-1].append(line)
    return ["\n".join(page) for page in pages]


def _regions(lines: Sequence[str]) -> Iterator[tuple[bool, list[str]]]:
    """Stretches of lines with whether they are a table: marked ones first, then aligned ones."""
    held: list[str] = []
    inside = False
    for line in lines:
        starts, ends = _TABLE_START.search(line), _TABLE_END.search(line)
        if starts or ends:
            if held:
                yield from [(True, held)] if inside else _aligned(held)
            held = []
            inside = bool(starts) and not ends
            rest = _TABLE_END.sub("", _TABLE_START.sub("", line))
            held = [rest] if rest.strip() else []
        else:
            held.append(line)
    if held:
        yield from [(True, held)] if inside else _aligned(held)


def _aligned(lines: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """Tables without marks: three or more rows that end in a number after a gap."""
    rows = [at for at, line in enumerate(lines) if _is_row(line)]
    done = 0
    for run in _runs(rows, lines):
        if len(run) < _ROWS_OF_A_TABLE:
            continue
        start = _with_header(lines, run[0], done)
        if start > done:
            yield False, lines[done:start]
        done = run[-1] + 1
        yield True, lines[start:done]
    if done < len(lines):
        yield False, lines[done:]


def _is_row(line: str) -> bool:
    """True for words or numbers, a gap, and a number at the line's end."""
    if len(line) > _LONGEST_ROW:
        return False
    end = _ROW_END.search(line, max(0, len(line) - _END_CHARS))
    return end is not None and bool(line[: end.start()].strip())


def _runs(rows: Sequence[int], lines: Sequence[str]) -> Iterator[list[int]]:
    """Rows that belong together: at most two other printed lines, none of them prose, between."""
    run: list[int] = []
    for at in rows:
        between = [line for line in lines[run[-1] + 1 : at] if line.strip()] if run else []
        if run and (len(between) > 2 or any(_is_prose(line) for line in between)):
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _with_header(lines: Sequence[str], first: int, floor: int) -> int:
    start = first
    for at in range(first - 1, max(floor, first - 2 * _HEADER_LINES) - 1, -1):
        line = lines[at]
        if _is_prose(line) or first - at > 2 * _HEADER_LINES:
            break
        if line.strip() and (not _looks_like_header(line) or _is_title(lines, at)):
            break
        if line.strip():
            start = at
    return start


def _looks_like_header(line: str) -> bool:
    indented = len(line) - len(line.lstrip()) >= _INDENT
    return bool(indented or _WIDE_GAP.search(line) or RULE.fullmatch(line) or line.endswith(":"))


def _is_title(lines: Sequence[str], at: int) -> bool:
    """Whether a line names the table: in capitals, no period, over a blank line or a unit line."""
    text, below = lines[at].strip(), "".join(lines[at + 1 : at + 2]).strip()
    if _WIDE_GAP.search(text) or PERIOD_WORDS.search(text):
        return False
    return (not below or is_unit_line(below)) and looks_like_heading(text, bold=False)


def _is_prose(line: str) -> bool:
    return len(line.strip()) > 45 and not re.search(r"\S\s{3,}\S|\.{4,}", line)


def _read_table(lines: Sequence[str], before: Sequence[TextBlock | Table]) -> Table | None:
    """A table from lines whose columns are kept by blanks; None where it holds no number."""
    grid: list[list[RawCell | None]] = lay_out(join_wrapped(place_lines(lines)), _MAX_CELLS)
    if len(grid) < 2 or len(grid[0]) < 2:
        return None
    caption, unit_line = caption_of(before)
    table = table_from_grid(grid, caption, unit_line)
    return resolve_unit(table) if table is not None else None


def _paragraphs(lines: Sequence[str]) -> Iterator[TextBlock]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            paragraph.append(line)
            continue
        if paragraph:
            yield from _blocks_of(paragraph)
        paragraph = []


def _blocks_of(paragraph: Sequence[str]) -> Iterator[TextBlock]:
    """Prose lines joined; lines in columns, or short ones, keep their breaks."""
    if all(RULE.fullmatch(line) for line in paragraph):
        return
    prose = sum(len(line.strip()) > 45 for line in paragraph) * 2 >= len(paragraph)
    glue = " " if prose else "\n"
    text = glue.join(" ".join(line.split()) for line in paragraph if not RULE.fullmatch(line))
    block = TextBlock(text)
    yield replace(block, heading=looks_like_heading(text, bold=False))
