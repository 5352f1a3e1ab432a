"""What the tables of a given page say: their years, rows and columns are its vocabulary."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from hirec.grounding.stems import ordered_stems, stem_set
from hirec.lexicon import content_words
from hirec.periods import years_in
from hirec.types import Passage, Table

_INVESTED = Decimal(100)
"""What an investment starts from in a graph of total returns."""


@dataclass(frozen=True)
class Page:
    """The tables of a page."""

    tables: tuple[Table, ...]

    @classmethod
    def of(cls, passages: Sequence[Passage]) -> "Page":
        """The tables among its passages."""
        return cls(tuple(table for passage in passages if (table := passage.table) is not None))

    @cached_property
    def years(self) -> tuple[int, ...]:
        """Years that they report on, from the earliest."""
        return tuple(sorted({year for table in self.tables for year in _years(table)}))

    def says(self, words: frozenset[str]) -> bool:
        """Whether a row or a column is called so."""
        return any(words <= content_words(label) for label in self._labels())

    def words_of(self, text: str) -> str:
        """The words of a text that rows or columns are called by, in order."""
        known = frozenset().union(*map(stem_set, self._labels()))
        return " ".join(word for word in text.split() if known.intersection(ordered_stems(word)))

    @property
    def of_returns(self) -> bool:
        """Whether it shows what became of 100 dollars invested, as graphs of total return do."""
        for table in self.tables:
            starts = [row.cells[0] for row in table.rows if row.cells and row.cells[0]]
            ends = [
                cell
                for row in table.rows[:1]
                for cell in row.cells
                if cell is not None and cell.value is not None
            ]
            for line in (starts, ends):
                if len(line) > 1 and all(cell.value == _INVESTED for cell in line):
                    return True
        return False

    def _labels(self) -> Iterator[str]:
        for table in self.tables:
            yield from (f"{row.section} {row.label}" for row in table.rows)
            yield from (column.label for column in table.columns)


def _years(table: Table) -> tuple[int, ...]:
    """Years of the columns, else of the rows."""
    found = {
        year
        for column in table.columns
        for year in (
            years_in(column.label)
            or ((column.period.fiscal_year,) if column.period and column.period.fiscal_year else ())
        )
    }
    return tuple(found or {year for row in table.rows for year in years_in(row.label)})
