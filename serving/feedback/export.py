"""Feedback as data: preference pairs that rerankers learn from, questions to measure with.

A pair is FinSage's (section 3.3): of one question a passage that people said answers it, and one of
which they said that it does not. Only what was said counts: a passage that nobody looked at is
neither. The answers of questions are either hirec's own, which somebody called right, or those that
somebody told; so they measure whether something got worse, not how good it is.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hirec.datasets.questions import UNANSWERABLE
from hirec.index import Index
from hirec.types import HirecError, Passage, Verdict
from serving.feedback.store import Feedback, FeedbackStore, Kind
from serving.traces import load_trace
from training.data.record import Negative, Record, Why

SOURCE = "feedback"
_GOOD = 4
"""The lowest score of an answer that is called helpful and is taken for right."""
_WRONG = (Kind.WRONG_FIGURE, Kind.WRONG_SOURCE)


@dataclass(slots=True)
class _Asked:
    """All that was said of one question."""

    question: str
    good: dict[str, None] = field(default_factory=dict)
    """passage_ids that answer it, in the order in which they were named."""
    bad: dict[str, None] = field(default_factory=dict)
    answers: list[dict[str, Any]] = field(default_factory=list)
    """Answers that were called right, as rows of a question file."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What feedback came to."""

    pairs: tuple[Record, ...]
    questions: tuple[Mapping[str, Any], ...]
    """Rows of a question file."""
    left_out: Mapping[str, int]
    """Reason → how many runs or questions."""


def export(index_dir: Path) -> Exported:
    """Make data of the feedback on an index's runs; raises HirecError where it cannot be read."""
    index = Index.open(index_dir)
    left_out: Counter[str] = Counter()
    asked: dict[str, _Asked] = {}
    for stored, opinions in _runs(index_dir, left_out):
        key = " ".join(stored["question"].casefold().split())
        _take(asked.setdefault(key, _Asked(stored["question"])), stored, opinions)
    pairs = [pair for each in asked.values() for pair in _pairs(each, index, left_out)]
    questions = [row for each in asked.values() for row in _question(each, left_out)]
    return Exported(tuple(pairs), tuple(questions), dict(left_out))


def _runs(
    index_dir: Path, left_out: Counter[str]
) -> Iterator[tuple[Mapping[str, Any], list[Feedback]]]:
    """Runs that stand alone and on which people agree, with what was said of each."""
    by_run: dict[str, list[Feedback]] = {}
    for entry in FeedbackStore(index_dir).opinions():
        by_run.setdefault(entry.trace_id, []).append(entry)
    for trace_id, opinions in by_run.items():
        try:
            stored = load_trace(index_dir, trace_id)
        except HirecError:
            left_out["the trace is gone"] += 1
            continue
        if stored["run"]["history"] or stored["run"]["as_of"]:
            left_out["asked within a conversation, or as of a day"] += 1
        elif _contested(opinions):
            left_out["called right and wrong"] += 1
        else:
            yield stored, opinions


def _contested(opinions: Sequence[Feedback]) -> bool:
    kinds = {entry.kind for entry in opinions}
    return Kind.HELPFUL in kinds and not kinds.isdisjoint(_WRONG)


def _take(asked: _Asked, stored: Mapping[str, Any], opinions: Sequence[Feedback]) -> None:
    cited = [each["passage_id"] for each in stored["citations"]]
    for entry in opinions:
        right = entry.kind is Kind.HELPFUL and (entry.score or _GOOD) >= _GOOD
        if entry.passage_id:
            asked.good[entry.passage_id] = None
        if right and stored["verdict"] != Verdict.ABSTAINED:
            asked.good |= dict.fromkeys(cited)
        if entry.kind is Kind.WRONG_SOURCE:
            asked.bad |= dict.fromkeys(cited)
        if right:
            asked.answers.append(_right(stored))
        elif entry.kind in _WRONG and entry.answer.strip():
            place = [_place(entry.passage_id)] if entry.passage_id else []
            asked.answers.append(
                {"answer": entry.answer.strip(), "type": SOURCE, "evidence": place}
            )


def _right(stored: Mapping[str, Any]) -> dict[str, Any]:
    """An answer that somebody called right; a refusal means that there is none."""
    if stored["verdict"] == Verdict.ABSTAINED:
        return {"answer": None, "type": UNANSWERABLE, "evidence": []}
    pages = {(each["filing_id"], each["page_number"]): None for each in stored["citations"]}
    evidence = [{"filing": filing, "page": page} for filing, page in pages]
    return {"answer": stored["text"], "type": SOURCE, "evidence": evidence}


def _place(passage_id: str) -> dict[str, Any]:
    filing, _, place = passage_id.rpartition("#")
    return {"filing": filing, "page": int(place.partition(".")[0])}


def _pairs(asked: _Asked, index: Index, left_out: Counter[str]) -> Iterator[Record]:
    worse = [_passage(each, index, left_out) for each in asked.bad if each not in asked.good]
    negatives = tuple(
        Negative(each.retrieval_text, Why.JUDGED, each.passage_id) for each in worse if each
    )
    if not negatives:
        return
    for passage_id in asked.good:
        if better := _passage(passage_id, index, left_out):
            yield Record(
                asked.question,
                better.retrieval_text,
                negatives,
                SOURCE,
                index.filings[better.filing_id].company_key,
                better.filing_id,
                (better.page_number,),
            )


def _passage(passage_id: str, index: Index, left_out: Counter[str]) -> Passage | None:
    try:
        return index.passage(passage_id)
    except HirecError:
        left_out["the passage is gone"] += 1
        return None


def _question(asked: _Asked, left_out: Counter[str]) -> Iterator[dict[str, Any]]:
    answers = {each["answer"]: each for each in asked.answers}
    if len(answers) > 1:
        left_out["several answers were called right"] += 1
    elif answers:
        (row,) = answers.values()
        key = " ".join(asked.question.casefold().split())
        number = hashlib.sha256(key.encode()).hexdigest()[:12]
        yield {"id": f"{SOURCE}-{number}", "question": asked.question, **row}
