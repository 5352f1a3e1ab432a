"""Graphs of total return as tables: what 100 dollars became in each of several investments.

Regulation S-K, Item 201(e), asks every annual report for one. Investments are its rows and days
its columns, or the other way round; on the first day each stands at 100.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from hirec.grounding.stems import ordered_stems, stem_set
from hirec.periods import years_in
from hirec.types import Cell, Passage, Period, Table

INVESTED = Decimal(100)
"""What each investment starts from."""
_FEWEST_DAYS = 3
_FEWEST = 2
_LONG = 6
"""Letters of a name that is no word of another by chance."""
_COMMON = stem_set(
    "inc incorporated corp corporation co company plc ltd limited group holdings common stock"
    " stocks share shares class the of and total return returns index indices indexed cumulative"
)
"""Words of names that tell no investment from another."""


_NOTE = re.compile(r"\(\s*\w{1,2}\s*\)|\*")
_JOINED = re.compile(r"\bs\s?&\s?p\s?(?=\d)", re.IGNORECASE)
"""``s&p500``."""
_WORD = re.compile(r"[\w&]+")


@dataclass(frozen=True, slots=True)
class Worth:
    """What an investment was worth on a day."""

    year: int | None
    """The fiscal year that the day closes, or the year printed."""
    row: int
    column: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Investment:
    """One line of such a table, from the first day to the last."""

    name: str
    worth: tuple[Worth, ...]

    @property
    def telling(self) -> frozenset[str]:
        """Stems that tell it from the others."""
        words = name_stems(self.name)
        return telling(words) or words

    @property
    def initials(self) -> str:
        """``ups`` for United Parcel Service, Inc."""
        words = [word for word in ordered_stems(_plain(self.name)) if word not in _COMMON]
        return "".join(word[0] for word in words) if len(words) > 1 else ""

    def is_named(self, words: frozenset[str], squeezed: str) -> bool:
        """Whether stems name it, or a text without spaces holds its name so."""
        whole = len(self.squeezed) >= _LONG and self.squeezed in squeezed
        return self.telling <= words or self.initials in words or whole

    @property
    def squeezed(self) -> str:
        """Its telling words as one: ``nasdaqcomposite``."""
        words = _plain(self.name).split()
        return _squeezed("".join(word for word in words if telling(stem_set(word))))


def investments_of(table: Table) -> tuple[Investment, ...]:
    """The investments that a table follows; none where it is no graph of total returns."""
    if table.scale > 0 or table.unit == "%" or len(table.rows) < _FEWEST:
        return ()
    lines = _across(table) or _down(table)
    return tuple(lines)


def named_among(words: frozenset[str], investments: Sequence[Investment]) -> Investment | None:
    """The investment that stems name: all that tells it, and more of it than of any other."""
    named = [one for one in investments if one.is_named(words, "")]
    widest = [one for one in named if not any(one.telling < other.telling for other in named)]
    return widest[0] if len(widest) == 1 else None


def named_in(text: str, investments: Sequence[Investment]) -> list[tuple[Investment, int]]:
    """The investments that a text names, each with where its name begins, in letters."""
    text = _plain(text)
    words = name_stems(text)
    named = [one for one in investments if one.is_named(words, _squeezed(text))]
    return [
        (one, _begin(text, one))
        for one in named
        if not any(one.telling < other.telling for other in named)
    ]


def name_stems(text: str) -> frozenset[str]:
    """Stems of a name, without the marks of its notes."""
    return stem_set(_plain(text))


def telling(words: frozenset[str]) -> frozenset[str]:
    """Those of a name's stems that tell it from other investments."""
    return words - _COMMON


def _plain(name: str) -> str:
    return _JOINED.sub("S&P ", _NOTE.sub(" ", name))


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _begin(text: str, investment: Investment) -> int:
    """Where its name begins: spelt as one, else at the first of its words."""
    letters = [at for at, letter in enumerate(text) if letter.isalnum()]
    whole = _squeezed(text).find(investment.squeezed) if investment.squeezed else -1
    if whole >= 0:
        return letters[whole]
    own = investment.telling | {investment.initials}
    places = (m.start() for m in _WORD.finditer(text) if name_stems(m[0]) & own)
    return next(places, 0)


def returns_fits(passages: Iterable[Passage]) -> list[float]:
    """1 for each passage that is such a graph, else 0."""
    return [
        float(
            "100" in passage.text
            and (table := passage.table) is not None
            and bool(investments_of(table))
        )
        for passage in passages
    ]


def _across(table: Table) -> list[Investment]:
    """Investments as rows."""
    years = [_year(column.label, column.period) for column in table.columns]
    found = []
    for at, row in enumerate(table.rows):
        worth = [
            Worth(years[column], at, column, cell)
            for column, cell in enumerate(row.cells)
            if cell is not None and cell.value is not None
        ]
        found.append(Investment(row.label, tuple(worth)))
    return _starting_alike(found)


def _down(table: Table) -> list[Investment]:
    """Investments as columns."""
    found = []
    years = [_year(row.label, row.period) for row in table.rows]
    for at, column in enumerate(table.columns):
        worth = [
            Worth(years[row], row, at, cell)
            for row, line in enumerate(table.rows)
            if at < len(line.cells) and (cell := line.cells[at]) and cell.value is not None
        ]
        found.append(Investment(column.label, tuple(worth)))
    return _starting_alike(found)


def _starting_alike(lines: Sequence[Investment]) -> list[Investment]:
    """Those that start at 100 on one day, where there are two of them and no other line."""
    filled = [line for line in lines if line.worth]
    starting = [line for line in filled if _follows(line)]
    return starting if _FEWEST <= len(starting) == len(filled) else []


def _follows(line: Investment) -> bool:
    first, *rest = line.worth
    if len(rest) + 1 < _FEWEST_DAYS or first.cell.value != INVESTED:
        return False
    years = list(_years(line))
    rising = all(one < other for one, other in itertools.pairwise(years))
    return rising and not any(one.cell.unit == "%" or "%" in one.cell.text for one in line.worth)


def _years(line: Investment) -> Iterator[int]:
    """Years of its days, of several days in one year the first."""
    seen = None
    for one in line.worth:
        if one.year is not None and one.year != seen:
            seen = one.year
            yield one.year


def _year(label: str, period: Period | None) -> int | None:
    if period is not None and (year := period.year):
        return year
    years = years_in(label)
    return years[-1] if years else None
