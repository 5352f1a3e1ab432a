"""What the tables of a given page say: their years, rows and columns are its vocabulary."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hirec.grounding.returns import Investment, investments_of
from hirec.lexicon import content_words
from hirec.periods import years_in
from hirec.types import Passage, Table


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

    @cached_property
    def investments(self) -> tuple[Investment, ...]:
        """Those of its graphs of total returns."""
        return tuple(one for table in self.tables for one in investments_of(table))

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
