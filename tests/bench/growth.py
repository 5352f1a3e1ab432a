"""How cost and quality grow with the collection: ``python tests/bench/growth.py OUT``.

For each size (``--filings 1000 10000 50000 145897``) it writes a synthetic collection, builds its
index with the pool of readers, opens it in a fresh process and asks a sample of the collection's
questions, then scores them in another. ``OUT/growth.json`` holds the figures, ``OUT/growth.md`` the
table and ``OUT/growth.png`` the plot (extra ``plots``). Each step that was killed is continued by
the same command, and what is finished is not done again; times of a build that was killed and
continued add up.

The questions are worded by the generator. They show whether quality falls with size, not how good
it is on questions that people ask.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from growth_report import write_report
from memory import DATA, tenths
from processes import PeakMemory, mapped_mb, resident_mb

if TYPE_CHECKING:
    from hirec.datasets.questions import Question
    from hirec.evaluation.records import Record
    from indexing.report import BuildEvent

SIZES = (1_000, 10_000)
QUESTIONS = 100
UNNAMED = "What was total revenue in fiscal 2015, in USD millions?"
"""Names no company: every cover is looked through."""
_EVERY_S = 20.0
"""What a build has done so far is written so often."""


class BuildLog:
    """What one run of a build does and takes; outlives a kill, but for the last seconds."""

    def __init__(self, file: Path, memory: PeakMemory) -> None:
        self._file = file
        self._memory = memory
        self.began: dict[str, float] = {}
        self._written = 0.0
        self.figures: dict[str, float] = defaultdict(float)

    def __call__(self, event: "BuildEvent") -> None:
        """Count an event of the build."""
        now = time.monotonic()
        self.figures[f"{event.stage}_s"] = now - self.began.setdefault(event.stage, now)
        if event.stage == "reading":
            self.figures["files"] += event.result in ("done", "failed")
            self.figures["failed"] += event.result == "failed"
            self.figures["pages"] += event.pages
            self.figures["reading_cpu_s"] = time.process_time()
        if event.stage == "embedding":
            self.figures["covers"] = event.done
        if now - self._written > _EVERY_S:
            self.write()

    def write(self, more: Mapping[str, float] | None = None) -> None:
        """Keep the figures so far."""
        self._written = time.monotonic()
        self.figures |= {
            "builder_mb": self._memory.parent_mb,
            "worker_mb": self._memory.readers_mb,
            **(more or {}),
        }
        unfinished = self._file.with_suffix(".unfinished")
        unfinished.write_text(json.dumps(self.figures), encoding="utf-8")
        unfinished.replace(self._file)


def build(folder: Path, workers: int, beside: Sequence[Path]) -> None:
    """Bring the index of a collection up to date, and note what that took."""
    from hirec.settings import IndexSettings, Settings
    from indexing.builder import build as build_index

    number = len(list(folder.glob("build-*.json")))
    settings = Settings(index=IndexSettings(workers=workers))
    started = time.monotonic()
    with PeakMemory(every_s=0.5) as memory:
        log = BuildLog(folder / f"build-{number}.json", memory)
        report = build_index([folder / "filings", *beside], folder / "index", settings, log)
    ended = time.monotonic()
    read = log.began.get("embedding", ended) - started
    own = time.process_time()
    sampled = [sample[1] for sample in memory.samples if sample[0] <= read]
    reading = tenths(sampled) if log.figures["files"] and sampled else [0.0]
    log.write(
        {
            "seconds": ended - started,
            "writing_s": ended - log.began.get("writing", ended),
            "filings": report.filings,
            "readers_cpu_s": memory.readers_cpu_s,
            "embedding_cpu_s": own - log.figures["reading_cpu_s"],
            "reading_mb": reading[-1],
            "reading_last_third": reading[-1] / max(reading[min(2, len(reading) - 1)], 1.0),
        }
    )


def built(folder: Path) -> dict[str, Any]:
    """Figures of a build, over all its runs."""
    runs = [json.loads(path.read_text()) for path in sorted(folder.glob("build-*.json"))]

    def total(key: str) -> float:
        return sum(run.get(key, 0.0) for run in runs)

    def a_piece(key: str, pieces: str) -> float | None:
        """CPU milliseconds a page, filing or cover; only a build of one run knows all of them."""
        return (
            1000 * total(key) / max(total(pieces), 1) if len(runs) == 1 and key in runs[0] else None
        )

    return {
        "filings": runs[-1]["filings"],
        "failed": total("failed"),
        "pages": total("pages"),
        "runs": len(runs),
        "pages_per_s": total("pages") / max(total("reading_s"), 1e-9),
        "covers_per_s": total("covers") / max(total("embedding_s"), 1e-9),
        "reader_ms": a_piece("readers_cpu_s", "pages"),
        "builder_ms": a_piece("reading_cpu_s", "files"),
        "cover_ms": a_piece("embedding_cpu_s", "covers"),
        "reading_s": total("reading_s"),
        "embedding_s": total("embedding_s"),
        "writing_s": total("writing_s"),
        "builder_mb": max(run.get("builder_mb", 0.0) for run in runs),
        "reading_mb": max(run.get("reading_mb", 0.0) for run in runs),
        "reading_last_third": max(run.get("reading_last_third", 0.0) for run in runs),
        "worker_mb": max(run.get("worker_mb", 0.0) for run in runs),
        "filings_mb": size_mb(folder / "filings"),
        "index_mb": size_mb(folder / "index"),
    }


def size_mb(folder: Path) -> float:
    """Bytes of all files below a folder, in MB."""
    total = 0
    for parent, _, files in os.walk(folder):
        total += sum((Path(parent) / name).stat().st_size for name in files)
    return total / 1e6


def ask(folder: Path, count: int) -> None:
    """Open the index and ask a sample of the questions, nothing else; note times and memory."""
    from hirec.pipeline import HiREC
    from hirec.settings import Settings

    hirec, open_s = timed(lambda: HiREC.open(folder / "index", Settings()))
    _, first_s = timed(lambda: hirec.ask(UNNAMED))
    _, again_s = timed(lambda: hirec.ask(UNNAMED))
    begun = resident_mb(os.getpid())
    for question in sample(folder, count):
        hirec.ask(question.question)
    noted = {
        "open_s": open_s,
        "first_unnamed_s": first_s,
        "second_unnamed_s": again_s,
        "begun_mb": begun,
        "asking_mb": resident_mb(os.getpid()),
        "mapped_mb": mapped_mb(os.getpid()),
    }
    (folder / "opened.json").write_text(json.dumps(noted), encoding="utf-8")


def score(folder: Path, count: int) -> None:
    """Ask the same sample of the questions once more, with gold; note times and scores."""
    from hirec.evaluation.records import RecordFile
    from hirec.evaluation.run import RunPlan, evaluate
    from hirec.pipeline import HiREC
    from hirec.settings import Settings

    hirec = HiREC.open(folder / "index", Settings())
    drawn = sample(folder, count)
    made_with = {"system": "hirec", "questions": count}
    metrics = evaluate(hirec, RunPlan(drawn, folder / "asked", made_with))
    records = RecordFile(folder / "asked" / "records.jsonl").read()
    (folder / "asked.json").write_text(
        json.dumps(
            {
                "questions": len(drawn),
                **{name: metrics[name]["value"] for name in _QUALITY},
                "outcomes": metrics["outcomes"],
                "lost_at": metrics["lost_at"],
                "question": spread([record.seconds for record in records]),
                "stages": stage_times(records),
            }
        ),
        encoding="utf-8",
    )


def sample(folder: Path, count: int) -> "list[Question]":
    """So many of the collection's questions, drawn by lot."""
    from hirec.datasets.questions import load_questions

    questions = load_questions(folder / "filings" / "questions.jsonl")
    return random.Random(count).sample(questions, min(count, len(questions)))


