"""Mending an index: what is damaged is made again, from the catalog or the filing's file."""

import shutil
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hirec.index.damage import IndexDamagedError
from hirec.index.layout import Layout
from hirec.index.manifest import Manifest, read_manifest, require_same
from hirec.models.encoder import Encoder, fingerprint
from hirec.settings import Settings
from indexing.builder import embed_pending, enriched_by
from indexing.catalog import CatalogWriter
from indexing.checking import Damage, check
from indexing.company_list import ListedNames
from indexing.corrections import ReadingHints
from indexing.discover import Found
from indexing.generations import publish_anew
from indexing.intake import Intake
from indexing.lease import exclusive
from indexing.plan import BuildPlan
from indexing.profiles import resolve_profile
from indexing.report import Progress, ignore
from indexing.sources import FileSources


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What was damaged: what is whole again, and what is not."""

    mended: tuple[Damage, ...]
    left: tuple[Damage, ...]
    read_again: tuple[str, ...]
    """Files of filings that were read again."""


def repair(
    index_dir: Path,
    settings: Settings,
    progress: Progress = ignore,
    *,
    encoder: Encoder | None = None,
) -> RepairReport:
    """Check an index and make again what is damaged; nothing else is touched.

    Files that readers open are written anew from the catalog; passages and rows of the catalog are
    read again from the filing's file, where that is still there with the content it had.

    Args:
        index_dir: Where the index is.
        settings: ``index`` and ``models`` must be those the index was made with.
        progress: Called at each step.
        encoder: Embeds covers that are read again; by default the one of the settings.

    Raises:
        IndexMissingError: there is no index, or no build of it has finished.
        IndexIncompatibleError: the index was made with other models or settings.
        IndexDamagedError: the catalog itself is damaged: nothing can be made from it.
        HirecError: another process writes the index.
        WriteError: the disk is full or not writable.

    """
    layout = Layout(index_dir.resolve())
    made_by = encoder.fingerprint if encoder else fingerprint(settings.models)
    expected = Manifest.of(settings.index, made_by, enriched_by(settings))
    found = read_manifest(layout)
    lacks = resolve_profile(settings.index).registrants and not found.shard
    require_same(found, expected.model_copy(update={"shard": found.shard}), layout)
    with exclusive(layout) as lease:
        damages = check(layout, progress)
        if not damages:
            return RepairReport((), (), ())
        _require_catalog(damages, layout)
        with closing(CatalogWriter(layout, lease)) as catalog:
            read = _read_again(damages, catalog, layout, settings, progress, lacks)
            embed_pending(catalog, settings, encoder, progress)
            publish_anew(catalog, layout, frozenset(damage.path for damage in damages))
        left = check(layout, progress)
    mended = tuple(damage for damage in damages if damage not in left)
    return RepairReport(mended, tuple(left), read)


def _require_catalog(damages: Sequence[Damage], layout: Layout) -> None:
    for damage in damages:
        if damage.path == layout.catalog and not damage.filing_id:
            raise IndexDamagedError(
                f"The catalog {layout.catalog} is damaged ({damage.what}), and all else would be "
                f"made from it: restore it from a copy, or delete {layout.root} and index the "
                "filings again."
            )


def _read_again(
    damages: Sequence[Damage],
    catalog: CatalogWriter,
    layout: Layout,
    settings: Settings,
    progress: Progress,
    learn: bool,
) -> tuple[str, ...]:
    """Read the files of damaged filings; returns those that were there to be read."""
    sources = FileSources()
    lost = {damage.filing_id for damage in damages if damage.filing_id}
    contents = {
        sha256
        for filing_id in lost
        for path in catalog.paths_of(filing_id)
        if sources.holds(path) and (sha256 := catalog.ledger_row(path).sha256)
    }
    if not contents:
        return ()
    listed = ListedNames(catalog)
    intake = Intake(
        catalog,
        layout,
        BuildPlan(settings, progress, learn=learn),
        sources=sources,
        hints=ReadingHints(catalog, listed, sources),
        listed=listed,
        again=frozenset(contents),
    )
    intake.run(Found([], sources=sources))
    shutil.rmtree(layout.unfinished, ignore_errors=True)
    return tuple(sorted(name for sha in contents for name in catalog.paths_of_content(sha)))
