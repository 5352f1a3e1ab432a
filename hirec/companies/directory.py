"""Companies of an index: filings grouped by registrant, names found in questions."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Self

from hirec.companies.matching import Named, exact_names, joined_names, lone_name, misspelt_names
from hirec.companies.names import compact, is_legal_word
from hirec.companies.register import register
from hirec.companies.spellings import SUGGESTED_EDITS, Spellings, worth_asking
from hirec.companies.strangers import strange_names, unknown_names
from hirec.companies.tables import CompanyTables, write_companies
from hirec.companies.vocabulary import is_real
from hirec.companies.wording import Span, Usage, Wording
from hirec.types import CompanyRef, Identity

_SUGGESTIONS = 3


class Nearest(NamedTuple):
    """Companies that a name may have meant."""

    names: tuple[str, ...]
    exact: bool
    """True where the name is each one's own, False where they are only spelt like it."""


class CompanyDirectory:
    """Who the index knows, by which names, with which filings."""

    def __init__(self, tables: CompanyTables) -> None:
        """Look companies up in tables that were made with the index."""
        self._tables = tables
        self._spellings = Spellings(tables)

    @classmethod
    def build(cls, identities: Mapping[str, Identity]) -> Self:
        """Group filings (filing_id → identity) into companies, over changes of name, in memory."""
        database = sqlite3.connect(":memory:", check_same_thread=False)
        write_companies(database, register(identities), identities)
        return cls(CompanyTables(database))

    def keys(self) -> tuple[str, ...]:
        """Keys of all companies."""
        return self._tables.keys()

    def key_of(self, filing_id: str) -> str:
        """Key of a filing's company; raises ``KeyError`` for a filing unknown here."""
        return self._tables.key_of(filing_id)

    def name(self, key: str) -> str:
        """Latest name, well-cased; raises ``KeyError``."""
        return self._tables.name(key)

    def aliases(self, key: str) -> tuple[str, ...]:
        """Every name that finds the company: former names, short names, tickers."""
        return self._tables.aliases(key)

    def filings(self, key: str) -> tuple[str, ...]:
        """Filing ids of a company, oldest period first."""
        return self._tables.filings(key)

    def days(self, key: str) -> tuple[int, ...]:
        """Days of a company's filings (:attr:`Identity.available_ordinal`), in order."""
        return self._tables.days(key)

    def find(self, question: str) -> tuple[tuple[CompanyRef, ...], tuple[str, ...]]:
        """Companies named, in the order said, and names that are no one company of the index.

        The latter are companies unknown here, or such as :meth:`nearest` has to ask about.
        """
        wording = Wording(question)
        exact = exact_names(wording, self._spellings)
        sure = [named for named in exact if named.usage is Usage.SURE]
        misspelt = misspelt_names(wording, self._spellings, [named.span for named in exact])
        known = [named for named in sure if len(named.keys) == 1]
        others = [named for named in (*sure, *misspelt) if len(named.keys) != 1]
        possible = [named for named in exact if named.usage is Usage.POSSIBLE]
        if known:
            spans = [named.span for named in known]
            others, misspelt, possible = (
                [named for named in group if _is_beside(wording, named.span, spans)]
                for group in (others, misspelt, possible)
            )
        known += [named for named in misspelt if len(named.keys) == 1]
        unknown = _unknown(wording, [*known, *possible], others)
        if _deals(wording, possible, unknown):
            unknown = []
        if known or not unknown:
            known += [named for named in possible if len(named.keys) == 1]
            unknown += [wording.text_of(named.span) for named in possible if len(named.keys) != 1]
        if not known and (alone := lone_name(wording, self._spellings)):
            known, said = [alone], wording.text_of(alone.span)
            beside = _unknown(wording, known, others)
            unknown = [name for name in unknown if name in beside and said not in name]
        elif not known and not unknown:
            unknown = [wording.text_of(span) for span in islice(strange_names(wording), 1)]
        known += joined_names(wording, self._spellings, [named.span for named in known])
        unknown = [name for name in unknown if not self._is_one_of(name, known)]
        known.sort(key=lambda named: named.span)
        known = known[:1] + [one for one in known[1:] if not wording.is_other_side(one.span)]
        return self._refs(wording, known), tuple(dict.fromkeys(unknown))

    def _is_one_of(self, name: str, known: Sequence[Named]) -> bool:
        """Whether a name that looks foreign where it stands is that of a company found already."""
        meaning = self._spellings.meaning(name)
        return meaning is not None and any(meaning.keys == named.keys for named in known)

    def nearest(self, name: str) -> Nearest:
        """Companies that a name may have meant which :meth:`find` could not decide for."""
        own = self.namesakes(name)
        if len(own) > 1:
            return Nearest(self._names(own), True)
        near = self._spellings.near(compact(name), SUGGESTED_EDITS)
        keys = [each.key for each in worth_asking(near) if each.key]
        keys += own
        keys += self._spellings.beginning_with(name)
        return Nearest(self._names(keys), False)

    def misspelt(self, name: str) -> str:
        """Key of the one company that lower-case letters misspell; empty where they may be a word.

        :meth:`find` leaves such a name open where the words behind it may belong to it.
        """
        near = self._spellings.near(compact(name)) if name.islower() and not is_real(name) else []
        return near[0].key if near and self._spellings.means_one((name,), (), near) else ""

    def namesakes(self, name: str) -> tuple[str, ...]:
        """Keys of all companies whose own name it is; one, or none, where it is no shared name."""
        meaning = self._spellings.meaning(name) or self._spellings.symbol(name.upper())
        return meaning.keys if meaning else ()

    def owners(self, name: str) -> Iterator[tuple[str, str]]:
        """(beginning, key) of each company that a name of several words begins with, longest first.

        ``GM Financial`` → ``("GM", key of General Motors)``.
        """
        said = name.split()
        for count in range(len(said) - 1, 0, -1):
            start = " ".join(said[:count])
            symbol = self._spellings.symbol(start) if start.isupper() else None
            meaning = self._spellings.meaning(start) or symbol
            if meaning and len(meaning.keys) == 1:
                yield start, meaning.keys[0]

    def _names(self, keys: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self._tables.name, list(dict.fromkeys(keys))[:_SUGGESTIONS]))

    def _refs(self, wording: Wording, known: Sequence[Named]) -> tuple[CompanyRef, ...]:
        refs: dict[str, CompanyRef] = {}
        for named in known:
            key = named.keys[0]
            said = _text_with_legal_form(wording, named.span)
            refs.setdefault(key, CompanyRef(key, self._tables.name(key), said))
        return tuple(refs.values())


