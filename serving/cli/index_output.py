"""What ``hirec index`` says of a build, on a screen or as JSON lines."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from hirec.index.catalog import Catalog
from hirec.index.layout import Layout
from indexing.builder import corrections_of
from indexing.ledger_report import Group, ledger_report
from indexing.publishing import PublishReport
from indexing.report import BuildEvent, BuildReport
from indexing.report import Progress as Callback
from indexing.working_copy import WorkingCopy
from serving.cli.ledger import show_groups
from serving.cli.lines import print_json
from serving.cli.render import console

_SHOWN = 3
"""Files of a group of the ledger after a run."""


@contextmanager
def bars() -> Iterator[Callback]:
    """A bar for each stage, where there is a terminal; failed files are named everywhere."""
    columns = (
        TextColumn("{task.description:<10}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pages]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    screen = console()
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as shown:
        tasks: dict[str, TaskID] = {}
        pages = 0

        def show(event: BuildEvent) -> None:
            nonlocal pages
            if event.stage == "writing":
                return
            if event.stage not in tasks:
                tasks[event.stage] = shown.add_task(event.stage, total=event.total, pages="")
            pages += event.pages
            words = f"{pages} pages" if event.stage == "reading" else ""
            shown.update(tasks[event.stage], completed=event.done, total=event.total, pages=words)
            if event.result == "failed":
                screen.print(f"failed {event.path}: {event.error}", markup=False)
            elif event.note:
                screen.print(f"note   {event.path}: {event.note}", markup=False)

        yield show


def show_copy(copy: WorkingCopy, lines: bool) -> None:
    """Say which working copy of an index at a URI is used."""
    if lines:
        facts = {"place": copy.place, "generation": copy.generation, "fetched": copy.fetched}
        print_json({"event": "working copy", "folder": str(copy.folder), **facts})
        return
    known = f"generation {copy.generation}" if copy.generation else "nothing yet"
    came = ", fetched just now" if copy.fetched else ""
    typer.echo(f"{copy.place} holds {known}; its working copy is {copy.folder}{came}")


def show_run(report: BuildReport, index_dir: Path, lines: bool) -> None:
    """Sum up a build or a merge, with what of the ledger wants a look."""
    groups = ledger_report(Catalog(Layout(index_dir)), str(index_dir))
    if not lines:
        _summarize(report, index_dir, groups)
        return
    rate = {"pages_per_s": round(report.pages_per_s, 1)}
    kept = [
        {"name": group.name, "count": len(group.entries), "remedy": group.remedy}
        for group in groups
    ]
    print_json({"event": "summary", **asdict(report), **rate, "ledger": kept})


def show_published(report: PublishReport, lines: bool) -> None:
    """Say what was copied to a URI."""
    if lines:
        print_json({"event": "published", **asdict(report)})
        return
    size = f"{report.bytes / 1e6:.1f} MB"
    typer.echo(f"generation {report.number} is published: {report.copied} files new, {size}")


def show_corrections(index_dir: Path, file: str, lines: bool) -> None:
    """Show what a user said of a file."""
    path, values = corrections_of(index_dir, file)
    if lines:
        print_json({"event": "corrections", "path": path, "values": values})
        return
    words = " ".join(f"{key}={value!r}" for key, value in values.items()) or "nothing corrected"
    console().print(f"{path}: {words}", markup=False)


def _summarize(report: BuildReport, index_dir: Path, groups: Sequence[Group]) -> None:
    out = console()
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
    if report.aliased:
        out.print(f"{report.aliased} filings have other names from EDGAR's list")
    used = report.usage
    if used.calls or used.cached_calls:
        out.print(
            f"language model: {used.calls} replies and {used.cached_calls} kept ones, "
            f"{used.input_tokens} + {used.output_tokens} tokens, {used.cost_usd:.4f} USD"
        )
    show_groups(out, [group for group in groups if group.name != "corrected"], _SHOWN)
    if groups:
        out.print(f"\nAll of them: hirec inspect --ledger --index {index_dir}", markup=False)
