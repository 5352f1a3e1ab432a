"""An index opened for reading."""

import functools
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import faiss
import numpy as np
import numpy.typing as npt

from hirec.companies import CompanyDirectory
from hirec.index.catalog import Catalog, IndexDamagedError, LedgerRow
from hirec.index.filings import FilingMap
from hirec.index.layout import Layout
from hirec.index.manifest import read_manifest, require_encoder
from hirec.index.passages import read_passages
from hirec.types import Filing, HirecError, IndexMissingError, Passage

_CACHED_FILINGS = 64
_SWITCHES = 5


class Index:
    """Filings, their vectors and their passages as of one finished build.

    A builder may write the next generation meanwhile; what is open stays whole. Threads may share
    an index.
    """

    def __init__(self, layout: Layout, order: Sequence[str], vectors: Any) -> None:  # noqa: ANN401
        """Read identities; use :meth:`open` to get here."""
        self.layout = layout
        """Where its files are."""
        self._catalog = Catalog(layout)
        self._order = order
        self._vectors = vectors
        rows = self._catalog.filings()
        identities = {key: rows[key].identity for key in order if key in rows}
        self.companies = CompanyDirectory.build(identities)
        """Registrants and their names."""
        sources = self._catalog.sources()
        self._filings = FilingMap(order, rows, self.companies, sources, self._catalog)
        self._stems: dict[str, list[str]] = {}
        for filing_id in self._filings:
            for stem in sources.get(filing_id, ()):
                self._stems.setdefault(stem, []).append(filing_id)
        self._cache: OrderedDict[str, dict[str, Passage]] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def open(cls, path: Path | str, *, encoder_fingerprint: str | None = None) -> "Index":
        """Open the index in a folder.

        Args:
            path: The folder.
            encoder_fingerprint: Of the encoder that will make query vectors; checked if given.

        Raises:
            IndexMissingError: there is no index, or no build of it has finished.
            IndexIncompatibleError: another schema version or another encoder made it.
            IndexDamagedError: a file of it is absent or unreadable.

        """
        layout = Layout(Path(path))
        manifest = read_manifest(layout)
        if encoder_fingerprint is not None:
            require_encoder(manifest, encoder_fingerprint, layout)
        order, vectors = _open_generation(layout)
        return cls(layout, order, vectors)

    @functools.cached_property
    def _places(self) -> dict[str, int]:
        """filing_id → its place among the vectors."""
        return {filing_id: at for at, filing_id in enumerate(self._order)}

    @property
    def filings(self) -> Mapping[str, Filing]:
        """filing_id → filing, ordered by filing_id."""
        return self._filings

    def search_documents(
        self, vector: npt.NDArray[np.float32], k: int, among: Sequence[str] | None = None
    ) -> list[tuple[str, float]]:
        """The k filings whose cover is nearest, best first.

        Args:
            vector: Query of unit length, shape (d,) or (1, d).
            k: How many; fewer come back where the index holds fewer.
            among: Only these filing_ids, whose vectors alone are then looked at; None: all.

        Returns:
            Pairs (filing_id, inner product); equal scores in the order of their ids.

        """
        query = np.ascontiguousarray(vector, dtype=np.float32).reshape(1, -1)
        if query.shape[1] != self._vectors.d:
            raise ValueError(
                f"A query of {query.shape[1]} numbers, the index has {self._vectors.d}"
            )
        if among is None:
            # Ids that a builder removed since still hold a place among the vectors.
            extra = len(self._order) - len(self._filings)
            found_scores, found_at = self._vectors.search(query, min(k + extra, len(self._order)))
            scores, positions = found_scores[0], found_at[0]
        else:
            places = (self._places.get(filing_id) for filing_id in among)
            positions = np.array([at for at in places if at is not None], dtype=np.int64)
            scores = self._vectors.reconstruct_batch(positions) @ query[0]
        found = [
            (self._order[position], float(score))
            for score, position in zip(scores, positions, strict=True)
            if self._order[position] in self._filings
        ]
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:k]

    def passages(self, filing_ids: Sequence[str]) -> list[Passage]:
        """All passages of these filings, filing after filing, each in its own order.

        Raises:
            HirecError: no such filing.
            IndexDamagedError: its passages are absent or unreadable.

        """
        return [p for filing_id in filing_ids for p in self._load(filing_id).values()]

    def passage(self, passage_id: str) -> Passage:
        """One passage by its id; raises :class:`HirecError` where there is none."""
        passage = self._load(passage_id.rpartition("#")[0]).get(passage_id)
        if passage is None:
            raise HirecError(f"There is no passage {passage_id} in the index.")
        return passage

    def by_source(self, name_or_id: str) -> Filing | None:
        """The filing with this filing_id, or read from a file of this name or stem.

        Raises:
            HirecError: files of that name in several folders carried different filings.

        """
        if name_or_id in self._filings:
            return self._filings[name_or_id]
        found = self._stems.get(name_or_id) or self._stems.get(Path(name_or_id).stem) or []
        if len(found) > 1:
            raise HirecError(
                f"{name_or_id} may be {' or '.join(sorted(found))}; say which by its filing_id."
            )
        return self._filings[found[0]] if found else None

    def ledger(self) -> list[LedgerRow]:
        """Every input file ever seen, as of now, ordered by path."""
        return self._catalog.ledger()

    def _load(self, filing_id: str) -> dict[str, Passage]:
        with self._lock:
            known = self._cache.get(filing_id)
            if known is not None:
                self._cache.move_to_end(filing_id)
                return known
        if filing_id not in self._filings:
            raise HirecError(f"There is no filing {filing_id} in the index.")
        try:
            read = read_passages(self.layout.passages_file(filing_id))
        except FileNotFoundError as error:
            raise IndexDamagedError(
                f"The passages of {filing_id} are gone: a builder removed the filing after the "
                "index was opened (open it again), or its file was deleted (index it again)."
            ) from error
        loaded = {passage.passage_id: passage for passage in read}
        with self._lock:
            self._cache[filing_id] = loaded
            while len(self._cache) > _CACHED_FILINGS:
                self._cache.popitem(last=False)
        return loaded


