"""Shards: an index built in parts, on machines that know nothing of each other, and merged.

A shard is an index of every n-th file. It leaves out what only all files together can tell: nobody
learns from siblings. Merging runs the build over all files with the shards' readings in the place
of readers, so that order, names, duplicates and siblings come out as in one go; a file that
siblings add something to is read again.
"""

import hashlib
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from hirec.index.catalog import LEDGER_COLUMNS, LedgerRow, LedgerState, damaged
from hirec.index.damage import IndexDamagedError
from hirec.index.generations import generation_numbers, read_generation
from hirec.index.identities import IDENTITY
from hirec.index.layout import Layout
from hirec.index.manifest import Manifest, read_manifest, require_same
from hirec.index.passages import digest_of
from hirec.types import HirecError
from indexing.catalog import CatalogWriter
from indexing.company_list import without_listed
from indexing.discover import Found, below
from indexing.notes import RENDERING_OF, SAME_AS
from indexing.pool import Outcome
from indexing.profiles import PROFILES
from indexing.rows import Input, ReadFiling, Task
from indexing.sources import Fetched
from indexing.writer import rename_passages, write_bytes, writing

_VECTORS_AT_ONCE = 1024


@dataclass(frozen=True, slots=True)
class Part:
    """Shard ``number`` of ``count``, from 1."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """From ``2/8``; raises HirecError."""
        found = re.fullmatch(r"(\d+)/(\d+)", text)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise HirecError(f"{text!r} is no shard; give its number and how many there are: 2/8.")
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def of(self, found: Found) -> Found:
        """The files of this shard, by their names below folders: machines may mount elsewhere."""
        files = [
            name for name in found.files if self._has(below(name, found.folders) or Path(name).name)
        ]
        refused = {name: why for name, why in found.refused.items() if self._has(name)}
        return replace(found, files=files, refused=refused)

    def _has(self, name: str) -> bool:
        digest = hashlib.sha256(os.fsencode(name)).digest()
        return int.from_bytes(digest[:8]) % self.count == self.number - 1


class Shards:
    """All shards of a set, opened for merging; use :func:`open_shards`."""

    def __init__(
        self,
        layouts: Sequence[Layout],
        databases: Sequence[sqlite3.Connection],
        profile: str = "filings",
    ) -> None:
        """Hold the shards against each other.

        Args:
            layouts: Of the shards, in the order of their numbers.
            databases: Their catalogs, in the same order.
            profile: What kind of files they hold.

        Raises:
            HirecError: a shard is unfinished or two hold the same file.

        """
        self._layouts = layouts
        self._profile = profile
        self._databases = databases
        self._home: dict[str, int] = {}
        for at, layout in enumerate(layouts):
            self._require_finished(at)
            sql = "SELECT path FROM ledger WHERE state <> 'superseded'"
            for (path,) in self._rows(at, sql):
                other = self._home.setdefault(path, at)
                if other != at:
                    raise HirecError(
                        f"{path} is in {layouts[other].root} and in {layout.root}; make all shards "
                        "from the same paths."
                    )

    def found(self) -> Found:
        """All files of all shards."""
        return Found(sorted(self._home), sources=self)

    # Sources

    def look(self, name: str) -> Input:
        """The file as it was when its shard read it; raises OSError where no shard has it."""
        row = self._row(name)
        if row is None:
            raise FileNotFoundError(name)
        return Input(name, row.size or 0, row.mtime_ns or 0)

    def fetched(self, wanted: Iterable[tuple[Input, Path]]) -> Iterator[Fetched]:
        """Files with their hashes, in order; without where the shard could not read one."""
        for file, _ in wanted:
            yield Fetched(replace(file, sha256=self.hashed(file.path)))

    def hashed(self, name: str) -> str:
        """The hash of a file's content; empty where its shard could not read it."""
        row = self._row(name)
        return (row.sha256 or "") if row else ""

    def holds(self, name: str) -> bool:
        """Whether a shard has it."""
        return name in self._home

    def changed(self, file: Input) -> bool:
        """Never: what a shard read is what it hashed."""
        del file
        return False

    # What was read

    def outcome(self, task: Task) -> Outcome[Task, ReadFiling] | None:
        """What became of a file in its shard, passages copied; None where it has to be read again.

        Raises IndexDamagedError, which names the shard, and WriteError.
        """
        row = self._row(task.file.path)
        if row is None or row.told != task.file.hints:
            return None
        if row.state is LedgerState.FAILED:
            return Outcome(task, failure=row.error or "")
        return Outcome(task, self._reading(row, task.parquet))

    def _reading(self, row: LedgerRow, target: Path) -> ReadFiling:
        steps = PROFILES[self._profile].steps()

        at = self._home[row.path]
        sql = (
            "SELECT filing_id, identity, listed, page_count, passage_count, passages, summary "
            "FROM filings JOIN covers USING (filing_id) WHERE sha256 = ?"
        )
        rows = self._rows(at, sql, (row.sha256,))
        if not rows:
            raise self._broken(at, f"the filing of {row.path} is missing from its catalog")
        key, identity, listed, pages, count, digest, summary = rows[0]
        known = without_listed(IDENTITY.validate_json(identity), listed)
        known = replace(known, notes=_own(known.notes))
        self._copy(at, key, digest, target)
        name = steps.name(known, Path(row.path).name)
        return ReadFiling(
            filing_id=name,
            identity=known,
            summary=summary,
            page_count=pages,
            passage_count=count,
            seconds=row.seconds or 0.0,
            notes=_own(row.note.split("\n") if row.note else ()),
            weak=steps.weak(known),
            passages=digest if name == key else rename_passages(target, name),
        )

    def _copy(self, at: int, filing_id: str, digest: str, target: Path) -> None:
        source = self._layouts[at].passages_file(filing_id, digest)
        try:
            content = source.read_bytes()
        except OSError as error:
            raise self._broken(at, f"{source} cannot be read: {error.strerror}") from error
        if digest_of(content) != digest:
            raise self._broken(at, f"{source} has another checksum than it was written with")
        with writing(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(target, content)

    def give_vectors(self, catalog: CatalogWriter) -> int:
        """Take over the vectors of covers that are word for word a shard's; returns how many."""
        given = 0
        sql = (
            "SELECT sha256, summary, vector FROM filings JOIN covers USING (filing_id) "
            "WHERE vector IS NOT NULL ORDER BY sha256 LIMIT ? OFFSET ?"
        )
        for at in range(len(self._layouts)):
            start = 0
            while rows := self._rows(at, sql, (_VECTORS_AT_ONCE, start)):
                start += len(rows)
                waiting = catalog.awaiting_vectors((sha256, summary) for sha256, summary, _ in rows)
                taken = [(waiting[row[0]], row[2]) for row in rows if row[0] in waiting]
                if taken:
                    vectors = np.array([np.frombuffer(v, dtype="<f4") for _, v in taken])
                    catalog.put_vectors([key for key, _ in taken], vectors)
                given += len(taken)
        return given

    # Below

    def _row(self, name: str) -> LedgerRow | None:
        at = self._home.get(name)
        if at is None:
            return None
        sql = f"SELECT {LEDGER_COLUMNS} FROM ledger WHERE path = ?"  # noqa: S608 - a constant
        return LedgerRow.of(self._rows(at, sql, (name,))[0])

    def _rows(self, at: int, sql: str, values: Sequence[object] = ()) -> list[Any]:
        try:
            return self._databases[at].execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._broken(at, f"its catalog cannot be read: {error}") from error

    def _require_finished(self, at: int) -> None:
        layout = self._layouts[at]
        ((left,),) = self._rows(at, "SELECT count(*) FROM ledger WHERE state = 'new'")
        ((revision,),) = self._rows(at, "SELECT value FROM meta WHERE key = 'revision'")
        numbers = generation_numbers(layout)
        if left or not numbers or read_generation(layout, numbers[-1]).revision != revision:
            raise HirecError(
                f"The shard in {layout.root} is not finished; run the command that makes it again, "
                "then merge."
            )

    def _broken(self, at: int, why: str) -> IndexDamagedError:
        root = self._layouts[at].root
        return IndexDamagedError(
            f"The shard in {root} is damaged ({why}); mend it with: hirec index --repair --index "
            f"{root}, then merge again."
        )


@contextmanager
def open_shards(folders: Sequence[Path], expected: Manifest) -> Iterator[Shards]:
    """Open all shards of a set, in any order.

    Raises:
        IndexMissingError: there is no index in a folder.
        IndexIncompatibleError: a shard was made with other models or settings than ``expected``.
        HirecError: a folder holds no shard, or some of the set are missing or unfinished.
        IndexDamagedError: a catalog cannot be read.

    """
    layouts = [Layout(folder.resolve()) for folder in folders]
    manifests = [read_manifest(layout) for layout in layouts]
    _require_set(layouts, manifests)
    for layout, manifest in zip(layouts, manifests, strict=True):
        require_same(manifest.model_copy(update={"shard": ""}), expected, layout)
    with ExitStack() as stack:
        databases = [stack.enter_context(closing(_connected(layout))) for layout in layouts]
        yield Shards(layouts, databases, expected.profile)


def _require_set(layouts: Sequence[Layout], manifests: Sequence[Manifest]) -> None:
    """Raise HirecError where the shards are not each of a set once."""
    roots: dict[str, Path] = {}
    for layout, manifest in zip(layouts, manifests, strict=True):
        if not manifest.shard:
            raise HirecError(
                f"The index in {layout.root} is no shard; make shards with: hirec index PATH… "
                "--index SHARD --shard 1/4"
            )
        if manifest.shard in roots:
            raise HirecError(
                f"{roots[manifest.shard]} and {layout.root} both are shard {manifest.shard}."
            )
        roots[manifest.shard] = layout.root
    counts = {Part.parse(shard).count for shard in roots}
    if len(counts) > 1:
        stated = ", ".join(f"{root} {shard}" for shard, root in roots.items())
        raise HirecError(f"These are shards of several sets ({stated}); merge those of one.")
    for count in counts:
        missing = {str(Part(at, count)) for at in range(1, count + 1)} - roots.keys()
        if missing:
            raise HirecError(f"Shard {', '.join(sorted(missing))} is missing; merge all at once.")


def _connected(layout: Layout) -> sqlite3.Connection:
    mode = "mode=ro" if os.access(layout.root, os.W_OK) else "immutable=1"
    try:
        return sqlite3.connect(f"{layout.catalog.as_uri()}?{mode}", uri=True)
    except sqlite3.Error as error:
        raise damaged(layout, error) from error


def _own(notes: Iterable[str]) -> tuple[str, ...]:
    """Notes of the reading, without those on who else has its id: the merged index has others."""
    return tuple(note for note in notes if not note.startswith((SAME_AS, RENDERING_OF)))
