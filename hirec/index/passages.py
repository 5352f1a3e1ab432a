"""Passages of one filing in one Parquet file."""

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from hirec.index.damage import IndexDamagedError
from hirec.types import Box, Passage, PassageKind

PASSAGE_SCHEMA = pa.schema(
    [
        pa.field("passage_id", pa.string(), nullable=False),
        pa.field("filing_id", pa.string(), nullable=False),
        pa.field("page_number", pa.int32(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("title", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("section", pa.string(), nullable=False),
        pa.field("table_json", pa.string(), nullable=False),
        pa.field("box", pa.list_(pa.float64(), 4), nullable=True),
        pa.field("duplicate_of", pa.string(), nullable=False),
        pa.field("retrieval_body", pa.string(), nullable=False),
    ]
)
"""Columns are the fields of :class:`hirec.types.Passage`; ``box`` is left, top, right, bottom."""
SPAN = pa.field("span", pa.list_(pa.int64(), 2), nullable=True)
"""Another column, only where the passages of a file have places in its text."""


def digest_of(content: bytes | memoryview) -> str:
    """What names a file of passages by its content."""
    return hashlib.sha256(content).hexdigest()[:32]


def read_passages(path: Path) -> list[Passage]:
    """Read a filing's passages in the order of the filing.

    Raises:
        FileNotFoundError: there is no such file.
        IndexDamagedError: the file is not a whole Parquet file of passages.

    """
    return _read(path, str(path))


def parse_passages(content: bytes, name: str) -> list[Passage]:
    """The passages of a file's content; ``name`` is for the IndexDamagedError of what is none."""
    return _read(pa.BufferReader(content), name)


def _read(source: Path | pa.BufferReader, name: str) -> list[Passage]:
    try:
        with pq.ParquetFile(source) as parquet:
            names = [*PASSAGE_SCHEMA.names, SPAN.name]
            columns = parquet.read(columns=names, use_threads=False).to_pydict()
        pa.default_memory_pool().release_unused()  # kept, it was 20 MB more in a long process
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError) as error:
        raise IndexDamagedError(
            f"The passages in {name} cannot be read ({error}); mend the index with: hirec index "
            "--repair --index FOLDER"
        ) from error
    columns["kind"] = map(PassageKind, columns["kind"])
    columns["box"] = [None if box is None else Box(*box) for box in columns["box"]]
    if SPAN.name in columns:
        spans = columns[SPAN.name]
        columns[SPAN.name] = [None if span is None else (span[0], span[1]) for span in spans]
    return [Passage(*row) for row in zip(*columns.values(), strict=True)]
