"""Filings that are handed in: kept in a folder, and read into their index one build after another.

The folder and the index' ledger are all there is to remember. A build takes whatever lies in the
folder of an index and skips what the ledger has; so files that came while another build ran, or
before the server was killed, are read by the next one.
"""

import logging
import re
import secrets
import shutil
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from starlette.requests import ClientDisconnect

from hirec.index.catalog import Catalog, LedgerState
from hirec.types import HirecError
from indexing.builder import build
from indexing.discover import SUFFIXES
from indexing.lease import IndexBusyError
from indexing.reading import HEAD_BYTES, is_pdf, require_filing
from indexing.report import BuildEvent
from indexing.writer import writing
from serving.http.errors import BusyError, NotFoundError, RequestError
from serving.http.registry import ServedIndex

LOG = logging.getLogger("hirec.http")
_ID = re.compile(r"[0-9a-f]{16}")
_NAME = re.compile(r"[^\x00-\x1f\x7f/\\]{1,200}")
_SETTLED = (LedgerState.DONE, LedgerState.FAILED, LedgerState.SUPERSEDED)
_BUSY_S = 5.0
"""After so long a build is tried again while somebody else writes the index."""
_RETRY_S = 30


class UploadState(StrEnum):
    """How far a file that was handed in has come."""

    WAITING = "waiting"
    READING = "reading"
    """A build of its index is under way."""
    DONE = "done"
    """Its filing is in the index; questions that begin now find it."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was handed in."""

    upload_id: str
    name: str
    size: int
    """Bytes."""
    state: UploadState
    filing_id: str = ""
    note: str = ""
    """What of it is not in the index, a line each."""
    error: str = ""


class UploadsClosedError(HirecError):
    """The server ends; what is not read yet is read when it starts again."""


