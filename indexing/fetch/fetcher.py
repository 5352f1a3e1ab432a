"""One run of fetching: list, skip what is there, download the rest, account for every filing."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from indexing.fetch.client import EdgarClient, FetchError, RefusedError
from indexing.fetch.companies import save_names
from indexing.fetch.listing import FilingQuery, RemoteFiling, find_ciks, list_filings
from indexing.fetch.manifest import FetchedRow, FetchManifest

Result = Literal["listed", "fetched", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class FetchEvent:
    """One step of a run: a company listed, or a filing settled."""

    done: int
    total: int
    name: str
    """The company as it was named, or the filing's file."""
    result: Result
    size: int = 0
    """Bytes that came with this step."""
    error: str = ""


Progress = Callable[[FetchEvent], None]


@dataclass(frozen=True, slots=True)
class FailedFetch:
    """A filing that is not there, and why."""

    name: str
    error: str


@dataclass(frozen=True, slots=True)
class FetchReport:
    """Closing account of a run."""

    fetched: int
    skipped: int
    """Filings whose files were there already, whole."""
    failed: tuple[FailedFetch, ...]
    without: tuple[str, ...]
    """Companies of which EDGAR has no filing of the query."""
    size: int
    """Bytes that came."""
    seconds: float

    @property
    def complete(self) -> bool:
        """True where every company has filings, and every one of them is there."""
        return not self.failed and not self.without


def fetch(
    client: EdgarClient, query: FilingQuery, out: Path, progress: Progress = lambda _: None
) -> FetchReport:
    """Bring a folder up to what the query asks for. Killed at any moment, the same call continues.

    A file is there when its name is: it is written under a temporary name first, and the manifest
    (``fetched.jsonl``) keeps its hash. A filing that fails does not stop the others.

    Args:
        client: Keeps EDGAR's limit of requests.
        query: Companies, forms and years.
        out: Made if missing.
        progress: Called after each company that is listed, and each filing.

    Raises:
        FetchError: a company is unknown, its list cannot be had, EDGAR refuses us, the folder
            cannot be written, or another process writes it.

    """
    started = time.monotonic()
    with FetchManifest(out) as manifest:
        filings, without = _list(client, query, out, progress)
        failed: list[FailedFetch] = []
        fetched = skipped = size = 0
        for number, filing in enumerate(filings, start=1):
            event = _fetch_filing(client, manifest, filing, out, (number, len(filings)))
            progress(event)
            fetched += event.result == "fetched"
            skipped += event.result == "skipped"
            size += event.size
            if event.result == "failed":
                failed.append(FailedFetch(event.name, event.error))
        return FetchReport(
            fetched, skipped, tuple(failed), without, size, time.monotonic() - started
        )


def _list(
    client: EdgarClient, query: FilingQuery, out: Path, progress: Progress
) -> tuple[list[RemoteFiling], tuple[str, ...]]:
    """Its filings, each once, and the companies that have none; keeps companies' names."""
    ciks = find_ciks(client, query.companies)
    filings: dict[str, RemoteFiling] = {}
    without: list[str] = []
    for number, (named, cik) in enumerate(ciks.items(), start=1):
        found = list_filings(client, named, cik, query, partial(save_names, out))
        filings |= {filing.accession: filing for filing in found}
        if not found:
            without.append(named)
        progress(FetchEvent(number, len(ciks), named, "listed"))
    return list(filings.values()), tuple(without)


def _fetch_filing(
    client: EdgarClient,
    manifest: FetchManifest,
    filing: RemoteFiling,
    out: Path,
    count: tuple[int, int],
) -> FetchEvent:
    if manifest.holds(filing):
        return FetchEvent(*count, filing.name, "skipped")
    try:
        downloaded = client.download(filing.url, out / filing.name)
    except RefusedError:
        raise
    except FetchError as error:
        return FetchEvent(*count, filing.name, "failed", error=str(error))
    manifest.add(FetchedRow.of(filing, downloaded))
    return FetchEvent(*count, filing.name, "fetched", downloaded.size)
