"""``fetched.jsonl``: what came from where, a line a file, beside the files."""

import fcntl
import os
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from hirec.digests import sha256_of
from indexing.fetch.client import Downloaded, FetchError
from indexing.fetch.listing import RemoteFiling

MANIFEST_NAME = "fetched.jsonl"


class FetchedRow(BaseModel):
    """A line of the manifest."""

    model_config = ConfigDict(frozen=True)

    file: str
    """Name within the folder."""
    url: str
    ticker: str
    cik: str
    company: str
    form: str
    accession: str
    filing_date: date
    period_end: date | None
    size: int
    """Bytes."""
    sha256: str

    @classmethod
    def of(cls, filing: RemoteFiling, downloaded: Downloaded) -> Self:
        """The line of a filing that was just saved."""
        return cls(
            file=filing.name,
            url=filing.url,
            ticker=filing.ticker,
            cik=filing.cik,
            company=filing.company,
            form=filing.form,
            accession=filing.accession,
            filing_date=filing.filing_date,
            period_end=filing.period_end,
            size=downloaded.size,
            sha256=downloaded.sha256,
        )


class FetchManifest:
    """The manifest of one folder, open for one process; use as a context manager.

    Lines are only added; of two about one file the later holds.
    """

    def __init__(self, folder: Path) -> None:
        """Make the folder if need be, open and lock its manifest; raises :class:`FetchError`."""
        self._folder = folder
        self._place = folder / MANIFEST_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = self._place.open("a+b")
        except OSError as error:
            raise FetchError(
                f"Cannot write into {folder}: {error.strerror or error}; give another --out."
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._rows = self._read()
        except BlockingIOError as error:
            self._file.close()
            raise FetchError(
                f"Another process is fetching into {folder}; wait until it has finished."
            ) from error
        except FetchError:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def holds(self, filing: RemoteFiling) -> bool:
        """True where the filing's file is there with the size and hash it came with."""
        row = self._rows.get(filing.name)
        path = self._folder / filing.name
        if row is None or row.url != filing.url or not path.is_file():
            return False
        if path.stat().st_size != row.size:
            return False
        return sha256_of(path) == row.sha256

    def add(self, row: FetchedRow) -> None:
        """Write a line through to the disk."""
        self._file.write(row.model_dump_json().encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._rows[row.file] = row

    def _read(self) -> dict[str, FetchedRow]:
        """Rows by file; a last line that a killed run left unfinished is cut off."""
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._file.truncate(whole)
        rows: dict[str, FetchedRow] = {}
        for number, line in enumerate(content[:whole].splitlines(), start=1):
            try:
                row = FetchedRow.model_validate_json(line)
            except ValidationError as error:
                raise FetchError(
                    f"{self._place}, line {number}, is no line of this manifest; remove the line "
                    "and its file is fetched again."
                ) from error
            rows[row.file] = row
        return rows
