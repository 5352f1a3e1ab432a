"""Write the filings of the sample collection, byte for byte the same every time."""

from pathlib import Path

from generator.collection import Draft, sample_drafts
from generator.html import write_html
from generator.layout import Pages
from generator.pdf import write_pdf
from hirec.types import SourceKind


def generate(out: Path) -> None:
    """Write all of them into a folder, which is made if missing."""
    out.mkdir(parents=True, exist_ok=True)
    for draft in sample_drafts():
        write_filing(draft, draft.pages, out)


def write_filing(draft: Draft, pages: Pages, out: Path) -> Path:
    """Write one filing in its format; returns the file's path."""
    path = out / draft.file_name
    if draft.kind is SourceKind.PDF:
        write_pdf(pages, draft.company.name, path)
    elif draft.kind is SourceKind.HTML:
        write_html(draft, pages, path)
    else:
        # As EDGAR kept filings before HTML: a line of its own is a page break.
        path.write_text("<PAGE>\n".join(pages.texts()), encoding="utf-8", newline="\n")
    return path
