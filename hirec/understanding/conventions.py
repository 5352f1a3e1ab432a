"""Which convention of a ratio a question asks for, and which others are usual."""

import re
from collections.abc import Iterator, Sequence

from hirec.lexicon import Ratio, find_metrics, get_metric
from hirec.types import Convention, Figure

_LEAD = (
    r"[,(]?\s*\b(?:(?:calculated|computed|measured|based|defined)\s+)?"
    r"(?:using|with|on|over|from|by|as)?\s*(?:the\s+|an?\s+)?"
)
"""What leads to the words of a convention: ", based on the"."""
_DIVIDED = r"(?:[\w'’&-]+\s+){1,5}?"
"""What is divided by the balances, in front of "over"."""
_SAID_HOW = re.compile(rf",\s*{_DIVIDED}(?:over|divided by)\s", re.IGNORECASE)
_HOW = "The question says what is divided by what; the usual figures of that name are taken."
_NOT_SO = "The question says how a ratio is computed; its usual figures are taken."
_BALANCES = re.compile(
    rf"(?:[,(]\s*{_DIVIDED}(?=over\s|divided\s+by\s))?"
    r"[,(]?\s*\b(?:(?:calculated|computed|measured|based)\s+)?(?:using|with|on|over|from|(?:divided\s+)?by)\s+"
    r"(?:(?:[\w'’-]+\s+){1,4}?(?:and|over)\s+)?(?:the\s+|its\s+)?(?:(?P<average>average|mean)|(?:year|period)[\s-]?end|ending|closing|"
    r"end[\s-]of[\s-](?:year|period))\s+(?:(?!of\b|in\b|for\b)[\w'’-]+\s+){0,2}?"
    r"(?:assets?|equity|capital|balances?|inventor(?:y|ies)|receivables?|payables?|debt|figures?|"
    r"values?|basis)\b(?:\s+and\s+(?:the\s+|its\s+)?(?:year['’]s\s+)?(?:cost|costs|sales|revenues?|net|total)\b"
    r"[A-Za-z'’ -]*?(?=\W*$))?\)?",
    re.IGNORECASE,
)
"""Average or year-end balances named beside a ratio: "on average total assets"."""


def read_convention(clause: str, question: str) -> tuple[Convention | None, str]:
    """The convention that a question names for its one ratio, and the clause without those words.

    None where the clause names no ratio or several.

    Args:
        clause: The asking clause.
        question: The whole question, where an instruction beside the clause may name it:
            "Calculate EBITDA using operating income and D&A."

    """
    found = {mention.key: get_metric(mention.key) for mention in find_metrics(clause)}
    ratios = [metric for metric in found.values() if isinstance(metric, Ratio)]
    if len(ratios) != 1:
        return None, clause
    (ratio,) = ratios
    named = _by_words(ratio, clause) or _by_balances(ratio, clause)
    if named is None and (instructed := _by_words(ratio, question)):
        named = (*instructed[:2], clause)
    if named is None:
        others = tuple((one.name, one.formula) for one in ratio.alternatives)
        return Convention(ratio.key, ratio.convention, "", others), clause
    name, formula, rest = named
    if formula == ratio.formula:
        return Convention(ratio.key, ratio.convention), rest
    return Convention(ratio.key, f"{ratio.names[0]} {name}", formula), rest


def said_how(clause: str, rest: str) -> str:
    """Doubt in a ratio whose formula the clause says, and not the rest of it; else empty."""
    return _HOW if _SAID_HOW.search(clause) and not _SAID_HOW.search(rest) else ""


def taken(
    convention: Convention | None, figures: Sequence[Figure]
) -> tuple[Convention | None, str]:
    """The convention, where its ratio is the one figure asked for, and doubt where it is lost.

    Args:
        convention: As the words were read.
        figures: Those of the parsed question; of one of several nothing is computed otherwise.

    """
    if convention is None or [figure.concept for figure in figures] == [convention.measure]:
        return convention, ""
    return None, _NOT_SO if convention.formula else ""


def _conventions(ratio: Ratio) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name, formula and words of each convention."""
    yield ratio.convention, ratio.formula, ratio.said
    for other in ratio.alternatives:
        yield other.name, other.formula, other.said


def _by_words(ratio: Ratio, core: str) -> tuple[str, str, str] | None:
    """The convention whose own words the question says, the longest first, and what is left."""
    conventions = _conventions(ratio)
    spoken = [(words, name, formula) for name, formula, said in conventions for words in said]
    for words, name, formula in sorted(spoken, key=lambda one: -len(one[0])):
        pattern = re.compile(rf"{_LEAD}(?<!\w){re.escape(words)}(?!\w)\)?", re.IGNORECASE)
        match = pattern.search(core)
        if match and (rest := _without(core, match, ratio)):
            return name, formula, rest
    return None


def _by_balances(ratio: Ratio, core: str) -> tuple[str, str, str] | None:
    """The convention that averages, or does not, as the question says; and what is left."""
    match = _BALANCES.search(core)
    rest = _without(core, match, ratio) if match else ""
    if match is None or not rest:
        return None
    for name, formula, _ in _conventions(ratio):
        if ("avg(" in formula) == bool(match["average"]):
            return name, formula, rest
    return None


def _without(core: str, match: re.Match[str], ratio: Ratio) -> str:
    """The question without these words; empty where they belong to the ratio's name."""
    rest = f"{core[: match.start()]} {core[match.end() :]}"
    named = any(mention.key == ratio.key for mention in find_metrics(rest))
    return " ".join(rest.split()) if named else ""
