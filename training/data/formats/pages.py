"""Questions over pages cut into passages: what FinQA, TAT-QA and their kin have in common."""

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from training.data.record import Negative, Record, Why

NEGATIVES = 8
"""A question's, from other pages of the same report where there are so many (HiREC, n_neg)."""


@dataclass(frozen=True, slots=True)
class PassageQuestion:
    """A question over one page, with the passages that answer it."""

    query: str
    report: str
    """What the page belongs to: records of one report stay together."""
    page: str
    passages: tuple[str, ...]
    gold: Set[int]
    """Positions of the passages that answer."""


def records_of(questions: Sequence[PassageQuestion], source: str, seed: int = 0) -> list[Record]:
    """A record for each question that has a passage which answers it.

    The positive is the first of the gold passages. Negatives come from other pages of its company,
    then from the rest of the page, then from other reports, tables for a table: of tables among
    prose a reranker would learn to tell the one from the other.

    Args:
        questions: Each with its page.
        source: Name of the data set.
        seed: Of the negatives that are drawn.

    """
    rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
    pages = {question.page: question for question in questions}
    by_report: defaultdict[str, list[PassageQuestion]] = defaultdict(list)
    for page in pages.values():
        by_report[page.report].append(page)
    everyone = list(pages.values())
    found = []
    for question in questions:
        if question.gold and question.query.strip():
            negatives = _negatives(question, by_report[question.report], everyone, rng)
            positive = question.passages[min(question.gold)]
            found.append(Record(question.query, positive, negatives, source, question.report))
    return found


def _negatives(
    asked: PassageQuestion,
    report: Iterable[PassageQuestion],
    everyone: Sequence[PassageQuestion],
    rng: random.Random,
) -> tuple[Negative, ...]:
    beside = [
        Negative(text, Why.SIBLING if _filing(p) == _filing(asked) else Why.OTHER_PERIOD)
        for p in report
        if p.page != asked.page
        for text in p.passages
    ]
    chosen = rng.sample(beside, min(NEGATIVES, len(beside)))
    own = [
        Negative(text, Why.JUDGED) for at, text in enumerate(asked.passages) if at not in asked.gold
    ]
    chosen += rng.sample(own, min(NEGATIVES - len(chosen), len(own)))
    tabular = _tabular(asked.passages[min(asked.gold)])
    while len(chosen) < NEGATIVES and len(everyone) > 1:
        other = rng.choice(everyone)
        if other.report == asked.report:
            others = [page for page in everyone if page.report != asked.report]
            if not others:
                break
            other = rng.choice(others)
        alike = [text for text in other.passages if _tabular(text) == tabular]
        chosen.append(Negative(rng.choice(alike or other.passages), Why.RANDOM))
    golden = {asked.passages[at] for at in asked.gold}
    return tuple({one.text: one for one in chosen if one.text not in golden}.values())


def _filing(question: PassageQuestion) -> str:
    """The filing of a page: that of ``AAPL/2007/page_12`` is ``AAPL/2007``."""
    return question.page.rpartition("/")[0]


def _tabular(text: str) -> bool:
    """Whether a passage is rows of cells."""
    return " | " in text
