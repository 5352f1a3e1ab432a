"""EDGAR HTML, old and new, with or without inline XBRL, read into pages of text and tables."""

import codecs
import re

from lxml import etree

from hirec.types import Document, Page, ReadError, SourceKind
from indexing.reading.html_pages import read_pages
from indexing.reading.ixbrl import read_tags
from indexing.reading.signs import EXPECTED, reads_like_filing

MAX_BYTES = 150_000_000
"""Largest HTML file read; the largest filings on EDGAR stay under 100 MB."""

_DECLARED = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""")
_PAGE_TAG = re.compile(rb"<page>|\f", re.IGNORECASE)
_PAGE_BREAK = b'<hr style="page-break-after:always">'
_LIMIT = "RESOURCE_LIMIT"
_SIGNS_CHARS = 400_000


def read_html(
    data: bytes, name: str, *, exhibit: bool = False, trust_tags: bool = True
) -> Document:
    """Read one HTML filing.

    Pages follow page breaks: CSS ``page-break-before/after`` and ``break-before/after``, rules
    styled so, and ``<PAGE>``. A file without any is one page, or, where it is long, is cut between
    paragraphs about every 5,000 characters.

    Args:
        data: The file's content.
        name: The file's name without folder.
        exhibit: It belongs to a filing already known to be one and may hold anything.
        trust_tags: Whether scales may be taken from XBRL tags.

    Raises:
        ReadError: over 150 MB, unparsable, without text, or no filing.

    """
    if len(data) > MAX_BYTES:
        raise ReadError(
            f"{name} is {len(data) // 1_000_000} MB of HTML, over the limit of "
            f"{MAX_BYTES // 1_000_000} MB; split it, or give only the main document."
        )
    root = _parse(data, name)
    tags = read_tags(root)
    pages = read_pages(root, tags, trust_tags=trust_tags)
    document = Document(name, SourceKind.HTML, pages, tags.dei)
    if not any(page.blocks for page in pages):
        raise ReadError(f"{name} holds no text; {EXPECTED}.")
    if not exhibit and not tags.dei and not reads_like_filing(_beginning(pages)):
        raise ReadError(f"{name} does not read like a filing; {EXPECTED}.")
    return document


def _parse(data: bytes, name: str) -> etree._Element:
    data, encoding = decodable(data)
    data = _PAGE_TAG.sub(_PAGE_BREAK, data.replace(b"\0", b""))
    # Not lxml.html's parser, which asks Python for the class of each element.
    parser = etree.HTMLParser(encoding=encoding, huge_tree=True, remove_comments=True)
    try:
        root = etree.fromstring(data, parser) if data.strip() else None
    except etree.LxmlError as error:
        raise ReadError(f"{name} is not readable HTML ({error}); {EXPECTED}.") from error
    cut_off = [entry.message for entry in parser.error_log if _LIMIT in entry.type_name]
    if cut_off:
        raise ReadError(f"{name} is nested too deeply to be read whole ({cut_off[0]}); {EXPECTED}.")
    if root is None:
        raise ReadError(f"{name} holds no text; {EXPECTED}.")
    return root


def decodable(data: bytes) -> tuple[bytes, str]:
    """Bytes and the encoding that really decodes them, whatever the file declares.

    UTF-16 and UTF-32 are recognised by their marks; valid UTF-8 is UTF-8; else the declared
    single-byte encoding; else Windows-1252, which EDGAR's old files are in.
    """
    for mark, encoding in (
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(encoding, errors="replace").encode(), "utf-8"
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data, _declared(data)
    return data, "utf-8"


def _declared(data: bytes) -> str:
    found = _DECLARED.search(data[:4096])
    encoding = found[1].decode("ascii").lower() if found else ""
    try:
        known = codecs.lookup(encoding).name
    except LookupError:
        return "windows-1252"
    single_byte = known.startswith(("cp", "mac", "koi", "iso8859")) and known != "iso8859-1"
    return encoding if single_byte else "windows-1252"


def _beginning(pages: tuple[Page, ...]) -> str:
    """Text of the first pages, enough to see what the file is."""
    parts: list[str] = []
    length = 0
    for page in pages:
        parts.append(page.text)
        length += len(parts[-1])
        if length > _SIGNS_CHARS:
            break
    return "\n".join(parts)[:_SIGNS_CHARS]
