"""The reading stage of a build: which files are read, and what becomes of each."""

import dataclasses
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hirec.index.catalog import LedgerRow, LedgerState
from hirec.index.layout import Layout
from hirec.index.object_store import StoreError
from hirec.settings import LlmSettings, Settings
from hirec.types import Usage
from indexing.catalog import CatalogWriter
from indexing.company_list import ListedNames
from indexing.corrections import ReadingHints
from indexing.discover import Found, below
from indexing.engine import Reading
from indexing.notes import OCR_ABSENT, RENDERING_OF, SAME_AS
from indexing.plan import BuildPlan
from indexing.pool import Job, Outcome
from indexing.profiles import PROFILES
from indexing.report import BuildEvent, FailedFile, NotedFile, Result
from indexing.rows import Input, ReadFiling, Task
from indexing.sources import Fetched, Sources
from indexing.writer import rename_passages, writing

_RENDERINGS = {".pdf": "PDF", ".htm": "HTML", ".html": "HTML", ".xhtml": "HTML", ".txt": "text"}
"""Kinds of file that one filing is published in."""

_CHANGED = "changed while it was read; run the same command again"


class Intake:
    """Reads files in parallel and commits them in order, one transaction each."""

    def __init__(
        self,
        catalog: CatalogWriter,
        layout: Layout,
        plan: BuildPlan,
        *,
        sources: Sources,
        hints: ReadingHints,
        listed: ListedNames,
        again: frozenset[str] = frozenset(),
    ) -> None:
        """Begin with counts of zero; they are what :class:`indexing.report.BuildReport` tells.

        Args:
            catalog: Takes what is read.
            layout: Where the passages go.
            plan: Settings, engine, and what else was asked for.
            sources: Files by their names.
            hints: What is known of each content beside it.
            listed: Names of EDGAR's list.
            again: Contents (SHA-256) to be read whatever the ledger says of them.

        """
        self.pages = 0
        self.seconds = 0.0
        self.failed: list[FailedFile] = []
        self.removed: list[str] = []
        self._done: set[str] = set()
        self._skipped: set[str] = set()
        self._notes: dict[str, str] = {}
        self._catalog = catalog
        self._layout = layout
        self.usage = Usage()
        self._settings = plan.settings.index
        self._llm = _language_model(plan.settings, layout)
        self._progress = plan.progress
        self._retry_failed = plan.retry_failed
        self._hints = hints
        self._listed = listed
        self._engine = plan.engine
        self._again = again
        self._sources = sources
        self._learns = plan.learn
        self._stale: set[str] = set()
        self._total = 0
        self._finished = 0
        self._submitted: set[str] = set()
        self._reasons: dict[str, str] = {}
        self._lost: StoreError | None = None

    @property
    def done(self) -> int:
        """Files read, or found to carry a filing that is already there."""
        return len(self._done)

    @property
    def skipped(self) -> int:
        """Files unchanged since they were read."""
        return len(self._skipped - self._done)

    @property
    def noted(self) -> list[NotedFile]:
        """Files read that left something out, as they were read last."""
        return [NotedFile(path, note) for path, note in self._notes.items()]

    def prune(self, found: Found) -> None:
        """Let go of files that were in the folders searched and are no longer."""
        present = {*found.files, *found.refused}
        for name in self._catalog.ledger_paths():
            if name not in present and below(name, found.folders):
                self._drop(self._catalog.supersede(name, "the file has gone"))

    def run(self, found: Found) -> None:
        """Read what is new or changed, and commit it in the order of the files."""
        started = time.monotonic()
        self._catalog.register([*found.files, *found.refused])
        self._stale = self._hints.stale() | self._unseen_by_ocr() | self._again
        given = set(found.files)
        changed = [path for path in self._files_of(self._stale) if path not in given]
        todo = [file for path in (*found.files, *changed) if (file := self._look(path))]
        self._read(todo)
        for name, reason in found.refused.items():
            self._refuse(name, reason)
        if self._learns:
            self._learn()
        self.seconds = time.monotonic() - started

    def _learn(self) -> None:
        """Read again, once, what other filings can now tell something."""
        self._hints.add_sibling_hints()
        self._stale = self._hints.stale()
        self._submitted = set()
        files = [self._look(path) for path in self._files_of(self._stale)]
        self._read([file for file in files if file])

    def _files_of(self, contents: Iterable[str]) -> list[str]:
        """Files with these contents that are still there."""
        names = {name for sha256 in contents for name in self._catalog.paths_of_content(sha256)}
        return [name for name in sorted(names) if self._sources.holds(name)]

    def _unseen_by_ocr(self) -> set[str]:
        """Contents with pages that a program read nothing of which is installed now."""
        if not self._retry_failed or shutil.which("tesseract") is None:
            return set()
        return set(self._catalog.contents_noted(OCR_ABSENT))

    def _read(self, todo: Sequence[Input]) -> None:
        if not todo:
            return
        self._total += len(todo)
        self._progress(BuildEvent("reading", self._finished, self._total))
        # Reading libraries take a second to import, which a build without work is spared.
        from indexing.worker import read_filing

        settings = self._settings
        workers = min(settings.workers or self._engine.cores(), len(todo))
        # Pandas is none of ours: Arrow imports it at its first array, where it is installed.
        preload = ["indexing.worker", PROFILES[settings.profile].module, "pandas"]
        timeout_s = settings.timeout_s
        if self._llm is not None:
            self._llm = _tried(self._llm, workers)
            preload.append("indexing.enrichment.llm.reader_client")
            timeout_s += settings.enrichment.timeout_s
        reading = Reading(read_filing, timeout_s, settings.memory_mb, tuple(preload))
        with self._engine.readers(reading, workers) as readers:
            for outcome in readers.ordered(self._jobs(todo)):
                self._commit(outcome)
        shutil.rmtree(self._layout.unfinished, ignore_errors=True)
        if self._lost is not None:
            raise self._lost

    def _refuse(self, path: str, reason: str) -> None:
        """Account for what cannot be tried; the same reason again is no new attempt."""
        if self._catalog.ledger_row(path).error != reason:
            self._catalog.fail(Input(path, 0, 0), reason)
        self.failed.append(FailedFile(path, reason))

    def _look(self, path: str) -> Input | None:
        """The file as it is now, None where its ledger row says that nothing is to be done."""
        row = self._catalog.ledger_row(path)
        try:
            file = self._sources.look(path)
        except OSError:
            return Input(path, 0, 0)  # the reader will say why it cannot be read
        unchanged = (row.size, row.mtime_ns) == (file.size, file.mtime_ns)
        return None if unchanged and self._account(row) else file

    def _account(self, row: LedgerRow) -> bool:
        """Count an unchanged file as skipped or as failed before; False where it is to be read."""
        if row.sha256 in self._stale:
            return False
        if row.state is LedgerState.DONE:
            self._skipped.add(row.path)
            return True
        if row.state is LedgerState.FAILED and not self._retry_failed:
            self.failed.append(FailedFile(row.path, row.error or "", before=True))
            return True
        return False

    def _jobs(self, todo: Sequence[Input]) -> Iterator[Job[Task]]:
        """Work for the readers; a content that need not be read only keeps its place."""
        folders = [self._layout.unfinished / f"{os.getpid()}-{at}" for at in range(len(todo))]
        fetching = self._until_lost(self._sources.fetched(zip(todo, folders, strict=True)))
        for folder, fetched in zip(folders, fetching, strict=False):
            hints = self._hints.for_content(fetched.file.sha256)
            file = dataclasses.replace(fetched.file, hints=hints)
            task = Task(file, folder, fetched.failure)
            if not task.failure and self._needs_reading(file):
                self._submitted.add(file.sha256)
                yield Job(task, (fetched.at, task.parquet, self._settings, self._llm, hints))
            else:
                yield Job(task, None)

    def _until_lost(self, fetching: Iterator[Fetched]) -> Iterator[Fetched]:
        """Files up to the one whose place does not answer: those on their way are committed."""
        try:
            yield from fetching
        except StoreError as error:
            self._lost = error

    def _needs_reading(self, file: Input) -> bool:
        if not file.sha256:
            return True
        if file.sha256 in self._submitted:
            return False
        row = self._catalog.ledger_row(file.path)
        if file.sha256 in self._stale:
            return True
        failed_before = row.state is LedgerState.FAILED and row.sha256 == file.sha256
        if failed_before:  # what was read of it earlier may be in the index
            return self._retry_failed
        return not self._catalog.filing_of(file.sha256)

    def _commit(self, outcome: Outcome[Task, ReadFiling]) -> None:
        """Commit what became of one file."""
        file = outcome.key.file
        self._finished += 1
        failure = outcome.failure or outcome.key.failure
        if failure:
            self._fail(file, failure, outcome.tries)
        elif self._sources.changed(file):
            # Without size and time, so that the next build reads it even if it is put back.
            self._fail(Input(file.path, 0, 0), _CHANGED)
        elif outcome.value is None:
            self._follow(file)
        else:
            self._store(outcome.key, outcome.value, outcome.tries)
        shutil.rmtree(outcome.key.folder, ignore_errors=True)

    def _store(self, task: Task, read: ReadFiling, tries: int) -> None:
        filing_id = self._catalog.free_id(read.filing_id, task.file)
        if filing_id != read.filing_id:
            read = self._beside(read, task.file)
        if filing_id != read.filing_id:
            digest = rename_passages(task.parquet, filing_id)
            read = dataclasses.replace(read, passages=digest)
        target = self._layout.passages_file(filing_id, read.passages)
        with writing(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            task.parquet.replace(target)
        identity, aliases = self._listed.give(read.identity)
        read = dataclasses.replace(read, identity=identity)
        self._drop(self._catalog.put(task.file, filing_id, read, aliases, tries))
        self._done.add(task.file.path)
        self.pages += read.page_count
        self.usage += read.usage
        note = "; ".join(filter(None, (*read.notes, read.weak)))
        if note:
            self._notes[task.file.path] = note
        self._tell(task.file, "done", pages=read.page_count, note=note)

    def _beside(self, read: ReadFiling, file: Input) -> ReadFiling:
        """Say what the filing is to the one that has its id: perhaps the same in another format."""
        paths = self._catalog.paths_of(read.filing_id)
        kinds = {_RENDERINGS.get(Path(path).suffix.lower(), "") for path in paths}
        other = self._catalog.identity(read.filing_id)
        same_day = other is not None and other.period_end == read.identity.period_end
        kind = _RENDERINGS.get(Path(file.path).suffix.lower(), "")
        if same_day and kinds and kind not in kinds:
            note = f"{RENDERING_OF}{read.filing_id}"
        else:
            note = f"{SAME_AS}{read.filing_id}"
        notes = (*read.identity.notes, note)
        return dataclasses.replace(
            read,
            identity=dataclasses.replace(read.identity, notes=notes),
            notes=(*read.notes, note),
        )

    def _follow(self, file: Input) -> None:
        """Commit a file whose content was read before, from this path or another."""
        row = self._catalog.ledger_row(file.path)
        filing_id = self._catalog.filing_of(file.sha256)
        if filing_id is None and file.sha256 in self._reasons:
            self._fail(file, self._reasons[file.sha256])
        elif filing_id is None or (row.state is LedgerState.DONE and row.filing_id == filing_id):
            self._catalog.touch(file)
            if row.sha256 in self._stale:  # a copy of what was just read again
                self._done.add(row.path)
            else:
                self._account(row)
            self._tell(file, "skipped")
        else:
            self._drop(self._catalog.link(file, filing_id))
            self._done.add(file.path)
            self._tell(file, "done")

    def _fail(self, file: Input, reason: str, tries: int = 1) -> None:
        self._reasons.setdefault(file.sha256, f"same content as {Path(file.path).name}: {reason}")
        self._catalog.fail(file, reason, tries)
        self.failed.append(FailedFile(file.path, reason))
        self._tell(file, "failed", error=reason)

    def _drop(self, filing_ids: Sequence[str]) -> None:
        """Count filings that the catalog no longer has; their passages go with the generation."""
        self.removed.extend(filing_ids)

    def _tell(
        self, file: Input, result: Result, pages: int = 0, error: str = "", note: str = ""
    ) -> None:
        place = (self._finished, self._total, file.path)
        self._progress(BuildEvent("reading", *place, result, pages, error, note))


def _language_model(settings: Settings, layout: Layout) -> LlmSettings | None:
    """The model that enriches, its replies kept in the index where no other place is named."""
    if not settings.index.enrichment.by_llm:
        return None
    cache = settings.llm.cache or str(layout.replies)
    return settings.llm.model_copy(update={"cache": cache})


def _tried(llm: LlmSettings, workers: int) -> LlmSettings:
    """Make sure that the model is there before any file waits for it; its slots shared out."""
    # It takes half a second to import, which other builds are spared.
    from hirec.llm.client import LlmClient

    with LlmClient(llm) as client:
        client.check()
    return llm.model_copy(update={"concurrency": max(1, llm.concurrency // workers)})
