"""Questions mined from filings: tagged figures in another company's words, and sentences.

A tagged figure says which rows of other filings mean the same, so it is asked for by a label that
*another* company prints for its concept; its own label would be found by its own words. A sentence
of prose becomes a question for the passage around it, with the sentence taken out (the inverse
cloze task of Lee et al., ACL 2019).
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from hirec.datasets.wording import company_names, short_when
from hirec.grounding.tables import standing_of
from hirec.index import Index
from hirec.types import Filing, Passage
from training.data.negatives import HardNegatives
from training.data.record import Record
from training.data.sentences import sentence_questions
from training.grounding.tagged import Key, Printed, printed_cells

FACTS, SENTENCES = "facts", "sentences"
_LOOKUPS = (
    "What was {company}'s {what} in {period}?",
    "{company} {what} {period}",
    "How much {what} did {company} report for {period}?",
    "{what} of {company}, {period}",
)
_CHANGES = (
    "How did {company}'s {what} change in {period}?",
    "Did {company}'s {what} go up or down in {period}?",
    "By what percentage did {what} move at {company} in {period}?",
)
_CHANGE_SHARE = 0.25
_SHORTEST, _LONGEST = 4, 70
_MONTHS = (0, 3, 12)


@dataclass(frozen=True, slots=True)
class _Places:
    """A tagged figure of one filing, and the passages that print it."""

    cell: Printed
    passages: tuple[Passage, ...]


class Miner:
    """Asks filings of an index for what they state."""

    def __init__(self, index: Index, without: Set[str] = frozenset(), seed: int = 0) -> None:
        """Read all labels that filings print for their tagged figures.

        Args:
            index: Its filings are asked.
            without: Companies (keys) that are left out, as lenders of labels too.
            seed: Of every draw.

        """
        self._index = index
        self._rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
        self._negatives = HardNegatives(index, seed)
        self._filings = [f for f in index.filings.values() if f.company_key not in without]
        self._labels: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
        for filing in self._filings:
            for passage in index.passages([filing.filing_id]):
                for cell in printed_cells(passage):
                    if not cell.fact.dimensions and _SHORTEST < len(cell.label) <= _LONGEST:
                        own = self._labels[cell.fact.concept]
                        own.setdefault(filing.company_key, []).append(cell.label)

    def mine(self, facts: int, sentences: int) -> Iterator[Record]:
        """At most so many of each a filing; the same for the same index and seed."""
        for filing in self._filings:
            yield from self._facts(filing, facts)
            yield from self._sentences(filing, sentences)

    def _facts(self, filing: Filing, count: int) -> Iterator[Record]:
        stated = self._stated(filing, self._negatives.texts(filing.filing_id).passages)
        keys = self._rng.sample(sorted(stated, key=str), len(stated))
        found = 0
        for key in keys:
            label = self._borrowed(key[0], filing.company_key)
            if found < count and label:
                found += 1
                yield self._record(filing, label, stated[key])

    def _stated(self, filing: Filing, passages: Sequence[Passage]) -> Mapping[Key, _Places]:
        """Consolidated figures of the filing's own year with one value, by what their tags say.

        Those of the year before are the business of that year's own filing.
        """
        year = filing.identity.fiscal_year
        places: defaultdict[Key, list[tuple[Printed, Passage]]] = defaultdict(list)
        for passage in passages:
            for cell in printed_cells(passage):
                fact = cell.fact
                months, end = fact.period.months, fact.period.end
                own = fact.period.fiscal_year == year is not None
                if months in _MONTHS and end and own and not fact.dimensions:
                    key = (fact.concept, fact.unit, end, months, fact.dimensions)
                    places[key].append((cell, passage))
        return {
            key: _Places(pairs[0][0], tuple(dict.fromkeys(passage for _, passage in pairs)))
            for key, pairs in places.items()
            if len({cell.value for cell, _ in pairs}) == 1 and pairs[0][0].value
        }

    def _borrowed(self, concept: str, company: str) -> str:
        """Another company's label, drawn company first so that no one's words prevail."""
        lenders = sorted(name for name in self._labels[concept] if name != company)
        own = {label.lower() for label in self._labels[concept].get(company, ())}
        if not lenders:
            return ""
        label = self._rng.choice(self._labels[concept][self._rng.choice(lenders)])
        return "" if label.lower() in own else label

    def _record(self, filing: Filing, label: str, places: _Places) -> Record:
        moving = self._rng.random() < _CHANGE_SHARE
        question = self._rng.choice(_CHANGES if moving else _LOOKUPS).format(
            company=self._name(filing), what=label, period=short_when(places.cell.fact.period)
        )
        pages = tuple(sorted({passage.page_number for passage in places.passages}))
        first = max(places.passages, key=lambda p: bool(_statement(p)))
        value = places.cell.value

        def answers(passage: Passage) -> bool:
            return (passage.filing_id == filing.filing_id and passage.page_number in pages) or any(
                cell.value == value for cell in printed_cells(passage)
            )

        negatives = self._negatives.choose(question, first, answers)
        return Record(
            question,
            first.retrieval_text,
            negatives,
            FACTS,
            filing.company_key,
            filing.filing_id,
            pages,
        )

    def _sentences(self, filing: Filing, count: int) -> Iterator[Record]:
        passages = self._negatives.texts(filing.filing_id).passages
        name = self._name(filing)
        for asked in sentence_questions(filing, name, passages, count, self._rng):
            page = asked.passage.page_number

            def answers(passage: Passage, page: int = page) -> bool:
                return passage.filing_id == filing.filing_id and passage.page_number == page

            negatives = self._negatives.choose(asked.text, asked.passage, answers)
            yield Record(
                asked.text,
                asked.shown,
                negatives,
                SENTENCES,
                filing.company_key,
                filing.filing_id,
                (page,),
            )

    def _name(self, filing: Filing) -> str:
        companies, key = self._index.companies, filing.company_key
        return self._rng.choice(company_names(companies.name(key), companies.aliases(key)))


def _statement(passage: Passage) -> str:
    table = passage.table
    standing = standing_of(table, passage.section) if table else None
    return standing.statement if standing and standing.primary else ""
