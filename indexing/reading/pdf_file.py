"""Opening PDFs, whole or damaged: what their pages can still be found by, and what is lost."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pymupdf

from hirec.types import ReadError
from indexing.reading.lines import Word

PDF: Any = pymupdf
"""Untyped upstream; typed again from the words on."""
PDF.TOOLS.mupdf_display_errors(False)
PDF.TOOLS.mupdf_display_warnings(False)

FAULTS = (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase)
_WORD_FLAGS: int = PDF.TEXTFLAGS_WORDS & ~PDF.TEXT_PRESERVE_LIGATURES
_OBJECT = re.compile(rb"(?<!\d)(\d{1,8})\s+0\s+obj\b")
_BROKEN_STREAM = re.compile(r"premature end|read error|zlib error|not a stream|not be correct")
"""MuPDF's words for a page's content that ends too early or cannot be unpacked."""
_LISTED = 12


@dataclass(slots=True)
class PdfFile:
    """An open PDF, and what of it could not be read; page numbers from 1."""

    pdf: Any
    """PyMuPDF's document, with at least one page."""
    gathered: bool = False
    """Its page tree was lost; the pages are those found in the file, in the file's order."""
    lost: list[int] = field(default_factory=list)
    torn: list[int] = field(default_factory=list)
    """Pages read, but not to their end."""

    def take(self, page_number: int, fault: Exception) -> None:
        """Take down a page that failed; raises the fault where it is not that of one page."""
        # A tree that claims more pages than the file has objects would be followed for ever.
        if isinstance(fault, MemoryError) or self.pdf.page_count > self.pdf.xref_length():
            raise fault
        PDF.TOOLS.reset_mupdf_warnings()
        self.lost.append(page_number)

    def judge(self, page_number: int, has_words: bool) -> bool:
        """Take down what MuPDF warned of since the last page; True where the page is lost."""
        warnings: str = PDF.TOOLS.mupdf_warnings(reset=1)
        if not warnings or not _BROKEN_STREAM.search(warnings):
            return False
        (self.torn if has_words else self.lost).append(page_number)
        return not has_words

    def notes(self) -> list[str]:
        """What a reader of the index should know of the damage, in words."""
        count = self.pdf.page_count
        pages = f"{count} pages" if count > 1 else "one page"
        stated = []
        if self.gathered:
            stated.append(f"the file's list of its pages is broken; {pages} found and read")
        if self.lost:
            read = f"{count - len(self.lost)} of {count} pages were read"
            stated.append(f"the file is damaged: {read}, {listed(self.lost)} could not be")
        elif self.pdf.is_repaired:
            whole = f"all {count} pages were" if count > 1 else "its one page was"
            stated.append(f"the file's cross-reference table is broken; {whole} read")
        if self.torn:
            stated.append(f"{listed(self.torn)} read in part: the file is damaged there")
        return stated


@contextmanager
def opened(data: bytes, name: str) -> Iterator[PdfFile]:
    """A PDF with at least one page; what is broken around its pages is mended in memory.

    Raises :class:`ReadError` for a file that is empty, no PDF, encrypted or without any page.
    """
    if not data:
        raise ReadError(f"{name} is empty; download or copy it again.")
    try:
        pdf = PDF.open(stream=data, filetype="pdf")
        gathered = None
        if not pdf.needs_pass and pdf.page_count <= 0:
            gathered = _gathered(pdf, data)
            pdf = gathered or pdf
        page_count = 0 if pdf.needs_pass else pdf.page_count
    except FAULTS as error:
        if _out_of_memory(error):
            raise MemoryError(str(error)) from error
        raise ReadError(f"{name} is not a readable PDF ({error}); download it again.") from error
    with pdf:
        if pdf.needs_pass:
            raise ReadError(
                f"{name} is password protected; save a copy without the password "
                "(for instance `qpdf --decrypt --password=... in.pdf out.pdf`) and index that."
            )
        if page_count <= 0:
            raise ReadError(
                f"{name} is a PDF that breaks off before its end, and no page of it can be found; "
                "download it again."
            )
        yield PdfFile(pdf, gathered is not None)


def shown_words(page: Any) -> list[Word]:  # noqa: ANN401 - untyped upstream
    """Words of a page with their boxes on the page as shown, turned where it is rotated."""
    words: list[Word] = page.get_text("words", flags=_WORD_FLAGS)
    if not page.rotation:
        return words
    turn = page.rotation_matrix
    return [(*(PDF.Rect(word[:4]) * turn), *word[4:]) for word in words]


def unreadable(error: Exception, what: str) -> Exception:
    """What to raise for a fault of MuPDF's."""
    if _out_of_memory(error):
        return MemoryError(str(error))
    return ReadError(f"{what} ({error}); download the file again.")


def listed(pages: Sequence[int]) -> str:
    """``page 3``, ``2 pages (3, 7)``; of many only the first."""
    if len(pages) == 1:
        return f"page {pages[0]}"
    shown = ", ".join(map(str, pages[:_LISTED]))
    more = f" and {len(pages) - _LISTED} more" if len(pages) > _LISTED else ""
    return f"{len(pages)} pages ({shown}{more})"


def _out_of_memory(error: Exception) -> bool:
    return "alloc (" in str(error)  # the memory limit was met: not the file's fault


def _gathered(pdf: Any, data: bytes) -> Any | None:  # noqa: ANN401 - untyped upstream
    """A PDF of the pages of a file whose catalog or page tree is lost, in the order they lie there.

    What the pages inherited from the tree is lost. None where there are no pages.
    """
    is_page = ("name", "/Page")
    pages = [x for x in range(1, pdf.xref_length()) if pdf.xref_get_key(x, "Type") == is_page]
    if not pages:
        return None
    places = {int(found[1]): found.start() for found in _OBJECT.finditer(data)}
    pages.sort(key=lambda xref: (places.get(xref, len(data)), xref))
    tree, root = pdf.get_new_xref(), pdf.get_new_xref()
    kids = " ".join(f"{xref} 0 R" for xref in pages)
    pdf.update_object(tree, f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>")
    pdf.update_object(root, f"<</Type/Catalog/Pages {tree} 0 R>>")
    for xref in pages:
        pdf.xref_set_key(xref, "Parent", f"{tree} 0 R")
    pdf.xref_set_key(-1, "Root", f"{root} 0 R")
    return PDF.open(stream=pdf.tobytes(), filetype="pdf")
