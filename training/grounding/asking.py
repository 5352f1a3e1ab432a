"""Figures to ask of a tagged filing, in the words of others."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.datasets.wording import ASKED_MONTHS, when
from hirec.lexicon import all_metrics, metric_named
from hirec.periods import find_periods
from hirec.types import Figure, PeriodRef
from training.grounding.fairness import Fairness
from training.grounding.tagged import Key, Printed, TaggedFiling, in_words

_SOURCES = {"other": 0.45, "own": 0.17, "usual": 0.18, "tag": 0.05, "part": 0.15}
"""Whose words ask: another company's label, the filing's own, the lexicon's name, the tag's name,
or a member's label before one of these. Shares of the questions."""
_SAME_GROUP = 0.6
"""Share of other companies' labels taken from companies that the memory does not know."""
_ABSENT = 0.07
"""Share of questions for a concept that the filing does not tag."""
_MISSPELT = 0.06
_SHORTENED = 0.05
_LONGEST = 90


@dataclass(frozen=True, slots=True)
class Asked:
    """One figure asked of one filing."""

    figure: Figure
    filing_id: str
    company: str
    value: Decimal | None
    """In base units; None where the filing does not state it."""
    source: str
    concept: str


class Asker:
    """Draws figures and words for them."""

    def __init__(
        self, filings: Sequence[TaggedFiling], groups: Mapping[str, int], seed: int
    ) -> None:
        """``groups`` says for each company with which others it is left out."""
        self._groups = groups
        self._fairness = Fairness(filings)
        self._chance = random.Random(seed)  # noqa: S311 - a sample, not a secret
        self._labels: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
        for tagged in filings:
            company = tagged.filing.company_key
            for cell in tagged.printed:
                if not cell.fact.dimensions and 3 < len(cell.label) <= _LONGEST:
                    self._labels[cell.fact.concept].setdefault(company, []).append(cell.label)
        self._named: defaultdict[str, list[str]] = defaultdict(list)
        for metric in all_metrics().values():
            if metric.looked_up and metric.tags:
                self._named[f"us-gaap:{metric.tags[0]}"].append(metric.key)

    def ask(self, tagged: TaggedFiling, count: int) -> list[Asked]:
        """At most ``count`` figures of one filing."""
        facts = {key: cells for key, cells in tagged.facts.items() if _is_fair(key, cells)}
        drawn: list[Asked] = []
        whole = [key for key in facts if not key[4]]
        parts = [key for key in facts if self._fairness.is_part(key)]
        for _ in range(4 * count):
            if len(drawn) >= count or not whole:
                break
            source = self._chance.choices(list(_SOURCES), list(_SOURCES.values()))[0]
            pool = parts if source == "part" else whole
            if source == "usual":
                pool = [key for key in whole if key[0] in self._named] or whole
            if not pool:
                continue
            asked = self._asked(tagged, self._chance.choice(pool), facts, source)
            if asked is not None:
                drawn.append(asked)
        return drawn

    def _asked(
        self,
        tagged: TaggedFiling,
        key: Key,
        facts: Mapping[Key, Sequence[Printed]],
        source: str,
    ) -> Asked | None:
        company = tagged.filing.company_key
        cell = self._chance.choice(facts[key])
        concept, value = key[0], cell.value
        period = self._period(cell)
        if period is None:
            return None
        if source in ("other", "usual") and self._chance.random() < _ABSENT:
            tagged_here = {other[0] for other in tagged.facts}
            elsewhere = [name for name in self._labels if name not in tagged_here]
            if not elsewhere:
                return None
            concept = self._chance.choice(elsewhere)
            source, gold = "absent", None
        else:
            gold = value
        worded = self._words(source, concept, company, cell)
        if worded is None:
            return None
        figure = replace(worded, period=period)
        if not self._is_fair(figure, source, concept, key, facts, tagged):
            return None
        return Asked(
            figure,
            tagged.filing.filing_id,
            company,
            gold,
            source,
            concept.partition(":")[2],
        )

    def _is_fair(
        self,
        figure: Figure,
        source: str,
        concept: str,
        key: Key,
        facts: Mapping[Key, Sequence[Printed]],
        tagged: TaggedFiling,
    ) -> bool:
        fairness = self._fairness
        if source == "absent":
            return fairness.is_absent(figure.words, figure.concept, tagged)
        if not (source in ("usual", "tag") or fairness.means(figure.words, concept)):
            return False
        return source == "part" or fairness.is_alone(figure.words, figure.concept, key, facts)

    def _words(self, source: str, concept: str, company: str, cell: Printed) -> Figure | None:
        if source == "own":
            return self._named_row(cell.label) if 3 < len(cell.label) <= _LONGEST else None
        if source == "tag":
            return self._named_row(in_words(concept.partition(":")[2]))
        if source == "usual" and concept in self._named:
            key = self._chance.choice(self._named[concept])
            metric = all_metrics()[key]
            name = self._chance.choice(metric.names)
            return Figure(name, key, "", metric.kind.value, row_name=self._chance.random() < 0.5)
        words = self._other(concept, company)
        if words is None:
            return None
        if source == "part":
            named = metric_named(words)
            member = in_words(cell.fact.dimensions[0][1].partition(":")[2].removesuffix("Member"))
            key, kind = (named.key, named.kind.value) if named else ("", "")
            return Figure(words, key, member, kind)
        return self._named_row(self._noisy(words))

    def _other(self, concept: str, company: str) -> str | None:
        """A label of another company, now and then of one that is left out together with ours."""
        known = {name: labels for name, labels in self._labels[concept].items() if name != company}
        near = [name for name in known if self._groups[name] == self._groups[company]]
        far = [name for name in known if self._groups[name] != self._groups[company]]
        left_out = bool(near) and (not far or self._chance.random() < _SAME_GROUP)
        pool = near if left_out else far
        return self._chance.choice(known[self._chance.choice(pool)]) if pool else None

    def _named_row(self, words: str) -> Figure:
        metric = metric_named(words)
        key, kind = (metric.key, metric.kind.value) if metric and metric.looked_up else ("", "")
        return Figure(words, key, "", kind, row_name=True)

    def _noisy(self, words: str) -> str:
        """Now and then a letter swapped, or the first word left out."""
        parts = words.split()
        if self._chance.random() < _SHORTENED and len(parts) > 2:
            del parts[self._chance.randrange(len(parts) - 1)]
        long = [at for at, part in enumerate(parts) if len(part) > 5 and part.isalpha()]
        if long and self._chance.random() < _MISSPELT:
            at = self._chance.choice(long)
            cut = self._chance.randrange(1, len(parts[at]) - 2)
            word = parts[at]
            parts[at] = word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]
        return " ".join(parts)

    def _period(self, cell: Printed) -> PeriodRef | None:
        try:
            said = self._chance.choice(when(cell.fact.period))
        except (ValueError, KeyError):
            return None
        found = find_periods(said)
        return found[0] if len(found) == 1 else None


def _is_fair(key: Key, cells: Sequence[Printed]) -> bool:
    concept, _, _, months, _ = key
    if months not in ASKED_MONTHS or not concept.startswith("us-gaap:"):
        return False
    period = cells[0].fact.period
    if months and (months == 12) != (period.fiscal_quarter is None):
        return False
    values = {cell.value for cell in cells}
    return len(values) == 1 and 0 not in values
