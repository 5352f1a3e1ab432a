"""Which convention of a ratio a question asks for, and which others are usual."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hirec.analysts.rule.formula import Expression, lexicon_formula
from hirec.lexicon import Ratio, find_metrics, get_metric

_LEAD = (
    r"[,(]?\s*\b(?:(?:calculated|computed|measured|based|defined)\s+)?"
    r"(?:using|with|on|over|from|by|as)?\s*(?:the\s+|an?\s+)?"
)
"""What leads to the words of a convention: ", based on the"."""
_BALANCES = re.compile(
    r"[,(]?\s*\b(?:(?:calculated|computed|measured|based)\s+)?(?:using|with|on|over|from|by)\s+"
    r"(?:the\s+|its\s+)?(?:(?P<average>average|mean)|(?:year|period)[\s-]?end|ending|closing|"
    r"end[\s-]of[\s-](?:year|period))\s+(?:(?!of\b|in\b|for\b)[\w'’-]+\s+){0,2}?"
    r"(?:assets?|equity|capital|balances?|inventor(?:y|ies)|receivables?|payables?|debt|figures?|"
    r"values?|basis)\b\)?",
    re.IGNORECASE,
)
"""Average or year-end balances named beside a ratio: "on average total assets"."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a question says of the convention of the one ratio that it names."""

    core: str
    """The question without the words that name the convention."""
    measure: str = ""
    """Key of the ratio; empty where the question names none, several, or defines it itself."""
    convention: str = ""
    """The convention in words."""
    definitions: Mapping[str, Expression] = field(default_factory=dict)
    """The convention chosen, where it is not the lexicon's own."""
    alternatives: tuple[tuple[str, Mapping[str, Expression]], ...] = ()
    """Name and definition of the others that are usual, where the question chooses none."""


def read_convention(core: str, definitions: Mapping[str, Expression], question: str = "") -> Chosen:
    """Read the convention that a question names for its ratio, and take those words away.

    Args:
        core: The asking clause, companies and periods masked or not.
        definitions: What the question defines itself; of that no convention is open.
        question: The whole question, where an instruction beside the clause may name it:
            "Calculate EBITDA using operating income and D&A."

    """
    found = {mention.key: get_metric(mention.key) for mention in find_metrics(core)}
    ratios = [metric for metric in found.values() if isinstance(metric, Ratio)]
    if len(ratios) != 1 or definitions:
        return Chosen(core)
    (ratio,) = ratios
    named = _by_words(ratio, core) or _by_balances(ratio, core)
    if named is None and (instructed := _by_words(ratio, question)):
        named = (*instructed[:2], core)
    if named is None:
        others = ((one.name, one.formula) for one in ratio.alternatives)
        usual = tuple((name, {ratio.key: lexicon_formula(formula)}) for name, formula in others)
        return Chosen(core, ratio.key, ratio.convention, {}, usual)
    name, formula, rest = named
    if formula == ratio.formula:
        return Chosen(rest, ratio.key, ratio.convention)
    said = f"{ratio.names[0]} {name}"
    return Chosen(rest, ratio.key, said, {ratio.key: lexicon_formula(formula)})


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
