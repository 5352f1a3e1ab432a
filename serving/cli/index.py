"""``hirec index``: bring an index up to date with files and folders."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
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

from hirec.index.catalog import Catalog
from hirec.index.layout import Layout
from hirec.index.places import is_uri
from hirec.settings import Settings
from hirec.types import HirecError
from indexing.builder import build, corrections_of, merge
from indexing.company_list import read_company_list
from indexing.engine import Engine, LocalEngine
from indexing.labels import Label, parse_pairs, read_labels
from indexing.ledger_report import Group, ledger_report
from indexing.plan import BuildOptions
from indexing.publishing import PublishReport, publish
from indexing.report import BuildEvent, BuildReport
from indexing.report import Progress as Callback
from indexing.shards import Part
from indexing.working_copy import WorkingCopy, working_copy
from serving.cli.extras import extra
from serving.cli.ledger import show_groups
from serving.cli.mend import check_index, repair_index

_SHOWN = 3
"""Files of a group of the ledger after a run."""
_PAIR = re.compile(r"[a-z_]+=")


class Kind(StrEnum):
    """What kind of files an index holds."""

    FILINGS = "filings"
    DOCUMENTS = "documents"


class ReadBy(StrEnum):
    """Who reads the files."""

    LOCAL = "local"
    RAY = "ray"


def index(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="Folders (with subfolders) or files, also at s3://…, gs://…; "
            "key=value pairs for --relabel."
        ),
    ] = None,
    index_at: Annotated[
        str, typer.Option("--index", help="Folder of the index, or where it lives: s3://…, gs://….")
    ] = ...,  # type: ignore[assignment]
    profile: Annotated[
        Kind | None,
        typer.Option(help="SEC filings (the default), or contracts, policies and the like."),
    ] = None,
    settings: Annotated[Path | None, typer.Option(help="YAML over the defaults.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Reader processes.")] = None,
    prune: Annotated[bool, typer.Option(help="Remove filings whose files have gone.")] = False,
    retry_failed: Annotated[
        bool, typer.Option(help="Read failed files again, and those that lacked OCR.")
    ] = False,
    relabel: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Correct a file (path or filing_id) for good: key=value …; key= takes it back.",
        ),
    ] = None,
    labels: Annotated[
        Path | None, typer.Option(help="CSV of corrections: file, and any of the keys.")
    ] = None,
    company_list: Annotated[
        Path | None,
        typer.Option(help="EDGAR's company_tickers.json, or the folder it was fetched into."),
    ] = None,
    engine: Annotated[
        ReadBy, typer.Option(help="Processes of this machine, or a Ray cluster's (extra `ray`).")
    ] = ReadBy.LOCAL,
    address: Annotated[
        str | None, typer.Option(help="Of the Ray cluster; left out: one is started here.")
    ] = None,
    shard: Annotated[
        str | None, typer.Option(metavar="I/N", help="Only every N-th file, to be merged later.")
    ] = None,
    merge_shards: Annotated[
        bool, typer.Option("--merge", help="PATHs are shards: put all of a set into the index.")
    ] = False,
    publish_to: Annotated[
        str | None,
        typer.Option("--publish", metavar="URI", help="Copy what readers open to s3://…, gs://…."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Read every checksum of the index; change nothing.")
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Check, and make again what is damaged, only that.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON lines on standard output.")] = False,
) -> None:
    """Read filings into an index; unchanged files are skipped, a killed run continues.

    Exit code 0 where every file given is in the index, or with --check and --repair where the index
    is whole; 1 where some failed or something is damaged; 2 on errors.
    """
    chosen = Settings.load(settings) if settings else Settings()
    words = {"workers": workers, "profile": profile.value if profile else None}
    over = {name: value for name, value in words.items() if value is not None}
    chosen = chosen.model_copy(update={"index": chosen.index.model_copy(update=over)})
    files, pairs = _split_arguments(paths or [], relabel)
    place = _Place(index_at, as_json or not _is_terminal())
    given = bool(paths or relabel or labels or company_list)
    if place.remote and (check or repair or publish_to or shard):
        raise HirecError(
            "--check, --repair, --publish and --shard are about an index in a folder; give --index "
            "its folder."
        )
    if check or repair:
        _look_after(place, chosen if repair else None, given)
    elif publish_to is not None:
        _publish(place, publish_to, given)
    elif relabel is not None and not pairs and not files:
        with _copied(place) as copy:
            _show_corrections(copy.folder if copy else place.folder, relabel, place.lines)
    elif merge_shards:
        if shard or relabel or labels or company_list or prune or retry_failed:
            raise HirecError("--merge takes shards alone; give the other options afterwards.")
        reader, parts = _opened(engine, address), [Path(file) for file in files]
        _write(place, lambda folder, shown: merge(parts, folder, chosen, shown, engine=reader))
    else:
        reader = _opened(engine, address)
        options = BuildOptions(
            prune,
            retry_failed,
            [*(read_labels(labels) if labels else ()), *_relabelled(relabel, pairs)],
            read_company_list(company_list) if company_list else [],
            Part.parse(shard) if shard else None,
        )
        _write(
            place,
            lambda folder, shown: build(
                files, folder, chosen, shown, engine=reader, options=options
            ),
        )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the index is, and how what is done to it is told."""

    said: str
    lines: bool
    """As JSON lines."""

    @property
    def remote(self) -> bool:
        """Whether it is worked on in a copy."""
        return is_uri(self.said)

    @property
    def folder(self) -> Path:
        """Where it is no URI."""
        return Path(self.said)

    def progress(self) -> AbstractContextManager[Callback]:
        """Bars for people, lines for programs."""
        return _json_lines() if self.lines else _bars()


