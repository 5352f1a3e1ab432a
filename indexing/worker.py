"""What a reader process does with one file."""

import re
import time
from functools import partial
from pathlib import Path

from hirec.enrichment_settings import FigureStep
from hirec.llm.chat import ChatModel
from hirec.llm.meter import metered
from hirec.settings import IndexSettings, LlmSettings
from hirec.types import Document, IdentityError, ReadError, SourceKind
from indexing.duplicates import link_duplicates
from indexing.enrichment import enrich
from indexing.profiles import PROFILES
from indexing.reading.figures import Figure
from indexing.reading.pdf import read_figures
from indexing.rows import ReadFiling
from indexing.writer import write_passages, writing

_SAFE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def read_filing(
    path: Path,
    parquet: Path,
    settings: IndexSettings,
    llm: LlmSettings | None = None,
    hints: str = "",
) -> ReadFiling:
    """Read, identify, cut, enrich and summarize one file.

    Args:
        path: The file.
        parquet: Where its passages go.
        settings: Profile, sizes of passages and enrichment.
        llm: The language model for enrichment steps done by one.
        hints: What is known beside it, as :func:`indexing.hints.write_hints` gives it.

    Raises:
        ReadError: the file is unreadable or not of the profile.
        WriteError: the passages could not be written.
        LlmError: the language model is needed and cannot be asked.

    """
    started = time.monotonic()
    if path.exists() and not path.is_file():
        raise ReadError(f"{path.name} is no regular file; give the file itself.")
    steps = PROFILES[settings.profile].steps()
    document = steps.read(path)
    identity = steps.identify(document, hints)
    key = steps.name(identity, path.name)
    if not _SAFE_ID.fullmatch(key):
        raise IdentityError(f"{path.name}: its identity gives no usable filing_id ({key!r}).")
    passages = link_duplicates(steps.cut(document, key, identity, settings))
    with metered() as meter:
        enriched = enrich(
            passages,
            identity,
            settings.enrichment,
            _client(llm) if llm and settings.enrichment.by_llm else None,
            partial(_figures, path, document, settings.enrichment.figure_descriptions),
        )
    summary = steps.cover(document, identity)
    with writing(parquet):
        parquet.parent.mkdir(parents=True, exist_ok=True)
    digest = write_passages(parquet, enriched.passages)
    return ReadFiling(
        filing_id=key,
        identity=identity,
        summary=summary,
        page_count=len(document.pages),
        passage_count=len(passages),
        seconds=time.monotonic() - started,
        notes=(*document.notes, *enriched.notes),
        weak=steps.weak(identity),
        usage=meter.usage,
        passages=digest,
    )


def _client(llm: LlmSettings) -> ChatModel:
    # It takes half a second to import, which a build without a language model is spared.
    from indexing.enrichment.llm.reader_client import client_of

    return client_of(llm)


def _figures(path: Path, document: Document, step: FigureStep) -> tuple[list[Figure], int] | None:
    """Figures of a PDF, and how many more there are; None for other files."""
    if document.kind is not SourceKind.PDF:
        return None
    return read_figures(path.read_bytes(), path.name, step.max_pictures, step.max_pixels)
