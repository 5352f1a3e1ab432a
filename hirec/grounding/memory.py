"""What companies print for a concept: from a phrase through labels to concepts and their nature.

Tagged filings pair printed labels with XBRL concepts. A phrase that no filing of the evidence
prints leads over like labels of other companies to the concepts it may mean, and these to the
labels under which filings state them, to instant or flow, kind and statement.
"""

import functools
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from hirec.caching import remembered
from hirec.grounding.stems import ordered_stems, stem_set

PACKAGED = "grounding.json"
"""The packaged model file, in :mod:`hirec.models`."""
_NEAREST = 12
"""Labels of the memory that a phrase is compared with in earnest."""
_SHARPNESS = 4
"""Power of the likeness: a label that shares half the words says little."""
_LEAST_LIKE = 0.35
_CONCEPTS = 6
"""Concepts followed from a phrase."""
_LABELS = 40
"""Labels followed from these."""
_NAMES = 6
"""Other names that are searched for."""


@dataclass(frozen=True, slots=True)
class Nature:
    """What tags of a concept have in common."""

    instant: bool
    kind: str
    """``money``, ``shares``, ``per_share`` or ``percent``."""
    statement: str
    """Primary statement that it mostly stands in, empty for notes."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One label of one company with the concept it was tagged as."""

    label: str
    concept: str
    company: str
    nature: Nature


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a phrase reminds of."""

    concepts: Mapping[str, float]
    """Concept → weight; the weights sum to at most 1, less where nothing is very like."""
    likeness: float
    """Of the nearest label, 0 to 1."""
    instant: float
    """Weight of the concepts that are balances less that of flows, -1 to 1; 0 where unknown."""
    kinds: Mapping[str, float]
    statements: Mapping[str, float]


_NOTHING = Recalled({}, 0.0, 0.0, {}, {})


class LabelMemory:
    """Labels, their concepts, and how rare each word is among labels."""

    def __init__(
        self,
        entries: Mapping[str, Mapping[str, int]],
        natures: Mapping[str, Nature],
        frequencies: Mapping[str, int],
        size: int,
        called: Mapping[str, Mapping[str, int]],
    ) -> None:
        """Take what :func:`remember` counted.

        Args:
            entries: Printed label (stems) → concept → companies.
            natures: Of each concept.
            frequencies: Stem → labels of companies that bear it.
            size: Labels of companies.
            called: What people call concepts (stems) → concept → 1; no filing prints these.

        """
        self._printed, self._called = dict(entries), dict(called)
        rows = [*entries.items(), *called.items()]
        self._concepts = [concepts for _, concepts in rows]
        self._natures = natures
        self._frequencies = frequencies
        self._size = size
        self._weights: dict[str, float] = {}
        self._known = {label: max(counts.values()) for label, counts in entries.items()}
        self._longest: dict[str, int] = {}
        for words in map(str.split, entries):
            self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))
        self._sets = [frozenset(label.split()) for label, _ in rows]
        self._norms = np.array([self._norm(stems) for stems in self._sets])
        postings: defaultdict[str, list[int]] = defaultdict(list)
        spelled: defaultdict[str, list[int]] = defaultdict(list)
        for at, stems in enumerate(self._sets):
            for stem in stems:
                postings[stem].append(at)
            for concept in self._concepts[at] if at < len(entries) else ():
                spelled[concept].append(at)
        self._postings = {stem: np.array(places) for stem, places in postings.items()}
        self._spelled = dict(spelled)
        self._recall = remembered(self._recalled)

    def weight(self, stem: str) -> float:
        """Inverse document frequency of a stem among the labels of companies."""
        known = self._weights.get(stem)
        if known is None:
            known = math.log((2 + self._size) / (1 + self._frequencies.get(stem, 0)))
            self._weights[stem] = known
        return known

    def names_with(self, word: str) -> bool:
        """Whether companies print a word, in whatever form, in the names of figures."""
        return any(stem in self._frequencies for stem in ordered_stems(word))

    def weigh(self, stems: Iterable[str]) -> float:
        """Sum of the weights, to the last digit the same in whatever order."""
        return math.fsum(map(self.weight, stems))

    def recall(self, phrase: str) -> Recalled:
        """The concepts a phrase may mean, by the labels most like it."""
        return self._recall(" ".join(ordered_stems(phrase)))

    def exactly(self, label: str) -> Mapping[str, float]:
        """Concepts of labels with the very same words, as shares."""
        return self._exact.get(stem_set(label), {})

    def printed_by(self, stems: Sequence[str]) -> int:
        """How many companies, at least, print a label of just these words in this order."""
        return self._known.get(" ".join(stems), 0)

    def longest(self, stem: str) -> int:
        """Words of the longest label that begins with a stem; 0 where none does."""
        return self._longest.get(stem, 0)

    def other_names(self, phrase: str) -> tuple[str, ...]:
        """How companies print what a phrase may mean, in stems, likeliest first."""
        labels = self.spellings(self.recall(phrase))[:_NAMES]
        return tuple(" ".join(sorted(stems)) for stems, _ in labels)

    @functools.cached_property
    def _exact(self) -> dict[frozenset[str], dict[str, float]]:
        counted: defaultdict[frozenset[str], Counter[str]] = defaultdict(Counter)
        for label, concepts in self._printed.items():
            counted[frozenset(label.split())].update(concepts)
        return {
            stems: {name: count / sum(counts.values()) for name, count in counts.items()}
            for stems, counts in counted.items()
        }

    def spellings(self, recalled: Recalled) -> list[tuple[frozenset[str], float]]:
        """Labels under which companies state the concepts, each with its weight."""
        found: dict[frozenset[str], float] = {}
        for concept, weight in recalled.concepts.items():
            places = self._spelled.get(concept, ())
            total = sum(self._concepts[at][concept] for at in places)
            for at in places:
                share = weight * (self._concepts[at][concept] / total) ** 0.5
                found[self._sets[at]] = max(found.get(self._sets[at], 0.0), share)
        return sorted(found.items(), key=lambda item: -item[1])[:_LABELS]

    def _norm(self, stems: Iterable[str]) -> float:
        return math.sqrt(math.fsum(self.weight(stem) ** 2 for stem in stems)) or 1.0

    def _recalled(self, phrase: str) -> Recalled:
        stems = frozenset(phrase.split())
        likeness = self._likeness(stems)
        if not likeness.size:
            return _NOTHING
        nearest = np.argpartition(-likeness, min(_NEAREST, likeness.size - 1))[:_NEAREST]
        weights: defaultdict[str, float] = defaultdict(float)
        for at in nearest:
            like = float(likeness[at])
            if like < _LEAST_LIKE:
                continue
            concepts = self._concepts[at]
            total = sum(concepts.values())
            for concept, count in concepts.items():
                weights[concept] += like**_SHARPNESS * count / total * math.sqrt(total)
        if not weights:
            return _NOTHING
        best = float(likeness[nearest].max())
        whole = sum(weights.values())
        likeliest = sorted(weights.items(), key=lambda item: -item[1])[:_CONCEPTS]
        shares = {name: best * weight / whole for name, weight in likeliest}
        return self._natured(shares, best)

    def _likeness(self, stems: frozenset[str]) -> npt.NDArray[np.float64]:
        """Cosine of idf-weighted stems to every label."""
        if not self._sets:
            return np.zeros(0)
        sums = np.zeros(len(self._sets))
        for stem in sorted(stems):  # sums depend on the order in their last digits
            places = self._postings.get(stem)
            if places is not None:
                sums[places] += self.weight(stem) ** 2
        return np.asarray(sums / (self._norms * self._norm(stems)))

    def _natured(self, shares: Mapping[str, float], best: float) -> Recalled:
        kinds: defaultdict[str, float] = defaultdict(float)
        statements: defaultdict[str, float] = defaultdict(float)
        instant = 0.0
        for concept, share in shares.items():
            nature = self._natures[concept]
            instant += share if nature.instant else -share
            kinds[nature.kind] += share
            statements[nature.statement] += share
        return Recalled(dict(shares), best, instant, dict(kinds), dict(statements))

    def to_json(self) -> dict[str, Any]:
        """The memory as JSON: concepts by number, so that the file stays small."""
        names = sorted(self._natures)
        number = {name: at for at, name in enumerate(names)}
        natures = (self._natures[name] for name in names)
        return {
            "size": self._size,
            "frequencies": dict(self._frequencies),
            "concepts": [
                [name, int(nature.instant), nature.kind, nature.statement]
                for name, nature in zip(names, natures, strict=True)
            ],
            "labels": _numbered(self._printed, number),
            "called": _numbered(self._called, number),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "LabelMemory":
        """Inverse of :meth:`to_json`."""
        natures = {row[0]: Nature(bool(row[1]), row[2], row[3]) for row in content["concepts"]}
        names = [row[0] for row in content["concepts"]]
        entries, called = (
            {
                row[0]: {names[row[at]]: row[at + 1] for at in range(1, len(row), 2)}
                for row in content[rows]
            }
            for rows in ("labels", "called")
        )
        return cls(entries, natures, content["frequencies"], content["size"], called)


@functools.cache
def packaged_memory() -> LabelMemory:
    """The memory of the packaged model file, whatever features its trees read.

    What learns new trees understands its questions by it.
    """
    text = resources.files("hirec.models").joinpath(PACKAGED).read_text(encoding="utf-8")
    return LabelMemory.from_json(json.loads(text)["memory"])


def _numbered(
    entries: Mapping[str, Mapping[str, int]], number: Mapping[str, int]
) -> list[list[str | int]]:
    return [
        [label, *(part for name, count in held.items() for part in (number[name], count))]
        for label, held in entries.items()
    ]


def remember(
    seen: Iterable[Seen], shared_by: int = 2, called: Iterable[tuple[str, str]] = ()
) -> LabelMemory:
    """Count labels and concepts.

    Args:
        seen: What companies print.
        shared_by: Concepts of fewer companies teach nothing.
        called: Names that people give concepts, and the concept.

    """
    rows = list(seen)
    users: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        users[row.concept].add(row.company)
    pairs: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    printed: defaultdict[str, set[str]] = defaultdict(set)
    natures: defaultdict[str, Counter[Nature]] = defaultdict(Counter)
    for row in rows:
        label = " ".join(ordered_stems(row.label))
        printed[row.company].add(label)
        if label and len(users[row.concept]) >= shared_by:
            pairs[label, row.concept].add(row.company)
            natures[row.concept][row.nature] += 1
    entries: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (label, concept), companies in sorted(pairs.items()):
        entries[label][concept] = len(companies)
    common = {name: counts.most_common(1)[0][0] for name, counts in natures.items()}
    names: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for name, concept in called:
        if concept in common and (stems := " ".join(ordered_stems(name))):
            names[stems][concept] = 1
    return LabelMemory(entries, common, *_frequencies(list(printed.values())), called=names)


def _frequencies(printed: Sequence[set[str]]) -> tuple[dict[str, int], int]:
    """In how many (company, label) pairs each stem stands, and how many pairs there are."""
    counts: Counter[str] = Counter()
    for labels in printed:
        for label in labels:
            counts.update(set(label.split()))
    size = sum(len(labels) for labels in printed)
    return {stem: count for stem, count in counts.items() if count > 1}, size
