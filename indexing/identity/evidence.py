"""What places say of a field, put together into the probability of each value."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hirec.types import Confidence, IdentityCandidate
from indexing.identity.evidence_kinds import (
    CERTAIN,
    EVIDENCE_KINDS,
    LIKELY,
    NONE_OF_THEM,
    SHORT_FORM,
)
from indexing.identity.findings import Findings
from indexing.identity.spelling import is_lead_of, name_key

_KEPT = 3
_MADE_FOR = frozenset(("release", "dateline", "definition", "custom", "span to date", "signing"))
"""Places of the text that state a field on purpose: one alone makes it likely."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The values of one field, the most probable first."""

    values: tuple[object, ...]
    candidates: tuple[IdentityCandidate, ...]
    level: Confidence

    @property
    def value(self) -> object:
        """The most probable one."""
        return self.values[0]

    @property
    def source(self) -> str:
        """Where the winner was read, as in :attr:`Identity.sources`."""
        return EVIDENCE_KINDS[self.candidates[0].places[0]].source


@dataclass(slots=True)
class _Backing:
    """One value and the places that say it, in the order heard."""

    value: object
    spellings: list[str]
    places: dict[str, float]

    @property
    def score(self) -> float:
        """Of places that copy each other the strongest speaks; those that add speak besides."""
        return sum(self.places.values())


def weigh_field(
    name: str, findings: Iterable[Findings], spell: Callable[[Sequence[str]], str] | None = None
) -> Weighed | None:
    """Weigh what findings say of a field; None where all are silent.

    The weights of the places that say a value add up to its log-odds, and the values' odds are
    normalized together with those of a value nobody names.

    Args:
        name: A field of :class:`Findings`.
        findings: With places of :data:`EVIDENCE_KINDS` as their sources.
        spell: Chooses among the spellings of the company that wins.

    """
    backings = list(_backed(name, findings).values())
    if not backings:
        return None
    if name == "company":
        _join_short_forms(backings)
    backings.sort(key=lambda backing: -backing.score)
    odds = [math.exp(min(backing.score, 60.0)) for backing in backings]
    total = sum(odds) + math.exp(NONE_OF_THEM.get(name, 0.0))
    kept = [
        _candidate(name, backing, odd / total, spell)
        for backing, odd in zip(backings[:_KEPT], odds, strict=False)
    ]
    values = tuple(backing.value for backing in backings[:_KEPT])
    if name == "company":
        values = tuple(candidate.value for candidate in kept)
    level = level_of(kept[0].probability, backings[0].places)
    return Weighed(values, tuple(kept), level)


def level_of(probability: float, places: Iterable[str]) -> Confidence:
    """Level of a value by its probability and the places that make it.

    Certain takes places that do not copy each other, or the user's word. Where a value is read
    only in the running text, places that repeat it there do not count.
    """
    telling = [place for place in places if EVIDENCE_KINDS[place].weight > 0]
    outside = any(
        EVIDENCE_KINDS[place].source not in ("text", "derived", "name") for place in telling
    )
    families = {
        EVIDENCE_KINDS[place].family or place
        for place in telling
        if outside or not EVIDENCE_KINDS[place].confirms
    }
    if probability >= CERTAIN and (len(families) > 1 or "label" in families):
        return Confidence.CERTAIN
    if probability >= LIKELY and (outside or len(families) > 1 or families & _MADE_FOR):
        return Confidence.LIKELY
    return Confidence.WEAK


def _backed(name: str, findings: Iterable[Findings]) -> Mapping[object, _Backing]:
    backings: dict[object, _Backing] = {}
    for finding in findings:
        value = getattr(finding, name)
        if value is None or value == "":
            continue
        key = name_key(value) if name == "company" else value
        backing = backings.setdefault(key, _Backing(value, [], {}))
        if finding.source == "label":
            backing.value = value
        backing.places[finding.source] = EVIDENCE_KINDS[finding.source].weigh(name)
        if name == "company":
            backing.spellings.append(value)
    return backings


def _join_short_forms(backings: list[_Backing]) -> None:
    """Let a shortened name speak for the whole one where the whole one is no weaker."""
    for short in sorted(backings, key=lambda backing: len(str(backing.value))):
        longer = [
            backing
            for backing in backings
            if backing is not short
            and backing.score >= short.score
            and is_lead_of(str(short.value), str(backing.value))
        ]
        if not longer:
            continue
        whole = max(longer, key=lambda backing: backing.score)
        for place, weight in short.places.items():
            if weight > 0:
                whole.places.setdefault(place, SHORT_FORM * weight)
        backings.remove(short)


def _candidate(
    name: str,
    backing: _Backing,
    probability: float,
    spell: Callable[[Sequence[str]], str] | None,
) -> IdentityCandidate:
    value = backing.value
    if name == "company" and spell is not None and "label" not in backing.places:
        value = spell(backing.spellings)
    stated = value.isoformat() if isinstance(value, date) else str(value)
    by_weight = sorted(backing.places, key=lambda place: -backing.places[place])
    return IdentityCandidate(stated, round(probability, 4), tuple(by_weight))
