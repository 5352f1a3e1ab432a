"""A number in the place of a figure, with what is printed around it."""

from dataclasses import dataclass

from hirec.analysts.rule.tables.surroundings import places_of
from hirec.grounding.tables import standing_of
from hirec.lexicon import normalize_label
from hirec.periods import cell_period
from hirec.types import Figure, Filing, Operand, Passage, Period, Row, Table


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
