"""From an answer to a record: outcome, metrics and diagnosis of one question."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hirec.datasets.gold import Gold, resolve
from hirec.datasets.pages import (
    distinct_pages,
    filing_hit,
    page_f1,
    page_normalized_recall,
    page_precision,
    page_recall,
)
from hirec.datasets.questions import Question
from hirec.evaluation.losses import SourceIndex, lost_at, miss, top_error
from hirec.evaluation.numeric import gold_number, is_right, scale_assumed
from hirec.evaluation.overlap import key_figures, token_f1
from hirec.evaluation.records import AnswerRecord, PassageRecord, Record
from hirec.evaluation.slices import slices_of
from hirec.types import Answer, Filing, HirecError, Passage, Retrieval, Trace, Usage, Verdict

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
    scores = _ranking_scores(question, gold, answer.filings, answer.ranked)
    scores |= _class_scores(first, scores)
    scores |= _evidence_scores(gold, answer.evidence, scores) | _answer_scores(
        question, outcome, answer
    )
    scores |= _wording_scores(question, outcome, answer.text)
    scores |= {
        "evidence_passages": float(len(answer.evidence)),
        "tokens": float(answer.usage.input_tokens + answer.usage.output_tokens),
        "cost_usd": answer.usage.cost_usd,
    }
    scores |= _token_scores(answer.trace)
    return Record(
        **_asked(question, gold, index),
        outcome=outcome,
        lost_at=lost_at(gold, answer, outcome in ("right", "answered"), companies),
        top_error=first,
        miss=missed,
        seconds=seconds,
        scores=scores,
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
    scores = _ranking_scores(question, gold, filings, ranked)
    scores |= _class_scores(first, scores)
    return Record(
        **_asked(question, gold, index),
        outcome="retrieved",
        lost_at=lost_at(gold, kept, True, companies),
        top_error=first,
        miss=missed,
        seconds=seconds,
        scores=scores | {"errors": 0.0},
        answer=replace(_answer_record(reply, gold), verdict="retrieved"),
    )


def _token_scores(trace: Trace) -> dict[str, float]:
    """Tokens by phase as in HiREC's table 4; none where no server was asked."""
    answering = sum((step.usage for step in trace.steps if step.stage == "answer"), Usage())
    whole = trace.usage()
    if not whole.input_tokens:
        return {}
    return {
        "retrieval_prompt_tokens": float(whole.input_tokens - answering.input_tokens),
        "retrieval_reply_tokens": float(whole.output_tokens - answering.output_tokens),
        "answer_prompt_tokens": float(answering.input_tokens),
        "answer_reply_tokens": float(answering.output_tokens),
        "prefix_share": whole.prefix_tokens / whole.input_tokens,
    }


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
    scores = _ranking_scores(question, gold, (), ()) | {"errors": 1.0}
    if not retrieval_only:
        scores |= _evidence_scores(gold, (), scores) | _answer_scores(question, "error", None)
    return Record(
        **_asked(question, gold, index),
        outcome="error",
        lost_at="answer",
        top_error="",
        seconds=seconds,
        scores=scores,
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


def _answer_scores(question: Question, outcome: str, answer: Answer | None) -> dict[str, float]:
    scores = {"errors": float(outcome == "error")}
    if not question.answerable:
        scores["abstained_right"] = float(outcome == "right")
    elif (number := gold_number(question)) is not None:
        for name in ("right", "wrong", "abstained"):
            scores[f"numeric_{name}"] = float(outcome == name)
        if outcome == "right" and answer is not None and scale_assumed(number, answer):
            scores["numeric_scale_assumed"] = 1.0
    else:
        scores["textual_abstained"] = float(outcome == "abstained")
    return scores


def _wording_scores(question: Question, outcome: str, text: str) -> dict[str, float]:
    """Words and figures shared with gold, of textual answers that were given."""
    if outcome != "answered" or question.answer is None:
        return {}
    scores = {"textual_f1": token_f1(question.answer, text)}
    figures = key_figures(question.answer, text)
    return scores if figures is None else scores | {"textual_key_figures": figures}


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


def _class_scores(error: str, ranking: Mapping[str, float]) -> dict[str, float]:
    """Each error class as a share, for the questions whose pages are measured."""
    if "page_recall@5" not in ranking:
        return {}
    return {f"{name}_error": float(error == name) for name in ("company", "document", "page")}


def _ranking_scores(
    question: Question, gold: Gold, filings: Sequence[str], passages: Sequence[Passage]
) -> dict[str, float]:
    """Filing and page metrics; unanswerable questions and absent gold leave them out."""
    if not question.answerable or not gold.items:
        return {}
    any_one = gold.any_one
    scores = {f"filing_hit@{k}": filing_hit(filings, gold.filings, k, any_one) for k in (1, 5)}
    if not gold.pages:
        return scores
    ranked = distinct_pages(passages)
    for k in (5, 10, 20):
        scores[f"page_recall@{k}"] = page_recall(ranked, gold.pages, k, any_one)
    for k in (5, 10):
        scores[f"page_precision@{k}"] = page_precision(ranked, gold.pages, k)
        scores[f"page_f1@{k}"] = page_f1(ranked, gold.pages, k)
        scores[f"page_normalized_recall@{k}"] = page_normalized_recall(ranked, gold.pages, k)
    return scores


def _evidence_scores(
    gold: Gold, evidence: Sequence[Passage], ranking: Mapping[str, float]
) -> dict[str, float]:
    """Page metrics of the final evidence, where the ranking has them."""
    if "page_recall@5" not in ranking:
        return {}
    kept = distinct_pages(evidence)
    return {
        "evidence_page_recall": page_recall(kept, gold.pages, None, gold.any_one),
        "evidence_page_precision": page_precision(kept, gold.pages),
        "evidence_page_f1": page_f1(kept, gold.pages),
    }


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
