"""Writing files of an index: whole or not at all."""

import dataclasses
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from hirec.index.passages import PASSAGE_SCHEMA, SPAN, digest_of, read_passages
from hirec.types import HirecError, Passage


class WriteError(HirecError):
    """The index could not be written (disk full, folder not writable); nothing in it is damaged."""


class OvertakenError(HirecError):
    """Another builder took over; what this one wrote since is not in force."""

    def __init__(self, root: Path) -> None:
        """``root`` is the folder of the index."""
        super().__init__(
            f"Another process has taken over writing the index in {root} meanwhile, and nothing "
            "of this one is lost that the ledger has; wait until it has finished, then run the "
            "command again."
        )


FENCED = "a later lease is there"
"""What the catalog says to a builder that was overtaken."""


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """Turn failures of the disk into :class:`WriteError`, a fence into :class:`OvertakenError`."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        raise WriteError(_message(place, error.strerror or str(error))) from error
    except sqlite3.IntegrityError as error:
        if str(error) != FENCED:
            raise
        raise OvertakenError(place.parent) from error
    except sqlite3.OperationalError as error:
        raise WriteError(_message(place, str(error))) from error


def _message(place: Path, reason: str) -> str:
    return (
        f"Cannot write {place}: {reason}; the index is whole, so make room (or allow writing) and "
        "run the same command again to continue."
    )


def write_bytes(target: Path, content: bytes | memoryview) -> None:
    """Write a file under a temporary name, flush it to disk and rename it."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    with unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(target)


def write_once(target: Path, content: bytes) -> None:
    """Write a file that must not be there yet: whole or not at all, the first of several wins.

    Raises:
        FileExistsError: it is there already.

    """
    unfinished = target.with_name(f"{target.name}.{secrets.token_hex(4)}.unfinished")
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.link(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


def write_passages(target: Path, passages: Sequence[Passage]) -> str:
    """Write one filing's passages as Parquet (zstd) and flush it to disk; returns its digest.

    Raises:
        WriteError: the disk is full or not writable.
        MemoryError: there is too little memory to pack them.

    """
    packed = _pack(passages)
    with writing(target), target.open("wb") as file:
        file.write(packed)
        file.flush()
        os.fsync(file.fileno())
    return digest_of(packed)


def _pack(passages: Sequence[Passage]) -> memoryview:
    placed = any(passage.span for passage in passages)
    schema = PASSAGE_SCHEMA.append(SPAN) if placed else PASSAGE_SCHEMA
    names = schema.names
    columns = {name: [getattr(passage, name) for passage in passages] for name in names}
    columns["kind"] = [passage.kind.value for passage in passages]
    columns["box"] = [
        None if p.box is None else [p.box.left, p.box.top, p.box.right, p.box.bottom]
        for p in passages
    ]
    table = pa.Table.from_pydict(columns, schema=schema)
    packed = pa.BufferOutputStream()
    try:
        pq.write_table(table, packed, compression="zstd")
    except OSError as error:  # nothing but memory was written to
        raise MemoryError(str(error)) from error
    return memoryview(packed.getvalue())


def rename_passages(path: Path, filing_id: str) -> str:
    """Let a file of passages be of another filing_id; returns its digest then."""
    return write_passages(path, [_renamed(p, filing_id) for p in read_passages(path)])


def _renamed(passage: Passage, filing_id: str) -> Passage:
    ordinal = passage.passage_id.rpartition("#")[2]
    first = passage.duplicate_of.rpartition("#")[2]
    return dataclasses.replace(
        passage,
        filing_id=filing_id,
        passage_id=f"{filing_id}#{ordinal}",
        duplicate_of=f"{filing_id}#{first}" if first else "",
    )
