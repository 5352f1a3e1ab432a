"""From a question to its scope: companies, periods, forms and event dates, by parsing."""

import re
from collections.abc import Sequence
from datetime import date

from hirec.companies import CompanyDirectory
from hirec.periods import find_dates, find_periods
from hirec.types import Form, PeriodRef, Scope
from hirec.understanding import normalize, with_year, without_window

_SAID_FORMS: tuple[tuple[str, tuple[Form, ...]], ...] = (
    (r"\b10-?ks?\b|\bannual reports?\b", (Form.ANNUAL,)),
    (r"\b10-?qs?\b|\bquarterly reports?\b", (Form.QUARTERLY,)),
    (r"\b8-?ks?\b|\bcurrent reports?\b", (Form.CURRENT,)),
    (r"\bproxy\b|\bDEF ?14A\b", (Form.PROXY,)),
    (r"\bearnings (?:release|call|report)\b|\bpress release\b", (Form.EARNINGS, Form.CURRENT)),
)
_IMPLIED_FORMS: tuple[tuple[str, tuple[Form, ...]], ...] = (
    (
        r"\bAGM\b|\b(?:annual|special) (?:general )?meeting\b|\bvot(?:e|es|ed|ing)\b",
        (Form.CURRENT, Form.PROXY),
    ),
    (
        r"\b(?:executive|total) compensation\b|\bcompensation (?:table|committee)\b"
        r"|\bnamed executive officers?\b|\bceo pay ratio\b|\brecord date\b",
        (Form.PROXY, Form.ANNUAL),
    ),
    (
        r"\bguidance\b|\boutlook\b|\bnon-?\s?gaap\b|\bconstant currency\b|\badj(?:usted|\.)",
        (Form.EARNINGS, Form.CURRENT, Form.ANNUAL, Form.QUARTERLY),
    ),
)
_EVENT = re.compile(
    r"\b(?:(?:entered|enters?) into|appoint(?:ed|s|ment)?\b|resign(?:ed|s|ation)?\b|departure\b"
    r"|indentures?\b)",
    re.IGNORECASE,
)
_OUTLOOK = re.compile(
    r"\b(?:expect\w*|anticipat\w+|guid(?:ance|ed)|outlook|forecast\w*|project(?:ed|ions?)|predict\w+"
    r"|estimated?|future|upcoming|scheduled|maturit(?:y|ies)|matur(?:e|es|ing)|coming due"
    r"|(?:due|payable) (?:in|by|on|for|during|within)|due(?= (?:fiscal )?(?:19|20)\d\d)"
    r"|(?:have|has) to pay|owes?|(?:lease|benefit) payments|plan(?:s|ned)? to|target(?:ed|s)? for"
    r"|will)\b",
    re.IGNORECASE,
)
_LATEST_QUARTER = re.compile(
    r"\b(?:latest|newest|most recent|last|current|past)(?:\s+\w+)?\s+quarter(?:ly)?\b"
    r"|\b(?:in|for|during|over|of|this|that) (?:the |this |that )?quarter\b",
    re.IGNORECASE,
)
"""Without a period beside it, "in the quarter" is the latest."""
_SCHEDULING = (Form.ANNUAL,)
"""They schedule what falls due in years to come."""
_QUARTER_FORMS = (Form.QUARTERLY, Form.EARNINGS, Form.CURRENT, Form.ANNUAL)


def read_scope(question: str, companies: CompanyDirectory, as_of: date | None) -> Scope:
    """Parse the scope of a question; companies that are not in the index are named as such.

    Args:
        question: One that stands alone.
        companies: Those of the index, by all their spellings.
        as_of: Taken over as it is.

    """
    known, unknown = companies.find(question)
    names = (*(company.said for company in known), *unknown)
    text = normalize(question)
    told = without_window(text)
    periods = find_periods(with_year(told, names))
    dates = find_dates(question)
    return Scope(
        companies=known,
        periods=_without_event_years(periods, dates),
        forms=read_forms(question, periods, dates) or _of_schedules(told != text, periods, dates),
        event_dates=dates,
        unknown_companies=unknown,
        outlook=told != text or bool(_OUTLOOK.search(question)),
        as_of=as_of,
    )


def _of_schedules(
    asked: bool, periods: tuple[PeriodRef, ...], dates: tuple[date, ...]
) -> tuple[Form, ...]:
    """The reports that schedule what falls due, where the question does not say of when."""
    return _SCHEDULING if asked and not (periods or dates) else ()


def _without_event_years(
    periods: tuple[PeriodRef, ...], dates: tuple[date, ...]
) -> tuple[PeriodRef, ...]:
    """Drop a bare year that is only part of a date said in full."""
    years = {day.year for day in dates}
    return tuple(
        ref
        for ref in periods
        if ref.fiscal or ref.period.fiscal_quarter or ref.period.fiscal_year not in years
    )


def read_forms(
    question: str, periods: tuple[PeriodRef, ...], dates: tuple[date, ...]
) -> tuple[Form, ...]:
    """Forms that a question says, or that what it asks for implies; empty where any may do.

    Args:
        question: As typed.
        periods: Those that it names; a quarter implies a quarterly report.
        dates: Days that it names; a day without a period implies a current report.

    Returns:
        Most likely form first.

    """
    if said := _forms_of(_SAID_FORMS, question):
        return said
    if not periods and _LATEST_QUARTER.search(question):
        return _QUARTER_FORMS
    if implied := _forms_of(_IMPLIED_FORMS, question):
        return implied
    if any(ref.period.fiscal_quarter for ref in periods):
        return _QUARTER_FORMS
    if _EVENT.search(question) or (dates and not periods):
        return (Form.CURRENT, Form.ANNUAL, Form.QUARTERLY, Form.EARNINGS)
    return ()


def _forms_of(known: Sequence[tuple[str, tuple[Form, ...]]], question: str) -> tuple[Form, ...]:
    found = (forms for words, forms in known if re.search(words, question, re.IGNORECASE))
    return next(found, ())
