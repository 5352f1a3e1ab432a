"""Asking every question of a file and measuring the answers; a killed run can be continued."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from hirec.datasets.questions import Question
from hirec.evaluation.losses import SourceIndex, company_names
from hirec.evaluation.metrics import summarize
from hirec.evaluation.origin import Origin, check_origin, write_metrics
from hirec.evaluation.records import Record, RecordFile
from hirec.evaluation.reporting.report import write_report
from hirec.evaluation.scoring import failed, measure, measure_retrieval
from hirec.evaluation.store import RecordsError, earlier, stamp
from hirec.types import Answer, HirecError, Retrieval

Progress = Callable[[int, int, Record | None], None]
"""Called with (done, total, the record just made); first with None, for what was there already."""


class Stages(StrEnum):
    """How far every question is taken."""

    ALL = "all"
    """To the answer."""
    RETRIEVAL = "retrieval"
    """To the first ranking of passages: nothing is curated, nothing answered."""


class System(Protocol):
    """What can be measured: it answers questions from an index."""

    @property
    def index(self) -> SourceIndex:
        """The filings it answers from."""
        ...

    def ask(self, question: str, /) -> Answer:
        """Answer one question; raises :class:`~hirec.types.HirecError` where it cannot run."""
        ...

    def retrieve(self, question: str, /) -> Retrieval:
        """Rank filings and passages for one question; raises as :meth:`ask` does."""
        ...


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a system is asked, and where the results go."""

    questions: Sequence[Question]
    """With gold answers and evidence."""
    out: Path
    """Folder of the run, made if missing."""
    made_with: Mapping[str, Any]
    """System, settings and index, JSON-ready."""
    stages: Stages = Stages.ALL
    origin: Origin | None = None
    """Where the questions come from, for ``manifest.json``."""
    fresh: bool = False
    """Start over."""


def evaluate(system: System, plan: RunPlan, progress: Progress | None = None) -> dict[str, Any]:
    """Ask, measure and report; returns what ``metrics.json`` holds.

    Writes ``run.json``, ``records.jsonl``, ``metrics.json``, ``manifest.json`` and ``report.html``
    into ``plan.out``. Questions already answered there under the same ``made_with`` are not asked
    again; those that ended in an error are.

    Args:
        system: What is measured.
        plan: What it is asked.
        progress: Called with (done, all, the record just made); first with None.

    Raises:
        RecordsError: ``plan.out`` holds a run made otherwise or over other questions, and
            ``plan.fresh`` is false.

    """
    out, questions, made_with = plan.out, plan.questions, plan.made_with
    if not plan.fresh:
        check_origin(out, plan.origin, edited=True)
    out.mkdir(parents=True, exist_ok=True)
    store = RecordFile(out / "records.jsonl")
    whole = stamp(system.index.fingerprint, {**made_with, "stages": plan.stages.value})
    before = earlier(out, store, whole, plan.fresh)
    if before and not {record.id for record in before} & {q.question_id for q in questions}:
        raise RecordsError(
            f"{out} holds answers to other questions, which would be lost: choose another --out, "
            "or start over with --fresh."
        )
    known = _still_good(before, questions)
    store.replace(list(known.values()))
    records = _ask_all(system, plan, known, store, progress)
    store.replace(records)
    metrics = summarize(records) | {
        "system": made_with.get("system", ""),
        "stages": plan.stages.value,
        "index": {"filings": len(system.index.filings), "path": made_with.get("index", "")},
    }
    write_metrics(out, metrics, plan.origin, again=len(known) == len(records))
    write_report(out / "report.html", metrics, records)
    return metrics


def _still_good(records: Sequence[Record], questions: Sequence[Question]) -> dict[str, Record]:
    """Records of an earlier run that need not be made again, by question id."""
    expected = {question.question_id: question for question in questions}
    return {
        record.id: record
        for record in records
        if not record.error and _same(record, expected.get(record.id))
    }


def _same(record: Record, question: Question | None) -> bool:
    """Whether a record still answers this very question."""
    return question is not None and (
        record.question,
        record.type,
        record.gold_answer,
        record.unit,
        record.any_evidence,
        tuple((item.filing, item.page) for item in record.gold),
    ) == (
        question.question,
        question.type,
        question.answer,
        question.unit,
        question.any_evidence,
        tuple((item.filing, item.page) for item in question.evidence),
    )


def _ask_all(
    system: System,
    plan: RunPlan,
    known: Mapping[str, Record],
    store: RecordFile,
    progress: Progress | None,
) -> list[Record]:
    companies = company_names(system.index)
    records = []
    done = len(known)
    if progress:
        progress(done, len(plan.questions), None)
    for question in plan.questions:
        record = known.get(question.question_id)
        if record is None:
            record = _ask(system, question, companies, plan.stages)
            store.append(record)
            done += 1
            if progress:
                progress(done, len(plan.questions), record)
        records.append(record)
    return records


def _ask(
    system: System, question: Question, companies: Mapping[str, str], stages: Stages
) -> Record:
    index = system.index
    started = time.perf_counter()
    try:
        if stages is Stages.RETRIEVAL:
            found = system.retrieve(question.question)
            seconds = time.perf_counter() - started
            return measure_retrieval(question, found, seconds, index, companies)
        answer = system.ask(question.question)
    except HirecError as error:
        seconds = time.perf_counter() - started
        return failed(question, error, seconds, index, stages is Stages.RETRIEVAL)
    seconds = time.perf_counter() - started
    return measure(question, answer, seconds, index, companies)
