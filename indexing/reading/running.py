"""Running heads and feet: lines that repeat at the top or bottom of many pages."""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from hirec.types import Page, Table, TextBlock

EDGE = 3
"""Lines at either end of a page that may be running ones."""
_LONGEST = 110
_FEWEST_PAGES = 4
_SHARE = 0.12
_KEPT = re.compile(
    r"\bnotes?\s+to\b|\bstatements?\s+of\b|\bbalance\s+sheets?\b|\bitem\s+\d|\bnote\s+\d|\bexhibit\b|\bpart\s+i"
    r"|\b(?:millions|thousands|billions)\b|\bended\b|^\W*[$%]",
    re.IGNORECASE,
)
"""Titles of statements and notes, periods and unit lines tell what a page is about."""
_COVER = re.compile(r"exact\s+name\s+of|commission\s+file|schedule\s+14a", re.IGNORECASE)
_COVER_WORDS = ("exact", "commission", "schedule")
_CLOSE = re.compile(r"\W+")


def running_lines(pages: Iterable[Sequence[str]]) -> frozenset[str]:
    """Patterns of lines that stand at an edge of at least four pages and of one in eight.

    Give each page as its lines from top to bottom; :func:`is_running` tests a line.
    """
    counts: Counter[str] = Counter()
    number = 0
    for lines in pages:
        number += 1
        edges = {*lines[:EDGE], *lines[-EDGE:]}
        counts.update({pattern for line in edges if (pattern := _pattern(line))})
    needed = max(_FEWEST_PAGES, _SHARE * number)
    return frozenset(pattern for pattern, count in counts.items() if count >= needed)


def is_running(line: str, patterns: frozenset[str]) -> bool:
    """Whether a line is one of the patterns, its numbers aside."""
    return bool(patterns) and _pattern(line) in patterns


def is_cover(text: str) -> bool:
    """Whether a page is a form's cover, whose lines name the registrant and all stay."""
    stated = text.lower()
    if not any(word in stated for word in _COVER_WORDS):
        return False
    return _COVER.search(text) is not None


def without_running_blocks(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Pages without running heads and feet; covers, and pages that hold nothing else, stay."""
    patterns = running_lines([_texts(page) for page in pages])
    if not patterns:
        return tuple(pages)
    return tuple(_without(page, patterns) for page in pages)


def _texts(page: Page) -> list[str]:
    """Text of the blocks at either edge; a table has none that could run."""
    return ["" if isinstance(block, Table) else block.text for block in page.blocks]


def _without(page: Page, patterns: frozenset[str]) -> Page:
    edges = {*range(EDGE), *range(len(page.blocks) - EDGE, len(page.blocks))}
    running = {
        at
        for at, block in enumerate(page.blocks)
        if at in edges and isinstance(block, TextBlock) and is_running(block.text, patterns)
    }
    if not running or len(running) == len(page.blocks) or page.page_number == 1:
        return page
    if is_cover(page.text):
        return page
    kept = tuple(block for at, block in enumerate(page.blocks) if at not in running)
    return Page(page.page_number, kept)


@functools.lru_cache(maxsize=4096)
def _pattern(line: str) -> str:
    """The line in lower case with its numbers struck out; empty where it cannot be running."""
    if not line or len(line) > _LONGEST or _KEPT.search(line):
        return ""
    words = re.sub(r"\d+", "#", line.lower())
    return _CLOSE.sub(" ", words.replace("#", " 0 ")).strip() if re.search("[a-z]", words) else ""
