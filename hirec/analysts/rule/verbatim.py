"""The row of the very name that a question says, whatever the lexicon makes of its words.

"What were Meta's taxes paid related to net share settlement of equity awards in 2021?" names a
row of a statement word for word. Words such as "change", "less" or a second metric within that
name must not be read as arithmetic.
"""

import functools
import re
from dataclasses import dataclass

from hirec.analysts.rule.qualifiers import leftover
from hirec.lexicon import content_words, metric_named, normalize_label
from hirec.types import Row

AS_REPORTED = "as reported"
"""Prefix of a requirement that only a row of that very name fills."""

_FRONT = re.compile(r"\b(?:what|how (?:much|many)|by (?:how|what))\b", re.IGNORECASE)
_WHAT = re.compile(r"^\W*what(?:'s|\s+(?:is|are|was|were))\s+(?P<rest>.+)$", re.IGNORECASE)
_HOW_MUCH = re.compile(
    r"^\W*how (?:much|many)\s+(?P<rest>.+?)\s+(?:did|does|do|has|have|had)\s+"
    r"(?:the\s+(?:company\s+)?)?\|",
    re.IGNORECASE,
)
_BY_HOW_MUCH = re.compile(
    r"^\W*by (?:how much|what\s+(?:%|percent(?:age)?|amount))\s+(?:did|has|have)\s+(?P<rest>.+?)\s+"
    r"(?:change|increase|decrease|grow|rise|fall|decline|drop)d?\b",
    re.IGNORECASE,
)
_COLON = re.compile(r"^(?:the\b)?[\s|,]*\|[\s|]*:\s*(?P<rest>.+)$", re.IGNORECASE)
_TAIL = re.compile(
    r"(?:[\s,]+(?:of|for|at|as|in|on|during|from|between|to|and|through|by|the|end|close|year-end|"
    r"ended|ending|fiscal|(?<!one )year))*[\s,]*\|[\s|.?,]*$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"^(?:year[\s-]end)?[\s|,]*(?:(?:the|its|their)\s+)?(?:(?:total\s+)?(?:amount|value)\s+of\s+)?",
    re.IGNORECASE,
)
_OPERATION = re.compile(
    r"^(?:(?:percentage|percent|%|total|absolute|annual)\s+)?"
    r"(?:difference|change|growth|increase|decrease|decline)s?\s+(?:in|of)\s+",
    re.IGNORECASE,
)
_AMOUNT_ASKED = re.compile(
    r"^\W*(?:how (?:much|many)\b(?!\s+(?:longer|later|earlier|time))"
    r"|by (?:how much|what (?:%|percent))"
    r"|what (?:%|percent|(?:is|was|were) the (?:total )?"
    r"(?:amount of|number of|value of|percentage (?:of|change|growth|increase|decrease)\b)))",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"\b(?:what|which|how|who|why|whether|if|that|when|where|did|does|was|were)\b|[?:;]",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    r"\b(?:largest|smallest|highest|lowest|biggest|main|key|major|outcome|nature|purpose)\b", re.I
)
"""Words that ask to choose or to describe; no row is called so."""
_LONGEST = 20
_ACCOUNTING = re.compile(
    r"\b(?:accrued|acquisitions?|activities|amortization|assets?|awards|borrowings?|capital|cash|"
    r"costs?|debt|deferred|depreciation|deposits?|development|dividends?|earnings|equity|expenses?|"
    r"gains?|income|interest|inventor(?:y|ies)|investments?|leases?|liabilit(?:y|ies)|loss(?:es)?|"
    r"margin|obligations?|paid|payables?|payments?|pensions?|proceeds|profit|provision|purchases?|"
    r"receivables?|repayments?|repurchases?|revenues?|sales|securities|shares?|stock|tax(?:es)?)\b",
    re.IGNORECASE,
)
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
_EDGE = re.compile(r"^(?:less|plus|add|deduct|of which)\s*:?\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RowName:
    """What a question calls a figure, word for word."""

    words: str
    """Without a leading "change in" and the like."""
    full: str
    """With it: a row may be called "change in" something itself."""
    sure: bool
    """The question wants a figure: it says "how much", or the words are those of accounts."""


def read_row_name(core: str) -> RowName | None:
    """The name in a masked core that asks for one figure in a plain way; None for all others."""
    text = core.strip().rstrip("?. ")
    front = _FRONT.search(text)
    if front and not leftover(text[: front.start()]):
        text = text[front.start() :]
    match = _HOW_MUCH.match(text) or _BY_HOW_MUCH.match(text)
    sure = match is not None
    match = match or _COLON.match(text) or _WHAT.match(text)
    if match is None:
        return None
    full = match["rest"]
    while tail := _TAIL.search(full):
        full = full[: tail.start()]
    full = _HEAD.sub("", full).strip(" ,")
    words = full
    if metric_named(full) is None:
        words = _HEAD.sub("", _OPERATION.sub("", full)).strip(" ,")
    if not content_words(words) or len(full.split()) > _LONGEST:
        return None
    if _NO_NAME.search(full) or _JUDGED.search(full):
        return None
    return RowName(words, full, sure or full != words or bool(_ACCOUNTING.search(words)))


def wants_figure(core: str) -> bool:
    """Whether only a figure would answer: a sentence that holds one proves nothing of it."""
    return _AMOUNT_ASKED.search(core) is not None


def as_reported(words: str) -> str:
    """The requirement for the row of that very name."""
    return f"{AS_REPORTED} {words}"


def reported_words(metric_or_phrase: str) -> str:
    """The name in a requirement made by :func:`as_reported`; empty for every other."""
    prefix, _, words = metric_or_phrase.partition(f"{AS_REPORTED} ")
    return words if not prefix else ""


def is_row_called(row: Row, words: str, company_name: str) -> bool:
    """Whether a row's own label, alone or with the heading above it, is the name.

    Brackets, amounts and the company's own name do not count on either side.
    """
    company = frozenset(normalize_label(company_name).split())
    label = _END.sub("", _EDGE.sub("", _ASIDE.sub("", row.label)))
    wanted = _tokens(_END.sub("", words), company)
    section = _ASIDE.sub("", row.section)
    spellings = (label, f"{label} {section}", f"{section} {label}")
    return bool(wanted) and any(_tokens(said, company) == wanted for said in spellings)


@functools.lru_cache(maxsize=65536)
def _tokens(text: str, company: frozenset[str]) -> tuple[str, ...]:
    words = [
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in normalize_label(text).split()
        if word not in _LIGHT and word not in company
    ]
    while words and words[-1] in _OPEN_END:
        words.pop()
    return tuple(words)
