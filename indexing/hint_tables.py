"""What the catalog keeps of corrections, and what it asks of filings that may teach others."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hirec.index.catalog import UNSURE
from hirec.index.identities import IDENTITY
from hirec.types import Identity
from indexing.catalog import CatalogWriter


@dataclass(frozen=True, slots=True)
class Numbers:
    """What tells a registrant whatever it is called, as the filing with this content states it."""

    sha256: str
    cik: str | None
    ein: str | None
    file_number: str | None
    ticker: str | None


class HintTables:
    """Queries over an open catalog; every change is one transaction."""

    def __init__(self, catalog: CatalogWriter) -> None:
        self._catalog = catalog
        self._db = catalog.database

    def correct(self, corrections: Iterable[tuple[str, str, Mapping[str, str]]]) -> None:
        """Keep users' values: (content, path as given, key → value); an empty value goes."""
        with self._catalog.transaction():
            for sha256, path, values in corrections:
                for key, value in values.items():
                    self._db.execute(
                        "DELETE FROM corrections WHERE sha256 = ? AND field = ?", (sha256, key)
                    )
                    if value:
                        row = (sha256, key, value, path)
                        self._db.execute("INSERT INTO corrections VALUES (?, ?, ?, ?)", row)

    def corrections(self) -> dict[str, dict[str, str]]:
        """Content → the user's values."""
        found: dict[str, dict[str, str]] = {}
        sql = "SELECT sha256, field, value FROM corrections ORDER BY 1, 2"
        for sha256, key, value in self._db.execute(sql):
            found.setdefault(sha256, {})[key] = value
        return found

    def hints(self) -> dict[str, set[str]]:
        """Content → what its files were read with, of contents that were told or are corrected."""
        found: dict[str, set[str]] = {}
        sql = (
            "SELECT sha256, told FROM ledger WHERE sha256 <> '' AND state IN ('done', 'failed') "
            "AND (told <> '' OR sha256 IN (SELECT sha256 FROM corrections))"
        )
        for sha256, hints in self._db.execute(sql):
            found.setdefault(sha256, set()).add(hints)
        return found

    def unsure(self) -> list[str]:
        """Contents of the filings that have a weak or unknown field."""
        sql = f"SELECT sha256 FROM filings WHERE {UNSURE} ORDER BY 1"  # noqa: S608 - a constant
        return [sha256 for (sha256,) in self._db.execute(sql)]

    def numbers(self) -> list[Numbers]:
        """The numbers of all filings."""
        sql = (
            "SELECT sha256, cik, json_extract(identity, '$.ein'), "
            "json_extract(identity, '$.file_number'), ticker FROM filings ORDER BY 1"
        )
        return [Numbers(*row) for row in self._db.execute(sql)]

    def identities(self, contents: Iterable[str]) -> Iterator[tuple[str, Identity]]:
        """(content, identity of its filing), by content."""
        sql = (
            "SELECT sha256, identity FROM filings "
            "WHERE sha256 IN (SELECT value FROM json_each(?)) ORDER BY 1"
        )
        for sha256, text in self._db.execute(sql, (json.dumps(sorted(contents)),)):
            yield sha256, IDENTITY.validate_json(text)
