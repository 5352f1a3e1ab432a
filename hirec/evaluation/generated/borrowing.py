"""Names for figures that other companies print: what a person used to other reports would say."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from hirec.evaluation.generated.tagged_facts import StatedFact
from hirec.evaluation.generated.wording import (
    Named,
    Naming,
    best_by_metric,
    means_another,
    own_label,
    same_period,
)
from hirec.lexicon import content_words, metric_named, normalize_label

_DIRECTION = re.compile(
    r"\b(?:loss|losses|deficit|used|provided|benefit|decrease|increase|payments?|repayments?"
    r"|proceeds|paid|net|gross|basic|diluted|current|noncurrent|attributable|accumulated"
    r"|continuing|discontinued|including|excluding|class|less|other|and|or)\b"
)
"""Words that turn a sign, add a part or choose another figure: both labels must have the same."""
_FOOTNOTE = re.compile(r"\d|\(\w\)|[:]")
"""What belongs to the lender's page alone."""


class Borrower:
    """Lends each company the labels that others print for the same concept."""

    def __init__(self, facts: Mapping[str, Sequence[StatedFact]], names: Mapping[str, str]) -> None:
        """``facts`` and ``names`` by company key."""
        self._facts = facts
        self._names = names
        self._labels: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(
            lambda: defaultdict(set)
        )
        self._concepts: defaultdict[str, set[str]] = defaultdict(set)
        for key, stated in facts.items():
            for fact in stated:
                label = own_label(fact, names[key])
                foreign = _FOOTNOTE.search(label) or _words(label) & _words(names[key])
                if label and not foreign:
                    self._labels[fact.concept][label].add(key)
                    self._concepts[normalize_label(label)].add(fact.concept)

    def names(self, company_key: str) -> Iterator[Named]:
        """Every fair borrowed name of every figure of a company.

        Fair is a label of the same direction as the company's own, under which nobody prints a
        figure of another concept that this company states with another value for the period. One
        word alone, such as "trade", leans on its heading unless two companies or the lexicon name
        the figure so.
        """
        facts = self._facts[company_key]
        best = best_by_metric(facts)
        values: defaultdict[tuple[object, ...], dict[str, set[object]]] = defaultdict(dict)
        for fact in facts:
            values[same_period(fact)].setdefault(fact.concept, set()).add(fact.value)
        for fact in facts:
            own = own_label(fact, self._names[company_key])
            for label, lenders in self._labels[fact.concept].items():
                others = self._concepts[normalize_label(label)] - {fact.concept}
                beside = values[same_period(fact)]
                if (
                    own
                    and lenders - {company_key}
                    and normalize_label(label) != normalize_label(own)
                    and _direction(label) == _direction(own)
                    and (len(content_words(label)) > 1 or len(lenders) > 1 or metric_named(label))
                    and not any(beside.get(other, set()) - {fact.value} for other in others)
                    and not means_another(label, fact, best)
                ):
                    yield Named(fact, Naming.BORROWED, label)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _direction(label: str) -> frozenset[str]:
    return frozenset(_DIRECTION.findall(label.lower()))
