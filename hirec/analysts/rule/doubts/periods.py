"""Why a number may be of another year or length than the one meant."""

import re
from collections.abc import Mapping, Sequence

from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.grounding.tables import is_change, is_opening
from hirec.lexicon import get_metric, metric_asked, metric_named
from hirec.periods import cell_period, find_dates, month_of, years_in
from hirec.periods.dates import ORDINALS
from hirec.types import Figure, Form, Operand

_FELL = words_of("falling", "lessening")
_ROSE = words_of("rising", "changing")
_CALENDAR = re.compile(r"\bcalendar(?: year)? (?:19|20)\d\d\b", re.IGNORECASE)
_CHANGE_IN = re.compile(r"\b(?:change|increase|decrease)s? in\b(?! (?:19|20)\d\d)", re.IGNORECASE)
_OPENING = re.compile(r"\b(?:beginning|opening|prior[- ]year)\b", re.IGNORECASE)
_BOTH_ENDS = 2
_WORKING = frozenset({"inventories", "receivables", "accounts_payable", "deferred_revenue"})
"""Balances whose changes are rows of the statement of cash flows."""
_LAST = 12
_FIRST_MONTHS = 3
"""A year that ends in one of these lies for the most part in the year before."""


def other_year(use: Use) -> str:
    """A year that may be the company's own or the calendar's, and is another in each.

    A fiscal 2022 that ends in January 2022, by the filing's cover, is meant for sure only where
    the question says "fiscal" or the day; nor is a fiscal 2022 that ends in January 2023 sure to
    be what is meant by 2023, nor a second quarter of the calendar that is the company's third.
    """
    asked, identity = use.figure.period, use.filing.identity
    if _CALENDAR.search(use.question) and identity.period_end and identity.period_end.month < _LAST:
        return f"It is of the fiscal year that ended in {identity.period_end:%B %Y}."
    year, end = asked.period.fiscal_year if asked else None, identity.period_end
    if asked is None or year is None or asked.fiscal or asked.period.end is not None:
        return ""
    if (own := use.printed_for) is not None and own.fiscal_year == year - 1 and own.end:
        return (
            f"{year} is read as the year that ended in {own.end:%B %Y}, which is fiscal {year - 1}."
        )
    quarter = asked.period.fiscal_quarter
    if quarter and own is not None and own.fiscal_quarter not in (quarter, None) and own.end:
        return (
            f"{asked.said} is read as the quarter that ended in {own.end:%B %Y}, which is the "
            f"{ORDINALS[own.fiscal_quarter - 1]} of fiscal {own.fiscal_year}."
        )
    if identity.form is not Form.ANNUAL or end is None or quarter:
        return ""
    if identity.fiscal_year != end.year or end.month > _FIRST_MONTHS:
        return ""
    said = f"{year} is read as the fiscal year that ends in {end:%B} {year}"
    return f"{said}; the next has most of the calendar year{_next(use, year + 1)}."


def other_length(use: Use) -> str:
    """A flow over more than the month that is asked for."""
    asked, metric = use.figure.period, get_metric(use.figure.concept)
    if asked is None or not month_of(asked) or (metric and metric.instant):
        return ""
    if not use.operand.column:
        return ""
    return f"It is of “{use.operand.column}”, not of {asked.said} alone."


def not_opened(use: Use) -> str:
    """The close of a period, where the question may ask for what it began with."""
    asked = use.figure.period
    said = _OPENING.search(use.question)
    if said is None or asked is None or is_opening(use.operand.row):
        return ""
    if asked.period.months == 0 and asked.period.end is None:
        return ""  # the close of the period before
    metric = metric_asked(use.figure.concept, use.figure.words)
    own = use.printed_for
    stands = metric.instant if metric else own is not None and own.months == 0
    return f"“{said[0]}” may ask for what the period began with." if stands else ""


def _next(use: Use, year: int) -> str:
    """What the same row states of another fiscal year, as a remark."""
    table = use.table
    for row in table.rows if table else ():
        for column, cell in zip(table.columns if table else (), row.cells, strict=False):
            period = cell_period(column, row)
            of_year = period is not None and period.fiscal_year == year
            if row.label == use.operand.row and cell and of_year and not is_change(column.label):
                return f": {cell.text}"
    return ""


def false_premise(question: str, used: Mapping[Figure, Operand]) -> str:
    """That a figure rose where the question asks by how much it fell; empty where it did not.

    Args:
        question: Its core.
        used: Two operands of one figure, by figure; nothing is said of others.

    """
    dated = [
        (need.period.period.fiscal_year or 0, one) for need, one in used.items() if need.period
    ]
    if len(dated) != len(used) or len(used) != 2 or not said_in(question, _FELL):
        return ""
    if len({need.words for need in used}) > 1 or said_in(question, _ROSE):
        return ""
    before, after = (one for _, one in sorted(dated, key=lambda pair: pair[0]))
    if abs(after.value) <= abs(before.value):
        return ""
    return f"It did not fall: it was {before.printed}, then {after.printed}."


def moved_otherwise(question: str, used: Sequence[Figure]) -> str:
    """That a statement of cash flows may print another change of a balance in one period.

    It leaves out what was bought with a company or moved by exchange rates: "change in inventories
    in 2023", but not "by how much did inventories rise".

    Args:
        question: Its core.
        used: The figures held against each other.

    """
    asked = _CHANGE_IN.search(question)
    if asked is None or len(years_in(question)) > 1 or len(find_dates(question)) > 1:
        return ""
    named = [metric_named(need.words) for need in used]
    if len(used) != _BOTH_ENDS or not all(one and one.key in _WORKING for one in named):
        return ""
    return "It is the difference of two balances; cash flows may state another change."
