"""Filings as a mapping that reads only those that somebody looks at."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from hirec.companies import CompanyDirectory
from hirec.index.damage import IndexDamagedError
from hirec.index.directory import Directory, Entry
from hirec.index.identities import IDENTITY
from hirec.index.segment import Segment
from hirec.types import Filing

_REMEMBERED = 4096
"""Filings kept: of the largest covers some 40 MB."""


class FilingMap(Mapping[str, Filing]):
    """filing_id → :class:`Filing`, ordered by filing_id; threads may share it."""

    def __init__(
        self,
        size: int,
        directory: Directory,
        segments: Sequence[Segment],
        companies: CompanyDirectory,
    ) -> None:
        """Read nothing yet.

        Args:
            size: Number of filings in the directory.
            directory: filing_id → segment and place.
            segments: In the order in which the directory counts them.
            companies: Give each filing its company_key.

        """
        self._size = size
        self._directory = directory
        self._segments = segments
        self._companies = companies
        self._filings: OrderedDict[int, Filing] = OrderedDict()
        self._numbers: dict[str, int] = {}
        self._lock = threading.Lock()

    def __getitem__(self, filing_id: str) -> Filing:
        """Raises KeyError, IndexDamagedError."""
        with self._lock:
            if (number := self._numbers.get(filing_id)) is not None:
                return self._filings[number]
        entry = self._directory.entry(filing_id)
        if entry is None:
            raise KeyError(filing_id)
        return self._read([entry])[entry.number]

    def __contains__(self, filing_id: object) -> bool:
        return isinstance(filing_id, str) and self._directory.holds(filing_id)

    def __iter__(self) -> Iterator[str]:
        return self._directory.ids()

    def __len__(self) -> int:
        return self._size

    def numbered(self, numbers: Iterable[int]) -> list[Filing]:
        """Filings by their numbers in the order of ids, in that order; raises IndexDamagedError."""
        ordered = sorted(numbers)
        with self._lock:
            known = {at: self._filings[at] for at in ordered if at in self._filings}
        unread = [at for at in ordered if at not in known]
        if unread:
            known |= self._read(self._directory.entries(unread))
        return [known[at] for at in ordered if at in known]

    def _read(self, entries: Sequence[Entry]) -> dict[int, Filing]:
        found: dict[int, Filing] = {}
        for segment, group in groupby(sorted(entries, key=_segment), key=_segment):
            by_place = {entry.place: entry for entry in group}
            for place, cover in self._segments[segment].covers(list(by_place)):
                entry = by_place[place]
                found[entry.number] = self._filing(entry, cover.identity, cover.summary)
        if len(found) < len(entries):
            lost = next(entry.filing_id for entry in entries if entry.number not in found)
            raise IndexDamagedError(f"The cover of {lost} is gone; mend the index with --repair.")
        with self._lock:
            self._filings |= found
            self._numbers |= {filing.filing_id: number for number, filing in found.items()}
            while len(self._filings) > _REMEMBERED:
                _, forgotten = self._filings.popitem(last=False)
                del self._numbers[forgotten.filing_id]
        return found

    def _filing(self, entry: Entry, identity: str, summary: str) -> Filing:
        return Filing(
            filing_id=entry.filing_id,
            identity=IDENTITY.validate_json(identity),
            company_key=self._companies.key_of(entry.filing_id),
            source_names=entry.sources,
            page_count=entry.page_count,
            passage_count=entry.passage_count,
            summary=summary,
        )


def _segment(entry: Entry) -> int:
    return entry.segment
