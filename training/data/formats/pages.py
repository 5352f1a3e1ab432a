"""Questions over pages cut into passages: what FinQA, TAT-QA and their kin have in common."""

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from hirec.invalid import first_problem
from training.data.record import Negative, Record, Why
from training.errors import TrainingError

T = TypeVar("T")

NEGATIVES = 8
"""A question's, from other pages of the same report where there are so many (HiREC, n_neg)."""


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A question over one page, with the passages that answer it."""

    query: str
    report: str
    """What the page belongs to: records of one report stay together."""
    page: str
    passages: tuple[str, ...]
    gold: Set[int]
    """Positions of the passages that answer."""


def load_entries(path: Path, name: str, shape: type[T]) -> list[T]:
    """Read a JSON list of entries; raises :class:`TrainingError`, which names the entry.

    Args:
        path: Of the JSON file.
        name: Of the data set, for messages.
        shape: What each entry is validated as.

    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except OSError as error:
        raise TrainingError(f"Cannot read {name} file {path}: {error.strerror}.") from error
    except ValueError as error:
        raise TrainingError(f"{name} file {path} is no JSON: {error}.") from error
    if not isinstance(content, list) or not content:
        raise TrainingError(f"{name} file {path} must hold a list of entries.")
    adapter, found = TypeAdapter(shape), []
    for number, entry in enumerate(content, start=1):
        try:
            found.append(adapter.validate_python(entry))
        except ValidationError as error:
            problem = first_problem(error, "the entry")
            raise TrainingError(f"{name} file {path}, entry {number}: {problem}.") from error
    return found


def records_of(questions: Sequence[PageQuestion], source: str, seed: int = 0) -> list[Record]:
    """A record for each question that has a passage which answers it.

    The positive is the first of the gold passages. Negatives come from other pages of the report,
    then from the rest of the page, then from other reports, tables for a table: of tables among
    prose a reranker would learn to tell the one from the other.

    Args:
        questions: Each with its page.
        source: Name of the data set.
        seed: Of the negatives that are drawn.

    """
    rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
    pages = {question.page: question for question in questions}
    by_report: defaultdict[str, list[PageQuestion]] = defaultdict(list)
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
    asked: PageQuestion,
    report: Iterable[PageQuestion],
    everyone: Sequence[PageQuestion],
    rng: random.Random,
) -> tuple[Negative, ...]:
    beside = [
        Negative(text, Why.SIBLING) for p in report if p.page != asked.page for text in p.passages
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


def _tabular(text: str) -> bool:
    """Whether a passage is rows of cells."""
    return " | " in text
