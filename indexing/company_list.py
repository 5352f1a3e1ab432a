"""EDGAR's list of companies: names and symbols by CIK, kept with the index as aliases."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from hirec.index.identities import IDENTITY
from hirec.types import Alias, AliasSource, HirecError, Identity
from indexing.catalog import CatalogWriter
from indexing.edgar_json import CompanyFile, Exchanges, Tickers

TICKERS_NAME = "company_tickers.json"
COMPANY_FILES = "CIK*.json"
"""One company's names in full, as ``hirec fetch --company-list`` saves them beside the list."""
_NAME, _SYMBOL, _FORMER = "name", "symbol", "former"


@dataclass(frozen=True, slots=True)
class ListedCompany:
    """A company as EDGAR lists it."""

    cik: str
    """Ten digits."""
    name: str
    symbols: tuple[str, ...] = ()
    former_names: tuple[str, ...] = ()


def read_company_list(path: Path) -> list[ListedCompany]:
    """Read EDGAR's list, one company's file, or a folder that ``hirec fetch`` put them in.

    Raises:
        HirecError: the path holds no such list.

    """
    if not path.is_dir():
        return _read(path)
    files = [p for p in (path / TICKERS_NAME, path / "company_tickers_exchange.json") if p.exists()]
    files += sorted(path.glob(COMPANY_FILES))
    if not files:
        raise HirecError(
            f"There is no {TICKERS_NAME} in {path}; fetch it with: hirec fetch --company-list "
            f"--out {path}"
        )
    return [company for file in files for company in _read(file)]


class ListedNames:
    """The list that an index keeps; every change is one transaction."""

    def __init__(self, catalog: CatalogWriter) -> None:
        self._catalog = catalog
        self._db = catalog.database
        self._empty = self._db.execute("SELECT 1 FROM listed LIMIT 1").fetchone() is None

    def keep(self, companies: Sequence[ListedCompany]) -> None:
        """Take over what is new of companies; former names stay where a list has none."""
        with self._catalog.transaction():
            for company in companies:
                kinds = [_NAME, _SYMBOL] + ([_FORMER] if company.former_names else [])
                given = {_NAME: (company.name,), _SYMBOL: company.symbols}
                given |= {_FORMER: company.former_names}
                for kind in kinds:
                    self._db.execute(
                        "DELETE FROM listed WHERE cik = ? AND kind = ?", (company.cik, kind)
                    )
                    self._db.executemany(
                        "INSERT OR IGNORE INTO listed VALUES (?, ?, ?)",
                        [(company.cik, kind, name) for name in given[kind]],
                    )
        self._empty = self._empty and not companies

    def name_of(self, cik: str | None) -> str | None:
        """Today's name of a company; None where the list has none."""
        return next((name for kind, name in self._of(cik) if kind == _NAME), None)

    def refresh(self) -> int:
        """Give all filings in the index the aliases of the list; returns how many changed."""
        sql = (
            "SELECT filing_id, identity, listed FROM filings "
            "WHERE listed <> '[]' OR cik IN (SELECT cik FROM listed)"
        )
        changed = []
        for filing_id, text, listed in self._db.execute(sql).fetchall():
            identity = without_listed(IDENTITY.validate_json(text), listed)
            identity, aliases = self.give(identity)
            if aliases != listed:
                changed.append((IDENTITY.dump_json(identity).decode(), aliases, filing_id))
        with self._catalog.transaction():
            self._db.executemany(
                "UPDATE filings SET identity = ?, listed = ? WHERE filing_id = ?", changed
            )
            if changed:
                self._catalog.mark_changed(filing_id for _, _, filing_id in changed)
        return len(changed)

    def give(self, identity: Identity) -> tuple[Identity, str]:
        """An identity with the aliases of its CIK, and as JSON which of them are the list's."""
        known = {alias.name for alias in identity.aliases} | {identity.company, identity.ticker}
        added = []
        for kind, name in self._of(identity.cik):
            source = AliasSource.SYMBOL if kind == _SYMBOL else AliasSource.LISTED
            if name not in known:
                known.add(name)
                added.append(Alias(name, source))
        given = replace(identity, aliases=(*identity.aliases, *added)) if added else identity
        return given, json.dumps([asdict(alias) for alias in added], ensure_ascii=False)

    def _of(self, cik: str | None) -> list[tuple[str, str]]:
        if self._empty or not cik:
            return []
        sql = (
            "SELECT kind, name FROM listed WHERE cik = ? "
            "ORDER BY kind = 'former', kind = 'symbol', rowid"
        )
        return list(self._db.execute(sql, (cik,)))


def _read(path: Path) -> list[ListedCompany]:
    try:
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise HirecError(f"{path} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise _no_list(path, "it is no JSON") from error
    try:
        if isinstance(content, dict) and "fields" in content:
            return _grouped(_exchange_rows(Exchanges.model_validate(content)))
        if isinstance(content, dict) and "name" in content:
            return [_company(CompanyFile.model_validate(content))]
        listed = Tickers.model_validate(content).root.values()
    except (ValidationError, KeyError, ValueError) as error:
        raise _no_list(path, "its content is another") from error
    if not listed:
        raise _no_list(path, "it lists no company")
    return _grouped((entry.cik, entry.title, entry.ticker) for entry in listed)


def _no_list(path: Path, why: str) -> HirecError:
    return HirecError(
        f"{path} is not EDGAR's list of companies ({why}); fetch {TICKERS_NAME} with: hirec fetch "
        "--company-list --out FOLDER"
    )


def _exchange_rows(content: Exchanges) -> list[tuple[int, str, str]]:
    at = {name: content.fields.index(name) for name in ("cik", "name", "ticker")}
    return [
        (int(row[at["cik"]]), str(row[at["name"]]), str(row[at["ticker"]])) for row in content.data
    ]


def _grouped(rows: Iterable[tuple[int, str, str]]) -> list[ListedCompany]:
    """Rows of (CIK, name, ticker), a row a ticker, as companies."""
    found: dict[str, ListedCompany] = {}
    for number, name, ticker in rows:
        cik = f"{number:010d}"
        company = found.setdefault(cik, ListedCompany(cik, " ".join(name.split())))
        found[cik] = replace(company, symbols=(*company.symbols, ticker.strip().upper()))
    return list(found.values())


def _company(content: CompanyFile) -> ListedCompany:
    return ListedCompany(
        f"{content.cik:010d}",
        " ".join(content.name.split()),
        tuple(ticker.upper() for ticker in content.tickers),
        tuple(" ".join(former.name.split()) for former in content.former_names),
    )


def without_listed(identity: Identity, listed: str) -> Identity:
    """An identity without the aliases that the list gave it, as :meth:`ListedNames.give` says."""
    given = [Alias(alias["name"], AliasSource(alias["source"])) for alias in json.loads(listed)]
    return replace(identity, aliases=tuple(a for a in identity.aliases if a not in given))
