"""A month that a question names, "June 2023", is the quarter that its company closes in it.

A month alone may as well stand for its year ("issued in June 2023"). It is the quarter's end where
what is asked for is held on a day, and the quarter where the index has no report of the year.
"""

from dataclasses import replace
from datetime import date

from hirec.index import Index
from hirec.lexicon import get_metric
from hirec.periods.dates import find_month_years
from hirec.types import (
    CompanyRef,
    Form,
    Measure,
    ParsedQuestion,
    Period,
    PeriodRef,
    Scope,
    figures_of,
)
from hirec.understanding import rebound

_NEAR_DAYS = 7
"""52/53-week years close within a week of their month's end."""


def with_quarters(
    parsed: ParsedQuestion, scope: Scope, index: Index
) -> tuple[ParsedQuestion, Scope]:
    """The question over the quarters that all its companies close in the months it names.

    Args:
        parsed: What is asked; balances are held on the quarter's last day.
        scope: Its periods are read; as it is where passages are given.
        index: Tells on which days its companies close their quarters.

    """
    if not scope.companies or scope.given:
        return parsed, scope
    held = bool(parsed.figures) and all(
        (metric := get_metric(figure.concept)) is not None and metric.instant
        for figure in parsed.figures
    )
    parsed = replace(
        parsed, measures=tuple(_in_own_quarter(one, index, held=held) for one in parsed.measures)
    )
    read = {
        ref: quarter
        for ref in scope.periods
        if (quarter := _quarter(ref, scope.companies, index, held=held))
    }
    if not read:
        return parsed, scope
    periods = tuple(read.get(ref, ref) for ref in scope.periods)
    # A flow of the month's quarter may not be what was meant.
    return (
        replace(parsed, periods=tuple(read.get(ref, ref) for ref in parsed.periods)),
        replace(scope, periods=periods, partial=scope.partial or not held),
    )


def _in_own_quarter(measure: Measure, index: Index, *, held: bool) -> Measure:
    """A measure whose figures with a company and month of their own are of its quarter."""
    own = {
        id(figure): replace(figure, period=quarter)
        for figure in figures_of(measure)
        if figure.company
        and figure.period
        and (quarter := _quarter(figure.period, (figure.company,), index, held=held))
    }
    return rebound(measure, own)


def _quarter(
    ref: PeriodRef, companies: tuple[CompanyRef, ...], index: Index, *, held: bool
) -> PeriodRef | None:
    """The one quarter that all companies close in a month; None where another period is meant."""
    month = next(find_month_years(ref.said), None)
    if month is None or ref.period != Period(month.day.year):
        return None
    closed = {_closed(company, month.day, index) for company in companies}
    yearly = any(_has_year(company, month.day.year, index) for company in companies)
    found = closed.pop() if len(closed) == 1 else None
    if found is None or (yearly and not held):
        return None
    return replace(ref, period=found, fiscal=True)


def _closed(company: CompanyRef, end: date, index: Index) -> Period | None:
    for filing_id in index.companies.filings(company.company_key):
        identity = index.filings[filing_id].identity
        day = identity.period_end
        if identity.form is Form.QUARTERLY and day and abs((day - end).days) <= _NEAR_DAYS:
            return Period(identity.fiscal_year, identity.fiscal_quarter, None, 3)
    return None


def _has_year(company: CompanyRef, year: int, index: Index) -> bool:
    filings = index.companies.filings(company.company_key)
    identities = (index.filings[filing_id].identity for filing_id in filings)
    return any(own.form is Form.ANNUAL and own.fiscal_year == year for own in identities)
