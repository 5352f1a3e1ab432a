"""Spellings of an index's companies: exact ones by look-up, misspelt ones by distance."""

import functools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import takewhile
from typing import Protocol

from hirec.companies.names import compact, normalize_name
from hirec.companies.register import Company, Kind, foreign_names
from hirec.companies.typing_errors import Nearby, typing_cost
from hirec.companies.vocabulary import is_ordinary

_SHORTEST = 4
"""Letters of the shortest name that may be misspelt."""
_LIMITS = ((4, 0.7), (5, 0.8), (6, 1.0), (9, 1.3), (11, 2.0))
"""From so many letters on, the highest cost at which a spelling is taken for a name."""
_BESIDE_OTHERS = 7
_ONE_SLIP = 1.0
"""Within a name of so many letters one slip is believed in a shorter word too."""
_MARGIN = 0.6
"""By so much another company's name has to be farther than the nearest."""
_EDITS = 2
SUGGESTED_EDITS = 3
_SUGGESTED = 2.4
"""Up to this cost a name is worth asking "Did you mean …?"."""


FOREIGN = ""
"""In the place of a key: a well-known company that is not in the index."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The companies that a spelling may stand for, and how it is theirs.

    No key at all: a well-known company that is not in the index.
    """

    kind: Kind
    keys: tuple[str, ...]


class Sort(IntEnum):
    """What letters are."""

    NAME = 0
    SYMBOL = 1
    INITIALS = 2


@dataclass(frozen=True, slots=True)
class Near:
    """A company whose name is near to what was typed."""

    key: str
    spelling: str
    cost: float


class Names(Protocol):
    """Names of companies, as :class:`hirec.companies.tables.CompanyTables` keeps them."""

    def name(self, key: str) -> str:
        """A company's latest name."""

    def meaning(self, sort: Sort, spelling: str) -> Meaning | None:
        """Whom letters mean."""

    def spellings(self) -> list[str]:
        """All spellings of names."""

    def is_written(self, name: str) -> bool:
        """Whether a company has this normalized name."""

    def written(self) -> list[str]:
        """All normalized names."""

    def beginning_with(self, start: str) -> list[str]:
        """Keys of companies whose normalized name begins so."""


