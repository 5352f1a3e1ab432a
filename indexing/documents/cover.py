"""The cover text of a document: what it is, whose, since when, and what it is about."""

from hirec.types import Document, Identity
from indexing.documents.headings import file_words, headings

_HEADINGS = 25
_OPENING_WORDS = 60
_MOST_WORDS = 210


def cover(document: Document, identity: Identity) -> str:
    """Title, parties, date, file name, headings and first words, 210 words at most."""
    lines = [identity.title()]
    if identity.parties:
        lines.append("Parties: " + ", ".join(identity.parties) + ".")
    if day := identity.period_end:
        lines.append(f"Dated {day:%B} {day.day}, {day.year} ({day.isoformat()}).")
    lines.append(f"File: {file_words(document.name)}.")
    if found := headings(document)[:_HEADINGS]:
        lines.append("Headings: " + "; ".join(found) + ".")
    opening = " ".join(page.text for page in document.pages[:2]).split()[:_OPENING_WORDS]
    lines.append(" ".join(opening))
    kept: list[str] = []
    left = _MOST_WORDS
    for line in lines:
        words = line.split()[:left]
        left -= len(words)
        if words:
            kept.append(" ".join(words))
    return "\n".join(kept)
