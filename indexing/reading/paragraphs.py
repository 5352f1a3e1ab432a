"""Lines outside tables put together into headings and paragraphs, captions told apart."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hirec.types import Box, Table, TextBlock
from indexing.reading.captions import item_above
from indexing.reading.header import is_unit_line
from indexing.reading.lines import Line
from indexing.reading.regions import PERIOD, YEAR

_BULLET = re.compile(r"^(?:[•●▪◦‣·–—*]|\([a-z0-9]{1,3}\)|[0-9]{1,2}\.)(?:\s|$)")
_HEADING = re.compile(r"^(?:part\s+[iv]+\b|item\s+[0-9]+[a-c]?\b|note\s+[0-9]+\b)", re.IGNORECASE)
_RUNNING = re.compile(
    r"^(?:table of contents|index to .{0,40}|[-–—]?\s*(?:f-|page\s*)?[0-9ivxl]{1,4}\s*[-–—]?"
    r"|[0-9]{1,3}\s*\|.*|.*\|\s*[0-9]{1,3})$",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    r"\b(?:inc|corp|corporation|company|co|plc|ltd|llc|l\.p|n\.v|subsidiar(?:y|ies)"
    r"(?: companies)?)\b\.?\)?$",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"\b(?:statements?\s+of|balance\s+sheets?|financial\s+(?:position|condition)|consolidated)\b",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r"\b(?:following (?:\w+ )?(?:table|schedule|summar|sets|present|is\b|are\b|reconcil)|as follows"
    r"|tables? (?:below|presents?|shows?|sets?|summarizes?|provides?)"
    r"|below (?:is|are|presents?|summarizes?)\b|(?:presented|shown|summarized|set forth) below)",
    re.IGNORECASE,
)
_SMALL = frozenset(
    "a an and as at by for from in of on or the to with per our its into".split()  # noqa: SIM905
)
_CAPTION_CHARS = 300
_ENDS = (".", ":", ";", "!", "?", ".”", '."')


@dataclass(frozen=True, slots=True)
class CaptionLines:
    """What stands above a table: ``count`` lines taken, and what they say."""

    count: int
    caption: str
    unit_line: str
    prefix: str
    """A period that all columns share (``YEAR ENDED MAY 31,``), else empty."""


def without_running(lines: Sequence[Line]) -> list[Line]:
    """Lines without page numbers and ``Table of Contents`` at the head and foot of the page."""
    start, end = 0, len(lines)
    while start < min(end, 3) and _is_running(lines[start]):
        start += 1
    while end > max(start, len(lines) - 3) and _is_running(lines[end - 1]):
        end -= 1
    return list(lines[start:end])


def _is_running(line: Line) -> bool:
    text = line.text
    return len(text) < 60 and _RUNNING.match(text) is not None


def caption_above(lines: Sequence[Line], top: int, floor: int) -> CaptionLines:
    """Read the caption, unit line and shared period right above line ``top``.

    Args:
        lines: Of the page.
        top: Position of the table's first line.
        floor: Position of the first line that belongs to nothing yet.

    """
    caption: list[str] = []
    unit_line = prefix = ""
    below = lines[top] if top < len(lines) else None
    at = top
    while at > floor and top - at < 6 and below is not None:
        line = lines[at - 1]
        text = line.text
        height = line.bottom - line.top
        far = below.top - line.bottom > 2.6 * height + 3
        if far and (
            caption or below.top - line.bottom > 5 * height or not _names(lines, at, floor)
        ):
            break
        if not _may_caption(text):
            break
        if is_unit_line(text):
            unit_line = unit_line or text
        elif _is_note(text):
            pass
        elif _COMPANY.search(text) and len(text) < 80:
            if at - 1 == floor or any(map(_names_statement, caption)):
                break
            if not _names_statement(lines[at - 2].text):
                break
        elif PERIOD.search(text) and len(text) < 80 and not YEAR.search(text) and not caption:
            prefix = f"{text} {prefix}".strip()
        else:
            if caption and _runs_on(text, caption[0]):
                text = f"{text} {caption.pop(0)}"
            elif caption and not (PERIOD.search(caption[0]) and YEAR.search(caption[0])):
                break
            caption.insert(0, text)
        at -= 1
        below = line
    return CaptionLines(top - at, ", ".join(caption), unit_line, prefix)


def _is_note(text: str) -> bool:
    return text.lower().strip("() ").startswith(("unaudited", "continued", "audited"))


def _runs_on(text: str, caption: str) -> bool:
    """Whether a title is printed over two lines, ``text`` above ``caption``."""
    short = len(caption) < 40 and _is_title(caption) and not _names_statement(caption)
    return short and _names_statement(text) and text.isupper() == caption.isupper()


def _names(lines: Sequence[Line], at: int, floor: int) -> bool:
    """Whether the line before ``at`` is a unit line or names a statement or its company."""
    text = lines[at - 1].text
    if is_unit_line(text):
        return True
    if _COMPANY.search(text) and at - 1 > floor:
        text = lines[at - 2].text
    return _names_statement(text)


def _names_statement(text: str) -> bool:
    return _STATEMENT.search(text) is not None and len(text) < 120


def caption_from_text(blocks: Sequence[TextBlock | Table]) -> str:
    """Caption for a table that has none of its own, from the text before it.

    The heading right above, or its last sentence that announces the table, or the item of a list.
    """
    last = blocks[-1] if blocks else None
    if not isinstance(last, TextBlock):
        return ""
    if last.heading:
        return last.text
    sentences = re.split(r"(?<=[a-z0-9)][.;])\s+(?=[A-Z])", last.text)
    if sentences[-1].endswith(":"):
        return _end_of(sentences[-1])
    announcing = next((s for s in reversed(sentences) if _ANNOUNCES.search(s)), "")
    return _end_of(announcing) or item_above(blocks)


def _end_of(sentence: str) -> str:
    """A sentence, or the last words of a long one: there it says what the table holds."""
    if len(sentence) <= _CAPTION_CHARS:
        return sentence
    return sentence[-_CAPTION_CHARS:].split(" ", 1)[-1]


def _may_caption(text: str) -> bool:
    if len(text) > 140 or (text.endswith((";", ",")) and not PERIOD.search(text)):
        return False
    if text.endswith(":") or (text.endswith(".") and not _COMPANY.search(text)):
        return False
    return text[:1].isupper() or text[:1] in "($" or _HEADING.match(text) is not None


def _is_title(text: str) -> bool:
    """All capitals or Title Case."""
    words = [w for w in re.findall(r"[A-Za-z][A-Za-z'’]*", text) if w.lower() not in _SMALL]
    return bool(words) and all(w[0].isupper() for w in words)


def is_heading(text: str) -> bool:
    """Whether a lone line reads like a heading rather than a sentence."""
    if len(text) > 120 or (text.endswith((".", ";", ",")) and not _HEADING.match(text)):
        return False
    return bool(_HEADING.match(text)) or (_is_title(text) and len(text) > 3)


def text_blocks(lines: Sequence[Line]) -> list[TextBlock]:
    """Paragraphs and headings of consecutive lines in reading order."""
    blocks: list[TextBlock] = []
    run: list[Line] = []
    right = max((line.right for line in lines), default=0.0)
    for line in lines:
        if run and _breaks(run[-1], line, right, len(run)):
            blocks.append(_block(run))
            run = []
        run.append(line)
    if run:
        blocks.append(_block(run))
    return blocks


def _breaks(last: Line, line: Line, right: float, count: int) -> bool:
    step = line.bottom - last.bottom
    height = max(last.bottom - last.top, line.bottom - line.top)
    if step > 1.55 * height or _BULLET.match(line.segments[0].text):
        return True
    text = last.text
    short = last.right < right - 0.12 * right
    if short and text.endswith(_ENDS):
        return True
    return short and count == 1 and is_heading(text) and not line.segments[0].text[:1].islower()


def _block(run: Sequence[Line]) -> TextBlock:
    text = run[0].text
    for line in run[1:]:
        text = text[:-1] + line.text if _hyphenated(text, line) else f"{text} {line.text}"
    box = Box(
        min([line.left for line in run]),
        run[0].top,
        max([line.right for line in run]),
        max([line.bottom for line in run]),
    )
    return TextBlock(text, box, len(run) <= 2 and is_heading(text))


def _hyphenated(text: str, line: Line) -> bool:
    """A soft hyphen at the line's end; hard hyphens (``long-`` ``term``) are kept with the word."""
    return text.endswith("\xad") and line.text[:1].islower()