class Spellings:
    """Spellings → companies."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def meaning(self, name: str) -> Meaning | None:
        """Whom a name means, in any case, with or without blanks, "the", "s" or legal form."""
        plain = compact(name)
        possessive = name.lower().endswith(("'s", "’s"))
        others = (
            () if possessive or len(plain) < _SHORTEST else (plain.removesuffix("s"), f"{plain}s")
        )
        for spelling in (plain, *others):
            if len(spelling) > 1 and (found := self._names.meaning(Sort.NAME, spelling)):
                return self._by_legal_form(name, found)
        return None

    def symbol(self, symbol: str) -> Meaning | None:
        """Whom a trading symbol in capitals means."""
        return self._names.meaning(Sort.SYMBOL, symbol)

    def initials(self, letters: str) -> Meaning | None:
        """Whose name begins its words with these capitals."""
        return self._names.meaning(Sort.INITIALS, letters) if len(letters) > 1 else None

    def near(self, name: str, edits: int = _EDITS) -> list[Near]:
        """Companies that a compact name may misspell, the nearest first."""
        found: dict[str, Near] = {}
        within = self._nearby.within(name, edits) if len(name) >= _SHORTEST else []
        for spelling in within:
            if spelling == name:
                continue  # An exact spelling was looked at before, and was no name there.
            cost = typing_cost(name, spelling)
            meaning = self._names.meaning(Sort.NAME, spelling)
            for key in (meaning.keys if meaning else ()) or (FOREIGN,):
                if key not in found or cost < found[key].cost:
                    found[key] = Near(key, spelling, cost)
        return sorted(found.values(), key=lambda near: near.cost)

    def is_written(self, name: str) -> bool:
        """Whether a name is written in these very words, not in others that join to it."""
        written = normalize_name(name)
        names = self._names
        return names.is_written(written) or names.is_written(written.removesuffix("s"))

    def beginning_with(self, name: str) -> list[str]:
        """Keys of companies whose name begins with these words."""
        return self._names.beginning_with(f"{normalize_name(name)} ")

    def is_crowded(self, near: Near) -> bool:
        """Whether names stand so close together here that a slip may be one more company.

        What was typed has to be much nearer to the name than that is to any other.
        """
        others = self.near(near.spelling)
        return any(o.key != near.key and o.cost < 2 * near.cost + _MARGIN for o in others)

    def means_one(self, words: Sequence[str], right: Collection[str], near: Sequence[Near]) -> bool:
        """Whether what was typed is the first of these, a company of the index, and no other.

        Args:
            words: What was typed.
            right: Those of the words that stand in names.
            near: Companies by their distance, nearest first; at least one.

        """
        ours = near[0].key != FOREIGN and clear(words, right, near)
        return ours and not self.is_crowded(near[0])

    @functools.cached_property
    def name_words(self) -> frozenset[str]:
        """Words of all names."""
        return frozenset(word for name in self._names.written() for word in name.split())

    @functools.cached_property
    def _nearby(self) -> Nearby:
        return Nearby(self._names.spellings())

    def _by_legal_form(self, name: str, found: Meaning) -> Meaning:
        """Of namesakes the one whose legal form is said: ``Alcoa Inc.``."""
        if len(found.keys) == 1:
            return found
        said = _letters(name)
        exact = [k for k in found.keys if said == _letters(self._names.name(k))]
        return Meaning(found.kind, tuple(exact)) if len(exact) == 1 else found


def clear(words: Sequence[str], right: Collection[str], near: Sequence[Near]) -> bool:
    """Whether what was typed is the first of these companies and no other.

    Args:
        words: What was typed.
        right: Those of the words that stand in names. They say nothing for the others: in "Nu
            Holdings" two letters are wrong or right, not ten.
        near: Companies by their distance, nearest first; at least one.

    """
    best = near[0]
    wrong = _without_right_words(words, right, best.spelling)
    limit = max((cost for length, cost in _LIMITS if len(wrong) >= length), default=0.0)
    if len(wrong) >= _SHORTEST and len(best.spelling) >= _BESIDE_OTHERS:
        limit = max(limit, _ONE_SLIP)
    alone = len(near) == 1 or near[1].cost >= best.cost + _MARGIN
    return best.cost <= limit and alone


def _without_right_words(words: Sequence[str], right: Collection[str], spelling: str) -> str:
    for word in takewhile(right.__contains__, words):
        spelling = spelling.removeprefix(compact(word))
    for word in takewhile(right.__contains__, reversed(words)):
        spelling = spelling.removesuffix(compact(word))
    return spelling


def worth_asking(near: Sequence[Near]) -> list[Near]:
    """Those of the companies that may have been meant."""
    return [each for each in near if each.cost <= min(_SUGGESTED, 0.35 * len(each.spelling))]


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower())).removeprefix("the")


def _table(names: Iterable[tuple[str, Kind, str]]) -> dict[str, Meaning]:
    """Spelling → whom it means, of (spelling, kind, key); of equal spellings the highest kind."""
    kinds: defaultdict[str, int] = defaultdict(int)
    keys: defaultdict[str, list[str]] = defaultdict(list)
    for spelling, kind, key in names:
        if kind > kinds[spelling]:
            kinds[spelling], keys[spelling] = kind, []
        if kind == kinds[spelling] and key not in keys[spelling]:
            keys[spelling].append(key)
    return {each: Meaning(Kind(kinds[each]), tuple(filter(None, keys[each]))) for each in kinds}


def meanings(
    companies: Collection[Company],
) -> tuple[dict[str, Meaning], dict[str, Meaning], dict[str, Meaning]]:
    """What spellings of names, trading symbols and initials mean, in the order of :class:`Sort`."""
    symbols = ((symbol, Kind.ALIAS, c.key) for c in companies for symbol in sorted(c.symbols))
    initials = ((_initials(c.name), Kind.LEAD, c.key) for c in companies)
    return _table(_names(companies)), _table(symbols), _table(initials)


def _names(companies: Collection[Company]) -> Iterator[tuple[str, Kind, str]]:
    for company in companies:
        for name, kind in company.spellings():
            yield from ((spelling, kind, company.key) for spelling in _variants(name))
    for spelling in sorted(foreign_names(companies)):
        yield spelling, Kind.FOREIGN, FOREIGN


def _initials(name: str) -> str:
    return "".join(word[0].upper() for word in normalize_name(name).split())


def _variants(name: str) -> tuple[str, ...]:
    """Compact spellings with and without the "and" of a name."""
    parts = normalize_name(name).split()
    plain = "".join(parts)
    shorter = "".join(part for part in parts if part != "and")
    also = shorter != plain and len(shorter) > 2 and not is_ordinary(shorter)
    return (plain, shorter) if also else (plain,)