class Uploads:
    """Takes files for the indexes of a server and has one builder at a time read them."""

    def __init__(self, folder: Path, registry: Mapping[str, ServedIndex], waiting: int) -> None:
        """Keep files below a folder for good; those not read yet are read now.

        Args:
            folder: One folder below it for each index.
            registry: Indexes by name.
            waiting: How many files may wait for an index at most.

        """
        self._folder = folder.resolve()
        self._waiting = waiting
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="hirec-build")
        self._closed = threading.Event()
        self._queued: set[str] = set()
        self._in_work: frozenset[Path] = frozenset()
        """Files of the build that is under way, which are in no generation yet."""
        self._troubles: dict[str, str] = {}
        """Index → why the last build of it as a whole failed."""
        for index in registry.values():
            shutil.rmtree(self._unfinished(index), ignore_errors=True)
            if any(self._unread(index)):
                self._submit(index)

    async def take(self, index: ServedIndex, name: str, content: AsyncIterator[bytes]) -> Upload:
        """Keep a file and let it be read in the background.

        Args:
            index: That is to read it.
            name: Of the file; no folder.
            content: The file, piece by piece.

        Raises:
            RequestError: its name does not do, or it is empty.
            ReadError: it is no PDF, HTML or text.
            BusyError: too many are waiting.
            WriteError: it cannot be kept.

        """
        if not _NAME.fullmatch(name) or name.startswith("."):
            raise RequestError(f"{name!r} cannot name a file: at most 200 letters, no slashes.")
        if sum(1 for _ in self._unread(index)) >= self._waiting:
            raise BusyError(f"{self._waiting} files wait, which is the most.", _RETRY_S)
        upload_id = secrets.token_hex(8)
        unfinished = self._unfinished(index) / upload_id
        try:
            head = await _written(unfinished, content)
            if not head:
                raise RequestError(f"{name} is empty; send the file as the body.")
            require_filing(head, name)
            path = self._place(index, upload_id) / _with_suffix(name, head)
            with writing(path):
                path.parent.mkdir(parents=True)
                unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        self._submit(index)
        return self.find(index, upload_id)

    def find(self, index: ServedIndex, upload_id: str) -> Upload:
        """What became of a file; raises :class:`NotFoundError`."""
        folder = self._place(index, upload_id)
        path = next(iter(folder.glob("*")), None) if _ID.fullmatch(upload_id) else None
        if path is None:
            raise NotFoundError(f"There is no upload {upload_id} for the index {index.name}.")
        fields = (upload_id, path.name, path.stat().st_size)
        row = _catalog(index).ledger_row(str(path))
        if path in self._in_work:
            return Upload(*fields, UploadState.READING)
        if row is not None and row.state in _SETTLED:
            if row.state is not LedgerState.DONE:
                return Upload(*fields, UploadState.FAILED, error=row.error or "")
            if row.filing_id in index.index.filings:
                return Upload(*fields, UploadState.DONE, row.filing_id or "", row.note or "")
            return Upload(*fields, UploadState.READING)
        if index.name in self._queued or index.name not in self._troubles:
            return Upload(*fields, UploadState.WAITING)
        return Upload(*fields, UploadState.FAILED, error=self._troubles[index.name])

    def close(self) -> None:
        """Let the file in work end, and no other begin."""
        self._closed.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _submit(self, index: ServedIndex) -> None:
        """One build more, where none waits to begin."""
        if index.name not in self._queued:
            self._queued.add(index.name)
            future = self._pool.submit(self._build, index)
            future.add_done_callback(partial(self._ended, index.name))

    def _build(self, index: ServedIndex) -> None:
        settings = index.hirec.settings
        one = settings.index.model_copy(update={"workers": 1})
        self._queued.discard(index.name)
        folder = self._folder / index.name
        with self._marked(index):
            while not self._closed.is_set():
                try:
                    build(
                        [folder],
                        index.folder,
                        settings.model_copy(update={"index": one}),
                        self._unless_closed,
                    )
                except IndexBusyError:
                    self._closed.wait(_BUSY_S)
                else:
                    return

    @contextmanager
    def _marked(self, index: ServedIndex) -> Iterator[None]:
        self._in_work = frozenset(self._unread(index))
        try:
            yield
        finally:
            self._in_work = frozenset()

    def _unless_closed(self, event: BuildEvent) -> None:
        del event
        if self._closed.is_set():
            raise UploadsClosedError("The server ends.")

    def _ended(self, name: str, future: "Future[None]") -> None:
        if future.cancelled():
            return
        error = future.exception()
        self._troubles.pop(name, None)
        if error is None or isinstance(error, UploadsClosedError):
            return
        LOG.error("a build of %s failed", name, exc_info=error)
        ours = isinstance(error, HirecError)
        self._troubles[name] = str(error) if ours else "The build failed; the log says why."

    def _unread(self, index: ServedIndex) -> Iterator[Path]:
        """Files of an index that no build has settled."""
        catalog = _catalog(index)
        for path in (self._folder / index.name).glob("*/*"):
            row = catalog.ledger_row(str(path))
            if not path.parent.name.startswith(".") and (row is None or row.state not in _SETTLED):
                yield path

    def _place(self, index: ServedIndex, upload_id: str) -> Path:
        return self._folder / index.name / upload_id

    def _unfinished(self, index: ServedIndex) -> Path:
        return self._folder / index.name / ".unfinished"


async def _written(path: Path, content: AsyncIterator[bytes]) -> bytes:
    """Write what comes; returns its beginning."""
    head = b""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            try:
                async for piece in content:
                    head = head + piece if len(head) < HEAD_BYTES else head
                    stream.write(piece)
            except ClientDisconnect as error:
                raise RequestError("The client left before the file was whole.") from error
    return head[:HEAD_BYTES]


def _with_suffix(name: str, head: bytes) -> str:
    """With a suffix by which builds know filings in folders."""
    if Path(name).suffix.lower() in SUFFIXES:
        return name
    return f"{name}{'.pdf' if is_pdf(head) else '.html'}"


def _catalog(index: ServedIndex) -> Catalog:
    return Catalog(index.index.layout)
