"""What grounding comes to: the place that states a figure, and the likeliest ones beside it."""

from dataclasses import dataclass
from decimal import Decimal

from hirec.types import Figure, Operand


@dataclass(frozen=True, slots=True)
class GroundCandidate:
    """A value that may be the figure."""

    value: Decimal
    """In base units, with the printed sign."""
    unit: str
    printed: str
    row: str
    column: str
    filing_id: str
    page_number: int
    passage_id: str
    probability: float
    speaks_for: tuple[str, ...]
    speaks_against: tuple[str, ...]

    def says(self) -> str:
        """The words beside it and what is printed."""
        where = f"{self.row} · {self.column}" if self.column else self.row
        return f"{where}: {self.printed}"

    def describe(self) -> str:
        """One line for a trace."""
        where = f"{self.row} | {self.column}" if self.column else self.row
        pros, cons = "; ".join(self.speaks_for) or "-", "; ".join(self.speaks_against) or "-"
        place = f"{self.filing_id}, page {self.page_number}"
        return (
            f"{self.printed} ({where}; {place}; probability {self.probability:.2f}; "
            f"for: {pros}; against: {cons})"
        )


@dataclass(frozen=True, slots=True)
class Grounding:
    """What is known of where a figure is stated."""

    figure: Figure
    operand: Operand | None
    probability: float = 0.0
    """That the likeliest value is the figure asked for, calibrated; also where none is given."""
    sure: bool = False
    """An answer that rests on it may be called verified, as far as grounding goes."""
    candidates: tuple[GroundCandidate, ...] = ()
    """The best three values."""
    reason: str = ""
    """Why there is no operand, or why it is not sure."""
    ruled_out: bool = False
    """Whether what is likeliest cannot be it, by a convention."""
