"""Filings as a mapping that reads summaries only where somebody looks at them."""

from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView

from hirec.companies import CompanyDirectory
from hirec.index.catalog import Catalog, FilingRow, IndexDamagedError
from hirec.types import Filing


class FilingMap(Mapping[str, Filing]):
    """filing_id → :class:`Filing`, in the order of the ids given."""

    def __init__(
        self,
        order: Sequence[str],
        rows: Mapping[str, FilingRow],
        companies: CompanyDirectory,
        sources: Mapping[str, tuple[str, ...]],
        catalog: Catalog,
    ) -> None:
        """Take over the rows already read; ids without a row are left out."""
        self._rows = {key: rows[key] for key in order if key in rows}
        self._companies = companies
        self._catalog = catalog
        self._sources = sources
        self._filings: dict[str, Filing] = {}

    def __getitem__(self, filing_id: str) -> Filing:
        """Raises KeyError; IndexDamagedError where a builder removed it since opening."""
        filing = self._filings.get(filing_id)
        if filing is None:
            row = self._rows[filing_id]
            filing = self._make(filing_id, row, self._catalog.summary(filing_id))
            self._filings[filing_id] = filing
        return filing

    def __contains__(self, filing_id: object) -> bool:
        return filing_id in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def values(self) -> ValuesView[Filing]:
        """All filings; their summaries are read at once."""
        return self._all().values()

    def items(self) -> ItemsView[str, Filing]:
        """All ids and filings; their summaries are read at once."""
        return self._all().items()

    def _all(self) -> dict[str, Filing]:
        if len(self._filings) < len(self._rows):
            summaries = self._catalog.summaries()
            known = self._filings
            self._filings = {
                key: known.get(key) or self._make(key, row, summaries.get(key))
                for key, row in self._rows.items()
            }
        elif list(self._filings) != list(self._rows):
            self._filings = {key: self._filings[key] for key in self._rows}
        return self._filings

    def _make(self, filing_id: str, row: FilingRow, summary: str | None) -> Filing:
        if summary is None:
            raise IndexDamagedError(
                f"{filing_id} was removed from the index after it was opened; open it again."
            )
        return Filing(
            filing_id=filing_id,
            identity=row.identity,
            company_key=self._companies.key_of(filing_id),
            source_names=self._sources.get(filing_id, ()),
            page_count=row.page_count,
            passage_count=row.passage_count,
            summary=summary,
        )
