"""Which words ask for which figure: labels that mostly mean something else make no question."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from hirec.grounding.stems import stem_set
from hirec.lexicon import get_metric, metric_named
from training.grounding.tagged import Key, Printed, TaggedFiling

_MAJORITY = 0.6
"""Least share of companies that mean the concept by the label."""
_IN_NOTES = 0.3
"""Weight of a label outside the primary statements, where it leans on the table around it."""
_CHANGES = "IncreaseDecrease"
"""Working capital's changes bear the names of the balances."""
_MOVES = stem_set("change increase decrease")
_PARTS = ("BusinessSegmentsAxis", "ProductOrServiceAxis", "GeographicalAxis")
"""Axes whose members are what a question calls a part."""


class Fairness:
    """What labels mean over all companies, and what else a filing calls by the same words."""

    def __init__(self, filings: Sequence[TaggedFiling]) -> None:
        """Count for each label how many companies mean which concept."""
        weights: defaultdict[frozenset[str], dict[tuple[str, str], float]] = defaultdict(dict)
        for tagged in filings:
            company = tagged.filing.company_key
            for cell in tagged.printed:
                if not cell.fact.dimensions:
                    known = weights[stem_set(cell.label)]
                    pair = (cell.fact.concept, company)
                    own = 1.0 if cell.statement else _IN_NOTES
                    known[pair] = max(known.get(pair, 0.0), own)
        self._means = {stems: _shares(pairs) for stems, pairs in weights.items()}

    def means(self, words: str, concept: str) -> bool:
        """Whether the words, on their own, mostly mean the concept."""
        stems = stem_set(words)
        local = concept.partition(":")[2]
        if local.startswith(_CHANGES) and not stems & _MOVES:
            return False
        metric = metric_named(words)
        if metric is not None and local not in metric.tags:
            return False
        shares = self._means.get(stems)
        return shares is None or shares.get(concept, 0.0) >= _MAJORITY

    def is_alone(
        self, words: str, lexicon_key: str, key: Key, facts: Mapping[Key, Sequence[Printed]]
    ) -> bool:
        """Whether no other value of the period bears these words or is the same metric."""
        stems, metric = stem_set(words), get_metric(lexicon_key)
        same = set(metric.tags) if metric else set()
        value = facts[key][0].value
        for other, cells in facts.items():
            if other[1:] != key[1:] or cells[0].value == value:
                continue
            if other[0].partition(":")[2] in same:
                return False
            if any(stem_set(cell.label) == stems for cell in cells):
                return False
        return True

    def is_part(self, key: Key) -> bool:
        """Whether a figure is a segment's, a product's or a region's."""
        return len(key[4]) == 1 and key[4][0][0].endswith(_PARTS)

    def is_absent(self, words: str, lexicon_key: str, tagged: TaggedFiling) -> bool:
        """Whether a filing has neither such a label nor a tag of such a metric."""
        stems, metric = stem_set(words), get_metric(lexicon_key)
        same = set(metric.tags) if metric else set()
        return not any(
            stems <= stem_set(f"{cell.label}") or cell.fact.concept.partition(":")[2] in same
            for cell in tagged.printed
        )


def _shares(pairs: Mapping[tuple[str, str], float]) -> dict[str, float]:
    whole = sum(pairs.values())
    found: defaultdict[str, float] = defaultdict(float)
    for (concept, _), weight in pairs.items():
        found[concept] += weight / whole
    return dict(found)
