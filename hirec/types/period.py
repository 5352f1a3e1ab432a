"""Spans of time as filings print them and as questions ask for them."""

from dataclasses import dataclass
from datetime import date

_HALF_YEAR, _NINE_MONTHS = 6, 9


@dataclass(frozen=True, slots=True)
class Period:
    """A span or an instant in a company's own fiscal calendar.

    Any field may be unknown (``None``): a column headed only "2019" has a year and nothing else.
    """

    fiscal_year: int | None = None
    """Year by the company's own calendar (Best Buy's fiscal 2023 ended in January 2023)."""
    fiscal_quarter: int | None = None
    """1 to 4, or None for a whole year, an instant that closes a year, or unknown."""
    end: date | None = None
    """Last day of the span, or the instant itself."""
    months: int | None = None
    """Length in months (12, 9, 6, 3); 0 for an instant (balance sheet); None where not said."""

    @property
    def year(self) -> int | None:
        """The fiscal year, or that of the last day where no year is said."""
        return self.fiscal_year or (self.end.year if self.end else None)

    def label(self) -> str:
        """Short form for people: ``Q2 FY2023``, ``H1 FY2023``, ``2023-01-28`` or ``?``."""
        if self.fiscal_year is not None:
            return f"{self._part_of_year()}FY{self.fiscal_year}"
        return self.end.isoformat() if self.end else "?"

    def _part_of_year(self) -> str:
        if not self.fiscal_quarter:
            return ""
        if self.months == _HALF_YEAR:
            return f"H{(self.fiscal_quarter + 1) // 2} "
        return "9M " if self.months == _NINE_MONTHS else f"Q{self.fiscal_quarter} "
