"""A figure in the words that grounding by rules takes, until grounding reads figures themselves."""

import re
from dataclasses import dataclass, replace

from hirec.analysts.rule.requirements.phrases import (
    COUNT,
    EXPECTED,
    PERCENT,
    Wanted,
    part_stems,
    read_wanted,
    stems,
)
from hirec.analysts.rule.requirements.verbatim import as_reported, reported_words
from hirec.caching import remembered
from hirec.lexicon import Kind, get_metric
from hirec.types import CompanyRef, Figure, Operand, Period, PeriodRef
from hirec.understanding import telling_words

_NON_GAAP = re.compile(r"\bnon[- ]?gaap\b", re.IGNORECASE)
"""Rows say "adjusted" as often."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A number that a plan needs, its words encoded: see :func:`encoded`."""

    metric: str
    """Lexicon key, or the question's own words where the lexicon has none."""
    company: CompanyRef | None = None
    period: PeriodRef | None = None
    concept: str = ""
    """The lexicon's key of what is asked of a part."""
    part: str = ""
    counts: bool = False
    """How many are asked for, not how much."""

    @property
    def asked_for(self) -> Period | None:
        """The period itself."""
        return self.period.period if self.period else None

    @property
    def wanted(self) -> Wanted:
        """The words taken apart; what the question was parsed to wins."""
        read = read_wanted(self.metric)
        metric = get_metric(self.concept)
        words = told_apart(self.concept, self.part)
        if metric is None or not words or read.forward:
            return read
        kind = read.kind if read.kind in (Kind.COUNT, Kind.SHARES) else metric.kind
        return replace(read, metric=metric, words=words, kind=kind)


def told_apart(concept: str, part: str) -> frozenset[str]:
    """Stems that tell a part from the whole: not those that its names have or leave out.

    Words for kinds of parts tell it only where several make a name, "Brand Divisions".
    """
    metric = get_metric(concept)
    words = stems(part) - _spare(metric.names) if metric else frozenset[str]()
    return words and (part_stems(part) or (words if len(words) > 1 else frozenset()))


@remembered
def _spare(names: tuple[str, ...]) -> frozenset[str]:
    """Stems without which a name is still one: "total" of "total net revenue".

    "Products" is none: "cost of products sold" is a name, and "product cost of sales" a part.
    """
    said = {stems(name) for name in names}
    return frozenset(word for name in said for word in name if name - {word} in said)


def requirement_of(figure: Figure) -> Requirement:
    """The requirement that a figure comes to."""
    plain = not figure.qualifiers
    return Requirement(
        encoded(figure),
        figure.company,
        figure.period,
        figure.concept if plain else "",
        figure.part if plain else "",
        figure.kind in (Kind.COUNT.value, Kind.SHARES.value),
    )


def encoded(figure: Figure) -> str:
    """``as reported words``, a lexicon key, or ``[number of | % of] [expected] words``."""
    if figure.row_name:
        return as_reported(figure.words)
    forward = [EXPECTED] if EXPECTED in figure.qualifiers else []
    rest = [q for q in figure.qualifiers if q not in forward and q not in figure.words]
    if figure.concept and not (told_apart(figure.concept, figure.part) or forward or rest):
        return figure.concept
    prefix = {Kind.COUNT: COUNT, Kind.PERCENT: PERCENT}.get(
        Kind(figure.kind) if figure.kind else Kind.MONEY, ""
    )
    prefix = "" if figure.concept and prefix == COUNT else prefix
    metric = get_metric(figure.concept)
    if metric is not None and metric.kind is Kind.PERCENT:
        prefix = ""
    dated = figure.period is not None and any(map(str.isdigit, figure.period.said))
    said = telling_words(_NON_GAAP.sub("adjusted", " ".join((figure.words, *rest))), dated=dated)
    spare = {*forward, "ratio"} if figure.kind == Kind.RATIO else {*forward}
    kept = {word.lower(): word for word in reversed(said.split()) if word.lower() not in spare}
    words = " ".join(reversed(kept.values()))
    return " ".join(word for word in (prefix, *forward, words or figure.words) if word)


def variable_name(requirement: Requirement) -> str:
    """Python name of a requirement: ``inventories_fy2018``, ``revenue_q2_fy2023``."""
    parts = [reported_words(requirement.metric) or requirement.metric]
    if requirement.period is not None:
        label = requirement.period.period.label()
        parts.append(label if label != "?" else requirement.period.said)
    name = re.sub(r"\W+", "_", " ".join(parts).lower()).strip("_")
    return f"v_{name}" if name[:1].isdigit() else name


def named(figure: Figure, operand: Operand) -> Operand:
    """The operand under the name that a figure has in programs."""
    return replace(operand, name=variable_name(requirement_of(figure)))
