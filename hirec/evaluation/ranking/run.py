"""Ranking every question by every method, and measuring; a killed run can be continued."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hirec.evaluation.origin import Origin, check_origin, write_metrics
from hirec.evaluation.ranking.judged import JudgedQuestion, JudgedQuestions
from hirec.evaluation.ranking.metrics import Runs, summarize
from hirec.evaluation.ranking.ranker import Ranker
from hirec.evaluation.ranking.records import RankingRecord
from hirec.evaluation.ranking.trec import write_qrels, write_run
from hirec.evaluation.store import Store, earlier
from hirec.llm.meter import metered
from hirec.types import CannotAnswer, HirecError, QuestionFileError, Usage

Progress = Callable[[int, int, RankingRecord | None], None]
"""Called with (done, total, the record just made); first with None, for what was there already."""

_JUDGED = ("question", "judgements", "pages", "any_page")
"""What a record repeats of its question."""

Key = tuple[str, int, str]
"""Method, seed and question_id."""


@dataclass(frozen=True, slots=True)
class RankingPlan:
    """What is to be ranked, by which methods, and how often."""

    judged: JudgedQuestions
    rankers: Mapping[str, Ranker]
    """Name → method; the others are held against the first."""
    seeds: Sequence[int] = (0,)
    """One run of every method each, also of those that draw nothing."""

    def rankings(self) -> Iterator[tuple[Key, JudgedQuestion]]:
        """Every ranking wanted, a run after the other.

        The methods take turns at being the first to meet a question: who is first reads its
        filing from disk, the others find it in memory.
        """
        names = tuple(self.rankers)
        for seed in self.seeds:
            for number, question in enumerate(self.judged.questions):
                first = number % len(names)
                for name in names[first:] + names[:first]:
                    yield (name, seed, question.question_id), question


def evaluate_rankings(
    plan: RankingPlan,
    out: Path,
    made_with: Mapping[str, Any],
    fresh: bool = False,
    progress: Progress | None = None,
    origin: Origin | None = None,
) -> dict[str, Any]:
    """Rank, measure and write; returns what ``metrics.json`` holds.

    Writes ``run.json``, ``records.jsonl``, ``metrics.json`` and, under ``trec``, ``qrels.txt`` and
    ``METHOD.SEED.run``. What ``out`` holds under the same ``made_with`` (a
    :func:`~hirec.evaluation.store.stamp`) is not ranked again, errors are; methods, seeds and
    questions may be added later, and the records of others stay. ``fresh`` starts over.

    Args:
        plan: Questions, methods and seeds.
        out: Folder of the run, made if missing.
        made_with: Stamp of index, settings and code.
        fresh: Starts over.
        progress: Called with (done, all, the record just made).
        origin: Where the questions come from, for ``manifest.json``.

    Raises:
        RecordsError: ``out`` holds a run made otherwise, and ``fresh`` is false.
        QuestionFileError: there is no question to measure.

    """
    judged = plan.judged
    if not judged.questions:
        reasons = "; ".join(f"{why}: {len(ids)}" for why, ids in judged.left_out.items())
        raise QuestionFileError(f"No question can be measured ({reasons}).")
    if not fresh:
        check_origin(out, origin, edited=True)
    out.mkdir(parents=True, exist_ok=True)
    store = Store(out / "records.jsonl", RankingRecord)
    rankings = list(plan.rankings())
    known = _known(earlier(out, store, made_with, fresh), rankings)
    store.replace(list(known.values()))
    _rank_missing(rankings, known, plan.rankers, store, progress)
    runs = {name: _runs(name, plan, known) for name in plan.rankers}
    metrics = {
        **summarize(runs),
        "questions": len(judged.questions),
        "left_out": {why: list(ids) for why, ids in judged.left_out.items()},
        "seeds": list(plan.seeds),
        "made_with": dict(made_with),
    }
    write_metrics(out, metrics, origin)
    _write_trec(out / "trec", judged.questions, runs)
    return metrics


def _known(
    records: Sequence[RankingRecord], rankings: Sequence[tuple[Key, JudgedQuestion]]
) -> dict[Key, RankingRecord]:
    """Records of an earlier run that are still good, or that nobody asks for now."""
    questions = dict(rankings)
    return {
        record.key: record
        for record in records
        if record.key not in questions or _still_good(record, questions[record.key])
    }


def _still_good(record: RankingRecord, question: JudgedQuestion) -> bool:
    """Whether a record holds a ranking for this very question."""
    same = all(getattr(record, name) == getattr(question, name) for name in _JUDGED)
    return same and not record.error


def _rank_missing(
    rankings: Sequence[tuple[Key, JudgedQuestion]],
    known: dict[Key, RankingRecord],
    rankers: Mapping[str, Ranker],
    store: Store[RankingRecord],
    progress: Progress | None,
) -> None:
    """Make what is missing and add it to ``known`` and to the store."""
    missing = [(key, question) for key, question in rankings if key not in known]
    done = len(rankings) - len(missing)
    if progress:
        progress(done, len(rankings), None)
    for key, question in missing:
        record = known[key] = _rank(key, question, rankers[key[0]])
        store.append(record)
        done += 1
        if progress:
            progress(done, len(rankings), record)


def _runs(method: str, plan: RankingPlan, known: Mapping[Key, RankingRecord]) -> Runs:
    questions = plan.judged.questions
    return Runs(
        {seed: [known[method, seed, q.question_id] for q in questions] for seed in plan.seeds}
    )


def _rank(key: Key, question: JudgedQuestion, ranker: Ranker) -> RankingRecord:
    method, seed, question_id = key
    ranked: dict[str, Any] = {}
    started = time.perf_counter()
    with metered() as meter:
        try:
            ranking = ranker.rank(question.question, question.pool, seed)
            ranked = {
                "ranking": ranking.passages,
                "rounds": ranking.rounds,
                "detail": ranking.detail,
                "judge_calls": ranking.judge_calls,
                "judge_failures": ranking.judge_failures,
            }
        except CannotAnswer as refusal:
            ranked = {"refusal": str(refusal)}
        except HirecError as error:
            ranked = {"error": f"{type(error).__name__}: {error}"}
    return RankingRecord(
        method,
        seed,
        question_id,
        question.question,
        question.judgements,
        question.pages,
        question.any_page,
        **ranked,
        usage=sum((call.usage for call in meter.calls), Usage()),
        seconds=time.perf_counter() - started,
    )


def _write_trec(
    folder: Path, questions: Sequence[JudgedQuestion], runs: Mapping[str, Runs]
) -> None:
    write_qrels(folder / "qrels.txt", {q.question_id: q.judgements for q in questions})
    for name, run in runs.items():
        for seed, records in run.by_seed.items():
            rankings = {record.id: record.order for record in records}
            write_run(folder / f"{name}.{seed}.run", rankings, name)
