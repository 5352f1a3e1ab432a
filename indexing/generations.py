"""Publishing: from the catalog as it is to the next generation that readers open.

What has not changed stays where it is: a build writes a segment of what is new, and the directory.
A segment swallows those before it that are not much larger than itself, so there are never more
than some dozens and a filing is written again a few times at most; one that has lost a quarter of
its filings is swallowed too.
"""

import hashlib
import secrets
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from hirec.companies.register import register
from hirec.companies.tables import write_companies
from hirec.index.directory import DAYS, DIRECTORY, DIRECTORY_SQL, ORDER, Directory
from hirec.index.generations import (
    Generation,
    SegmentMark,
    generation_numbers,
    read_generation,
)
from hirec.index.identities import IDENTITY
from hirec.index.layout import Layout
from hirec.index.segment import Segment
from hirec.types import Identity
from indexing.catalog import CatalogWriter
from indexing.rows import PublishedRow
from indexing.segments import drop_segments, marked, write_segment
from indexing.writer import OvertakenError, write_once, writing

LARGEST = 65_536
"""Filings of the largest segment: what a build holds in memory of their words."""
_SWALLOWED = 2
"""A segment takes in those before it that are at most so many times as large."""
_LOST = 4
"""One that has lost a quarter of its filings is taken in as well."""
_KEPT = 2
"""Generations whose files are kept: who asks by the one before is not disturbed."""


@dataclass(frozen=True, slots=True)
class _KeptSegment:
    """A segment and those of its filings that stay in it, by place."""

    mark: SegmentMark
    places: Mapping[str, int]


def write_generation(catalog: CatalogWriter, layout: Layout) -> None:
    """Write what has changed as the next generation, put it in force, drop old ones.

    Does nothing where nothing has changed since the generation in force was made.

    Raises:
        WriteError: the disk is full or not writable.
        OvertakenError: another builder was faster; nothing is in force of this one.

    """
    numbers = generation_numbers(layout)
    before = read_generation(layout, numbers[-1]) if numbers else None
    if before is None or before.revision != catalog.meta("revision"):
        _publish(catalog, layout, before, before.number + 1 if before else 1)
    catalog.require_lease()
    drop_old(layout)


def catch_up(catalog: CatalogWriter, layout: Layout) -> None:
    """Let all filings of a catalog that was restored from an older copy count as changed."""
    numbers = generation_numbers(layout)
    if numbers and read_generation(layout, numbers[-1]).revision > catalog.meta("revision"):
        catalog.overtake(read_generation(layout, numbers[-1]).revision)


def publish_anew(catalog: CatalogWriter, layout: Layout, spoilt: Set[Path]) -> None:
    """Write a generation in which nothing is taken over of the files that are spoilt.

    It alone is kept. Raises as :func:`write_generation` does.

    Args:
        catalog: All filings are written from it.
        layout: Where the index is.
        spoilt: Damaged files of the generation in force.

    """
    numbers = generation_numbers(layout)
    number = numbers[-1]
    before = None
    if layout.generation_file(number) not in spoilt:
        read = read_generation(layout, number)
        own = layout.generation_folder(read.folder)
        if not any(path.parent == own for path in spoilt):
            before = read
    _publish(catalog, layout, before, number + 1, {path.parent.name for path in spoilt})
    with writing(layout.generations):
        for old in numbers:
            layout.generation_file(old).unlink(missing_ok=True)
    catalog.require_lease()
    drop_old(layout)


def kept_generations(layout: Layout) -> list[Generation]:
    """The generation in force and the one before it, as far as they are there."""
    return [read_generation(layout, number) for number in generation_numbers(layout)[-_KEPT:]]


def drop_old(layout: Layout) -> None:
    """Delete generations and segments that nobody is to open any more."""
    with writing(layout.generations):
        for number in generation_numbers(layout)[:-_KEPT]:
            layout.generation_file(number).unlink()
        kept = kept_generations(layout)
        own = {generation.folder for generation in kept}
        for path in layout.generations.glob("*"):
            if path.is_dir() and path.name not in own:
                shutil.rmtree(path, ignore_errors=True)
        drop_segments(layout, {mark.name for each in kept for mark in each.segments})


def _publish(
    catalog: CatalogWriter,
    layout: Layout,
    before: Generation | None,
    number: int,
    spoilt: Set[str] = frozenset(),
) -> None:
    """Put generation ``number`` in force; segments of the names in ``spoilt`` are not kept."""
    revision = catalog.meta("revision")
    rows = catalog.published_rows()
    held, waiting = _sorted_out(layout, before, rows, spoilt)
    ordered = sorted(waiting)
    for start in range(0, len(ordered), LARGEST):
        part = ordered[start : start + LARGEST]
        mark = write_segment(layout, catalog.covers(part))
        held.append(_KeptSegment(mark, {filing_id: at for at, filing_id in enumerate(part)}))
    held = [each for each in held if each.places]
    folder = secrets.token_hex(8)
    words = _write_folder(catalog, layout, folder, rows, held)
    generation = Generation(
        number=number,
        revision=revision,
        lease=catalog.lease,
        filings=len(rows),
        words=words,
        fingerprint=_fingerprint(rows),
        folder=folder,
        files=marked(layout.generation_folder(folder)),
        segments=tuple(each.mark for each in held),
    )
    catalog.require_lease()
    target = layout.generation_file(generation.number)
    try:
        with writing(target):
            write_once(target, generation.model_dump_json(indent=1).encode())
    except FileExistsError as error:
        raise OvertakenError(layout.root) from error