def _is_beside(wording: Wording, span: Span, known: Sequence[Span]) -> bool:
    """Whether a name is asked about like the known ones: compared with them, or possessive."""
    return wording.owns(span) or wording.stands_beside(span, known)


def _deals(wording: Wording, possible: Sequence[Named], unknown: Sequence[str]) -> bool:
    """Whether one company does something to the others: "did square gain by selling it to Dash"."""
    acting = [named for named in possible if len(named.keys) == 1 and wording.acts(named.span)]
    return len(acting) == 1 and bool(unknown) and all(map(wording.is_dealt_with, unknown))


def _unknown(wording: Wording, known: Sequence[Named], foreign: Sequence[Named]) -> list[str]:
    """Names of companies that are not in the index: well-known ones, and such as look like one."""
    outside = [wording.text_of(named.span) for named in foreign]
    if outside and not known:
        rest = unknown_names(wording, [])
        apart = (n for n in rest if not any(said in n or n in said for said in outside))
        return [*outside, *apart]
    return [*outside, *unknown_names(wording, [named.span for named in (*known, *foreign)])]


def _text_with_legal_form(wording: Wording, span: Span) -> str:
    """The words of a mention, with the full stop of a legal form: ``Apple Inc.``."""
    if wording.token(span.last).text == "," and is_legal_word(wording.token(span.last + 1).text):
        span = Span(span.first, span.last + 2)  # "Macy's, Inc."
    parts = wording.words(span)
    legal = len(parts) > 1 and is_legal_word(parts[-1]) and wording.token(span.last).text == "."
    behind = wording.token(span.last)
    if not is_legal_word(parts[-1]) and is_legal_word(behind.text) and behind.text[0].isupper():
        return wording.text_of(Span(span.first, span.last + 1))
    return wording.text_of(Span(span.first, span.last + legal))
