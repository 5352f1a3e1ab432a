"""Builds an index: discover, read in parallel, commit in order, embed, switch."""

import shutil
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from hirec.index.damage import IndexDamagedError
from hirec.index.directory import Directory
from hirec.index.layout import Layout
from hirec.index.manifest import Manifest, read_manifest, require_same
from hirec.models.encoder import Encoder, fingerprint, load_encoder
from hirec.settings import Settings
from hirec.types import HirecError, IndexMissingError
from indexing.catalog import CatalogWriter
from indexing.company_list import ListedNames
from indexing.corrections import ReadingHints
from indexing.discover import Found, discover
from indexing.engine import Engine, LocalEngine
from indexing.generations import catch_up, drop_old, kept_generations, write_generation
from indexing.intake import Intake
from indexing.labels import Label, printed_labels
from indexing.lease import exclusive
from indexing.merging import MergingEngine
from indexing.plan import BuildOptions, BuildPlan
from indexing.profiles import resolve_profile
from indexing.report import BuildEvent, BuildReport, Progress, ignore
from indexing.shards import open_shards
from indexing.sources import FileSources
from indexing.vectors import embed_covers
from indexing.writer import write_bytes, writing

_DEFAULTS = BuildOptions()


def build(
    paths: Sequence[Path | str],
    index_dir: Path,
    settings: Settings,
    progress: Progress = ignore,
    *,
    encoder: Encoder | None = None,
    engine: Engine | None = None,
    options: BuildOptions = _DEFAULTS,
) -> BuildReport:
    """Bring an index up to date with files and folders; makes it where there is none.

    Killed at any moment, the same call continues. Reader processes import the caller's main
    module again, so a script calls this under ``if __name__ == "__main__"``.

    Args:
        paths: Folders (searched through) and files, also by URIs such as ``s3://bucket/folder``;
            none where only ``options.labels`` or ``options.companies`` are to be taken into an
            index that is there.
        index_dir: Where the index is, or is to be.
        settings: ``index`` and ``models`` must be those the index was made with.
        progress: Called at each step.
        encoder: Embeds the covers; by default the one of the settings, loaded when needed.
        engine: Reads the files; by default processes of this machine.
        options: What else is asked for.

    Raises:
        HirecError: a path is missing, nothing was found, or another process writes the index.
        LabelError: a label is about no file of the index; nothing of the labels is kept.
        IndexIncompatibleError: the index was made with other models or settings.
        LlmError: the language model of the settings is needed and cannot be asked.
        StoreError: a place at a URI does not answer; what is read so far stays.
        WriteError: the disk is full or not writable; what is written so far stays good.

    """
    layout = Layout(index_dir.resolve())
    outside = (*options.labels, *options.companies)
    profile = resolve_profile(settings.index, outside)
    if options.part and outside:
        raise HirecError("A shard takes neither labels nor a company list; give them afterwards.")
    if paths or not outside:
        found = discover(paths, index_dir)
    else:
        read_manifest(layout)
        found = Found([])
    plan = BuildPlan(
        settings,
        progress,
        encoder,
        engine or LocalEngine(),
        options.retry_failed,
        learn=profile.registrants,
    )
    if options.part is not None:
        plan = replace(plan, learn=False, shard=str(options.part))
        found = options.part.of(found)
    return _built(plan, layout, found, options)


def merge(
    shards: Sequence[Path],
    index_dir: Path,
    settings: Settings,
    progress: Progress = ignore,
    *,
    encoder: Encoder | None = None,
    engine: Engine | None = None,
) -> BuildReport:
    """Put all shards of a set into an index, which is that of all their files built in one go.

    Only files that other filings add something to are read again, by ``engine``; one that is not
    here is named in the ledger. Vectors are the shards', which an encoder that works in batches
    gives in other last bits than a build in one go. Killed at any moment, the same call continues.

    Args:
        shards: Folders of all shards of a set.
        index_dir: Where the index is to be.
        settings: Those that the shards were made with.
        progress: Called at each step.
        encoder: Embeds what is read again; by default that of the settings, loaded when needed.
        engine: By default processes of this machine.

    Raises:
        HirecError: a folder holds no shard, or one of the set is missing or unfinished.
        IndexIncompatibleError: a shard was made with other models or settings.
        IndexDamagedError: a shard is damaged; the message says which.
        WriteError: the disk is full or not writable; what is written so far stays good.

    """
    siblings = resolve_profile(settings.index).registrants
    plan = BuildPlan(settings, progress, encoder, engine or LocalEngine(), learn=siblings)
    with open_shards(shards, _manifest(plan)) as opened:
        plan = replace(plan, engine=MergingEngine(opened, plan.engine), shards=opened)
        return _built(plan, Layout(index_dir.resolve()), opened.found())


def _manifest(plan: BuildPlan) -> Manifest:
    """Of the index that is to be made."""
    settings = plan.settings
    made_by = plan.encoder.fingerprint if plan.encoder else fingerprint(settings.models)
    return Manifest.of(settings.index, made_by, enriched_by(settings), plan.shard)


