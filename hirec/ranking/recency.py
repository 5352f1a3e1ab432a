"""FinSage's time bonus: of two alike passages the newer one (section 3.3)."""

from datetime import date

_YEAR_DAYS = 365


def time_bonus(published: date | None, asked: date) -> float:
    """1 for what was published on the day of the question, falling to 0 over the year before.

    The paper says that the bonus exists within a year and grows with nearness; that it falls
    linearly is ours. What is undated or published later has none.
    """
    if published is None:
        return 0.0
    days = (asked - published).days
    return 1 - days / _YEAR_DAYS if 0 <= days < _YEAR_DAYS else 0.0