def _look_after(place: _Place, repairing: Settings | None, given: bool) -> None:
    if given:
        raise HirecError("--check and --repair are about the index alone; give them no files.")
    with place.progress() as progress:
        if repairing is None:
            whole = check_index(place.folder, progress, place.lines)
        else:
            whole = repair_index(place.folder, repairing, progress, place.lines)
    if not whole:
        raise typer.Exit(1)


def _publish(place: _Place, uri: str, given: bool) -> None:
    if given:
        raise HirecError("--publish is about the index alone; give it no files.")
    with place.progress() as progress:
        published = publish(place.folder, uri, progress)
    _show_published(published, place.lines)


def _write(place: _Place, work: Callable[[Path, Callback], BuildReport]) -> None:
    """Build or merge, publish what a URI holds, and tell what came of it."""
    with _copied(place) as copy:
        folder = copy.folder if copy else place.folder
        with place.progress() as progress:
            report = work(folder, progress)
            sent = copy.publish(progress) if copy and report.filings else None
        _show_run(report, folder, place.lines)
        if sent:
            _show_published(sent, place.lines)
    if report.failed or not report.filings:
        raise typer.Exit(1)


@contextmanager
def _copied(place: _Place) -> Iterator[WorkingCopy | None]:
    """The working copy of an index at a URI, and what is said of it; None of a folder."""
    if not place.remote:
        yield None
        return
    with working_copy(place.said) as copy:
        if place.lines:
            facts = {"place": copy.place, "generation": copy.generation, "fetched": copy.fetched}
            _print({"event": "working copy", "folder": str(copy.folder), **facts})
        else:
            known = f"generation {copy.generation}" if copy.generation else "nothing yet"
            came = ", fetched just now" if copy.fetched else ""
            typer.echo(f"{copy.place} holds {known}; its working copy is {copy.folder}{came}")
        yield copy


def _show_published(report: PublishReport, lines: bool) -> None:
    if lines:
        _print({"event": "published", **asdict(report)})
        return
    size = f"{report.bytes / 1e6:.1f} MB"
    typer.echo(f"generation {report.number} is published: {report.copied} files new, {size}")


def _opened(engine: ReadBy, address: str | None) -> Engine:
    if engine is ReadBy.LOCAL:
        if address is not None:
            raise HirecError("--address is of a Ray cluster; give --engine ray with it.")
        return LocalEngine()
    with extra("ray", "--engine ray"):
        from indexing.ray_engine import RayEngine
    return RayEngine(address)


def _show_run(report: BuildReport, index_dir: Path, lines: bool) -> None:
    groups = ledger_report(Catalog(Layout(index_dir)), str(index_dir))
    if not lines:
        _summarize(report, index_dir, groups)
        return
    rate = {"pages_per_s": round(report.pages_per_s, 1)}
    kept = [
        {"name": group.name, "count": len(group.entries), "remedy": group.remedy}
        for group in groups
    ]
    _print({"event": "summary", **asdict(report), **rate, "ledger": kept})


def _split_arguments(arguments: Sequence[str], relabel: str | None) -> tuple[list[str], list[str]]:
    """Paths and URIs, and the ``key=value`` pairs that belong to ``--relabel``."""
    pairs = [a for a in arguments if _PAIR.match(a) and not Path(a).exists()]
    if pairs and relabel is None:
        raise HirecError(
            f"{pairs[0]!r} is no path; to correct a file give --relabel FILE {pairs[0]}."
        )
    return [argument for argument in arguments if argument not in pairs], pairs


def _relabelled(relabel: str | None, pairs: Sequence[str]) -> list[Label]:
    return [Label(relabel, parse_pairs(pairs))] if relabel is not None and pairs else []


def _show_corrections(index_dir: Path, file: str, lines: bool) -> None:
    path, values = corrections_of(index_dir, file)
    if lines:
        _print({"event": "corrections", "path": path, "values": values})
        return
    words = " ".join(f"{key}={value!r}" for key, value in values.items()) or "nothing corrected"
    Console(highlight=False).print(f"{path}: {words}", markup=False)


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
            words = f"{pages} pages" if event.stage == "reading" else ""
            bars.update(tasks[event.stage], completed=event.done, total=event.total, pages=words)
            if event.result == "failed":
                bars.console.print(f"failed {event.path}: {event.error}", markup=False)
            elif event.note:
                bars.console.print(f"note   {event.path}: {event.note}", markup=False)

        yield show


def _summarize(report: BuildReport, index_dir: Path, groups: Sequence[Group]) -> None:
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
