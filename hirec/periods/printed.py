"""Days that a filing prints: they tell when the years of a 52/53-week calendar closed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from hirec.periods.dates import find_written_days

_DRIFT_DAYS = 8
"""How far a 52/53-week year's end lies from its anniversary at most, with a day to spare."""


@dataclass(frozen=True, slots=True)
class PrintedDays:
    """How often a filing prints each day."""

    counts: Mapping[date, int] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Iterable[str]) -> "PrintedDays":
        """Count the days written out with month, day and year in the texts."""
        return cls(Counter(day for text in texts for day in find_written_days(text)))

    def near(self, day: date, weekday: int, default: date | None = None) -> date | None:
        """The day of the week printed most often within about a week of a day.

        52/53-week years close on the same day of the week.

        Args:
            day: Where it is expected.
            weekday: 0 is Monday.
            default: Returned where none is printed, or none more often than it.

        """
        best, most = default, self.counts.get(default, 0) if default else 0
        first = day - timedelta(days=_DRIFT_DAYS)
        first += timedelta(days=(weekday - first.weekday()) % 7)
        for shift in range(0, (day - first).days + _DRIFT_DAYS + 1, 7):
            other = first + timedelta(days=shift)
            count = self.counts.get(other, 0)
            if count > most:
                best, most = other, count
        return best


NOTHING_PRINTED = PrintedDays()
"""Of a filing about whose days nothing is known."""
