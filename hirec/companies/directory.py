"""Companies of an index: filings grouped by registrant, names found in questions."""

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from importlib import resources
from typing import Self

import yaml

from hirec.companies.grouping import group_filings
from hirec.companies.names import (
    compact,
    is_generic_word,
    is_legal_word,
    normalize_name,
    short_forms,
    well_cased,
    words,
)
from hirec.companies.spotting import Span, goes_on, stands_beside, tokens, unknown_names
from hirec.types import AliasSource, CompanyRef, Identity

_LONGEST_NAME = 7
"""Words of the longest name looked for."""
_ORDINARY = words("ordinary")
_NO_TICKERS = words("no_tickers")
_TICKER_CUE = re.compile(
    r"(?:\$|\b(?:ticker|symbol)(?:\s+symbol)?:?\s+|\b(?:NYSE|NASDAQ|Nasdaq)\s*:\s*)$"
)


_BREAK = re.compile(r"[?!;:()\"“”]|(?<!\b[A-Z])\.\s|['’]s\s")
_EDGE_WORDS = frozenset(("the", "and", "a", "an", "of", "in", "for", "to"))


@dataclass(frozen=True, slots=True)
class _Company:
    key: str
    name: str
    aliases: tuple[str, ...]
    symbols: frozenset[str]
    defined: frozenset[str]
    """Compact spellings of the short forms that its filings define."""
    filings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    key: str


class CompanyDirectory:
    """Who the index knows, by which names, with which filings."""

    def __init__(self, companies: Mapping[str, _Company]) -> None:
        self._companies = companies
        self._key_of = {f: c.key for c in companies.values() for f in c.filings}
        self._tickers = _tickers(companies)
        self._lookup = _lookup(companies)
        self._defined = _defined_only(companies)
        self._leads = _leads(companies)
        listed = {compact(n) for names in well_known().values() for n in names}
        self._famous = (listed | {compact(n) for n in well_known()}) - self._lookup.keys()

    @classmethod
    def build(cls, identities: Mapping[str, Identity]) -> Self:
        """Group filings (filing_id → identity) into companies, over changes of name."""
        companies: dict[str, _Company] = {}
        for filings in group_filings(identities):
            ordered = sorted(filings, key=lambda f: _recency(identities[f]))
            members = [identities[filing] for filing in ordered]
            key = _unused_key(normalize_name(members[-1].company).replace(" ", "-"), companies)
            companies[key] = _Company(
                key,
                _name(members),
                _aliases(members),
                frozenset(_symbols(members)),
                frozenset(compact(name) for name in _gathered(members, AliasSource.DEFINED)),
                tuple(ordered),
            )
        return cls(companies)

    def keys(self) -> tuple[str, ...]:
        """Keys of all companies."""
        return tuple(self._companies)

    def key_of(self, filing_id: str) -> str:
        """Key of a filing's company; raises ``KeyError`` for a filing unknown here."""
        return self._key_of[filing_id]

    def name(self, key: str) -> str:
        """Latest name, well-cased; raises ``KeyError``."""
        return self._companies[key].name

    def aliases(self, key: str) -> tuple[str, ...]:
        """Every name that finds the company: former names, short names, tickers."""
        return self._companies[key].aliases

    def filings(self, key: str) -> tuple[str, ...]:
        """Filing ids of a company, oldest period first."""
        return self._companies[key].filings

    def find(self, question: str) -> tuple[tuple[CompanyRef, ...], tuple[str, ...]]:
        """Companies named, in the order said, and names that look like companies unknown here."""
        mentions, famous = self._mentions(question)
        refs: dict[str, CompanyRef] = {}
        for mention in mentions:
            said = _said(question, mention)
            company = self._companies[mention.key]
            refs.setdefault(mention.key, CompanyRef(company.key, company.name, said))
        known = [Span(m.start, m.end) for m in mentions]
        if known:
            famous = [name for name in famous if stands_beside(question, name, known)]
        outside = [question[name.start : name.end] for name in famous]
        if famous and not known:
            rest = unknown_names(question, [])
            unknown = [*outside, *(n for n in rest if not any(o in n for o in outside))]
        else:
            unknown = [*outside, *unknown_names(question, [*known, *famous])]
        return tuple(refs.values()), tuple(dict.fromkeys(unknown))

    def _mentions(self, question: str) -> tuple[list[_Mention], list[Span]]:
        """Known companies, longest names first at each word; and famous ones not in the index."""
        run = tokens(question)
        shouting = question.upper() == question
        found: list[_Mention] = []
        famous: list[Span] = []
        position = 0
        while position < len(run):
            step = 1
            for span, length in _ngrams(question, run, position):
                key = self._match(question, span, length, shouting)
                if key is not None and not _is_other_company(question, run, position + length):
                    found.append(_Mention(span.start, span.end, key))
                    step = length
                    break
                if key is None and self._is_famous(question, span, length):
                    famous.append(span)
                    step = length
                    break
            else:
                lead = self._match_lead(question, run, position)
                found += [lead] if lead else []
            position += step
        return found, famous

    def _match(self, question: str, span: Span, length: int, shouting: bool) -> str | None:
        said = question[span.start : span.end]
        if length == 1:
            cued = bool(_TICKER_CUE.search(question[: span.start]))
            key = self._tickers.get(said) if cued or not shouting else None
            if key and (cued or (said not in _NO_TICKERS and len(said) > 1)):
                return key
        plain = compact(said)
        key = self._lookup.get(plain)
        if key is None or (length == 1 and not _is_name(question, span)):
            return None
        return None if plain in self._defined and said.islower() else key

    def _match_lead(self, question: str, run: list[Span], position: int) -> _Mention | None:
        """Match the first word of one company's name, standing alone: "Corvanta's sales"."""
        span = run[position]
        said = question[span.start : span.end]
        key = self._leads.get(compact(said))
        if key is None or not said[0].isupper():
            return None
        for neighbour in (position - 1, position + 1):
            if 0 <= neighbour < len(run) and goes_on(question, span, run[neighbour]):
                return None
        return _Mention(span.start, span.end, key)

    def _is_famous(self, question: str, span: Span, length: int) -> bool:
        said = question[span.start : span.end]
        if compact(said) not in self._famous or said.upper() in _NO_TICKERS:
            return False
        if length == 1 and len(said) < 5 and said[0].islower():
            return False
        return length > 1 or _is_name(question, span)


