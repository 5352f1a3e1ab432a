"""A number in the place of a figure, with what is printed around it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hirec.analysts.rule.tables.surroundings import places_of
from hirec.grounding.counted import counted_in
from hirec.grounding.tables import is_change, standing_of
from hirec.lexicon import normalize_label
from hirec.periods import cell_period
from hirec.types import Cell, Column, Figure, Filing, Operand, Passage, Period, Row, Table


@dataclass(frozen=True, slots=True)
class Use:
    """A number in the place of a figure, and where it is printed."""

    figure: Figure
    operand: Operand
    passage: Passage | None
    filing: Filing
    question: str
    """The clause that asks."""

    @property
    def literal(self) -> bool:
        """Whether the question says the row's very name."""
        return self.figure.row_name or normalize_label(self.operand.row) == normalize_label(
            self.figure.words
        )

    @property
    def counts(self) -> bool:
        """Whether it is a number of things: each word of these was met where it was read."""
        return bool(counted_in(self.figure)) and self.operand.unit != "USD"

    @property
    def table(self) -> Table | None:
        """The table that it is printed in; None in a sentence."""
        return self.passage.table if self.passage else None

    @property
    def heading(self) -> str:
        """The nearest heading above its passage; empty without one."""
        return self.passage.section.rpartition(" > ")[2] if self.passage else ""

    @property
    def places(self) -> list[tuple[Passage, Table, Row, int]]:
        """Where its passage prints it, see :func:`places_of`."""
        return list(places_of(self.operand, [self.passage] if self.passage else []))

    @property
    def others(self) -> Iterator[tuple[Row, Row, Cell]]:
        """Its row, with each other amount in its column and the row of that."""
        for _, table, own, at in self.places:
            for row in table.rows:
                cell = row.cells[at]
                if cell and cell.value and cell.text != self.operand.printed:
                    yield own, row, cell

    @property
    def alongside(self) -> Iterator[tuple[Row, Column, Column, Cell]]:
        """Its row and column, with each other amount of the row's same period and its column."""
        for _, table, own, at in self.places:
            here = table.columns[at]
            for column, cell in zip(table.columns, own.cells, strict=False):
                if column is here or column.period != here.period or is_change(column.label):
                    continue
                if cell and cell.value and cell.text != self.operand.printed:
                    yield own, here, column, cell

    def also_prints(self, as_well: Callable[[Row, Row], bool]) -> str:
        """That its table prints another row as well; empty where there is none.

        Args:
            as_well: Of its own row and another, whether the other may be meant as well.

        """
        found = ((row, cell) for own, row, cell in self.others if as_well(own, row))
        row, cell = next(found, (None, None))
        return f"The table also prints “{row.label}”: {cell.text}." if row and cell else ""

    @property
    def primary(self) -> bool:
        """Whether it stands in a primary statement."""
        table = self.table
        return table is not None and standing_of(table, self.passage.section).primary  # type: ignore[union-attr]

    @property
    def printed_for(self) -> Period | None:
        """What row and column say of the period, where it is printed in a table."""
        periods = (cell_period(t.columns[at], row) for _, t, row, at in self.places)
        return next(periods, None)

    @property
    def own_name(self) -> frozenset[str]:
        """The words of the company's name."""
        return frozenset(normalize_label(self.filing.identity.company).split())
