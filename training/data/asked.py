"""Records of question files with gold pages: people's questions, or generated ones."""

import re
from collections.abc import Iterator, Sequence, Set

from hirec.datasets.gold import resolve
from hirec.datasets.questions import Question
from hirec.index import Index
from hirec.types import Passage
from training.data.negatives import HardNegatives
from training.data.record import Record

SOURCE = "asked"
_NUMBER = re.compile(r"\d[\d,.]*")
_SHORTEST_NUMBER = 3
"""Digits; shorter numbers stand everywhere by chance."""


def records_of_questions(
    index: Index, questions: Sequence[Question], without: Set[str] = frozenset(), seed: int = 0
) -> Iterator[Record]:
    """A record for each question with gold pages in the index.

    Questions that need several filings are left out: a record is of one. The positive is BM25's
    best passage of the gold pages, of those that print the answer where any does. What prints the
    answer is never a negative.

    Args:
        index: Holds the gold pages.
        questions: With their gold pages.
        without: Companies (keys) that are left out.
        seed: Of the negatives that are drawn.

    """
    chooser = HardNegatives(index, seed)
    for question in questions:
        gold = resolve(question, index)
        filings = {filing for filing, _ in gold.pages}
        several = len(filings) > 1 and not gold.any_one
        if gold.missing or not filings or several or gold.items[0].company_key in without:
            continue
        filing_id = next(item.filing_id or "" for item in gold.items if item.page is not None)
        pages = {page for filing, page in gold.pages if filing == filing_id}
        digits = _digits(question.answer)
        texts = chooser.texts(filing_id)
        ranked = texts.best(question.question, len(texts.passages))
        on_page = [passage for passage in ranked if passage.page_number in pages]
        stating = [passage for passage in on_page if digits and digits in numbers_of(passage)]
        positive = next(iter(stating or on_page), None)
        if positive is None:
            continue

        def answers(
            passage: Passage, gold_pages: Set[object] = gold.pages, digits: str = digits
        ) -> bool:
            key = (passage.filing_id, passage.page_number)
            return key in gold_pages or (bool(digits) and digits in numbers_of(passage))

        yield Record(
            question.question,
            positive.retrieval_text,
            chooser.choose(question.question, positive, answers),
            SOURCE,
            gold.items[0].company_key,
            filing_id,
            tuple(sorted(pages)),
        )


def numbers_of(passage: Passage) -> Set[str]:
    """Digits of every number that a passage prints."""
    return {re.sub(r"\D", "", number) for number in _NUMBER.findall(passage.text)}


def _digits(answer: str | None) -> str:
    """The answer's digits, empty where none are printed: not for percentages, computed ones."""
    found = _NUMBER.findall(answer or "")
    digits = re.sub(r"\D", "", found[0]) if len(found) == 1 and "%" not in (answer or "") else ""
    return digits if len(digits) >= _SHORTEST_NUMBER else ""