def _open_generation(layout: Layout) -> tuple[list[str], Any]:
    """filing_ids in order and the FAISS index over them."""
    catalog = Catalog(layout)
    for _ in range(_SWITCHES):
        generation = catalog.generation() if layout.catalog.exists() else 0
        if generation == 0:
            raise IndexMissingError(
                f"The index in {layout.root} holds no filings yet; add or finish them with: "
                f"hirec index PATH… --index {layout.root}"
            )
        try:
            return _read_generation(layout, generation)
        except FileNotFoundError:
            continue  # a builder switched generations between the two reads
    raise IndexDamagedError(
        f"The vectors {layout.documents_file(generation)} are gone; delete {layout.root} and index "
        f"the filings again with: hirec index PATH… --index {layout.root}"
    )


def _read_generation(layout: Layout, generation: int) -> tuple[list[str], Any]:
    order = layout.order_file(generation).read_text(encoding="utf-8").split()
    stored = np.fromfile(layout.documents_file(generation), dtype=np.uint8)
    faiss.omp_set_num_threads(1)  # measured: two threads are slower than one here
    try:
        vectors = faiss.deserialize_index(stored)
    except RuntimeError as error:
        raise IndexDamagedError(
            f"The vectors {layout.documents_file(generation)} cannot be read ({error}); delete "
            f"{layout.root} and index the filings again."
        ) from error
    if vectors.ntotal != len(order):
        raise IndexDamagedError(
            f"{layout.documents_file(generation)} holds {vectors.ntotal} vectors for {len(order)} "
            f"filings; delete {layout.root} and index the filings again."
        )
    return order, vectors
