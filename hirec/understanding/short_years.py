"""Years of two digits behind a company's name: "Acme 23 op income"."""

import re
from collections.abc import Iterable

from hirec.periods import find_periods

_CENTURY = 50
"""Below it a year is of this century."""
_UNITS = (
    r"(?:weeks?|months?|years?|days?|hours?|largest|biggest|million|billion|thousand|percent|pct|k"
    r"|basis|stores?|countries|states|segments?|of)\b"
)


def with_year(text: str, names: Iterable[str]) -> str:
    """The text with such a year in four digits, where it says no other period.

    Args:
        text: A question.
        names: Companies as it says them.

    """
    said = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    if not said or find_periods(text):
        return text
    behind = rf"(?<!\w)(?:{said})(?:['’]s)? ['’]?(?P<year>\d\d)(?= (?!{_UNITS})[a-z&])"
    found = re.search(behind, text, re.IGNORECASE)
    if found is None:
        return text
    century = "20" if int(found["year"]) < _CENTURY else "19"
    at = found.start("year")
    return f"{text[:at].removesuffix(chr(39))}{century}{text[at:]}"
