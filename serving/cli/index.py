"""``hirec index``: bring an index up to date with files and folders."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from hirec.settings import Settings
from indexing.builder import build
from indexing.report import BuildEvent, BuildReport
from indexing.report import Progress as Callback

_FAILURES_SHOWN = 20


def index(
    paths: Annotated[list[Path], typer.Argument(help="Folders (with subfolders) or files.")],
    index_dir: Annotated[Path, typer.Option("--index", help="Folder of the index.")],
    settings: Annotated[Path | None, typer.Option(help="YAML over the defaults.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Reader processes.")] = None,
    prune: Annotated[bool, typer.Option(help="Remove filings whose files have gone.")] = False,
    retry_failed: Annotated[bool, typer.Option(help="Read failed files again.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON lines on standard output.")] = False,
) -> None:
    """Read filings into an index; unchanged files are skipped, a killed run continues.

    Exit code 0 where every file given is in the index, 1 where some failed, 2 on errors.
    """
    chosen = Settings.load(settings) if settings else Settings()
    if workers is not None:
        chosen = chosen.model_copy(
            update={"index": chosen.index.model_copy(update={"workers": workers})}
        )
    lines = as_json or not _is_terminal()
    with _json_lines() if lines else _bars() as progress:
        report = build(paths, index_dir, chosen, progress, prune=prune, retry_failed=retry_failed)
    if lines:
        _print({"event": "summary", **asdict(report), "pages_per_s": round(report.pages_per_s, 1)})
    else:
        _summarize(report, index_dir)
    if report.failed or not report.filings:
        raise typer.Exit(1)


def _is_terminal() -> bool:
    return sys.stdout.isatty()


@contextmanager
def _json_lines() -> Iterator[Callback]:
    """Every event as a line of JSON on standard output."""
    yield lambda event: _print({"event": "progress", **asdict(event)})


def _print(content: dict[str, object]) -> None:
    print(json.dumps(content, ensure_ascii=False), flush=True)


@contextmanager
def _bars() -> Iterator[Callback]:
    """A progress bar for each stage; failed files are named above them."""
    columns = (
        TextColumn("{task.description:<10}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pages]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(highlight=False)) as bars:
        tasks: dict[str, TaskID] = {}
        pages = 0

        def show(event: BuildEvent) -> None:
            nonlocal pages
            if event.stage == "writing":
                return
            if event.stage not in tasks:
                tasks[event.stage] = bars.add_task(event.stage, total=event.total, pages="")
            pages += event.pages
            said = f"{pages} pages" if event.stage == "reading" else ""
            bars.update(tasks[event.stage], completed=event.done, pages=said)
            if event.result == "failed":
                bars.console.print(f"failed {event.path}: {event.error}", markup=False)
            elif event.note:
                bars.console.print(f"note   {event.path}: {event.note}", markup=False)

        yield show


def _summarize(report: BuildReport, index_dir: Path) -> None:
    out = Console(highlight=False)
    out.print(
        f"{report.done} done, {report.skipped} skipped, {len(report.failed)} failed; "
        f"{report.filings} filings in {index_dir}",
        markup=False,
    )
    if report.removed:
        out.print(f"{len(report.removed)} removed: {', '.join(report.removed)}", markup=False)
    if report.pages:
        out.print(
            f"{report.pages} pages at {report.pages_per_s:.0f} pages/s, "
            f"{report.embedded} covers embedded, {report.seconds:.1f} s in all"
        )
    used = report.usage
    if used.calls or used.cached_calls:
        out.print(
            f"language model: {used.calls} replies and {used.cached_calls} kept ones, "
            f"{used.input_tokens} + {used.output_tokens} tokens, {used.cost_usd:.4f} USD"
        )
    for failed in report.failed[:_FAILURES_SHOWN]:
        when = " (before; --retry-failed reads it again)" if failed.before else ""
        out.print(f"failed {failed.path}: {failed.error}{when}", markup=False)
    if report.noted:
        out.print(f"{len(report.noted)} read with a note; hirec inspect --ledger shows each")
    if len(report.failed) > _FAILURES_SHOWN:
        out.print(f"… and {len(report.failed) - _FAILURES_SHOWN} more; --json names them all")
