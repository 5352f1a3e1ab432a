"""From an answer to a record: outcome, metrics and diagnosis of one question."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hirec.datasets.gold import Gold, resolve
from hirec.datasets.pages import distinct_pages
from hirec.datasets.questions import Question
from hirec.evaluation.losses import SourceIndex, lost_at, miss, top_error
from hirec.evaluation.numeric import gold_number, is_right
from hirec.evaluation.records import AnswerRecord, PassageRecord, Record
from hirec.evaluation.scores import Case, scores_of
from hirec.evaluation.slices import slices_of
from hirec.types import Answer, Filing, HirecError, Passage, Retrieval, Trace, Verdict

MAX_PASSAGE_CHARS = 4000
MISS_DEPTH = 10
"""Pages within which a question counts as missed."""


def measure(
    question: Question,
    answer: Answer,
    seconds: float,
    index: SourceIndex,
    companies: Mapping[str, str],
) -> Record:
    """Score one answer against its question's gold evidence and answer.

    Args:
        question: With gold evidence and, where it can be answered, the gold answer.
        answer: What the system said, with its trace.
        seconds: Wall-clock time of the answer.
        index: Finds gold files among the filings of the index.
        companies: Name of each company in the index → its key; scope traces hold names.

    """
    gold = resolve(question, index)
    outcome = _outcome(question, answer)
    first, missed = _errors(question, gold, answer.ranked, index.filings)
    case = Case(question, gold, outcome, first, answer.filings, answer.ranked, answer)
    return Record(
        **_asked(question, gold, index),
        outcome=outcome,
        lost_at=lost_at(gold, answer, outcome in ("right", "answered"), companies),
        top_error=first,
        miss=missed,
        seconds=seconds,
        scores=scores_of(case),
        answer=_answer_record(answer, gold),
    )


def measure_retrieval(
    question: Question,
    found: Retrieval,
    seconds: float,
    index: SourceIndex,
    companies: Mapping[str, str],
) -> Record:
    """Score what was retrieved where nothing was read; otherwise as :func:`measure`.

    Args:
        question: With gold evidence.
        found: Filings and passages, best first, or why nothing was searched for.
        seconds: Wall-clock time of the retrieval.
        index: Finds gold files among the filings of the index.
        companies: Name of each company in the index → its key; scope traces hold names.

    """
    gold = resolve(question, index)
    filings = tuple(filing.filing_id for filing in found.filings)
    ranked = tuple(candidate.passage for candidate in found.candidates)
    reply = Answer(
        question.question,
        found.refusal,
        Verdict.ABSTAINED,
        filings=filings,
        ranked=ranked,
        trace=found.trace,
    )
    # Nothing was curated or answered, so nothing can be lost there.
    kept = replace(reply, evidence=ranked)
    first, missed = _errors(question, gold, ranked, index.filings)
    case = Case(question, gold, "retrieved", first, filings, ranked, answering=False)
    return Record(
        **_asked(question, gold, index),
        outcome=case.outcome,
        lost_at=lost_at(gold, kept, True, companies),
        top_error=first,
        miss=missed,
        seconds=seconds,
        scores=scores_of(case),
        answer=replace(_answer_record(reply, gold), verdict="retrieved"),
    )


def failed(
    question: Question,
    error: HirecError,
    seconds: float,
    index: SourceIndex,
    retrieval_only: bool = False,
) -> Record:
    """Record of a question on which the system raised: nothing found, nothing right.

    Args:
        question: Asked, without an answer.
        error: Its type and message are kept.
        seconds: Wall-clock time until it was raised.
        index: Finds gold files among the filings of the index.
        retrieval_only: No answer was to come, so none is scored.

    """
    gold = resolve(question, index)
    case = Case(question, gold, "error", answering=not retrieval_only)
    return Record(
        **_asked(question, gold, index),
        outcome=case.outcome,
        lost_at="answer",
        top_error="",
        seconds=seconds,
        scores=scores_of(case),
        error=f"{type(error).__name__}: {error}",
    )


def _asked(question: Question, gold: Gold, index: SourceIndex) -> dict[str, Any]:
    return {
        "id": question.question_id,
        "question": question.question,
        "type": question.type,
        "gold_answer": question.answer,
        "unit": question.unit,
        "any_evidence": question.any_evidence,
        "gold": gold.items,
        "slices": slices_of(question, index),
    }


def _outcome(question: Question, answer: Answer) -> str:
    """``right``, ``wrong``, ``abstained`` or, for textual answers that were given, ``answered``."""
    if not question.answerable:
        return "right" if answer.abstained else "wrong"
    if answer.abstained:
        return "abstained"
    number = gold_number(question)
    if number is None:
        return "answered"
    return "right" if is_right(number, answer) else "wrong"


def _errors(
    question: Question, gold: Gold, ranked: Sequence[Passage], filings: Mapping[str, Filing]
) -> tuple[str, str]:
    """Error classes of the first passage and of the first pages, empty where there is no gold."""
    if not gold.items:
        return "", ""
    pages = set(distinct_pages(ranked)[:MISS_DEPTH])
    first = [p for p in ranked if (p.filing_id, p.page_number) in pages]
    missed = miss(gold, first, filings) if question.answerable else ""
    return top_error(gold, ranked, filings), missed


def _answer_record(answer: Answer, gold: Gold) -> AnswerRecord:
    scores = _passage_scores(answer.trace)
    return AnswerRecord(
        text=answer.text,
        verdict=answer.verdict.value,
        reason=answer.reason,
        value=answer.value,
        unit=answer.unit,
        scale=answer.scale,
        citations=answer.citations,
        program=answer.program,
        filings=answer.filings,
        ranked=tuple(_passage_record(p, gold, scores) for p in answer.ranked),
        evidence=tuple(_passage_record(p, gold, scores, text=True) for p in answer.evidence),
        usage=answer.usage,
        trace=answer.trace.steps,
    )


def _passage_record(
    passage: Passage, gold: Gold, scores: Mapping[str, float], text: bool = False
) -> PassageRecord:
    return PassageRecord(
        passage_id=passage.passage_id,
        filing_id=passage.filing_id,
        page=passage.page_number,
        title=passage.title,
        gold=(passage.filing_id, passage.page_number) in gold.pages,
        score=scores.get(passage.passage_id),
        text=passage.text[:MAX_PASSAGE_CHARS] if text else "",
    )


def _passage_scores(trace: Trace) -> dict[str, float]:
    """Scores the passage stage wrote into the trace, by passage_id; the best round counts."""
    scores: dict[str, float] = {}
    for step in trace.steps:
        if step.stage == "passages":
            for entry in step.detail.get("passages", ()):
                passage_id, score = entry["passage"], float(entry["score"])
                scores[passage_id] = max(score, scores.get(passage_id, score))
    return scores
