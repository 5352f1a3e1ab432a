"""A page's text with its white space folded, as the cover patterns expect it."""

import re

from hirec.types import Document

_RULES = re.compile(r"[_=*–—-](?:(?<=[_=])[_=]+|(?<=[-–—])[-–—]{2,}|(?<=\*)\*{2,})")
"""Two or more of ``_=``, three or more dashes or stars; a first character makes it quick."""
_LOOSE_POINT = re.compile(r" (?<=\w )(?=[.,](?:\s|$))")


def fold(text: str) -> str:
    """Fold white space; ruled lines vanish, table bars become line ends, quotes are plain."""
    plain = text.replace("’", "'").replace("‘", "'").replace("\u200b", "").replace("\xad", "")
    plain = _RULES.sub("\n", plain.replace("|", "\n"))
    # Splitting is ten times as fast as replacing runs of white space by a pattern.
    lines = [" ".join(line.split()) for line in plain.split("\n")]
    plain = "\n".join([line for line in lines if line])
    if " ." in plain or " ," in plain:
        plain = _LOOSE_POINT.sub("", plain)
    return plain.strip()


def lowered(text: str) -> str:
    """A folded text in small letters on one line, each character in its own place."""
    plain = text.replace("\n", " ").lower()
    if len(plain) != len(text):  # a few capitals have two small letters
        plain = "".join(c.lower() if len(c.lower()) == 1 else c for c in text).replace("\n", " ")
    return plain


def page_text(document: Document, position: int) -> str:
    """Folded text of the page at a position (from 0)."""
    return fold(document.pages[position].text)


def body_text(document: Document, limit: int = 600_000) -> str:
    """Folded text of the whole document, page after page, up to a limit in characters."""
    pieces: list[str] = []
    length = 0
    for page in document.pages:
        text = fold(page.text)
        pieces.append(text)
        length += len(text)
        if length > limit:
            break
    return "\n".join(pieces)
