"""Rows that are named by their days alone: "June 1-30, 2023", "10/5/08 - 11/1/08", "November"."""

import re
from datetime import date

from hirec.periods.dates import MONTH, YEAR, month_end, month_number, on_month_day

_DAY = re.compile(
    rf"\b(?P<name>{MONTH})\.?\s*(?P<day>\d{{1,2}}(?!\d))?"
    r"|\b(?P<month>\d{1,2})/(?P<of>\d{1,2})\b"
    r"|(?<=[-–—])\s*(?P<last>\d{1,2})(?=\s*,|\s*$)",
    re.IGNORECASE,
)
_YEAR_BEHIND = re.compile(rf"\s*(?:[,/]\s*)?(?P<year>{YEAR})\b|/(?P<short>\d\d)\b")
_JOINING = re.compile(r"\b(?:to|through|thru|and|the|of|month|fiscal|period)\b|\W", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b|(?<=/)\d\d\b")
_LAST_MONTH = 12


def days_named(label: str, year: int) -> tuple[date, date] | None:
    """The first and last day that a label is made of; None where it says anything else.

    Args:
        label: That of a row.
        year: Of its last day; a label that prints other years alone is of none of its days.

    """
    years = {int(said[-2:]) for said in _YEAR.findall(label)}
    if not is_of_days(label) or (years and year % 100 not in years):
        return None
    found: list[date] = []
    undated = True
    month = 0
    for said in _DAY.finditer(label):
        own = _YEAR_BEHIND.match(label, said.end())
        of = int((own["year"] or own["short"])[-2:]) + year // 100 * 100 if own else year
        undated = undated and (own is None or bool(found))
        if said["last"]:
            found += [on_month_day(of, month, int(said["last"]))] if month else []
            continue
        month = month_number(said["name"]) if said["name"] else int(said["month"])
        if not 1 <= month <= _LAST_MONTH:
            return None
        day = said["day"] or said["of"]
        whole = [date(of, month, 1), month_end(of, month)]
        found += [on_month_day(of, month, max(1, int(day)))] if day else whole
    if not found:
        return None
    first, last = found[0], found[-1]
    if first > last and undated:
        first = on_month_day(year - 1, first.month, first.day)
    return (first, last) if first <= last else None


def is_of_days(label: str) -> bool:
    """Whether a label is made of days or months alone, of whatever year."""
    rest = _JOINING.sub("", _YEAR.sub("", _DAY.sub("", label)))
    return not rest and _DAY.search(label) is not None
