"""Remarks, which explain a name more often than they narrow it."""

import itertools
import re

from hirec.lexicon import find_metrics, get_ratio
from hirec.periods import find_periods
from hirec.understanding.normalize import normalize, tokenize
from hirec.understanding.vocabulary import entries

_GLOSS = re.compile(r"\s*\((?P<said>[^()]*)\)")
_NARROW = frozenset({"QUALIFIER", "SUM"})
"""Kinds of words that say which figure is meant: "(excluding leases)", "(net of tax)"."""
_BOUNDS = frozenset({"only", "alone", "just", "before", "after", "net", "gross", "total"})
_REMARK = re.compile(
    r"(?:,? (?P<alone>alone|by itself|on its own)\b"
    r"|(?:,| [-–—]) (?P<said>counting [^?()\d]*(?=\?|$)"
    r"|(?:i\.e\.,? |(?:and )?not |counting )[A-Za-z][^,?()]*?))"
    r"(?=[,?]| (?:in|for|at|as of) (?:fiscal |FY)?\d|$)",
    re.IGNORECASE,
)
"""``, not of iPad``, "Kites alone"; what a figure is said to be besides, "i.e. after rebates"."""
_EXPLAINS = re.compile(
    r"(?:(?:,| [-–—]| \() ?(?:i\.?e\.?|that is|meaning|defined as|taken as|in other words),?"
    r"|:|(?P<dash> [-–—])) "
    r"(?P<formula>[a-z][^?()]*? (?:minus|less|plus|divided by|as an? (?:%|percent\w*) of) "
    r"[a-z][^?()]*)",
    re.IGNORECASE,
)
"""``, i.e. kite revenue minus kite costs``, "kite margin: kite revenue minus kite costs"."""
_NOT = re.compile(r"not\b", re.IGNORECASE)
_NAMED_TWICE = re.compile(r"(?P<said>[^()]*\w) ?\((?P<name>[^()]*[a-z][^()]*)\)", re.IGNORECASE)
_LEAST_WORDS = 2
"""One word is part of a name, "income (loss)", or narrows it, "debt (current)"."""


def explained(question: str) -> str:
    """The arithmetic by which a question says what it means; empty where it says none."""
    text = normalize(question)
    found = _EXPLAINS.search(text)
    if found is None:
        return ""
    named = find_metrics(text[: found.start()])
    if found["dash"] and not any(get_ratio(mention.key) for mention in named):
        return ""  # "revenue - cost of sales less R&D" is arithmetic
    return found["formula"].strip(" .")


def without_glosses(question: str) -> tuple[str, tuple[str, ...]]:
    """A question without its remarks, and what they said.

    In brackets, periods stay and so does what narrows a figure: "(excluding leases)".
    """
    glosses: list[str] = []

    def kept(match: re.Match[str]) -> str:
        said = match["said"].strip()
        if len(said.split()) < _LEAST_WORDS or (_narrows(said) and not _NOT.match(said)):
            return match[0]
        glosses.append(said)
        periods = [ref.said for ref in find_periods(said) if ref.said]
        return f" in {' and '.join(periods)}" if periods else ""

    def dropped(match: re.Match[str]) -> str:
        glosses.append(match["alone"] or match["said"])
        return ""

    text = _REMARK.sub(dropped, _GLOSS.sub(kept, normalize(question)))
    return text, tuple(glosses)


def named_twice(words: str) -> tuple[str, str] | None:
    """The name in brackets behind words for the same, and these words; None where there is none.

    "Bill for outside carriers (purchased transportation)", and no "debt (net of cash)".
    """
    found = _NAMED_TWICE.fullmatch(words)
    if found is None or _narrows(found["name"]) or _NOT.match(found["name"]):
        return None
    return found["name"], found["said"]


def _narrows(said: str) -> bool:
    words = [token.lower for token in tokenize(said)]
    found = [(word,) for word in words] + list(itertools.pairwise(words))
    return not _BOUNDS.isdisjoint(words) or any(
        entry.kind in _NARROW for key in found for entry in entries().get(key, ())
    )