def _said(question: str, mention: _Mention) -> str:
    """The words of a mention, with the full stop of a legal form: ``Apple Inc.``."""
    words_said = question[mention.start : mention.end]
    abbreviated = question[mention.end : mention.end + 1] == "." and len(words_said.split()) > 1
    return f"{words_said}." if abbreviated and is_legal_word(words_said.split()[-1]) else words_said


def _ngrams(question: str, run: list[Span], position: int) -> Iterator[tuple[Span, int]]:
    """Runs of words that begin at a position, longest first, not crossing a sentence's end."""
    first = question[run[position].start : run[position].end].lower()
    longest = 1 if first in _EDGE_WORDS else min(_LONGEST_NAME, len(run) - position)
    for length in range(longest, 0, -1):
        span = Span(run[position].start, run[position + length - 1].end)
        last = question[run[position + length - 1].start : span.end].lower()
        broken = _BREAK.search(question[span.start : span.end])
        if not broken and (length == 1 or last not in _EDGE_WORDS):
            yield span, length


def _is_name(question: str, span: Span) -> bool:
    """Whether one word is used as a name: ordinary words need a capital inside a sentence."""
    said = question[span.start : span.end]
    plain = compact(said)
    if plain not in _ORDINARY:
        return said[0].isupper() or len(plain) >= 4 or said[0].isdigit()
    if not said[0].isupper():
        return False
    possessive = bool(re.match(r"['’]s?\b", question[span.end : span.end + 2]))
    starts = not re.search(r"[\w,]\s*\(?$", question[: span.start])
    following = question[span.end :].strip()
    return possessive or not starts or not following[:1].islower()


def _is_other_company(question: str, run: list[Span], following: int) -> bool:
    """Whether the name goes on to a legal suffix over capitalised words: another company's name."""
    for position in range(following, min(following + 4, len(run))):
        word = question[run[position].start : run[position].end]
        gap = question[run[position - 1].end : run[position].start]
        if not re.fullmatch(r",?\s+(?:&\s+)?", gap) or not word[0].isupper():
            return False
        if is_legal_word(word) or word.upper() == "REIT":
            return position > following
    return False


def _recency(identity: Identity) -> tuple[date, int]:
    day = identity.period_end or identity.filing_date
    return (day or date(identity.fiscal_year or 1, 1, 1), identity.fiscal_year or 0)


