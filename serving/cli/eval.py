"""``hirec eval``: measure a system on a file of questions, and compare finished runs."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serving.cli.eval_questions import make_questions
from serving.cli.eval_reading import reading

if TYPE_CHECKING:
    from hirec.evaluation.records import Record

app = typer.Typer(name="eval", help="Measure answers against questions with gold pages.")
app.command("reading")(reading)
app.command("make-questions")(make_questions)


class SystemName(StrEnum):
    """Systems that can be measured."""

    HIREC = "hirec"
    FLAT_BM25 = "flat-bm25"
    DENSE = "dense"
    HYBRID = "hybrid"
    HHR = "hhr"


class EvidenceFrom(StrEnum):
    """Where the passages come from."""

    RETRIEVAL = "retrieval"
    GOLD = "gold"


@app.callback()
def about() -> None:
    """Measure answers against questions with gold pages."""


@app.command("run")
def run(
    questions: Annotated[Path, typer.Option(help="JSON Lines file of questions.")],
    index: Annotated[Path, typer.Option(help="Folder of the index.")],
    out: Annotated[Path, typer.Option(help="Folder for metrics, records and the report.")],
    system: Annotated[SystemName, typer.Option(help="What to measure.")] = SystemName.HIREC,
    settings: Annotated[
        Path | None, typer.Option(help="YAML preset laid over the defaults.")
    ] = None,
    evidence: Annotated[
        EvidenceFrom, typer.Option(help="Search, or be given each question's gold pages.")
    ] = EvidenceFrom.RETRIEVAL,
    limit: Annotated[int, typer.Option(min=0, help="First questions only; 0: all.")] = 0,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask again what OUT holds.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print metrics.json.")] = False,
) -> None:
    """Ask every question and measure; the same command again continues where it stopped."""
    from hirec.evaluation.oracle import GoldPages
    from hirec.evaluation.questions import load_questions
    from hirec.evaluation.run import evaluate
    from hirec.pipeline import HiREC
    from hirec.settings import Settings

    asked = load_questions(questions)[: limit or None]
    chosen = Settings.load(settings) if settings is not None else Settings()
    opened = HiREC.open(index, chosen, system=system.value)
    made_with = {
        "system": system.value,
        "index": str(index),
        "settings": chosen.model_dump(mode="json"),
        "limit": limit,
    }
    if evidence is EvidenceFrom.GOLD:
        made_with["evidence"] = evidence.value
    measured = GoldPages(opened, asked) if evidence is EvidenceFrom.GOLD else opened
    with _progress() as progress:
        metrics = evaluate(measured, asked, out, made_with, fresh=fresh, progress=progress)
    if as_json:
        typer.echo(json.dumps(metrics, ensure_ascii=False))
    else:
        _show(metrics, out)


@app.command("compare")
def compare(
    runs: Annotated[list[Path], typer.Argument(help="Folders of finished runs, baseline first.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show runs side by side, with paired bootstrap differences to the first."""
    from hirec.evaluation.compare import compare as paired
    from hirec.evaluation.compare import load_run
    from hirec.evaluation.table import comparison_table
    from serving.cli.render import console

    loaded = [load_run(folder) for folder in runs]
    differences = paired(loaded)
    if as_json:
        names = [run.name for run in loaded[1:]]
        content = {
            metric: {name: e.to_json() for name, e in zip(names, estimates, strict=True)}
            for metric, estimates in differences.items()
        }
        typer.echo(json.dumps({"baseline": loaded[0].name, "differences": content}))
        return
    names = [run.name for run in loaded]
    console().print(comparison_table(names, [run.metrics for run in loaded], differences))


def _show(metrics: dict[str, Any], out: Path) -> None:
    from hirec.evaluation.table import metrics_table, stage_line, types_table
    from serving.cli.render import console

    screen = console()
    screen.print(metrics_table(metrics))
    if len(metrics["by_type"]) > 1:
        screen.print(types_table(metrics))
    if metrics["seconds_by_stage"]:
        screen.print(f"Median seconds by stage: {stage_line(metrics)}")
    if metrics["missing_filings"]:
        names = ", ".join(metrics["missing_filings"])
        screen.print(f"Gold filings not in the index (counted as missed): {names}")
    screen.print(f"Report: {out / 'report.html'}")


@contextmanager
def _progress() -> "Iterator[Callable[[int, int, Record | None], None]]":
    """A bar on a terminal, one JSON line a question elsewhere, both on standard error."""
    if not sys.stderr.isatty():
        yield _progress_line
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("asking"), BarColumn(), MofNCompleteColumn(), Remaining())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("asking", total=None)
        yield lambda done, total, _: bar.update(task, completed=done, total=total)


def _progress_line(done: int, total: int, record: "Record | None") -> None:
    content: dict[str, object] = {"done": done, "total": total}
    if record is not None:
        content |= {"id": record.id, "outcome": record.outcome, "lost_at": record.lost_at}
        content["seconds"] = round(record.seconds, 3)
    print(json.dumps(content, ensure_ascii=False), file=sys.stderr, flush=True)
