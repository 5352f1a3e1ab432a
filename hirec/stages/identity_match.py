"""How well a filing's identity fits a slot of the scope: period first, then form."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from hirec.periods import matches, month_of, told_after
from hirec.periods.dates import month_end, month_number
from hirec.types import Form, Identity, Period, PeriodRef, Scope, Slot

_USUAL_FORMS = (Form.ANNUAL, Form.EARNINGS, Form.QUARTERLY, Form.CURRENT, Form.PROXY)
_COMPARATIVE_YEARS = {1: 0.5, 2: 0.35, 3: 0.1, 4: 0.1}
"""A 10-K shows earlier years beside its own: two in the statements, more in selected data."""
_EXPECTED_YEARS = {1: 0.5, 2: 0.2, 3: 0.1, 4: 0.1, 5: 0.1}
"""Years after a filing's own of which it says what is expected, or what falls due."""
_RESTATED = 1.1
"""A filing that restates a year is right about it where the original is wrong."""
_KNOWN_THEN = 0.2
"""Less than any filing that states the day itself."""
_KNOWN_FOR_DAYS = 400
"""The newest annual report is hardly older."""
_TOLD_AFTER = 0.5
"""A report's cover and its notes state what was on days between its period's end and its filing."""
_PART = 0.25
"""What a quarterly report is worth for its year."""
_TOLD_UNTIL = (6, 30)
"""Month and day of the next year until which events tell of a year: bonuses, meetings."""
_UNKNOWN_PERIOD = 0.05
"""A filing that does not say its period may be the one; any that says so goes before it."""
_WITHIN = 0.8
"""A report of a year or quarter tells of its months, though seldom of one alone."""
_DAYS_OFF = 7
"""A 52/53-week year ends within a week of a month's end."""
_MONTH_DAYS = 30.5
_EVENT_DAYS = ((1, 1.0), (7, 0.8), (31, 0.3))


def identity_score(identity: Identity, slot: Slot, scope: Scope) -> float:
    """Score from 0 (cannot help) to 1 (the filing the slot names), a little more if it restates.

    Companies are checked before.

    Args:
        identity: That of the filing.
        slot: The period looked for.
        scope: Forms and days asked for; says too whether other filings may speak of the period.

    """
    form = _form_score(identity.form, scope.forms)
    if scope.event_dates:
        event = max(_event_score(identity, day) for day in scope.event_dates)
        if event or slot.period is None:
            return event * form
    if slot.period is None:
        return form
    if scope.own_filings and not _is_of(identity, slot.period):
        return 0.0
    if identity.fiscal_year is None and identity.period_end is None:
        return _UNKNOWN_PERIOD * form
    if scope.forms and scope.forms[0].is_event:
        return _year_score(identity, slot.period) * form
    stated = _period_score(identity, slot.period)
    if scope.outlook:
        stated = max(stated, _expected(identity, slot.period))
    if scope.partial:
        stated = max(stated, _part_of(identity, slot.period))
    stated *= 0.4 + 0.6 * form
    day = slot.period.period
    month = _of_month(identity, slot.period)
    return max(stated, month, _known_then(identity, day) * form, _told_after(identity, day) * form)


def _is_of(identity: Identity, asked: PeriodRef) -> bool:
    """Whether a filing is of the period itself, or of the year that holds it.

    A year's report tells of the year, not of the quarter that closes it.
    """
    own = replace(identity.period, months=None)
    if asked.period.fiscal_quarter is not None and identity.form is Form.ANNUAL:
        return False
    if asked.period.fiscal_quarter is None and asked.period.end is None:
        own = replace(own, fiscal_quarter=None)
    return matches(asked, own) > 0


def _form_score(form: Form, asked: Sequence[Form]) -> float:
    if asked:
        return 1.0 / (1 + asked.index(form)) if form in asked else 0.15
    return 1.0 - 0.15 * _USUAL_FORMS.index(form) if form in _USUAL_FORMS else 0.2


def _known_then(identity: Identity, asked: Period) -> float:
    """A little for what was known on a day: it need not be one on which accounts close."""
    known = identity.available_since
    if asked.end is None or asked.months != 0 or known is None:
        return 0.0
    age = (asked.end - known).days
    return _KNOWN_THEN * (1 - age / _KNOWN_FOR_DAYS) if 0 <= age < _KNOWN_FOR_DAYS else 0.0


def _told_after(identity: Identity, asked: Period) -> float:
    """Whether a day lies after a report's period and before the report was filed."""
    told = asked.end is not None and asked.months == 0 and told_after(identity, asked.end)
    return _TOLD_AFTER if told else 0.0


def _of_month(identity: Identity, asked: PeriodRef) -> float:
    """What a report tells of a month: that it lies in its year, or before it was filed."""
    name, year = month_of(asked), asked.period.fiscal_year
    if not name or year is None or identity.period_end is None:
        return 0.0
    day = month_end(year, month_number(name))
    before = (identity.period_end - day).days
    months = 12 if identity.form is Form.ANNUAL else 3 * (identity.fiscal_quarter or 0)
    within = _WITHIN if -_DAYS_OFF <= before < months * _MONTH_DAYS else 0.0
    after = told_after(identity, day) or told_after(identity, day.replace(day=1))
    return max(within, _TOLD_AFTER if after else 0.0)


