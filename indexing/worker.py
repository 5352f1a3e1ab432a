"""What a reader process does with one file."""

import re
import time
from pathlib import Path

from hirec.settings import IndexSettings
from hirec.types import IdentityError, ReadError
from indexing.catalog import ReadFiling
from indexing.duplicates import link_duplicates
from indexing.enrichment import enrich
from indexing.identity import filing_id, identify, weak_fields
from indexing.passages import cut
from indexing.reading import read_document
from indexing.summary import summarize
from indexing.writer import write_passages, writing

_SAFE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def read_filing(path: Path, parquet: Path, settings: IndexSettings) -> ReadFiling:
    """Read, identify, cut and summarize one file; its passages go to ``parquet``.

    Raises:
        ReadError: the file is unreadable or no filing.
        WriteError: the passages could not be written.

    """
    started = time.monotonic()
    if path.exists() and not path.is_file():
        raise ReadError(f"{path.name} is no regular file; give the file itself.")
    document = read_document(path)
    identity = identify(document)
    key = filing_id(identity)
    if not _SAFE_ID.fullmatch(key):
        raise IdentityError(f"{path.name}: its identity gives no usable filing_id ({key!r}).")
    passages = link_duplicates(cut(document, key, identity, settings))
    enriched = enrich(passages, identity, settings.enrichment)
    summary = summarize(document, identity)
    with writing(parquet):
        parquet.parent.mkdir(parents=True, exist_ok=True)
    write_passages(parquet, enriched.passages)
    weak = weak_fields(identity)
    return ReadFiling(
        filing_id=key,
        identity=identity,
        summary=summary,
        page_count=len(document.pages),
        passage_count=len(passages),
        seconds=time.monotonic() - started,
        note="; ".join([*document.notes, *enriched.notes, *([weak] if weak else [])]),
    )