_QUALITY = (
    "filing_hit@1",
    "filing_hit@5",
    "page_recall@5",
    "numeric_right",
    "numeric_wrong",
    "numeric_abstained",
    "abstained_right",
)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What a call returns, and the wall seconds it takes."""
    started = time.perf_counter()
    result = work()
    return result, time.perf_counter() - started


def stage_times(records: "Sequence[Record]") -> dict[str, dict[str, float]]:
    """Seconds a question spends in each stage."""
    from hirec.types import Trace

    spent: dict[str, list[float]] = defaultdict(list)
    for record in records:
        if record.answer is not None:
            trace = Trace(record.question, record.answer.trace)
            for stage, seconds in trace.seconds_by_stage().items():
                spent[stage].append(seconds)
    return {stage: spread(values) for stage, values in spent.items()}


def spread(values: list[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    cuts = statistics.quantiles(values, n=20, method="inclusive") if len(values) > 1 else values
    return {"median": statistics.median(values), "p95": cuts[-1]}


def measure(folder: Path, count: int, options: argparse.Namespace) -> dict[str, Any]:
    """All steps for one size, each in a process of its own unless it is done."""
    folder.mkdir(parents=True, exist_ok=True)
    filings = folder / "filings"
    if not (filings / "questions.jsonl").exists():
        size = ["--filings", str(count), "--format", options.format, "--seed", str(options.seed)]
        command = ["-m", "generator", str(filings.resolve()), *size]
        subprocess.run([sys.executable, *command], check=True, cwd=DATA)
    again = [sys.executable, __file__, str(folder), "--workers", str(options.workers)]
    again += ["--beside", *map(str, options.beside)]
    runs = sorted(folder.glob("build-*.json"))
    if not runs or "filings" not in json.loads(runs[-1].read_text()):
        subprocess.run([*again, "--step", "build"], check=True)
    asked: dict[str, Any] = {}
    for step, file in (("score", folder / "asked.json"), ("ask", folder / "opened.json")):
        if not file.exists():
            step_of = ["--step", step, "--questions", str(options.questions)]
            subprocess.run([*again, *step_of], check=True)
        asked |= json.loads(file.read_text())
    return {**built(folder), "asked": asked}


def main() -> None:
    """Measure every size that is asked for, and report all that were ever measured there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="collections, indexes and figures, by size")
    parser.add_argument("--filings", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--format", default="html", help="text, html, pdf or mixed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=0, help="readers (default: one a core)")
    parser.add_argument("--beside", type=Path, nargs="*", default=[], metavar="PATH",
                        help="real filings to index with each collection")  # fmt: skip
    parser.add_argument("--step", choices=("build", "ask", "score"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step == "build":
        build(options.out, options.workers, options.beside)
    elif options.step == "ask":
        ask(options.out, options.questions)
    elif options.step == "score":
        score(options.out, options.questions)
    else:
        known = options.out / "growth.json"
        for count in sorted(options.filings):
            figure = measure(options.out / str(count), count, options)
            figures = json.loads(known.read_text()) if known.exists() else {}
            write_report({**figures, str(count): figure}, options.out)


if __name__ == "__main__":
    main()
