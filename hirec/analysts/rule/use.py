"""A number in the place of a figure, with what is printed around it."""

from dataclasses import dataclass

from hirec.analysts.rule.surroundings import places_of
from hirec.grounding.tables import standing_of
from hirec.lexicon import normalize_label
from hirec.periods import cell_period
from hirec.types import Figure, Filing, Operand, Passage, Period


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
    def primary(self) -> bool:
        """Whether it stands in a primary statement."""
        table = self.passage.table if self.passage else None
        return table is not None and standing_of(table, self.passage.section).primary  # type: ignore[union-attr]

    @property
    def printed_for(self) -> Period | None:
        """What row and column say of the period, where it is printed in a table."""
        places = places_of(self.operand, [self.passage] if self.passage else [])
        return next((cell_period(t.columns[at], row) for _, t, row, at in places), None)

    @property
    def own_name(self) -> frozenset[str]:
        """The words of the company's name."""
        return frozenset(normalize_label(self.filing.identity.company).split())
