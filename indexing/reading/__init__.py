"""Reading source files: what a file is, and the reader for it."""

import re
from dataclasses import replace
from pathlib import Path

from hirec.types import Document, Page, ReadError
from indexing.reading.html import MAX_BYTES, decodable, read_html
from indexing.reading.pdf import read_pdf
from indexing.reading.prevailing import infer_scales
from indexing.reading.reach import state_scales
from indexing.reading.signs import EXPECTED
from indexing.reading.submission import filing_parts, header_of, is_submission
from indexing.reading.text import read_text

__all__ = [
    "HEAD_BYTES",
    "is_html",
    "is_pdf",
    "load",
    "read_bytes",
    "read_document",
    "read_html",
    "read_pdf",
    "read_text",
    "require_filing",
]

_HTML_START = re.compile(rb"<(?:!doctype\s+html|html|\?xml|head|body|xhtml|ix:|!--)", re.IGNORECASE)
_HTML_TAG = re.compile(
    rb"</?(?:html|body|p|div|span|br|font|center|hr|tr|td|h[1-6]|li|ul|b|i|a)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_TEXT_MARK = re.compile(rb"<(?:s|c|page|caption|fn)>", re.IGNORECASE)
"""What EDGAR's plain text marks tables and pages with; ``<TABLE>`` stands in both."""
_LINES_A_TAG = 50
"""HTML prints fewer lines to a tag; a stray tag makes no HTML of a text."""
_SNIFFED = 4096
HEAD_BYTES = 4 * _SNIFFED
"""Beginning of a file by which its kind is told."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_PDF_LIMIT = 1_000_000_000
_OTHER_KINDS = {
    b"PK\x03\x04": "a ZIP archive or an Office document",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"II*\x00": "a TIFF image",
    b"MM\x00*": "a TIFF image",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"PAR1": "a Parquet file",
    b"SQLite format 3": "a SQLite database",
}


def read_document(path: Path, *, trust_tags: bool = True) -> Document:
    """Read a filing from a file, PDF, HTML or text, told by its content and not its name.

    A full EDGAR submission is read as one document: the main one, then its EX-99 and EX-13.
    Without ``trust_tags`` cells keep their facts, but no scale is taken from them: what is printed
    can then be held against what is tagged.

    Raises:
        ReadError: missing, empty, too large, another kind of file, or no filing.

    """
    data = load(path)
    document = read_bytes(data, path.name, trust_tags=trust_tags)
    return replace(document, pages=infer_scales(state_scales(document.pages)))


def load(path: Path) -> bytes:
    """The content of a file; raises :class:`ReadError` where it is missing or over 1,000 MB."""
    try:
        size = path.stat().st_size
        if size > _PDF_LIMIT:
            raise ReadError(f"{path.name} is {size // 1_000_000} MB; the limit is 1,000 MB.")
        return path.read_bytes()
    except OSError as error:
        raise ReadError(f"{path}: cannot be read ({error.strerror}); check the path.") from error


def read_bytes(data: bytes, name: str, *, trust_tags: bool = True) -> Document:
    """Read a filing from its content.

    Args:
        data: PDF, HTML, text or a whole EDGAR submission.
        name: The file's name without folder.
        trust_tags: Whether scales may be taken from XBRL tags.

    Raises:
        ReadError: see :func:`read_document`.

    """
    if not data.strip(b" \t\r\n\0"):
        raise ReadError(f"{name} is empty; {EXPECTED}.")
    require_filing(data[:HEAD_BYTES], name)
    if is_pdf(data):
        return read_pdf(data, name)
    if data.startswith(_UTF16):
        data = decodable(data)[0]
    start = data[:_SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n\0")
    if is_submission(start):
        return _read_submission(data, name, trust_tags)
    document = _read_markup(data, name, trust_tags)
    header = header_of(data)
    return replace(document, dei={**header, **document.dei}) if header else document


def is_pdf(head: bytes) -> bool:
    """Whether a file that begins so is a PDF."""
    return b"%PDF-" in head[:1024]


def require_filing(head: bytes, name: str) -> None:
    """Raise :class:`ReadError` where a file begins as no PDF, HTML or text does.

    ``head`` is all of the file, or its first :data:`HEAD_BYTES`.
    """
    if is_pdf(head):
        return
    start = head[:_SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n\0")
    for magic, kind in _OTHER_KINDS.items():
        if start.startswith(magic):
            raise ReadError(f"{name} is {kind}; {EXPECTED} as PDF, HTML or text.")
    if _is_binary(decodable(head)[0] if head.startswith(_UTF16) else head):
        raise ReadError(f"{name} is a binary file; {EXPECTED} as PDF, HTML or text.")


def _read_markup(data: bytes, name: str, trust_tags: bool, *, exhibit: bool = False) -> Document:
    if is_html(data):
        return read_html(data, name, exhibit=exhibit, trust_tags=trust_tags)
    return read_text(data, name, exhibit=exhibit)


def is_html(data: bytes) -> bool:
    """Whether a file's content is HTML rather than plain text, whatever it is called."""
    start = data[:_SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n\0")
    return bool(_HTML_START.match(start)) or _is_mostly_html(data)


def _is_mostly_html(data: bytes) -> bool:
    """Whether HTML's tags structure a document, rather than the marks of EDGAR's plain text."""
    tags = sum(1 for _ in _HTML_TAG.finditer(data))
    marks = sum(1 for _ in _TEXT_MARK.finditer(data))
    return tags > marks and tags * _LINES_A_TAG > data.count(b"\n")


def _read_submission(data: bytes, name: str, trust_tags: bool) -> Document:
    if len(data) > 2 * MAX_BYTES:
        raise ReadError(
            f"{name} is {len(data) // 1_000_000} MB; give only the main document of the submission."
        )
    parts = filing_parts(data)
    if not parts:
        raise ReadError(f"{name} is an EDGAR submission without a document; {EXPECTED}.")
    header = dict(header_of(data))
    if parts[0].form:
        header.setdefault("DocumentType", parts[0].form)
    known = "EntityRegistrantName" in header
    main = _read_markup(parts[0].content, name, trust_tags, exhibit=known)
    pages = list(main.pages)
    for part in parts[1:]:
        exhibit = _read_markup(part.content, f"{name} ({part.form})", trust_tags, exhibit=True)
        pages.extend(exhibit.pages)
    numbered = tuple(Page(number, page.blocks) for number, page in enumerate(pages, start=1))
    return replace(main, pages=numbered, dei={**header, **main.dei})


def _is_binary(sample: bytes) -> bool:
    """More than one byte in ten that no text holds; a few null bytes are forgiven."""
    odd = sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in sample)
    return odd * 10 > len(sample)
