"""``hirec index``: bring an index up to date with files and folders."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from hirec.index.object_store import is_uri
from hirec.settings import Settings
from hirec.types import HirecError
from indexing.builder import build, merge
from indexing.company_list import read_company_list
from indexing.engine import Engine, LocalEngine
from indexing.labels import Label, parse_pairs, read_labels
from indexing.plan import BuildOptions
from indexing.publishing import publish
from indexing.report import BuildReport
from indexing.report import Progress as Callback
from indexing.shards import Part
from indexing.working_copy import WorkingCopy, working_copy
from serving.cli.extras import extra
from serving.cli.index_output import bars, show_copy, show_corrections, show_published, show_run
from serving.cli.lines import print_progress
from serving.cli.mend import check_index, repair_index
from serving.cli.options import AsLines, Preset

_PAIR = re.compile(r"[a-z_]+=")


class Kind(StrEnum):
    """What kind of files an index holds."""

    FILINGS = "filings"
    DOCUMENTS = "documents"


class ReadBy(StrEnum):
    """Who reads the files."""

    LOCAL = "local"
    RAY = "ray"


Paths = Annotated[
    list[str] | None,
    typer.Argument(
        help="Folders (with subfolders) or files, also at s3://…, gs://…; "
        "key=value pairs for --relabel."
    ),
]
IndexAt = Annotated[
    str, typer.Option("--index", help="Folder of the index, or where it lives: s3://…, gs://….")
]
Profile = Annotated[
    Kind | None,
    typer.Option(help="SEC filings (the default), or contracts, policies and the like."),
]
Workers = Annotated[int | None, typer.Option(min=1, max=256, help="Reader processes.")]
Prune = Annotated[bool, typer.Option(help="Remove filings whose files have gone.")]
RetryFailed = Annotated[
    bool, typer.Option(help="Read failed files again, and those that lacked OCR.")
]
Relabel = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Correct a file (path or filing_id) for good: key=value …; key= takes it back.",
    ),
]
Labels = Annotated[Path | None, typer.Option(help="CSV of corrections: file, and any of the keys.")]
CompanyList = Annotated[
    Path | None,
    typer.Option(help="EDGAR's company_tickers.json, or the folder it was fetched into."),
]
EngineKind = Annotated[
    ReadBy, typer.Option(help="Processes of this machine, or a Ray cluster's (extra `ray`).")
]
Address = Annotated[
    str | None, typer.Option(help="Of the Ray cluster; left out: one is started here.")
]
Shard = Annotated[
    str | None, typer.Option(metavar="I/N", help="Only every N-th file, to be merged later.")
]
Merge = Annotated[
    bool, typer.Option("--merge", help="PATHs are shards: put all of a set into the index.")
]
PublishTo = Annotated[
    str | None,
    typer.Option("--publish", metavar="URI", help="Copy what readers open to s3://…, gs://…."),
]
Check = Annotated[
    bool, typer.Option("--check", help="Read every checksum of the index; change nothing.")
]
Repair = Annotated[
    bool, typer.Option("--repair", help="Check, and make again what is damaged, only that.")
]


def index(
    context: typer.Context,
    paths: Paths = None,
    index_at: IndexAt = ...,  # type: ignore[assignment]
    profile: Profile = None,
    settings: Preset = None,
    workers: Workers = None,
    prune: Prune = False,
    retry_failed: RetryFailed = False,
    relabel: Relabel = None,
    labels: Labels = None,
    company_list: CompanyList = None,
    engine: EngineKind = ReadBy.LOCAL,
    address: Address = None,
    shard: Shard = None,
    merge_shards: Merge = False,
    publish_to: PublishTo = None,
    check: Check = False,
    repair: Repair = False,
    as_json: AsLines = False,
) -> None:
    """Read filings into an index; unchanged files are skipped, a killed run continues.

    Exit code 0 where every file given is in the index, or with --check and --repair where the index
    is whole; 1 where some failed or something is damaged; 2 on errors.
    """
    files, pairs = _split_arguments(paths or [], relabel)
    showing = relabel is not None and not pairs
    _refuse_others(context, showing=showing)
    place = _Place(index_at, as_json)
    if place.remote and (check or repair or publish_to or shard):
        raise HirecError(
            "--check, --repair, --publish and --shard are about an index in a folder; give --index "
            "its folder."
        )
    chosen = _settings(settings, workers, profile)
    if check:
        _look_after(place, lambda shown: check_index(place.folder, shown, place.lines))
    elif repair:
        _look_after(place, lambda shown: repair_index(place.folder, chosen, shown, place.lines))
    elif publish_to is not None:
        _publish(place, publish_to)
    elif relabel is not None and showing:
        _show_corrections(place, relabel)
    elif merge_shards:
        _merge(place, chosen, files, _opened(engine, address))
    elif prune and not files:
        raise HirecError("--prune is about folders whose files may have gone; give them.")
    else:
        corrections = [*(read_labels(labels) if labels else ()), *_relabelled(relabel, pairs)]
        companies = read_company_list(company_list) if company_list else []
        part = Part.parse(shard) if shard else None
        options = BuildOptions(prune, retry_failed, corrections, companies, part)
        _build(place, chosen, files, _opened(engine, address), options)


_SETTINGS = frozenset({"index_at", "settings", "profile", "workers", "as_json"})
"""Parameters that go with everything."""


class _Alone(NamedTuple):
    """An option that takes the place of a build."""

    why: str
    """Ends "--check …"."""
    takes: frozenset[str] = frozenset()
    """Parameters it goes with, beside the settings."""


_OF_INDEX = _Alone("is about the index alone")
_ALONE = {
    "check": _OF_INDEX,
    "repair": _OF_INDEX,
    "publish_to": _OF_INDEX,
    "merge_shards": _Alone("takes shards alone", frozenset({"paths", "engine", "address"})),
    "relabel": _Alone("FILE without key=value shows what was corrected, and that alone"),
}


def _refuse_others(context: typer.Context, *, showing: bool) -> None:
    """Raise HirecError for what would not be done beside that which takes the place of a build.

    Args:
        context: With what was given.
        showing: Whether ``--relabel`` asks what was corrected, and corrects nothing.

    """
    named = {each.name or "": each.opts[0] for each in context.command.params} | {"paths": "PATH"}
    given = [name for name in named if context.params.get(name) and _is_given(context, name)]
    action = next((n for n in _ALONE if n in given and (n != "relabel" or showing)), None)
    if action is None:
        return
    alone = _ALONE[action]
    others = [named[name] for name in given if name not in {action, *alone.takes, *_SETTINGS}]
    if others:
        raise HirecError(f"{named[action]} {alone.why}; leave out {', '.join(others)}.")


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _settings(preset: Path | None, workers: int | None, profile: Kind | None) -> Settings:
    chosen = Settings.load(preset) if preset else Settings()
    words = {"workers": workers, "profile": profile.value if profile else None}
    over = {name: value for name, value in words.items() if value is not None}
    return chosen.model_copy(update={"index": chosen.index.model_copy(update=over)})


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
        return nullcontext(print_progress) if self.lines else bars()


def _look_after(place: _Place, work: Callable[[Callback], bool]) -> None:
    """Check or repair; exit code 1 where the index is not whole."""
    with place.progress() as progress:
        whole = work(progress)
    if not whole:
        raise typer.Exit(1)


def _publish(place: _Place, uri: str) -> None:
    with place.progress() as progress:
        published = publish(place.folder, uri, progress)
    show_published(published, place.lines)


def _show_corrections(place: _Place, file: str) -> None:
    with _copied(place) as copy:
        show_corrections(copy.folder if copy else place.folder, file, place.lines)


def _merge(place: _Place, chosen: Settings, shards: Sequence[str], reader: Engine) -> None:
    parts = [Path(shard) for shard in shards]
    _write(place, lambda folder, shown: merge(parts, folder, chosen, shown, engine=reader))


def _build(
    place: _Place, chosen: Settings, files: list[str], reader: Engine, options: BuildOptions
) -> None:
    _write(
        place,
        lambda folder, shown: build(files, folder, chosen, shown, engine=reader, options=options),
    )


def _write(place: _Place, work: Callable[[Path, Callback], BuildReport]) -> None:
    """Build or merge, publish what a URI holds, and tell what came of it."""
    with _copied(place) as copy:
        folder = copy.folder if copy else place.folder
        with place.progress() as progress:
            report = work(folder, progress)
            sent = copy.publish(progress) if copy and report.filings else None
        show_run(report, folder, place.lines)
        if sent:
            show_published(sent, place.lines)
    if report.failed or not report.filings:
        raise typer.Exit(1)


@contextmanager
def _copied(place: _Place) -> Iterator[WorkingCopy | None]:
    """The working copy of an index at a URI, and what is said of it; None of a folder."""
    if not place.remote:
        yield None
        return
    with working_copy(place.said) as copy:
        show_copy(copy, place.lines)
        yield copy


def _opened(engine: ReadBy, address: str | None) -> Engine:
    if engine is ReadBy.LOCAL:
        if address is not None:
            raise HirecError("--address is of a Ray cluster; give --engine ray with it.")
        return LocalEngine()
    with extra("ray", "--engine ray"):
        from indexing.ray_engine import RayEngine
    return RayEngine(address)


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
