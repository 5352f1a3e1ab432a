"""Evidence by whose filing it is of."""

from collections.abc import Iterable, Iterator, Mapping

from hirec.types import CompanyRef, Filing, Passage, Table, is_of


def passages_of(
    company: CompanyRef | None, passages: Iterable[Passage], filings: Mapping[str, Filing]
) -> Iterator[tuple[Passage, Filing]]:
    """The passages of a company, of any where None is named, each with its filing.

    Args:
        company: The one that is asked about.
        passages: Evidence.
        filings: By filing_id; passages of others are left out.

    """
    for passage in passages:
        filing = filings.get(passage.filing_id)
        if filing is not None and is_of(filing, company):
            yield passage, filing


def tables_of(
    company: CompanyRef | None, passages: Iterable[Passage], filings: Mapping[str, Filing]
) -> Iterator[tuple[Passage, Table, Filing]]:
    """The same of passages that are tables."""
    for passage, filing in passages_of(company, passages, filings):
        if (table := passage.table) is not None:
            yield passage, table, filing


def prose_of(
    company: CompanyRef | None, passages: Iterable[Passage], filings: Mapping[str, Filing]
) -> Iterator[tuple[Passage, Filing]]:
    """The same of passages that are text."""
    for passage, filing in passages_of(company, passages, filings):
        if not passage.table_json:
            yield passage, filing
