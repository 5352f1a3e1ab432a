"""An index opened for reading."""

import functools
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hirec.companies import CompanyDirectory
from hirec.companies.tables import CompanyTables
from hirec.index.catalog import Catalog, LedgerRow
from hirec.index.damage import IndexDamagedError, broken
from hirec.index.directory import DAYS, ORDER, Directory
from hirec.index.filings import FilingMap
from hirec.index.generations import (
    Generation,
    generation_numbers,
    newest_generation,
    read_generation,
    require_whole,
)
from hirec.index.identities import IDENTITY
from hirec.index.layout import Layout
from hirec.index.manifest import read_manifest, require_encoder
from hirec.index.passages import read_passages
from hirec.index.segment import Segment
from hirec.index.words import CoverWords
from hirec.types import Filing, HirecError, Identity, Passage

if TYPE_CHECKING:
    from hirec.index.published import Published

_CACHED_FILINGS = 32
_SWITCHES = 5
_AT_ONCE = 8
"""Filings of a published index whose passages are read side by side."""

Scores = npt.NDArray[np.float32]


class Index:
    """Filings, their vectors and their passages as of one finished build.

    A builder may write the next generation meanwhile; what is open stays whole as long as the one
    after it is in force. Threads may share an index. Opening reads next to nothing: vectors and
    words are mapped into memory, covers are read when they are looked at.
    """

    def __init__(
        self,
        layout: Layout,
        generation: Generation,
        segments: Mapping[str, Segment],
        published: "Published | None" = None,
    ) -> None:
        """Open a generation over its segments, by name; use :meth:`open` to get here.

        Args:
            layout: Where the files are.
            generation: What is opened.
            segments: By name; at least those of the generation.
            published: The place and its copy, where the index was opened by a URI.

        """
        self._published = published
        self.layout = layout
        """Where its files are."""
        self.generation = generation
        """What is open."""
        folder = layout.generation_folder(generation.folder)
        self._by_name = segments
        self._segments = [segments[mark.name] for mark in generation.segments]
        self._directory = Directory(folder)
        self.companies = CompanyDirectory(CompanyTables(self._directory.database))
        """Registrants and their names."""
        self._filings = FilingMap(
            generation.filings, self._directory, self._segments, self.companies
        )
        order = _loaded(folder / ORDER)
        rows = [mark.rows for mark in generation.segments]
        if len(order) != sum(rows):
            raise broken(folder / ORDER, f"it has {len(order)} numbers for {sum(rows)} covers")
        self._orders = np.split(order, np.cumsum(rows)[:-1])
        self._held = [None if (order >= 0).all() else order >= 0 for order in self._orders]
        self._words = CoverWords(self._segments, self._orders, generation.filings, generation.words)
        self.days = _loaded(folder / DAYS)
        """By number, in the order of the ids: since when a filing is known (ordinal), 0: unknown"""
        self._cache: OrderedDict[str, dict[str, Passage]] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def open(cls, path: Path | str, *, encoder_fingerprint: str | None = None) -> "Index":
        """Open the index in a folder, or one published at a URI.

        Args:
            path: The folder, or ``s3://…``, ``gs://…``, ``file://…``.
            encoder_fingerprint: Of the encoder that will make query vectors; checked if given.

        Raises:
            IndexMissingError: there is no index, or no build of it has finished.
            IndexIncompatibleError: another schema version or another encoder made it.
            IndexDamagedError: a file of it is absent or unreadable.
            StoreError: what the URI names cannot be reached.

        """
        published = None
        if isinstance(path, str) and "://" in path:  # a Path would have lost a stroke
            # Arrow's file systems take a tenth of a second to import.
            from hirec.index.published import Published

            published = Published(path)
            published.copy()
        layout = published.layout if published else Layout(Path(path))
        manifest = read_manifest(layout)
        if encoder_fingerprint is not None:
            require_encoder(manifest, encoder_fingerprint, layout)
        return cls._opened(layout, {}, published)

    @classmethod
    def _opened(
        cls, layout: Layout, known: Mapping[str, Segment], published: "Published | None"
    ) -> "Index":
        for _ in range(_SWITCHES):
            generation = newest_generation(layout)
            try:
                require_whole(layout, generation)
                names = [mark.name for mark in generation.segments]
                segments = {
                    name: known.get(name) or Segment(layout.segment_folder(name)) for name in names
                }
                return cls(layout, generation, segments, published)
            except FileNotFoundError as error:
                lost = error.filename or error.args[0]
                if generation_numbers(layout)[-1:] == [generation.number]:
                    raise broken(Path(lost), "it is gone") from error
                continue  # a builder switched generations meanwhile
        raise IndexDamagedError(f"The generations of {layout.root} come and go too fast to open.")

    @functools.cached_property
    def profile(self) -> str:
        """What kind of files it holds, as its manifest says: ``filings``, ``documents``."""
        return read_manifest(self.layout).profile

    @property
    def fingerprint(self) -> str:
        """Of the filings, who carried them and how much they hold."""
        return self.generation.fingerprint

    @property
    def stale(self) -> bool:
        """Whether another generation is in force by now; raises StoreError."""
        if self._published:
            return self._published.number() != self.generation.number
        for number in reversed(generation_numbers(self.layout)):
            try:
                return read_generation(self.layout, number) != self.generation
            except FileNotFoundError:
                continue
        return True

    def renewed(self) -> "Index":
        """The generation in force, with the segments that are open already.

        Raises:
            IndexMissingError: all filings were removed.
            IndexDamagedError: a file of it is absent or unreadable.

        """
        if self._published:
            self._published.copy()
        return self._opened(self.layout, self._by_name, self._published)

    @property
    def filings(self) -> Mapping[str, Filing]:
        """filing_id → filing, ordered by filing_id."""
        return self._filings

    def profiles(self) -> Iterator[Identity]:
        """Form, period and days of all filings, whoever filed them, each but once."""
        return map(IDENTITY.validate_json, self._directory.profiles())

    def numbered(self, numbers: Sequence[int]) -> list[Filing]:
        """Filings by their numbers in the order of ids, in that order."""
        return self._filings.numbered(numbers)

    def listed(
        self, *, company: str = "", form: str = "", year: int | None = None, offset: int, limit: int
    ) -> tuple[int, list[Filing]]:
        """How many filings pass all filters, and a page of them in the order of their ids.

        Only what is on the page is read; the filters look at the covers in their own tables.

        Args:
            company: Part of a company's name, its symbol or of a filing_id; case does not matter.
            form: A form's code: ``10-K``.
            year: Fiscal year.
            offset: Filings before the page.
            limit: Filings on the page, at most.

        """
        if not company and not form and year is None:
            total = len(self._filings)
            return total, self.numbered(range(offset, min(offset + limit, total)))
        folded = company.casefold()
        found = [
            order[segment.found(folded, form, year)]
            for segment, order in zip(self._segments, self._orders, strict=True)
        ]
        numbers = np.sort(np.concatenate(found)) if found else np.zeros(0, np.int32)
        numbers = numbers[numbers >= 0]  # covers that a later segment replaced
        return len(numbers), self.numbered(numbers[offset : offset + limit].tolist())

    def cover_scores(self, query: str) -> Scores:
        """BM25 of all covers against a query, by number; zeros where no word is shared."""
        return self._words.scores(query)

    def nearest(self, vector: Scores, k: int) -> list[tuple[int, float]]:
        """(number, inner product) of the k filings whose cover is nearest, best first.

        Args:
            vector: Query of unit length, shape (d,) or (1, d).
            k: How many; fewer come back where the index holds fewer.

        """
        query = self._query(vector)
        found: list[tuple[int, float]] = []
        for segment, order, held in zip(self._segments, self._orders, self._held, strict=True):
            places, scores = segment.nearest(query, k, held)
            found += zip(order[places].tolist(), scores.tolist(), strict=True)
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:k]

    def search_documents(
        self, vector: Scores, k: int, among: Sequence[str] | None = None
    ) -> list[tuple[str, float]]:
        """The k filings whose cover is nearest, best first.

        Args:
            vector: Query of unit length, shape (d,) or (1, d).
            k: How many; fewer come back where the index holds fewer.
            among: Only these filing_ids, whose vectors alone are then looked at; None: all.

        Returns:
            Pairs (filing_id, inner product); equal scores in the order of their ids.

        """
        if among is None:
            near = self.nearest(vector, k)
            ids = {e.number: e.filing_id for e in self._directory.entries(n for n, _ in near)}
            return [(ids[number], score) for number, score in near]
        query = self._query(vector)
        scores: dict[str, float] = {}
        by_segment: dict[int, list[tuple[str, int]]] = {}
        for filing_id, segment, place in self._directory.places(among):
            by_segment.setdefault(segment, []).append((filing_id, place))
        for segment, held in by_segment.items():
            places = np.array([place for _, place in held], dtype=np.int64)
            products = self._segments[segment].products(query, places)
            scores |= {key: float(s) for (key, _), s in zip(held, products, strict=True)}
        return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:k]

    def passages(self, filing_ids: Sequence[str]) -> list[Passage]:
        """All passages of these filings, filing after filing, each in its own order.

        Raises:
            HirecError: no such filing.
            IndexDamagedError: its passages are absent or unreadable.

        """
        if self._published and len(filing_ids) > 1:
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                loaded = list(pool.map(self._load, filing_ids))
        else:
            loaded = [self._load(filing_id) for filing_id in filing_ids]
        return [passage for filing in loaded for passage in filing.values()]

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
        carried = self._directory.carried_by
        found = carried(name_or_id) or carried(Path(name_or_id).stem)
        if len(found) > 1:
            raise HirecError(
                f"{name_or_id} may be {' or '.join(sorted(found))}; say which by its filing_id."
            )
        return self._filings[found[0]] if found else None

    def ledger(self) -> list[LedgerRow]:
        """Every input file ever seen, as of now, ordered by path.

        Raises HirecError for an index at a URI, where no ledger is published.
        """
        if self._published:
            raise HirecError("A published index has no ledger; ask the one it was published from.")
        return Catalog(self.layout).ledger()

    def _query(self, vector: Scores) -> Scores:
        query = np.ascontiguousarray(vector, dtype=np.float32).reshape(1, -1)
        dimension = self._segments[0].dimension
        if query.shape[1] != dimension:
            raise ValueError(f"A query of {query.shape[1]} numbers, the index has {dimension}")
        return query

    def _load(self, filing_id: str) -> dict[str, Passage]:
        with self._lock:
            known = self._cache.get(filing_id)
            if known is not None:
                self._cache.move_to_end(filing_id)
                return known
        entry = self._directory.entry(filing_id)
        if entry is None:
            raise HirecError(f"There is no filing {filing_id} in the index.")
        try:
            if self._published:
                read = self._published.passages(filing_id, entry.passages)
            else:
                read = read_passages(self.layout.passages_file(filing_id, entry.passages))
        except FileNotFoundError as error:
            raise PassagesGoneError(
                f"The passages of {filing_id} are gone: two builds have finished since the index "
                "was opened (open it again), or its file was deleted (mend the index with: hirec "
                "index --repair)."
            ) from error
        loaded = {passage.passage_id: passage for passage in read}
        with self._lock:
            self._cache[filing_id] = loaded
            while len(self._cache) > _CACHED_FILINGS:
                self._cache.popitem(last=False)
        return loaded


class PassagesGoneError(IndexDamagedError):
    """A filing's passages belong to a generation that is no longer kept, or were deleted."""


def _loaded(path: Path) -> npt.NDArray[np.int32]:
    try:
        loaded: npt.NDArray[np.int32] = np.load(path)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise broken(path, error) from error
    return loaded
