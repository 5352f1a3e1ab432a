"""Registrants of an index: filings grouped, every name by which questions may call them."""

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from importlib import resources

from hirec.companies.grouping import group_filings
from hirec.companies.names import compact, leads, normalize_name, well_cased
from hirec.types import AliasSource, Identity
from hirec.yaml_files import load_yaml

_INFORMAL = (AliasSource.SYMBOL, AliasSource.DEFINED)
"""Sources of what is no name by record."""


class Kind(IntEnum):
    """How a name belongs to its company; of equal spellings the higher kind is meant."""

    FOREIGN = 1
    """A well-known company's that is not in the index."""
    LEAD = 2
    """The beginning of a name: it stands alone, and no capitalised word goes on with it."""
    ALIAS = 3
    """A former, short, listed or commonly used name."""
    NAME = 4


@dataclass(frozen=True, slots=True)
class Company:
    """One registrant with all its filings and names."""

    key: str
    name: str
    aliases: tuple[str, ...]
    """Every name and symbol that finds it."""
    leads: tuple[str, ...]
    symbols: frozenset[str]
    filings: tuple[str, ...]
    """Oldest period first."""

    def spellings(self) -> Iterable[tuple[str, Kind]]:
        """Every name with its kind, symbols left out."""
        yield self.name, Kind.NAME
        yield from ((name, Kind.ALIAS) for name in self.aliases if name not in self.symbols)
        yield from ((name, Kind.LEAD) for name in self.leads)


def register(identities: Mapping[str, Identity]) -> dict[str, Company]:
    """Key → company, of filings (filing_id → identity), over changes of name.

    Filings that nobody could name and no number joins to others are companies of their own, called
    by their filing id.
    """
    companies: dict[str, Company] = {}
    for group in group_filings(identities):
        ordered = sorted(group, key=lambda filing: _recency(identities[filing]))
        members = [identities[filing] for filing in ordered]
        name = _name(members) or ordered[-1]
        key = _unused_key(normalize_name(name).replace(" ", "-"), companies)
        named = [each for member in reversed(members) for each in _names(member)]
        formal = [said for said, source in named if source not in _INFORMAL]
        symbols = [said for said, source in named if source is AliasSource.SYMBOL]
        known = _known_names_of((name, *formal, *symbols))
        aliases = dict.fromkeys((*formal, *symbols, *known, *(said for said, _ in named)))
        begun = dict.fromkeys(lead for each in (name, *formal) for lead in leads(each))
        upper = frozenset(map(str.upper, symbols))
        companies[key] = Company(key, name, tuple(aliases), tuple(begun), upper, tuple(ordered))
    return companies


def _recency(identity: Identity) -> tuple[date, int]:
    day = identity.period_end or identity.filing_date
    return (day or date(identity.fiscal_year or 1, 1, 1), identity.fiscal_year or 0)


def _unused_key(base: str, taken: Mapping[str, Company]) -> str:
    key, number = base or "unnamed", 2
    while key in taken:
        key, number = f"{base}-{number}", number + 1
    return key


def _name(members: list[Identity]) -> str:
    """The latest name in its fullest and least shouted spelling: ``Amcor plc``."""
    named = [member.company for member in members if member.company]
    if not named:
        return ""
    plain = compact(named[-1])
    spellings = [well_cased(name) for name in named if compact(name) == plain]
    return max(spellings, key=lambda name: (len(name), -sum(map(str.isupper, name))))


def _names(member: Identity) -> Iterator[tuple[str, AliasSource]]:
    """What a filing calls its registrant, each name with where it says so."""
    known = ((member.company, AliasSource.LISTED), (member.former_name, AliasSource.FORMER),
             (member.ticker, AliasSource.SYMBOL))  # fmt: skip
    yield from ((name, source) for name, source in known if name)
    yield from ((alias.name, alias.source) for alias in member.aliases)


def _known_names_of(names: Iterable[str]) -> list[str]:
    """What well-known companies that are called so are called besides."""
    return [other for name in names for other in _known_by_spelling().get(compact(name), ())]


def foreign_names(companies: Iterable[Company]) -> frozenset[str]:
    """Compact spellings of the well-known companies that are none of these."""
    here = {alias for company in companies for alias in company.aliases}
    return frozenset(
        compact(name) for names in _known_names() if not here.issuperset(names) for name in names
    )


@functools.cache
def _known_by_spelling() -> Mapping[str, tuple[str, ...]]:
    """Spelling of a well-known company, unless it is but a few letters → all its names."""
    return {
        compact(name): names
        for names in _known_names()
        for at, name in enumerate(names)
        if at == 0 or len(name) > 4
    }


@functools.cache
def _known_names() -> tuple[tuple[str, ...], ...]:
    text = resources.files("hirec.companies").joinpath("aliases.yaml").read_text("utf-8")
    content: dict[object, list[object]] = load_yaml(text)
    return tuple((str(name), *map(str, others)) for name, others in content.items())
