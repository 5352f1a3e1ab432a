"""A segment opened: covers, vectors and words of some filings, mapped into memory."""

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import faiss
import numpy as np
import numpy.typing as npt

from hirec.index.damage import broken, open_unchanging

COVERS, VECTORS = "covers.db", "covers.faiss"
DOCUMENTS, COUNTS, LENGTHS = "documents.npy", "counts.npy", "lengths.npy"

SEGMENT_SQL = """
CREATE TABLE covers (place INTEGER PRIMARY KEY, filing_id TEXT, identity TEXT, summary TEXT);
CREATE TABLE terms (term TEXT PRIMARY KEY, start INTEGER, count INTEGER) WITHOUT ROWID;
"""
"""``covers``: a filing at each place, by filing_id. ``terms``: where a stem's postings are in
``documents.npy`` (places, uint32) and ``counts.npy`` (how often, uint16); ``lengths.npy`` are the
words of each cover (uint32)."""

_FOUND = """
SELECT place FROM covers
WHERE (:form = '' OR json_extract(identity, '$.form') = :form)
  AND (:year IS NULL OR json_extract(identity, '$.fiscal_year') = :year)
  AND (:name = '' OR instr(casefold(json_extract(identity, '$.company') || ' ' ||
       coalesce(json_extract(identity, '$.ticker'), '') || ' ' || filing_id), :name))
"""

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cover:
    """What a segment says of a filing."""

    filing_id: str
    identity: str
    """As JSON."""
    summary: str


class Segment:
    """Filings at places from 0; threads may share it."""

    def __init__(self, folder: Path) -> None:
        """Map its files; raises FileNotFoundError, and IndexDamagedError for an unreadable one."""
        self._folder = folder
        self._covers = open_unchanging(folder / COVERS)
        self._covers.create_function("casefold", 1, str.casefold, deterministic=True)
        # A step that calls back into Python waits for the interpreter's lock with SQLite's held;
        # another thread may hold them the other way round, and both wait for good.
        self._one = threading.Lock()
        self._vectors = _mapped_vectors(folder / VECTORS)
        self._documents = _mapped(folder / DOCUMENTS)
        self._counts = _mapped(folder / COUNTS)
        self.lengths = _mapped(folder / LENGTHS)
        """Words of each cover."""

    @property
    def dimension(self) -> int:
        """Numbers of a vector."""
        return int(self._vectors.d)

    def covers(self, places: Sequence[int]) -> Iterator[tuple[int, Cover]]:
        """(place, cover) of these places, in any order; raises IndexDamagedError."""
        sql = f"SELECT * FROM covers WHERE place IN ({','.join(map(str, places))})"  # noqa: S608 - numbers
        for place, filing_id, identity, summary in self._rows(sql):
            yield place, Cover(filing_id, identity, summary)

    def found(self, name: str, form: str, year: int | None) -> Places:
        """Places of the covers that pass all filters; empty ones and None let everything pass.

        Raises IndexDamagedError.

        Args:
            name: In folded case, part of the company's name, its symbol or the filing_id.
            form: A form's code.
            year: Fiscal year.

        """
        rows = self._rows(_FOUND, {"name": name, "form": form, "year": year})
        return np.array([place for (place,) in rows], dtype=np.int64)

    def nearest(
        self, query: npt.NDArray[np.float32], k: int, held: npt.NDArray[np.bool_] | None
    ) -> tuple[Places, npt.NDArray[np.float64]]:
        """Places of the largest inner products, and these.

        Args:
            query: Of unit length, shape (1, d).
            k: How many; fewer come back where fewer are held.
            held: Whether each place counts, shape (places,); None: all do.

        Returns:
            Places and inner products, largest first.

        """
        chosen: Any = None
        if held is not None:
            chosen = faiss.SearchParameters()
            chosen.sel = faiss.IDSelectorBitmap(np.packbits(held, bitorder="little"))  # type: ignore[call-arg,arg-type]
        _, places = self._vectors.search(query, min(k, len(self.lengths)), params=chosen)
        found = places[0][places[0] >= 0]
        return found, self.products(query, found)

    def products(self, query: npt.NDArray[np.float32], places: Places) -> npt.NDArray[np.float64]:
        """Inner products of the query, shape (1, d), with the vectors at these places.

        FAISS's own differ in the last digit with a vector's neighbours in the file, and so with
        the builds that an index was made in; these do not.
        """
        vectors = self.vectors(places).astype(np.float64)
        return np.asarray((vectors * query[0].astype(np.float64)).sum(axis=1))

    def vectors(self, places: Places) -> npt.NDArray[np.float32]:
        """Vectors at these places, shape (n, d)."""
        found: npt.NDArray[np.float32] = self._vectors.reconstruct_batch(places)
        return found

    def postings(self, term: str) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16]] | None:
        """Places of the covers with a stem and how often they have it; raises IndexDamagedError."""
        rows = self._rows("SELECT start, count FROM terms WHERE term = ?", (term,))
        if not rows:
            return None
        start, count = rows[0]
        return self._documents[start : start + count], self._counts[start : start + count]

    def _rows(self, sql: str, values: Sequence[str] | Mapping[str, object] = ()) -> list[Any]:
        try:
            with self._one:
                return self._covers.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise broken(self._folder / COVERS, error) from error


def _mapped(path: Path) -> npt.NDArray[Any]:
    try:
        mapped: npt.NDArray[Any] = np.load(path, mmap_mode="r")
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise broken(path, error) from error
    return mapped


def _mapped_vectors(path: Path) -> Any:  # noqa: ANN401
    if not path.exists():
        raise FileNotFoundError(path)
    faiss.omp_set_num_threads(1)  # measured: two threads are slower than one here
    try:
        return faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC)
    except RuntimeError as error:
        raise broken(path, error) from error
