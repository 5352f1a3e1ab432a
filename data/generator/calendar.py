"""Fiscal calendars: month ends and 52/53-week years, named after their start or their end."""

import calendar as gregorian
from dataclasses import dataclass
from datetime import date, timedelta

_WEEK_WORDS = ("Thirteen Weeks", "Twenty-six Weeks", "Thirty-nine Weeks", "Fiscal Year")
_MONTH_WORDS = ("Three Months", "Six Months", "Nine Months", "Twelve Months")


def long_date(day: date) -> str:
    """``January 28, 2023``."""
    return f"{day:%B} {day.day}, {day.year}"


def weekday(day: date) -> date:
    """The day itself, or the Friday before a weekend."""
    return day - timedelta(days=max(0, day.weekday() - 4))


def _month_end(year: int, month: int) -> date:
    return date(year, month, gregorian.monthrange(year, month)[1])


def _nearest_saturday(day: date) -> date:
    return day + timedelta(days=(5 - day.weekday() + 3) % 7 - 3)


@dataclass(frozen=True, slots=True)
class FiscalCalendar:
    """When a company's years and quarters end."""

    month: int
    """Month whose end closes the year."""
    weeks: bool = False
    """Years end on the Saturday nearest to the month's end (52 or 53 weeks)."""
    named_after_start: bool = False
    """Fiscal 2022 is the year that starts in 2022 though it ends in January 2023."""
    changed_in: int | None = None
    """First fiscal year that ends with the new month; between it and the one before lies a
    transition period that belongs to neither."""
    new_month: int = 0
    """Later in the year than ``month``, or the two years would overlap."""

    def year_end(self, fiscal_year: int) -> date:
        """Last day of a fiscal year."""
        moved = self.changed_in is not None and fiscal_year >= self.changed_in
        month = self.new_month if moved else self.month
        day = _month_end(fiscal_year + self.named_after_start, month)
        return _nearest_saturday(day) if self.weeks else day

    def year_start(self, fiscal_year: int) -> date:
        """First day of a fiscal year."""
        if fiscal_year == self.changed_in:
            return _month_end(fiscal_year - 1, self.new_month) + timedelta(days=1)
        return self.year_end(fiscal_year - 1) + timedelta(days=1)

    def quarter_end(self, fiscal_year: int, quarter: int) -> date:
        """Last day of quarter 1 to 4."""
        if quarter == 4:
            return self.year_end(fiscal_year)
        start = self.year_start(fiscal_year)
        if self.weeks:
            return start + timedelta(days=91 * quarter - 1)
        months = start.year * 12 + start.month - 1 + 3 * quarter - 1
        return _month_end(months // 12, months % 12 + 1)

    def quarter_start(self, fiscal_year: int, quarter: int) -> date:
        """First day of quarter 1 to 4."""
        if quarter == 1:
            return self.year_start(fiscal_year)
        return self.quarter_end(fiscal_year, quarter - 1) + timedelta(days=1)

    def week_count(self, fiscal_year: int) -> int:
        """Weeks of a year: 52 or 53."""
        days = self.year_end(fiscal_year) - self.year_end(fiscal_year - 1)
        return round(days.days / 7)

    def span_words(self, quarters: int) -> str:
        """``Nine Months Ended`` or ``Thirty-nine Weeks Ended`` for a span of 1 to 4 quarters."""
        return f"{(_WEEK_WORDS if self.weeks else _MONTH_WORDS)[quarters - 1]} Ended"