def _sorted_out(
    layout: Layout, before: Generation | None, rows: Sequence[PublishedRow], spoilt: Set[str]
) -> tuple[list[_KeptSegment], set[str]]:
    """Segments that stay, and the filings that are to be written."""
    if before is None:
        return [], {row.filing_id for row in rows}
    unchanged = {row.filing_id for row in rows if row.changed <= before.revision}
    places: list[dict[str, int]] = [{} for _ in before.segments]
    with closing(Directory(layout.generation_folder(before.folder))) as directory:
        sql = "SELECT filing_id, segment, place FROM filings"
        for filing_id, segment, place in directory.database.execute(sql):
            if filing_id in unchanged:
                places[segment][filing_id] = place
    held = [_KeptSegment(*pair) for pair in zip(before.segments, places, strict=True)]
    size = len(rows) - sum(map(len, places))
    stay: list[_KeptSegment] = []
    for each in sorted(held, key=lambda each: each.mark.rows):
        lost = each.mark.rows - len(each.places)
        small = each.mark.rows <= min(_SWALLOWED * size, LARGEST // 2)
        if small or lost * _LOST > each.mark.rows or each.mark.name in spoilt:
            size += len(each.places)
        else:
            stay.append(each)
    kept = {filing_id for each in stay for filing_id in each.places}
    stay.sort(key=lambda each: -each.mark.rows)
    return stay, {row.filing_id for row in rows} - kept


def _write_folder(
    catalog: CatalogWriter,
    layout: Layout,
    name: str,
    rows: Sequence[PublishedRow],
    held: Sequence[_KeptSegment],
) -> int:
    """Write directory and order of a generation; returns the words of all its covers."""
    folder = layout.generation_folder(name)
    with writing(folder):
        folder.mkdir(parents=True)
        identities = {key: _bare(identity) for key, identity in catalog.identities()}
        numbers = {row.filing_id: at for at, row in enumerate(rows)}
        order = [np.full(each.mark.rows, -1, dtype=np.int32) for each in held]
        where: dict[str, tuple[int, int]] = {}
        words = 0
        for at, each in enumerate(held):
            for filing_id, place in each.places.items():
                order[at][place] = numbers[filing_id]
                where[filing_id] = at, place
            lengths = Segment(layout.segment_folder(each.mark.name)).lengths
            words += int(lengths[order[at] >= 0].sum())
        np.save(folder / ORDER, np.concatenate(order) if order else np.zeros(0, dtype=np.int32))
        known = (identities[row.filing_id].available_since for row in rows)
        days = [day.toordinal() if day else 0 for day in known]
        np.save(folder / DAYS, np.array(days, dtype=np.int32))
        with closing(sqlite3.connect(folder / DIRECTORY)) as database:
            database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
            _write_directory(database, rows, where)
            _write_profiles(database, identities.values())
            write_companies(database, register(identities), identities)
    return words


def _write_directory(
    database: sqlite3.Connection,
    rows: Sequence[PublishedRow],
    where: Mapping[str, tuple[int, int]],
) -> None:
    database.executescript(DIRECTORY_SQL)
    database.executemany(
        "INSERT INTO filings VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (at, row.filing_id, *where[row.filing_id], row.page_count, row.passage_count,
             row.passages)
            for at, row in enumerate(rows)
        ),
    )  # fmt: skip
    database.executemany("INSERT INTO sources VALUES (?, ?, ?)", _sources(rows))
    database.commit()


def _write_profiles(database: sqlite3.Connection, identities: Iterable[Identity]) -> None:
    """What questions that name no company are held against."""
    profiles = Counter(map(_profile, identities))
    database.executemany("INSERT INTO profiles VALUES (?, ?)", profiles.items())
    database.commit()


def _profile(identity: Identity) -> str:
    return IDENTITY.dump_json(
        replace(
            identity,
            company="",
            ticker=None,
            cik=None,
            ein=None,
            file_number=None,
            former_name=None,
            aliases=(),
        )
    ).decode()


def _sources(rows: Sequence[PublishedRow]) -> Iterator[tuple[int, int, str]]:
    for at, row in enumerate(rows):
        for rank, stem in enumerate(row.sources):
            yield at, rank, stem


def _fingerprint(rows: Iterable[PublishedRow]) -> str:
    """Of all filings by id, who carried them and how much they hold."""
    digest = hashlib.sha256()
    for row in rows:
        line = (row.filing_id, row.sources, row.page_count, row.passage_count)
        digest.update(repr(line).encode())
    return digest.hexdigest()[:16]


def _bare(identity: Identity) -> Identity:
    """Without what grouping companies needs not, for there may be very many."""
    return replace(identity, candidates={}, confidence={}, sources={}, notes=())