def _unused_key(base: str, taken: Mapping[str, _Company]) -> str:
    key, number = base or "unnamed", 2
    while key in taken:
        key, number = f"{base}-{number}", number + 1
    return key


def _name(members: list[Identity]) -> str:
    """The latest name in its fullest and least shouted spelling: ``Amcor plc``."""
    plain = compact(members[-1].company)
    spellings = [well_cased(m.company) for m in members if compact(m.company) == plain]
    return max(spellings, key=lambda name: (len(name), -sum(map(str.isupper, name))))


def _aliases(members: list[Identity]) -> tuple[str, ...]:
    names: list[str] = []
    for member in reversed(members):
        names += [member.company, *([member.former_name] if member.former_name else [])]
        names += [member.ticker] if member.ticker else []
    plain = {compact(name) for name in names}
    for canonical, others in well_known().items():
        spellings = {compact(canonical), *(compact(o) for o in others if len(o) > 4)}
        if plain & spellings:
            names += [canonical, *others]
    for name in list(dict.fromkeys(names)):
        names += short_forms(name)
    for source in AliasSource:
        names += _gathered(members, source)
    return tuple(dict.fromkeys(names))


def _gathered(members: list[Identity], source: AliasSource) -> list[str]:
    """Names of one kind that the filings themselves give, the latest filing's first."""
    return [a.name for member in reversed(members) for a in member.aliases if a.source is source]


def _symbols(members: list[Identity]) -> list[str]:
    symbols = [member.ticker for member in members if member.ticker]
    return [symbol.upper() for symbol in (*symbols, *_gathered(members, AliasSource.SYMBOL))]


def _tickers(companies: Mapping[str, _Company]) -> dict[str, str]:
    """Symbol → key, of the symbols that no other company has or calls itself."""
    keys: defaultdict[str, set[str]] = defaultdict(set)
    callers: defaultdict[str, set[str]] = defaultdict(set)
    for company in companies.values():
        for symbol in company.symbols:
            keys[symbol].add(company.key)
        for name in company.defined:
            callers[name].add(company.key)
    return {
        symbol: next(iter(found))
        for symbol, found in keys.items()
        if len(found | callers[compact(symbol)]) == 1
    }


def _defined_only(companies: Mapping[str, _Company]) -> frozenset[str]:
    """Short forms that only filings define: names with a capital, else perhaps ordinary words."""
    defined = {spelling for company in companies.values() for spelling in company.defined}
    names = {
        compact(name)
        for company in companies.values()
        for name in (company.name, *short_forms(company.name))
    }
    return frozenset(defined - names)


def _lookup(companies: Mapping[str, _Company]) -> dict[str, str]:
    """Compact spelling → key; spellings of two companies find neither, full names win."""
    full: defaultdict[str, set[str]] = defaultdict(set)
    other: defaultdict[str, set[str]] = defaultdict(set)
    for company in companies.values():
        full[compact(company.name)].add(company.key)
        for alias in company.aliases:
            if alias not in company.symbols or alias not in _NO_TICKERS:
                other[compact(alias)].add(company.key)
    lookup: dict[str, str] = {}
    for spellings in (other, full):
        for spelling, keys in spellings.items():
            if len(spelling) > 1 and len(keys) == 1:
                lookup[spelling] = next(iter(keys))
            elif len(keys) > 1:
                lookup.pop(spelling, None)
    return lookup


def _leads(companies: Mapping[str, _Company]) -> dict[str, str]:
    """Distinctive first words (five letters or more, no ordinary word) that one company has."""
    leads: defaultdict[str, set[str]] = defaultdict(set)
    for company in companies.values():
        first, *rest = normalize_name(company.name).split() or [""]
        if rest and len(first) >= 5 and first not in _ORDINARY and not is_generic_word(first):
            leads[first].add(company.key)
    return {first: next(iter(keys)) for first, keys in leads.items() if len(keys) == 1}


@functools.cache
def well_known() -> Mapping[str, tuple[str, ...]]:
    """Names in common use: normalized canonical name → others (``aliases.yaml``)."""
    text = resources.files("hirec.companies").joinpath("aliases.yaml").read_text("utf-8")
    content: dict[object, list[object]] = yaml.safe_load(text)
    return {str(name): tuple(str(other) for other in others) for name, others in content.items()}
