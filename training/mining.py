"""Questions, their passages and hard negatives out of an index (HiREC, section 4.1.2).

A negative is a passage of another page that BM25 likes: of the same filing, of the company's other
filings (other years and quarters print the same rows), or of two filings of other companies.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from hirec.evaluation.generated.wording import company_names
from hirec.evaluation.gold import resolve
from hirec.evaluation.questions import Question
from hirec.evaluation.retrieval import PageKey
from hirec.index import Index
from hirec.ranking.lexical import LexicalIndex
from hirec.types import Passage
from training.examples import Example
from training.self_questions import row_questions, sentence_questions

NEGATIVES = 4
"""A question; two of the best five, one of the next twenty, one of anywhere."""
_BEST, _NEXT = 5, 25
_OTHERS = 2
"""Filings of other companies beside a company's own."""
_NUMBER = re.compile(r"\d[\d,.]*")
_SHORTEST_NUMBER = 3
"""Digits; shorter numbers stand everywhere by chance."""

_Numbers = Mapping[str, Set[str]]
"""passage_id → digits of every number that it prints."""


@dataclass(frozen=True, slots=True)
class _Asked:
    text: str
    pages: Set[PageKey]
    digits: str
    """The answer's digits, empty where none are printed."""
    source: str
    passage_id: str = ""
    shown: str = ""
    """The positive where it is known already."""


def mine(
    index: Index, questions: Sequence[Question], self_questions: int = 0, seed: int = 0
) -> Iterator[Example]:
    """Examples from questions with gold pages, and from ``self_questions`` rows and sentences.

    The same for the same index, questions and seed. Questions without a gold page in the index
    give nothing.
    """
    chance = random.Random(seed)  # noqa: S311 - a sample, not a secret
    by_company: dict[str, list[_Asked]] = {key: [] for key in index.companies.keys()}  # noqa: SIM118
    for question in questions:
        gold = resolve(question, index)
        if gold.items and not gold.missing and gold.pages:
            asked = _Asked(question.question, gold.pages, _digits(question.answer), "questions")
            by_company[gold.items[0].company_key].append(asked)
    of_themselves = [
        (key, asked)
        for key in (by_company if self_questions else ())
        for asked in _self_asked(index, key, -(-self_questions // len(index.filings)), chance)
    ]
    for key, asked in chance.sample(of_themselves, min(self_questions, len(of_themselves))):
        by_company[key].append(asked)
    for key, asked_of in by_company.items():
        if asked_of:
            yield from _examples(index, key, asked_of, chance)


def _self_asked(index: Index, key: str, count: int, chance: random.Random) -> Iterator[_Asked]:
    names = company_names(index.companies.name(key), index.companies.aliases(key))
    for filing_id in index.companies.filings(key):
        filing, passages = index.filings[filing_id], index.passages([filing_id])
        for ask in (row_questions, sentence_questions):
            for found in ask(filing, chance.choice(names), passages, count, chance):
                page = (filing_id, found.passage.page_number)
                yield _Asked(
                    found.text, {page}, "", found.source, found.passage.passage_id, found.shown
                )


def _examples(
    index: Index, key: str, asked_of: Sequence[_Asked], chance: random.Random
) -> Iterator[Example]:
    own = list(index.companies.filings(key))
    others = sorted(set(index.filings) - set(own))
    passages = index.passages(own + chance.sample(others, min(_OTHERS, len(others))))
    lexical = LexicalIndex([passage.retrieval_text for passage in passages])
    numbers = {passage.passage_id: _numbers(passage) for passage in passages}
    for asked in asked_of:
        ranking = np.argsort(-lexical.scores(asked.text), kind="stable")
        ranked = [passages[at] for at in ranking]
        positive = _positive(asked, ranked, numbers)
        wrong = [p for p in ranked if not _may_answer(p, asked, numbers)]
        if positive and len(wrong) > NEGATIVES:
            chosen = [
                *chance.sample(wrong[:_BEST], 2),
                chance.choice(wrong[_BEST:_NEXT] or wrong),
                chance.choice(wrong),
            ]
            texts = tuple(dict.fromkeys(p.retrieval_text for p in chosen))
            yield Example(asked.text, positive, texts, asked.source)


def _positive(asked: _Asked, ranked: Sequence[Passage], numbers: _Numbers) -> str:
    """The gold page's best passage, of those that print the answer where any does."""
    if asked.shown:
        return asked.shown
    on_page = [p for p in ranked if (p.filing_id, p.page_number) in asked.pages]
    stating = [p for p in on_page if asked.digits and asked.digits in numbers[p.passage_id]]
    return next((p.retrieval_text for p in stating or on_page), "")


def _may_answer(passage: Passage, asked: _Asked, numbers: _Numbers) -> bool:
    """True for gold pages, and for any passage that prints the answer too."""
    if (passage.filing_id, passage.page_number) in asked.pages:
        return True
    if passage.duplicate_of and passage.duplicate_of == asked.passage_id:
        return True
    return bool(asked.digits) and asked.digits in numbers[passage.passage_id]


def _numbers(passage: Passage) -> Set[str]:
    return {re.sub(r"\D", "", number) for number in _NUMBER.findall(passage.text)}


def _digits(answer: str | None) -> str:
    found = _NUMBER.findall(answer or "")
    digits = re.sub(r"\D", "", found[0]) if len(found) == 1 and "%" not in (answer or "") else ""
    return digits if len(digits) >= _SHORTEST_NUMBER else ""
