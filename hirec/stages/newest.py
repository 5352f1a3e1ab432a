"""A question that names no period is about the newest one that the index holds.

Which that is the question cannot say; the companies' filings do. The answer names the period.
"""

from collections.abc import Iterator
from dataclasses import replace

from hirec.index import Index
from hirec.types import (
    COUNT_OPERATIONS,
    Form,
    Identity,
    Operation,
    ParsedQuestion,
    Period,
    PeriodRef,
    Scope,
)

_COURSE = frozenset(
    {Operation.GROWTH, Operation.CAGR, Operation.DIFFERENCE, Operation.ROSE, Operation.FELL}
    | {Operation.CHANGED, Operation.DIRECTION}
)
"""Operations between two ends, of which planning derives the earlier one."""


def with_newest(parsed: ParsedQuestion, scope: Scope, index: Index) -> tuple[ParsedQuestion, Scope]:
    """The question over the newest period that all its companies have reported on.

    "The last three years" become the three that end with it. As it is where it asks for words,
    names a period or day, or is not about companies of the index.

    Args:
        parsed: What is asked, and of how many years.
        scope: Its companies are looked up.
        index: Tells what they have reported on.

    """
    named = scope.periods or parsed.periods or scope.event_dates or scope.given or scope.any_filing
    if named or not scope.companies or parsed.operation is Operation.TEXT or parsed.disclosure:
        return parsed, scope
    if any(figure.period for figure in parsed.figures) or (
        parsed.operation in COUNT_OPERATIONS and parsed.years < 2
    ):
        return parsed, scope
    newest = [_newest(company.company_key, scope, index) for company in scope.companies]
    if not all(newest):
        return parsed, scope
    last = min((found for found in newest if found), key=_order)
    span = 1 if parsed.operation in _COURSE else max(parsed.years, 1)
    refs = tuple(PeriodRef(_earlier(last, back), "", fiscal=True) for back in reversed(range(span)))
    return (
        replace(parsed, periods=refs, latest=False),
        replace(scope, periods=refs),
    )


def _newest(company_key: str, scope: Scope, index: Index) -> Period | None:
    """The newest year that a company reports on, or quarter where one is asked for or no year."""
    known = [
        identity
        for filing_id in index.companies.filings(company_key)
        if (identity := index.filings[filing_id].identity).available_on(scope.as_of)
    ]
    quarterly = scope.forms[:1] == (Form.QUARTERLY,)
    years, quarters = (Form.ANNUAL,), (Form.QUARTERLY, Form.EARNINGS)
    for forms in (quarters, years) if quarterly else (years, quarters):
        if found := max(_periods(known, forms), key=_order, default=None):
            return found
    return None


def _periods(identities: list[Identity], forms: tuple[Form, ...]) -> Iterator[Period]:
    for identity in identities:
        timed = identity.form is Form.ANNUAL or identity.fiscal_quarter
        if identity.form in forms and identity.fiscal_year is not None and timed:
            yield Period(identity.fiscal_year, identity.fiscal_quarter)


def _order(period: Period) -> tuple[int, int]:
    return period.fiscal_year or 0, period.fiscal_quarter or 0


def _earlier(period: Period, years: int) -> Period:
    return replace(period, fiscal_year=(period.fiscal_year or 0) - years)
