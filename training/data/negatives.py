"""Hard negatives of a question out of an index: what looks like its passage and is not.

HiREC (section 4.1.2) takes negatives from other pages of the same filing; look-alike filings add
the same row of another period and the same caption of another company.
"""

import functools
import random
import re
from collections.abc import Callable, Set
from dataclasses import dataclass

import numpy as np

from hirec.grounding.tables import standing_of
from hirec.index import Index
from hirec.ranking.lexical import LexicalIndex
from hirec.types import Passage, PassageKind
from training.data.record import Negative, Why

OWN, PERIODS, OTHERS = 4, 2, 1
"""Passages of the same filing, of the company's others, of other companies'."""
_NEAR = 12
"""BM25's best, of which the filing's own negatives are drawn."""
_NUMBER = re.compile(r"\d")
_SAME = 0.8
"""Share of a passage's words that makes it a repetition."""


@dataclass(frozen=True, slots=True)
class FilingTexts:
    """Passages of a filing with BM25 over them."""

    passages: tuple[Passage, ...]
    lexical: LexicalIndex

    def best(self, query: str, count: int) -> list[Passage]:
        """BM25's best passages for a question, those with no word in common left out."""
        scores = self.lexical.scores(query)
        order = np.argsort(-scores, kind="stable")[:count]
        return [self.passages[at] for at in order if scores[at] > 0]


class HardNegatives:
    """Chooses passages that do not answer a question."""

    def __init__(self, index: Index, seed: int = 0) -> None:
        self._index = index
        self._rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
        self.texts = functools.lru_cache(maxsize=24)(self._open)

    def choose(
        self, query: str, positive: Passage, answers: Callable[[Passage], bool]
    ) -> tuple[Negative, ...]:
        """At most eight passages that do not answer a question.

        Args:
            query: The question.
            positive: Its passage.
            answers: Whether a passage answers too; such are never among them.

        """
        here = self.texts(positive.filing_id)
        own = [p for p in here.best(query, _NEAR + OWN) if not answers(p)][:_NEAR]
        drawn = sorted(self._rng.sample(range(len(own)), min(OWN, len(own))))
        found = [_negative(own[at], _why(own[at], positive)) for at in drawn]
        found += self._elsewhere(query, positive, answers)
        rest = [p for p in here.passages if not answers(p)]
        if rest:
            found.append(_negative(self._rng.choice(rest), Why.RANDOM))
        return tuple(
            {one.text: one for one in found if one.text != positive.retrieval_text}.values()
        )

    def _elsewhere(
        self, query: str, positive: Passage, answers: Callable[[Passage], bool]
    ) -> list[Negative]:
        filings = self._index.filings
        own = filings[positive.filing_id]
        same = [f for f in filings.values() if f.identity.form is own.identity.form]
        periods = [
            f.filing_id
            for f in same
            if f.company_key == own.company_key and f.filing_id != own.filing_id
        ]
        others = [f.filing_id for f in same if f.company_key != own.company_key]
        found = []
        for pool, why, count in (
            (periods, Why.OTHER_PERIOD, PERIODS),
            (others, Why.OTHER_COMPANY, OTHERS),
        ):
            for filing_id in self._rng.sample(pool, min(count, len(pool))):
                best = self.texts(filing_id).best(query, 1)
                found += [_negative(p, why) for p in best if not answers(p)]
        return found

    def _open(self, filing_id: str) -> FilingTexts:
        passages = tuple(self._index.passages([filing_id]))
        return FilingTexts(passages, LexicalIndex([p.retrieval_text for p in passages]))


def masked(text: str) -> str:
    """Text without figures and case: the same for a sentence repeated year after year."""
    return " ".join(_NUMBER.sub("", text).lower().split())


def _negative(passage: Passage, why: Why) -> Negative:
    return Negative(passage.retrieval_text, why, passage.passage_id)


def _why(passage: Passage, positive: Passage) -> Why:
    table = passage.table
    if table is None:
        return Why.RETRIEVED if _NUMBER.search(passage.text) else Why.BOILERPLATE
    if standing_of(table, passage.section).statement == "partial":
        return Why.SEGMENT
    return Why.SIBLING if positive.kind is PassageKind.TABLE else Why.RETRIEVED


def repeated(one: Passage, other: Set[str]) -> bool:
    """Whether a passage says again what another one says, given as its words without figures."""
    words = set(masked(one.text).split())
    return len(words & other) > _SAME * max(1, len(words))
