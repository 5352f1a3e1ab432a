"""How analysts say a company and a period: the words of generated and mined questions."""

import re
from collections.abc import Sequence

from hirec.companies.names import is_legal_word
from hirec.types import Period

ORDINALS = ("", "first", "second", "third", "fourth")
ASKED_MONTHS = (0, 3, 6, 9, 12)
"""Lengths of the periods that :func:`when` can say, an instant the first."""
_EDGE = re.compile(r"^(?:less|plus|add|deduct|of which)\s*:?\s+|[\s:;,.*–—-]+$", re.IGNORECASE)
_NUMBER_WORDS = {6: "six", 9: "nine", 3: "three"}


def company_names(name: str, aliases: Sequence[str]) -> tuple[str, ...]:
    """The usual name first, then the full legal name and well-cased other names."""
    parts = name.removeprefix("The ").removeprefix("THE ").split()
    while len(parts) > 1 and (is_legal_word(parts[-1]) or parts[-1] == "&"):
        parts.pop()
    usual = " ".join(parts).rstrip(",")
    others = [a for a in aliases if a[:1].isupper() and not a.isupper() and " Stores" not in a]
    return tuple(dict.fromkeys([usual, name, *(a for a in others if a in usual)]))


def possessive(name: str) -> str:
    """``Nike's``, ``Harbor Peak Foods'``, ``McDONALD'S'``."""
    return f"{name}'" if name[-1:] in ("s", "S") else f"{name}'s"


def bare_label(label: str) -> str:
    """A row's label without "less:", "plus" and marks at its ends."""
    return _EDGE.sub("", _EDGE.sub("", label))


def when(period: Period) -> tuple[str, ...]:
    """A period with its preposition, several ways; an instant is "at the end of", "as of".

    Raises:
        ValueError: the period lacks its year or last day.

    """
    year, quarter, end = period.fiscal_year, period.fiscal_quarter, period.end
    if year is None or end is None:
        raise ValueError(f"{period} has no year or no last day")
    day = f"{end:%B} {end.day}, {end.year}"
    is_year_end = quarter in (None, 4)
    if period.months == 0 and is_year_end:
        return (f"at the end of fiscal {year}", f"as of {day}", f"at year-end FY{year}")
    if period.months == 0:
        stated = f"the {ORDINALS[quarter or 0]} quarter of fiscal {year}"
        return (f"at the end of {stated}", f"as of {day}", f"at the end of Q{quarter} FY{year}")
    if period.months == 12:
        spans = (f"in fiscal {year}", f"for the fiscal year ended {day}", f"for FY{year}")
        return (*spans, f"in {year}") if (end.month, end.year) == (12, year) else spans
    if period.months == 3:
        stated = f"the {ORDINALS[quarter or 0]} quarter of fiscal {year}"
        return (f"in {stated}", f"for the three months ended {day}", f"in Q{quarter} of FY{year}")
    months = _NUMBER_WORDS[period.months or 0]
    return (
        f"in the first {months} months of fiscal {year}",
        f"for the {months} months ended {day}",
    )


def short_when(period: Period) -> str:
    """A period without preposition: ``fiscal 2024``, ``the end of Q2 of fiscal 2024``."""
    year, quarter = period.fiscal_year, period.fiscal_quarter
    if period.months in (6, 9):
        return f"the first {_NUMBER_WORDS[period.months]} months of fiscal {year}"
    whole = quarter in (None, 4) and period.months in (0, 12)
    stated = f"fiscal {year}" if whole else f"Q{quarter} of fiscal {year}"
    return f"the end of {stated}" if period.months == 0 else stated
