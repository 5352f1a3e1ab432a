"""The registry of metrics: how each is scored on one question, named, grouped and printed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hirec.datasets.gold import Gold
from hirec.datasets.pages import (
    PageKey,
    distinct_pages,
    filing_hit,
    page_f1,
    page_normalized_recall,
    page_precision,
    page_recall,
)
from hirec.datasets.questions import Question
from hirec.evaluation.numeric import GoldNumber, gold_number, scale_assumed
from hirec.evaluation.overlap import key_figures, token_f1
from hirec.intervals import Statistic, mean, percentile
from hirec.types import Answer, Passage, Usage


@dataclass(frozen=True)
class Case:
    """What one question came to: all that a metric looks at."""

    question: Question
    gold: Gold
    outcome: str
    """As in a :class:`~hirec.evaluation.records.Record`."""
    top_error: str = ""
    """Error class of the first passage; empty where the system raised."""
    filings: Sequence[str] = ()
    """Ranked, best first."""
    ranked: Sequence[Passage] = ()
    answer: Answer | None = None
    """None where the system raised, and where passages alone were asked for."""
    answering: bool = True
    """False where passages alone were asked for."""

    @property
    def has_gold(self) -> bool:
        """Whether its ranking is measured: it can be answered, and gold is known."""
        return self.question.answerable and bool(self.gold.items)

    @cached_property
    def pages(self) -> Sequence[PageKey] | None:
        """Pages ranked; None where there are no gold pages to hold them against."""
        return distinct_pages(self.ranked) if self.has_gold and self.gold.pages else None

    @cached_property
    def evidence_pages(self) -> Sequence[PageKey] | None:
        """Pages of the final evidence; None where those ranked are none, or nothing was read."""
        if self.pages is None or not self.answering:
            return None
        return distinct_pages(self.answer.evidence if self.answer else ())

    @cached_property
    def number(self) -> GoldNumber | None:
        """What was to be answered, where it is a number."""
        return gold_number(self.question) if self.answering and self.question.answerable else None


Score = Callable[[Case], float | None]
"""A metric of one question; None where it does not apply."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of an evaluation."""

    key: str
    """In ``metrics.json``."""
    label: str
    """The words people read."""
    group: str
    """Heading under which it is printed."""
    score: Score | None
    """None: wall time, which every record has."""
    record_key: str = ""
    """Key in a record's scores, where it is another than ``key``."""
    statistic: Statistic = mean
    """Over the questions it applies to."""
    decimals: int | None = None
    """Of an amount; None: a share between 0 and 1."""
    sliced: bool = False
    """Given for every part of every slice."""


Measure = Callable[[Sequence[PageKey], Gold], float]


def _hit(k: int) -> Score:
    return lambda case: (
        filing_hit(case.filings, case.gold.filings, k, case.gold.any_one) if case.has_gold else None
    )


def _ranked(measure: Measure) -> Score:
    return lambda case: None if case.pages is None else measure(case.pages, case.gold)


def _kept(measure: Measure) -> Score:
    return lambda case: (
        None if case.evidence_pages is None else measure(case.evidence_pages, case.gold)
    )


def _recall(k: int | None = None) -> Measure:
    return lambda pages, gold: page_recall(pages, gold.pages, k, gold.any_one)


def _normalized_recall(k: int) -> Measure:
    return lambda pages, gold: page_normalized_recall(pages, gold.pages, k)


def _precision(k: int | None = None) -> Measure:
    return lambda pages, gold: page_precision(pages, gold.pages, k)


def _f1(k: int | None = None) -> Measure:
    return lambda pages, gold: page_f1(pages, gold.pages, k)


def _first(error: str) -> Score:
    return lambda case: (
        float(case.top_error == error) if case.pages is not None and case.top_error else None
    )


def _numeric(outcome: str) -> Score:
    return lambda case: None if case.number is None else float(case.outcome == outcome)


def _scale_assumed(case: Case) -> float | None:
    if case.number is None:
        return None
    if case.outcome != "right" or case.answer is None:
        return 0.0
    return float(scale_assumed(case.number, case.answer))


def _refused(case: Case) -> float | None:
    unanswerable = case.answering and not case.question.answerable
    return float(case.outcome == "right") if unanswerable else None


def _no_text(case: Case) -> float | None:
    textual = case.answering and case.question.answerable and case.number is None
    return float(case.outcome == "abstained") if textual else None


def _text(measure: Callable[[str, str], float | None]) -> Score:
    """Of gold and of a textual answer that was given."""

    def score(case: Case) -> float | None:
        gold, answer = case.question.answer, case.answer
        if case.outcome != "answered" or gold is None or answer is None:
            return None
        return measure(gold, answer.text)

    return score


def _answered(measure: Callable[[Answer], float]) -> Score:
    return lambda case: None if case.answer is None else measure(case.answer)


def _spent(measure: Callable[[Usage, Usage], float]) -> Score:
    """Of the whole usage and the answer's part, as in HiREC's table 4, where a server was asked."""

    def score(case: Case) -> float | None:
        if case.answer is None or not (whole := case.answer.trace.usage()).input_tokens:
            return None
        steps = case.answer.trace.steps
        return measure(whole, sum((s.usage for s in steps if s.stage == "answer"), Usage()))

    return score


