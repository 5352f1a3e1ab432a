"""Captions and unit lines of tables, headings, and what a page's running lines look like."""

import re
from collections.abc import Sequence

from hirec.types import Table, TextBlock

_UNIT_LINE = re.compile(
    r"\(?[^()]{0,40}\b(?:in|of)\s+(?:u\.?s\.?\s+)?(?:[a-z]+\s+){0,3}"
    r"(?:thousands|millions|billions|dollars)\b[^()]{0,140}\)?(?:\s*\((?:un)?audited\))?\.?"
    r"|\(\s*(?:dollars|amounts|millions|thousands|billions|\$000)\b[^()]{0,140}\)",
    re.IGNORECASE,
)
_UNIT_INSIDE = re.compile(
    r"\((?:[^()]{0,40}\b)?(?:in\s+)?(?:thousands|millions|billions)\b[^()]{0,140}\)", re.IGNORECASE
)
_INTRODUCES = re.compile(
    r":$|\b(?:following|below|as\s+follows|table\s+(?:presents|shows|sets|summarizes))\b",
    re.IGNORECASE,
)
_RUNNING = re.compile(
    r"table\s+of\s+contents|\d{1,4}|page\s+\d+(?:\s+of\s+\d+)?|[FSA]-\d{1,3}|[-–]\s*\d+\s*[-–]"
    r"|[ivxlc]{1,6}|\(?unaudited\)?|\(?continued\)?",
    re.IGNORECASE,
)
_TITLED = re.compile(r"(?P<title>[A-Z][^()]{3,100}?)\s*(?P<unit>\([^()]*\))")
_ITEM = re.compile(r"(?P<mark>\(?(?:\d{1,2}|[a-z]{1,3})\)|\d{1,2}\.)\s+(?=[A-Z“\"])")
_SENTENCE_END = re.compile(r"(?<=[.;])\s+(?=[A-Z])")
_PERIOD = re.compile(
    r"\b(?:ended|ending|as\s+of|in|dollars|amounts|shares|thousands|millions|billions)\b",
    re.IGNORECASE,
)
"""In what stands before a unit: no title, but a period or more of the unit."""
_LOOK_BACK = 5
_CAPTION_CHARS = 250
_LINE_CHARS = 160
_HEADING_CHARS = 200
_SLANTED_CHARS = 80
_NOT_A_TITLE = re.compile(r"see\b|the\s+accompanying|\(|\*|[a-z]", re.DOTALL)


def caption_of(before: Sequence[TextBlock | Table]) -> tuple[str, str]:
    """(caption, unit line) for a table from the blocks printed before it, nearest first.

    A heading wins; else the last sentence of a paragraph that introduces the table, or the item
    of a list right above it. A table right after another one shares its caption. Empty strings
    where there is nothing of this.
    """
    unit_line = ""
    stated = [b for b in before if isinstance(b, Table) or not is_running_line(b.text)]
    for distance, block in enumerate(reversed(stated[-_LOOK_BACK:])):
        if isinstance(block, Table):
            return ("", unit_line) if distance else (block.caption, block.unit_line)
        text = block.text.replace("\n", " ").strip()
        if not unit_line and is_unit_line(text):
            unit_line = text
        elif block.heading and len(text) <= _HEADING_CHARS:
            return text, unit_line or unit_inside(text)
        elif _INTRODUCES.search(text):
            sentences = _SENTENCE_END.split(text)
            sentence = next((s for s in reversed(sentences) if _INTRODUCES.search(s)), text)
            inside = unit_inside(sentence)
            caption = " ".join(sentence.replace(inside or ":", " ").split()).rstrip(": ")
            return caption[:_CAPTION_CHARS], unit_line or inside
        elif not distance and (item := item_above(stated)):
            return item, unit_line
        elif len(text) > _LINE_CHARS:
            break
    return "", unit_line


def item_above(before: Sequence[TextBlock | Table]) -> str:
    """First sentence of a list's item that ends right above: ``2. The stockholders ratified …``.

    Below another table only where the item before stands above that: else it is a note of it.
    """
    block = before[-1] if before else None
    match = _ITEM.match(block.text) if isinstance(block, TextBlock) else None
    if match is None or not isinstance(block, TextBlock):
        return ""
    tables = [at for at, each in enumerate(before) if isinstance(each, Table)]
    if tables and not _item_before(match["mark"], before[: tables[-1]]):
        return ""
    return _SENTENCE_END.split(" ".join(block.text[match.end() :].split()))[0][:_CAPTION_CHARS]


def _item_before(mark: str, before: Sequence[TextBlock | Table]) -> bool:
    """Whether the item that comes before ``mark`` in a list is there."""
    stated = mark.strip("().")
    expected = str(int(stated) - 1) if stated.isdigit() else chr(ord(stated[-1]) - 1)
    items = (_ITEM.match(block.text) for block in before if isinstance(block, TextBlock))
    return any(item is not None and item["mark"].strip("().") == expected for item in items)


def titled(unit_line: str) -> tuple[str, str]:
    """(title, unit) of a line such as ``Cost of Revenue (in millions)``; the title may be empty."""
    match = _TITLED.fullmatch(unit_line)
    if match is None or not is_unit_line(match["unit"]) or _PERIOD.search(match["title"]):
        return "", unit_line
    return match["title"], match["unit"]


def is_unit_line(text: str) -> bool:
    """True for a line that only says units: ``(In millions, except per share data)``."""
    return len(text) <= _LINE_CHARS and bool(_UNIT_LINE.fullmatch(text.strip()))


def unit_inside(text: str) -> str:
    """The unit remark inside a caption or introduction, else empty."""
    match = _UNIT_INSIDE.search(text)
    return match[0] if match else ""


def is_running_line(text: str) -> bool:
    """True for page numbers, ``Table of Contents`` and such lines that repeat on every page."""
    return not text.strip() or bool(_RUNNING.fullmatch(text.strip()))


def looks_like_heading(text: str, bold: bool, slanted: bool = False) -> bool:
    """A short line in bold, in capitals, or (shorter, no sentence) in italics or underlined.

    Args:
        text: One line.
        bold: All of it.
        slanted: In italics or underlined.

    """
    text = text.strip()
    if len(text) > _HEADING_CHARS or is_running_line(text) or " | " in text:
        return False
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return False
    if bold:
        return True
    if slanted:
        return (
            len(text) <= _SLANTED_CHARS and text[-1] not in ".,;" and not _NOT_A_TITLE.match(text)
        )
    return len(text) >= 8 and " " in text and all(letter.isupper() for letter in letters)
