"""Companies and their names as tables: made when filings are indexed, looked up when asked."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence

from hirec.companies.names import normalize_name
from hirec.companies.register import Company, Kind
from hirec.companies.spellings import Meaning, Sort, meanings
from hirec.types import Identity

COMPANIES_SQL = """
CREATE TABLE companies (
  number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, plain TEXT NOT NULL,
  aliases TEXT NOT NULL
);
CREATE TABLE members (
  filing_id TEXT PRIMARY KEY, company INTEGER NOT NULL, place INTEGER NOT NULL,
  day INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX members_company ON members (company, place, day, filing_id);
CREATE TABLE spellings (
  number INTEGER PRIMARY KEY, sort INTEGER NOT NULL, spelling TEXT NOT NULL, kind INTEGER NOT NULL,
  keys TEXT NOT NULL
);
CREATE UNIQUE INDEX spellings_sort ON spellings (sort, spelling);
CREATE TABLE written (name TEXT PRIMARY KEY) WITHOUT ROWID;
"""
"""``companies``: ``plain`` is the normalized name, ``aliases`` a JSON list. ``members``: filings of
a company by place, the oldest period first, with the day since when each is known.
``spellings``: what letters mean (``keys``: a JSON list), by :class:`Sort`. ``written``: every
name in its own words."""


def write_companies(
    database: sqlite3.Connection,
    companies: Mapping[str, Company],
    identities: Mapping[str, Identity],
) -> None:
    """Make and fill the tables in an empty database.

    Args:
        database: Empty; committed when all is written.
        companies: By company_key, each with its filings and names.
        identities: filing_id → identity, for each filing of the companies.

    """
    database.executescript(COMPANIES_SQL)
    found = list(companies.values())
    database.executemany(
        "INSERT INTO companies VALUES (?, ?, ?, ?, ?)",
        (
            (at, each.key, each.name, normalize_name(each.name), json.dumps(each.aliases))
            for at, each in enumerate(found)
        ),
    )
    database.executemany(
        "INSERT INTO members VALUES (?, ?, ?, ?)",
        (
            (filing_id, at, place, identities[filing_id].available_ordinal)
            for at, each in enumerate(found)
            for place, filing_id in enumerate(each.filings)
        ),
    )
    database.executemany(
        "INSERT INTO spellings (sort, spelling, kind, keys) VALUES (?, ?, ?, ?)", _spelt(found)
    )
    names = {normalize_name(name) for each in found for name, _ in each.spellings()}
    database.executemany("INSERT INTO written VALUES (?)", ((name,) for name in sorted(names)))
    database.commit()


def _spelt(companies: Sequence[Company]) -> Iterator[tuple[int, str, int, str]]:
    for sort, table in zip(Sort, meanings(companies), strict=True):
        for spelling, meaning in table.items():
            yield sort, spelling, meaning.kind, json.dumps(meaning.keys)


class CompanyTables:
    """Look-ups in these tables; threads may share them."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """``database`` is open for all threads and nobody writes to it."""
        self._database = database

    def keys(self) -> tuple[str, ...]:
        """Keys of all companies."""
        return tuple(self._column("SELECT key FROM companies ORDER BY number"))

    def key_of(self, filing_id: str) -> str:
        """Key of a filing's company; raises ``KeyError``."""
        sql = "SELECT key FROM members JOIN companies ON number = company WHERE filing_id = ?"
        return str(self._one(sql, filing_id))

    def name(self, key: str) -> str:
        """Its latest name; raises ``KeyError``."""
        return str(self._one("SELECT name FROM companies WHERE key = ?", key))

    def aliases(self, key: str) -> tuple[str, ...]:
        """Its other names; raises ``KeyError``."""
        return tuple(json.loads(self._one("SELECT aliases FROM companies WHERE key = ?", key)))

    def filings(self, key: str) -> tuple[str, ...]:
        """Its filings, oldest period first; raises ``KeyError``."""
        return tuple(self._column("SELECT filing_id FROM members WHERE company = ? ORDER BY place",
                                  self._number(key)))  # fmt: skip

    def days(self, key: str) -> tuple[int, ...]:
        """Of its filings, :attr:`Identity.available_ordinal` in order; raises ``KeyError``."""
        sql = "SELECT day FROM members WHERE company = ? ORDER BY day"
        rows = self._database.execute(sql, (self._number(key),))
        return tuple(int(day) for (day,) in rows)

    def meaning(self, sort: Sort, spelling: str) -> Meaning | None:
        """Whom letters mean."""
        sql = "SELECT kind, keys FROM spellings WHERE sort = ? AND spelling = ?"
        row = self._database.execute(sql, (sort, spelling)).fetchone()
        return None if row is None else Meaning(Kind(row[0]), tuple(json.loads(row[1])))

    def spellings(self) -> list[str]:
        """All spellings of names, those of one company together."""
        sql = "SELECT spelling FROM spellings WHERE sort = ? ORDER BY number"
        return self._column(sql, Sort.NAME)

    def is_written(self, name: str) -> bool:
        """Whether a company has this normalized name."""
        sql = "SELECT 1 FROM written WHERE name = ?"
        return self._database.execute(sql, (name,)).fetchone() is not None

    def written(self) -> list[str]:
        """All normalized names."""
        return self._column("SELECT name FROM written")

    def beginning_with(self, start: str) -> list[str]:
        """Keys of companies whose normalized name begins so."""
        sql = "SELECT key FROM companies WHERE substr(plain, 1, ?) = ? ORDER BY number"
        return self._column(sql, len(start), start)

    def _number(self, key: str) -> int:
        return int(self._one("SELECT number FROM companies WHERE key = ?", key))

    def _one(self, sql: str, value: str) -> str:
        row = self._database.execute(sql, (value,)).fetchone()
        if row is None:
            raise KeyError(value)
        found: str = row[0]
        return found

    def _column(self, sql: str, *values: object) -> list[str]:
        return [value for (value,) in self._database.execute(sql, values)]