_FILINGS, _PAGES, _FIRST, _EVIDENCE = "Filings", "Pages ranked", "First passage", "Final evidence"
_ANSWERS, _COST = "Answers", "Cost"

METRICS = (
    Metric("filing_hit@1", "filing hit @1", _FILINGS, _hit(1), sliced=True),
    Metric("filing_hit@5", "filing hit @5", _FILINGS, _hit(5)),
    Metric("page_recall@5", "page recall @5", _PAGES, _ranked(_recall(5)), sliced=True),
    Metric("page_recall@10", "page recall @10", _PAGES, _ranked(_recall(10)), sliced=True),
    Metric("page_recall@20", "page recall @20", _PAGES, _ranked(_recall(20))),
    Metric("page_precision@5", "page precision @5", _PAGES, _ranked(_precision(5))),
    Metric("page_precision@10", "page precision @10", _PAGES, _ranked(_precision(10))),
    Metric("page_f1@5", "page F1 @5", _PAGES, _ranked(_f1(5))),
    Metric("page_f1@10", "page F1 @10", _PAGES, _ranked(_f1(10))),
    Metric(
        "page_normalized_recall@5",
        "normalized recall @5",
        _PAGES,
        _ranked(_normalized_recall(5)),
    ),
    Metric(
        "page_normalized_recall@10",
        "normalized recall @10",
        _PAGES,
        _ranked(_normalized_recall(10)),
    ),
    Metric("company_error", "wrong company first", _FIRST, _first("company")),
    Metric("document_error", "wrong filing first", _FIRST, _first("document")),
    Metric("page_error", "wrong page first", _FIRST, _first("page")),
    Metric("evidence_page_recall", "evidence recall", _EVIDENCE, _kept(_recall()), sliced=True),
    Metric("evidence_page_precision", "evidence precision", _EVIDENCE, _kept(_precision())),
    Metric("evidence_page_f1", "evidence F1", _EVIDENCE, _kept(_f1())),
    Metric(
        "evidence_passages",
        "evidence passages",
        _EVIDENCE,
        _answered(lambda answer: len(answer.evidence)),
        decimals=2,
    ),
    Metric("numeric_right", "numeric right", _ANSWERS, _numeric("right"), sliced=True),
    Metric("numeric_wrong", "numeric wrong", _ANSWERS, _numeric("wrong"), sliced=True),
    Metric("numeric_abstained", "numeric abstained", _ANSWERS, _numeric("abstained"), sliced=True),
    Metric("numeric_scale_assumed", "numeric right, scale assumed", _ANSWERS, _scale_assumed),
    Metric("abstained_right", "unanswerable refused", _ANSWERS, _refused),
    Metric("textual_abstained", "textual abstained", _ANSWERS, _no_text, sliced=True),
    Metric("textual_f1", "textual token F1", _ANSWERS, _text(token_f1), sliced=True),
    Metric("textual_key_figures", "textual key figures", _ANSWERS, _text(key_figures)),
    Metric("errors", "errors", _ANSWERS, lambda case: float(case.outcome == "error")),
    Metric("seconds_p50", "seconds, median", _COST, None, statistic=percentile(50), decimals=2),
    Metric("seconds_p95", "seconds, 95th pct", _COST, None, statistic=percentile(95), decimals=2),
    Metric(
        "tokens_mean",
        "tokens a question",
        _COST,
        _answered(lambda answer: answer.usage.input_tokens + answer.usage.output_tokens),
        record_key="tokens",
        decimals=2,
    ),
    Metric(
        "cost_usd_mean",
        "dollars a question",
        _COST,
        _answered(lambda answer: answer.usage.cost_usd),
        record_key="cost_usd",
        decimals=4,
    ),
    Metric(
        "retrieval_prompt_tokens",
        "retrieval, prompts",
        _COST,
        _spent(lambda whole, answer: whole.input_tokens - answer.input_tokens),
        decimals=2,
    ),
    Metric(
        "retrieval_reply_tokens",
        "retrieval, replies",
        _COST,
        _spent(lambda whole, answer: whole.output_tokens - answer.output_tokens),
        decimals=2,
    ),
    Metric(
        "answer_prompt_tokens",
        "answer, prompts",
        _COST,
        _spent(lambda _, answer: answer.input_tokens),
        decimals=2,
    ),
    Metric(
        "answer_reply_tokens",
        "answer, replies",
        _COST,
        _spent(lambda _, answer: answer.output_tokens),
        decimals=2,
    ),
    Metric(
        "prefix_share",
        "prompt from prefix cache",
        _COST,
        _spent(lambda whole, _: whole.prefix_tokens / whole.input_tokens),
    ),
)
"""Every metric of a run, in the order in which they are printed."""

BY_KEY: Mapping[str, Metric] = {metric.key: metric for metric in METRICS}


def scores_of(case: Case) -> dict[str, float]:
    """The metrics that apply to one question, by their keys in its record."""
    scores = {
        metric.record_key or metric.key: metric.score(case) for metric in METRICS if metric.score
    }
    return {key: float(score) for key, score in scores.items() if score is not None}