def _built(
    plan: BuildPlan,
    layout: Layout,
    found: Found,
    options: BuildOptions = _DEFAULTS,
) -> BuildReport:
    """Build under a lease."""
    started = time.monotonic()
    expected = _manifest(plan)
    _prepare(layout)
    with exclusive(layout) as lease:
        _require_manifest(layout, expected)
        catalog = CatalogWriter(layout, lease)
        try:
            _clean(layout, catalog)
            listed = ListedNames(catalog)
            listed.keep(options.companies)
            hints = ReadingHints(catalog, listed, found.sources)
            hints.add_labels(options.labels, found.files)
            intake = Intake(
                catalog, layout, plan, sources=found.sources, hints=hints, listed=listed
            )
            if options.prune:
                intake.prune(found)
            intake.run(found)
            if options.labels:
                with writing(layout.labels):
                    write_bytes(layout.labels, printed_labels(hints.by_file()))
            aliased = listed.refresh() if options.companies else 0
            if plan.shards:
                plan.shards.give_vectors(catalog)
            embedded = embed_pending(catalog, plan.settings, plan.encoder, plan.progress)
            plan.progress(BuildEvent("writing", 0, catalog.count_filings()))
            write_generation(catalog, layout)
            return _reported(intake, catalog.count_filings(), embedded, aliased, started)
        finally:
            catalog.close()


def _reported(
    intake: Intake, filings: int, embedded: int, aliased: int, started: float
) -> BuildReport:
    """What the intake counted, with the filings of the index; ``started`` is monotonic."""
    return BuildReport(
        done=intake.done,
        skipped=intake.skipped,
        failed=tuple(intake.failed),
        noted=tuple(intake.noted),
        removed=tuple(intake.removed),
        filings=filings,
        pages=intake.pages,
        embedded=embedded,
        aliased=aliased,
        reading_s=intake.seconds,
        seconds=time.monotonic() - started,
        usage=intake.usage,
    )


def corrections_of(index_dir: Path, file: str) -> tuple[str, dict[str, str]]:
    """The path of a file in an index, and the user's values for it.

    Raises:
        LabelError: no file of the index is of that name, or several are.

    """
    layout = Layout(index_dir.resolve())
    read_manifest(layout)
    with exclusive(layout) as lease:
        catalog = CatalogWriter(layout, lease)
        try:
            hints = ReadingHints(catalog, ListedNames(catalog), FileSources())
            return hints.values_of(Label(file, {}))
        finally:
            catalog.close()


def remove(index_dir: Path, filing_ids: Sequence[str]) -> None:
    """Remove filings; building from their files again brings them back.

    Raises:
        HirecError: one of them is not in the index (nothing is removed then).

    """
    layout = Layout(index_dir.resolve())
    read_manifest(layout)
    with exclusive(layout) as lease:
        catalog = CatalogWriter(layout, lease)
        try:
            missing = sorted(set(filing_ids) - set(catalog.filing_ids()))
            if missing:
                raise HirecError(f"There is no filing {', '.join(missing)} in {index_dir}.")
            for filing_id in filing_ids:
                for path in catalog.paths_of(filing_id):
                    catalog.supersede(path, f"{filing_id} was removed on request")
            _clean(layout, catalog)
            write_generation(catalog, layout)
        finally:
            catalog.close()


def enriched_by(settings: Settings) -> dict[str, str]:
    """Who does each step of enrichment; its libraries are imported only where one is on."""
    if not settings.index.enrichment.steps():
        return {}
    from indexing.enrichment import made_by

    return made_by(settings)


def _prepare(layout: Layout) -> None:
    """Make the folder; refuse one that holds something else."""
    if layout.root.is_dir() and not layout.manifest.exists():
        strangers = {p.name for p in layout.root.iterdir()} - {layout.lock.name, layout.leases.name}
        strangers -= {f"{layout.manifest.name}.unfinished"}
        if layout.catalog.name in strangers:
            raise IndexDamagedError(
                f"{layout.root} has a catalog but no {layout.manifest.name}; restore that file "
                f"from a copy, or delete {layout.root} and index the filings again."
            )
        if strangers:
            raise HirecError(
                f"{layout.root} is not empty and is no index; give a new or empty folder."
            )
    with writing(layout.root):
        layout.root.mkdir(parents=True, exist_ok=True)


def _require_manifest(layout: Layout, expected: Manifest) -> None:
    """Write the manifest of a new index, or hold it against the settings.

    An index that holds no filing yet, as after a first build whose language model was not there,
    takes other settings.
    """
    try:
        found = read_manifest(layout)
        if found == expected:
            return
        if _holds_filings(layout):
            require_same(found, expected, layout)
    except IndexMissingError:
        pass
    with writing(layout.manifest):
        write_bytes(layout.manifest, expected.model_dump_json(indent=2).encode())


def _holds_filings(layout: Layout) -> bool:
    if not layout.catalog.exists():
        return False
    catalog = CatalogWriter(layout)
    try:
        return catalog.count_filings() > 0
    finally:
        catalog.close()


def _clean(layout: Layout, catalog: CatalogWriter) -> None:
    """Delete what a killed build left over, and passages that nobody is to read any more."""
    with writing(layout.root):
        shutil.rmtree(layout.unfinished, ignore_errors=True)
        drop_old(layout)
        catch_up(catalog, layout)
        known = set(catalog.passages())
        for generation in kept_generations(layout):
            folder = layout.generation_folder(generation.folder)
            with closing(Directory(folder)) as directory:
                known.update(directory.passages())
        for path in layout.passages.glob("*/*.parquet"):
            filing_id, _, digest = path.stem.rpartition("@")
            if (filing_id, digest) not in known:
                path.unlink()


def embed_pending(
    catalog: CatalogWriter, settings: Settings, encoder: Encoder | None, progress: Progress
) -> int:
    """Embed covers that have no vector, by the settings' encoder if need be; returns how many.

    Args:
        catalog: Where covers come from and vectors go.
        settings: Name the encoder.
        encoder: None: the settings' one is loaded, where there is anything to embed.
        progress: Called with each batch.

    """
    total = catalog.count_pending()
    if not total:
        return 0
    progress(BuildEvent("embedding", 0, total))
    return embed_covers(
        catalog,
        encoder or load_encoder(settings.models),
        lambda done: progress(BuildEvent("embedding", done, total)),
    )