def _event_score(identity: Identity, day: date) -> float:
    if identity.period_end is None:
        return 0.0
    near = abs((identity.period_end - day).days)
    if identity.form is Form.CURRENT:
        return next((score for days, score in _EVENT_DAYS if near <= days), 0.0)
    closes = identity.form.reports_period
    return 1.0 if closes and near <= 1 else 0.0


def _year_score(identity: Identity, asked: PeriodRef) -> float:
    """Events and meetings have a year and no reported period; a proxy tells of the year before."""
    own = replace(identity.period, fiscal_quarter=None)
    before = _shift(own, 1) if identity.form is Form.PROXY else None
    later = 0.9 * matches(asked, before) if before is not None else 0.0
    year_only = replace(asked, period=replace(asked.period, fiscal_quarter=None))
    return max(matches(year_only, own), later)


def _period_score(identity: Identity, asked: PeriodRef) -> float:
    # A quarterly report also states the months since the year began.
    yearly = identity.form is Form.ANNUAL
    reported = identity.period if yearly else replace(identity.period, months=None)
    own = matches(asked, reported)
    quarter = asked.period.fiscal_quarter is not None or asked.period.months == 3
    if quarter or (asked.period.end and not yearly):
        return max(own, _quarter_comparative(identity, asked))
    if identity.form is Form.ANNUAL:
        return max(own, _annual_comparative(identity, asked))
    year = matches(asked, replace(identity.period, fiscal_quarter=None))
    if identity.form is Form.QUARTERLY and asked.period.fiscal_year is not None:
        year = max(year, 0.2 * _closes_year_before(identity, asked))
    if identity.form is Form.PROXY:
        return 0.4 * _year_score(identity, asked)
    if identity.form is Form.EARNINGS and identity.fiscal_quarter in (4, None):
        before = _shift(replace(identity.period, fiscal_quarter=None), 1)
        return max(0.7 * year, 0.3 * matches(asked, before) if before is not None else 0.0)
    return (_PART if identity.form is Form.QUARTERLY else 0.4) * year


def _part_of(identity: Identity, asked: PeriodRef) -> float:
    """A quarterly report of the year; an event in it or soon after tells of it too."""
    year, day = asked.period.fiscal_year, identity.period_end
    if identity.form is Form.CURRENT and year is not None and day is not None:
        return _PART if date(year, 1, 1) <= day <= date(year + 1, *_TOLD_UNTIL) else 0.0
    own = replace(identity.period, fiscal_quarter=None, months=None)
    return _PART * matches(asked, own) if identity.form is Form.QUARTERLY else 0.0


def _expected(identity: Identity, asked: PeriodRef) -> float:
    """What a filing expects of the years after its own."""
    own = replace(identity.period, fiscal_quarter=None, months=None)
    year = replace(asked, period=replace(asked.period, fiscal_quarter=None))
    return max(
        (
            weight * matches(year, later)
            for years, weight in _EXPECTED_YEARS.items()
            if (later := _shift(own, -years)) is not None
        ),
        default=0.0,
    )


def _annual_comparative(identity: Identity, asked: PeriodRef) -> float:
    if asked.period.fiscal_year in identity.restated_years:
        return _RESTATED
    return max(
        (
            weight * matches(asked, shifted)
            for years, weight in _COMPARATIVE_YEARS.items()
            if (shifted := _shift(identity.period, years)) is not None
        ),
        default=0.0,
    )


def _quarter_comparative(identity: Identity, asked: PeriodRef) -> float:
    if identity.form is Form.ANNUAL:
        return _quarter_of_year(identity, asked.period)
    reported = replace(identity.period, months=None)
    shifted = _shift(reported, 1)
    same = matches(asked, shifted) if shifted is not None else 0.0
    return 0.4 * max(same, _closes_year_before(identity, asked))


def _quarter_of_year(identity: Identity, asked: Period) -> float:
    """A 10-K often states the quarters of its year, and beside them those of the year before."""
    own, end = identity.fiscal_year, identity.period_end
    if asked.fiscal_year is not None and own is not None:
        before = own - asked.fiscal_year
    elif asked.end is not None and end is not None and asked.months == 3:
        before = (end - asked.end).days // 366
    else:
        return 0.0
    return {0: 0.4, 1: 0.2}.get(before, 0.0)


def _closes_year_before(identity: Identity, asked: PeriodRef) -> float:
    """A 10-Q's balance sheet stands beside that of the last year's end."""
    year, quarter = identity.fiscal_year, identity.fiscal_quarter
    if identity.form is not Form.QUARTERLY or year is None or asked.period.months not in (0, None):
        return 0.0
    if asked.period.end is None:
        closes = asked.period.fiscal_quarter in (4, None)
        return float(closes and asked.period.fiscal_year == year - 1)
    if identity.period_end is None or quarter is None:
        return 0.0
    closed = identity.period_end - timedelta(days=round(quarter * 91.31))
    return float(abs((closed - asked.period.end).days) <= 7)


def _shift(period: Period, years: int) -> Period | None:
    """Give the same period some years earlier."""
    if period.fiscal_year is None:
        return None
    end = period.end
    if end is not None:
        day = min(end.day, 28)
        end = end.replace(year=end.year - years, day=day)
    return replace(period, fiscal_year=period.fiscal_year - years, end=end)
