"""A table as a question sees it: the cell that words and a year point at."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hirec.analysts.rule.tables import is_change, residual
from hirec.lexicon import normalize_label
from hirec.types import Cell, Column, Passage, Row, Table

_YEAR = re.compile(r"(?<![\d,.$])(?:19|20)\d{2}(?!\d|,\d|\.\d)")
_SHORT_YEAR = re.compile(r"\b(?:FY|F|fiscal\s+)'?(?P<two>\d\d)\b", re.IGNORECASE)
_STOP = frozenset(
    re.findall(
        r"\w+",
        "a an the of in on at for from to by and or as is was were are be been did do does what "
        "which how much many when who whose its their his her company s with between during year "
        "ended end that this these those it has have had amount value number respective per "
        "respectively fiscal period there than reported recorded",
    )
)
_SAME = {"income": "earning", "profit": "earning", "sale": "revenue", "expenditure": "expense"}
_TOTAL = "total"
_LEAST = 0.5
"""Least support of a row or column that may be what a question names."""
_COLUMN_WEIGHT = 0.6
_SECTION_WEIGHT = 0.15
_PLAIN_COLUMN = 0.3
"""Support of a column whose heading says nothing beside its period."""
_OTHER_COLUMN = -0.4
"""For a column of changes where none is asked."""


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of a table, and how surely the words point at it."""

    passage: Passage
    table: Table
    row: Row
    column: Column
    cell: Cell
    score: float
    named: bool = True
    """Whether the question says every word of the row's name."""


def years_of(text: str) -> tuple[int, ...]:
    """Years said in a text, in order, each once: 2019, FY19."""
    found = [(match.start(), int(match[0])) for match in _YEAR.finditer(text)]
    found += [(m.start(), 2000 + int(m["two"])) for m in _SHORT_YEAR.finditer(text)]
    return tuple(dict.fromkeys(year for _, year in sorted(found)))


def words_of(text: str) -> tuple[str, ...]:
    """Words that carry meaning, folded: plurals, income and earnings, sales and revenue."""
    plain = normalize_label(_YEAR.sub(" ", text)).split()
    folded = (_fold(word) for word in plain if word not in _STOP and not word.isdigit())
    return tuple(word for word in folded if word not in _STOP)


def _fold(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return _SAME.get(word, word)


class TableView:
    """One table with its rows and columns weighed by how rare their words are in it."""

    def __init__(self, passage: Passage, table: Table) -> None:
        self.passage = passage
        self.table = table
        self._rows = [_row_words(row) for row in table.rows]
        self._sections = [frozenset(words_of(row.section)) for row in table.rows]
        self._columns = [frozenset(words_of(residual(c.label))) for c in table.columns]
        self._row_years = [frozenset(years_of(row.label)) for row in table.rows]
        self._column_years = [_column_years(column) for column in table.columns]
        groups = [*self._rows, *self._columns]
        counts = Counter(word for words in groups for word in words)
        self._weight = {word: math.log(1 + len(groups) / n) for word, n in counts.items()}

    @property
    def years(self) -> tuple[int, ...]:
        """Years of the columns, else of the rows, from the earliest."""
        columns = {year for years in self._column_years for year in years}
        return tuple(sorted(columns or {year for years in self._row_years for year in years}))

    def find(self, text: str, year: int | None) -> Place | None:
        """The cell that the words point at for a year; None where they point at none."""
        asked = frozenset(words_of(text))
        best: Place | None = None
        for at, row in enumerate(self.table.rows):
            by_row = self._support(self._rows[at], asked)
            section = self._support(self._sections[at], asked) if self._sections[at] else 0.0
            for index, cell in enumerate(row.cells):
                if cell is None or cell.value is None or not self._of_year(at, index, year):
                    continue
                by_column = self._by_column(index, asked, text)
                if max(by_row, by_column) < _LEAST:
                    continue
                score = by_row + _COLUMN_WEIGHT * by_column + _SECTION_WEIGHT * section
                if best is None or score > best.score + 1e-9:
                    column = self.table.columns[index]
                    named = self._rows[at] <= asked
                    best = Place(self.passage, self.table, row, column, cell, score, named)
        return best

    def across(self, place: Place) -> list[Place]:
        """The cells of a place's row in the columns of the other years, in the table's order."""
        at = self.table.rows.index(place.row)
        mine = residual(place.column.label)
        return [
            Place(self.passage, self.table, place.row, column, cell, place.score, place.named)
            for index, (column, cell) in enumerate(
                zip(self.table.columns, self.table.rows[at].cells, strict=False)
            )
            if cell is not None
            and cell.value is not None
            and self._column_years[index]
            and residual(column.label) == mine
        ]

    def down(self, place: Place) -> list[Place]:
        """The cells of a place's column in rows that are no totals."""
        index = self.table.columns.index(place.column)
        return [
            Place(self.passage, self.table, row, place.column, cell, place.score)
            for row in self.table.rows
            if (cell := row.cells[index]) is not None
            and cell.value is not None
            and row.label
            and not re.match(r"total\b|net\b|gross\b", row.label, re.IGNORECASE)
        ]

    def _by_column(self, index: int, asked: frozenset[str], text: str) -> float:
        label = self.table.columns[index].label
        if is_change(label) and not is_change(text):
            return _OTHER_COLUMN
        words = self._columns[index]
        return self._support(words, asked) if words else _PLAIN_COLUMN

    def _of_year(self, row: int, column: int, year: int | None) -> bool:
        if year is None:
            return True
        if any(self._column_years):
            return year in self._column_years[column]
        if any(self._row_years):
            return year in self._row_years[row]
        return True

    def _support(self, words: frozenset[str], asked: frozenset[str]) -> float:
        """Share of a label that is asked for, and a little for how much of the question it is."""
        if not words:
            return 0.0
        whole = self._sum(words)
        held = self._sum(words & asked)
        wanted = self._sum(word for word in asked if word in self._weight)
        return 0.75 * held / whole + 0.25 * (held / wanted if wanted else 0.0)

    def _sum(self, words: Iterable[str]) -> float:
        return sum(self._weight.get(word, 1.0) for word in words)


def _row_words(row: Row) -> frozenset[str]:
    """Words of a label; a row without one, below the others, is their total."""
    return frozenset(words_of(row.label)) or frozenset((_TOTAL, *words_of(row.section)))


def _column_years(column: Column) -> frozenset[int]:
    said = years_of(column.label)
    if said:
        return frozenset(said)
    period = column.period
    year = period.fiscal_year if period else None
    return frozenset() if year is None else frozenset({year})


def best_place(views: Sequence[TableView], text: str, year: int | None) -> Place | None:
    """The best cell over all tables."""
    found = [place for view in views if (place := view.find(text, year)) is not None]
    return max(found, key=lambda place: place.score, default=None)
