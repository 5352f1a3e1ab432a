"""Writing segments: covers, vectors and words of some filings, each file once and for good."""

import itertools
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import faiss
import numpy as np
import numpy.typing as npt

from hirec.digests import sha256_of
from hirec.index.catalog import CoverRow
from hirec.index.generations import FileMark, SegmentMark
from hirec.index.layout import Layout
from hirec.index.segment import COUNTS, COVERS, DOCUMENTS, LENGTHS, SEGMENT_SQL, VECTORS
from indexing.writer import writing

_AT_ONCE = 4096
_MOST = np.iinfo(np.uint16).max


def write_segment(layout: Layout, rows: Iterable[CoverRow]) -> SegmentMark:
    """Write filings, in the order of their ids, as a segment of a name of its own.

    Raises:
        WriteError: the disk is full or not writable.

    """
    name = secrets.token_hex(8)
    folder = layout.segment_folder(name)
    unfinished = folder.with_name(f"{name}.unfinished")
    with writing(layout.segments):
        unfinished.mkdir(parents=True)
        count = _fill(unfinished, rows)
        files = marked(unfinished)
        unfinished.rename(folder)
    return SegmentMark(name=name, rows=count, files=files)


def marked(folder: Path) -> dict[str, FileMark]:
    """Flush all files of a folder to disk and say what they are."""
    return {path.name: mark_of(path, flush=True) for path in sorted(folder.iterdir())}


def mark_of(path: Path, flush: bool = False) -> FileMark:
    """Size and hash of a file as it is; raises OSError."""
    if flush:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    return FileMark(size=path.stat().st_size, sha256=sha256_of(path))


def drop_segments(layout: Layout, kept: Iterable[str]) -> None:
    """Delete segments of other names, and what a killed build left of one."""
    names = set(kept)
    for folder in layout.segments.glob("*"):
        if folder.name not in names:
            shutil.rmtree(folder, ignore_errors=True)


def _fill(folder: Path, rows: Iterable[CoverRow]) -> int:
    words = _Words()
    index: Any = None
    count = 0
    with closing(sqlite3.connect(folder / COVERS)) as database:
        database.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;{SEGMENT_SQL}")
        for part in _parts(rows):
            covers = [(count + at, row[0], row[1], row[2]) for at, row in enumerate(part)]
            database.executemany("INSERT INTO covers VALUES (?, ?, ?, ?)", covers)
            words.add([row.summary for row in part])
            stored = np.frombuffer(b"".join(row.vector for row in part), dtype="<f4")
            vectors = halved(stored).astype(np.float32).reshape(len(part), -1)
            index = index or _exact(vectors.shape[1])
            index.add(vectors)
            count += len(part)
        database.executemany("INSERT INTO terms VALUES (?, ?, ?)", words.write(folder))
        database.commit()
    (folder / VECTORS).write_bytes(faiss.serialize_index(index).data)
    return count


def halved(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float16]:
    """Vectors as segments keep them; rounded here, as FAISS does it as the processor does."""
    return vectors.astype(np.float16)


def _exact(dimension: int) -> faiss.IndexScalarQuantizer:
    """Search through all vectors in half precision: half the memory and half the time."""
    precision = faiss.ScalarQuantizer.QT_fp16
    return faiss.IndexScalarQuantizer(dimension, precision, faiss.METRIC_INNER_PRODUCT)


def _parts(rows: Iterable[CoverRow]) -> Iterator[list[CoverRow]]:
    source = iter(rows)
    while part := list(itertools.islice(source, _AT_ONCE)):
        yield part


class _Words:
    """Postings of texts that come some at a time."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._terms: list[npt.NDArray[np.uint32]] = []
        self._places: list[npt.NDArray[np.uint32]] = []
        self._counts: list[npt.NDArray[np.uint16]] = []
        self._lengths: list[int] = []

    def add(self, texts: Sequence[str]) -> None:
        """Count the stems of texts that stand behind those before."""
        # It brings SciPy, which a build with nothing to do is spared.
        from hirec.ranking.lexical import stem_ids

        ids, stems = stem_ids(texts)
        numbers = np.zeros(max(stems.values(), default=0) + 1, dtype=np.int64)
        for stem, at in stems.items():
            numbers[at] = self._numbers.setdefault(stem, len(self._numbers))
        lengths = [len(found) for found in ids]
        flat = np.fromiter(itertools.chain.from_iterable(ids), dtype=np.int64, count=sum(lengths))
        places = np.repeat(np.arange(len(ids)) + len(self._lengths), lengths)
        pairs, counts = np.unique((places << 32) | numbers[flat], return_counts=True)
        self._terms.append((pairs & 0xFFFFFFFF).astype(np.uint32))
        self._places.append((pairs >> 32).astype(np.uint32))
        self._counts.append(np.minimum(counts, _MOST).astype(np.uint16))
        self._lengths += lengths

    def write(self, folder: Path) -> Iterator[tuple[str, int, int]]:
        """Write the arrays; (stem, first posting, postings) of every stem."""
        terms = np.concatenate(self._terms)
        order = np.argsort(terms, kind="stable")
        np.save(folder / DOCUMENTS, np.concatenate(self._places)[order])
        np.save(folder / COUNTS, np.concatenate(self._counts)[order])
        np.save(folder / LENGTHS, np.array(self._lengths, dtype=np.uint32))
        held = np.bincount(terms, minlength=len(self._numbers))
        starts = np.cumsum(held) - held
        for stem, number in sorted(self._numbers.items()):
            yield stem, int(starts[number]), int(held[number])
