"""The files that filings were read from, where they still lie there unchanged."""

import functools
from dataclasses import dataclass
from pathlib import Path

from hirec.digests import sha256_of
from hirec.index import Index, LedgerRow, LedgerState
from hirec.index.object_store import is_uri
from hirec.types import HirecError

PDF, HTML = "application/pdf", "text/html"
_SIGNATURE = b"%PDF-"
_HEAD = 1024
"""Bytes within which the signature has to stand."""


class SourceMissingError(HirecError):
    """The file that a filing was read from is not there any more, or is another one now."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file with the very content that was indexed."""

    path: Path
    media_type: str
    """``application/pdf``, or ``text/html`` for all else, plain text in SGML marks included."""

    @property
    def is_pdf(self) -> bool:
        """Whether its pages can be drawn."""
        return self.media_type == PDF


def source_of(index: Index, filing_id: str) -> Source:
    """The file of a filing; raises :class:`SourceMissingError`, which says what became of it."""
    rows = [row for row in index.ledger() if row.filing_id == filing_id]
    kept = [row for row in rows if row.state is LedgerState.DONE and row.sha256]
    for row in kept:
        if (path := Path(row.path)).is_file() and _unchanged(path, row):
            return Source(path, _media_type(path))
    remote = next((row.path for row in kept if is_uri(row.path)), None)
    if remote is not None:
        raise SourceMissingError(
            f"{filing_id} was read from {remote}, and only files on this machine are shown; its "
            "text and tables are in the index all the same."
        )
    names = ", ".join(Path(row.path).name for row in kept) or filing_id
    raise SourceMissingError(
        f"The file of {filing_id} ({names}) is not where it was indexed, or has changed since; "
        "its text and tables are in the index all the same."
    )


def _unchanged(path: Path, row: LedgerRow) -> bool:
    try:
        stat = path.stat()
        return _sha256(path, stat.st_size, stat.st_mtime_ns) == row.sha256
    except OSError:
        return False


@functools.lru_cache(maxsize=1024)
def _sha256(path: Path, size: int, mtime_ns: int) -> str:
    """Of a file's content, read again where size or time changed."""
    del size, mtime_ns
    return sha256_of(path)


def _media_type(path: Path) -> str:
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    return PDF if _SIGNATURE in head else HTML
