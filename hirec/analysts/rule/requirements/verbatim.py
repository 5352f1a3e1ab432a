"""The row of the very name that a question says, whatever the lexicon makes of its words.

"What were Meta's taxes paid related to net share settlement of equity awards in 2021?" names a
row of a statement word for word. Words such as "change", "less" or a second metric within that
name must not be read as arithmetic.
"""

import re

from hirec.caching import remembered
from hirec.lexicon import normalize_label
from hirec.types import Row

AS_REPORTED = "as reported"
"""Prefix of a requirement that only a row of that very name fills."""

_LIGHT = frozenset({"the", "a", "an", "its", "their", "our"})
_ASIDE = re.compile(
    r"[\s,]*(?:\bof\s+)?\$\s?[\d.,]+.*$|\s*\((?:see\s+)?notes?\s[^()]*\)|\s*\(\d\)", re.IGNORECASE
)
_END = re.compile(
    r"[\s,–-]+(?:at\s+)?(?:the\s+)?end of (?:the\s+)?(?:fiscal\s+)?(?:year|period|quarter)$", re.I
)
"""What a cash flow statement adds to a balance."""
_OPEN_END = frozenset({"to", "of", "by", "in", "at", "for", "from", "with"})
"""What is left in front of the company's own name: "attributable to"."""
_WITHOUT_NAME = 0.98
_NOBODY: frozenset[str] = frozenset()
_EDGE = re.compile(r"^(?:less|plus|add|deduct|of which)\s*:?\s+", re.IGNORECASE)


def as_reported(words: str) -> str:
    """The requirement for the row of that very name."""
    return f"{AS_REPORTED} {words}"


def reported_words(metric_or_phrase: str) -> str:
    """The name in a requirement made by :func:`as_reported`; empty for every other."""
    prefix, _, words = metric_or_phrase.partition(f"{AS_REPORTED} ")
    return words if not prefix else ""


def is_row_called(row: Row, words: str, company_name: str) -> float:
    """How surely a row's own label, alone or with the heading above it, is the name, 0 to 1.

    Brackets and amounts do not count on either side; nor does the company's own name, but for a
    little: "Total equity" and "Total Acme equity" may be two figures.

    Args:
        row: With the heading above it in ``section``.
        words: The name, as the question says it.
        company_name: Name on the filing's cover.

    """
    company = frozenset(normalize_label(company_name).split())
    label = _END.sub("", _EDGE.sub("", _ASIDE.sub("", row.label)))
    asked = _END.sub("", words)
    wanted = _tokens(asked, company)
    section = _ASIDE.sub("", row.section)
    spellings = (label, f"{label} {section}", f"{section} {label}")
    if not wanted or all(_tokens(said, company) != wanted for said in spellings):
        return 0.0
    alike = _tokens(asked, _NOBODY) in (_tokens(said, _NOBODY) for said in spellings)
    return 1.0 if alike else _WITHOUT_NAME


@remembered
def _tokens(text: str, company: frozenset[str]) -> tuple[str, ...]:
    words = [
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in normalize_label(text).split()
        if word not in _LIGHT and word not in company
    ]
    while words and words[-1] in _OPEN_END:
        words.pop()
    return tuple(words)
