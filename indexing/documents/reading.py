"""Reading a document that need not be a filing; plain text keeps the place of every line."""

import re
from pathlib import Path

from hirec.types import Document, Page, ReadError, SourceKind, TextBlock
from indexing.documents.headings import is_heading
from indexing.reading import HEAD_BYTES, is_html, is_pdf, load, read_html, read_pdf, require_filing
from indexing.reading.html import decodable
from indexing.reading.signs import EXPECTED

WANTED = "expected a document with text, such as a contract or a policy"
"""What a file should have been; ends a :class:`~hirec.types.ReadError`'s sentence."""

_PAGE_CHARS = 4000
_LINE = re.compile(r"[^\r\n\f]*[^\s][^\r\n\f]*|\f")


def read(path: Path) -> Document:
    """Read a PDF, HTML or text file, told by its content and not its name.

    Raises:
        ReadError: missing, empty, too large, another kind of file, or without text.

    """
    try:
        document = _read(load(path), path.name)
    except ReadError as error:
        raise ReadError(str(error).replace(EXPECTED, WANTED)) from error
    if not any(block for page in document.pages for block in page.blocks):
        raise ReadError(f"{path.name} holds no text; {WANTED}.")
    return document


def _read(data: bytes, name: str) -> Document:
    if not data.strip(b" \t\r\n\0"):
        raise ReadError(f"{name} is empty; {WANTED}.")
    require_filing(data[:HEAD_BYTES], name)
    if is_pdf(data):
        return read_pdf(data, name)
    if is_html(data):
        return read_html(data, name, exhibit=True)
    return read_text(data, name)


def read_text(data: bytes, name: str) -> Document:
    """Each printed line of a plain text as a block, with its place in the decoded text.

    Pages end at form feeds; a text without any is cut behind a line about every 4,000 characters.
    A byte order mark is not part of the text.
    """
    content, encoding = decodable(data)
    text = content.decode(encoding, errors="replace")
    pages: list[list[TextBlock]] = [[]]
    fed = "\f" in text
    for found in _LINE.finditer(text):
        line = found[0]
        start = found.start() + len(line) - len(line.lstrip())
        if line == "\f":
            pages.append([])
            continue
        held = pages[-1][0].span if pages[-1] else None
        if not fed and held and start - held[0] >= _PAGE_CHARS:
            pages.append([])
        stated = line.strip()
        block = TextBlock(stated, heading=is_heading(stated), span=(start, start + len(stated)))
        pages[-1].append(block)
    numbered = enumerate(pages, start=1)
    return Document(name, SourceKind.TEXT, tuple(Page(n, tuple(b)) for n, b in numbered))
