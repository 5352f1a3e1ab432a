"""What each form says of a company and a year: the words and tables that fill its template."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from generator.books import Books, earnings_per_share, inventory_error, keep_books
from generator.calendar import long_date, weekday
from generator.companies import Company
from generator.draws import between, whole
from generator.facts import (
    annual_meeting,
    credit_agreement,
    credit_in_force,
    directors,
    newcomer,
    votes,
    year_facts,
)
from generator.forms import fill
from generator.layout import Block
from generator.lines import Column
from generator.tables import Headers, Report

Words = dict[str, object]
"""What a template names."""
_ORDINALS = ("first", "second", "third", "fourth")
_ORIGINAL_TO_AMENDMENT = timedelta(days=63)


@dataclass(frozen=True, slots=True)
class Plan:
    """A filing to be written."""

    form: str
    """Name of its template."""
    year: int
    """Fiscal year."""
    quarter: int = 0


def write(company: Company, plan: Plan) -> tuple[date, list[Block]]:
    """The text of a filing, and the day that it reports: the last of its period, or the event's."""
    if plan.form in _EVENTS:
        report = Report(company, plan.year, _published_books(company, plan.year))
        day, words = _EVENTS[plan.form](report)
    else:
        yearly = plan.form in ("annual", "amendment")
        report = _yearly(company, plan.year) if yearly else _interim(company, plan)
        words = _periodic_words(report, plan)
        day = filed_on(company, plan) if plan.form == "results" else report.columns[0].end
    return day, fill(plan.form, report, **words, date=day)


def filed_on(company: Company, plan: Plan) -> date:
    """Day on which a 10-K, its amendment, or the report of a quarter is filed."""
    if plan.quarter:
        ended = company.calendar.quarter_end(plan.year, plan.quarter)
        return weekday(ended + timedelta(days=31 + company.number % 6))
    day = weekday(company.calendar.year_end(plan.year) + timedelta(days=50 + company.number % 7))
    return day + _ORIGINAL_TO_AMENDMENT if plan.form == "amendment" else day


def _published_books(company: Company, year: int) -> Books:
    """The books as the annual report of a year states them."""
    before = company.restated is not None and year <= company.restated
    return keep_books(company, corrected=not before)


def _column(company: Company, books: Books, year: int, first: int = 1, last: int = 4) -> Column:
    end = company.calendar.quarter_end(year, last)
    start = company.calendar.quarter_start(year, first)
    return Column(books.span(year, first, last), start, end, long_date(end))


def _yearly(company: Company, year: int) -> Report:
    """Three years, newest first."""
    books = _published_books(company, year)
    columns = [_column(company, books, each) for each in (year, year - 1, year - 2)]
    above = "Fiscal Year Ended"
    if not company.calendar.weeks and len({column.end.month for column in columns}) == 1:
        last = f"{columns[0].end:%B} {columns[0].end.day},"
        above = f"Year Ended {last}" if company.number % 2 else f"Fiscal Years Ended {last}"
        columns = [replace(column, label=str(column.end.year)) for column in columns]
    if company.restated == year - 1:
        columns[1] = replace(columns[1], label=f"{columns[1].label} (As Restated)")
    return Report(company, year, books, tuple(columns), ((above, 3),), tuple(columns[:2]), True)


def _interim(company: Company, plan: Plan) -> Report:
    """The quarter and, but in the 8-K on it, the year to date, each beside the year before."""
    books, years = _published_books(company, plan.year), (plan.year, plan.year - 1)
    spans = [(plan.quarter, plan.quarter)]
    if plan.quarter > 1 and plan.form != "results":
        spans.append((1, plan.quarter))
    columns = [_column(company, books, year, *span) for span in spans for year in years]
    headers: Headers = tuple(
        (company.calendar.span_words(last - first + 1), 2) for first, last in spans
    )
    sheet = columns[-2:]
    if plan.form == "quarterly":
        sheet = [columns[0], _column(company, books, plan.year - 1)]
    return Report(company, plan.year, books, tuple(columns), headers, tuple(sheet))


def _periodic_words(report: Report, plan: Plan) -> Words:
    """What reports on a year or a quarter say."""
    company, year, now = report.company, report.year, report.columns[0]
    price = whole(38, 74, company.ticker, "price")
    low = between(1.0, 1.03, company.ticker, year, "outlook")
    step = 10 ** (4 if company.scale == 3 else 1)
    revenue = report.span.income["revenue"]
    return {
        "now": now.span,
        "before": report.columns[1].span,
        "whole_year": report.span,
        "end": now.end,
        "quarter": plan.quarter,
        "ordinal": _ORDINALS[plan.quarter - 1],
        "filed": filed_on(company, plan),
        "original": filed_on(company, Plan("annual", year)),
        "eps": lambda span: earnings_per_share(company, span)[1],
        "result": "OPERATIONS" if company.number % 2 else "INCOME",
        "taxed": all(column.span.income["pretax"] > 0 for column in report.columns),
        "tax_rate": between(19, 24, company.ticker, year, plan.quarter, "rate"),
        "inventory_error": inventory_error(company, (year - 1, 4)),
        "market_value": round(now.span.outstanding * price / 1000),
        "outlook": [round(revenue * rate / step) * step for rate in (low, low + 0.025)],
        "credit": credit_in_force(company, year, now.end),
        "facts": year_facts(company, year, report.span),
    }


def _credit(report: Report) -> tuple[date, Words]:
    agreement, former = (
        credit_agreement(report.company, each) for each in (report.year, report.year - 3)
    )
    return agreement.signed, {"credit": agreement, "former": former}


def _votes(report: Report) -> tuple[date, Words]:
    ballots = votes(report.company, report.year, report.span.outstanding)
    return annual_meeting(report.company, report.year), {"ballots": ballots}


def _capital(report: Report) -> tuple[date, Words]:
    company, year, who = report.company, report.year, (report.company.ticker, report.year)
    day = weekday(date(year, whole(2, 11, *who, "capital"), whole(4, 24, *who, "capital day")))
    size = round(company.profile.revenue * whole(30, 90, *who, "program") / 1000)
    return day, {"dividend": report.books.span(year, 4, 4).dividend, "size": size}


def _officer(report: Report) -> tuple[date, Words]:
    who = report.company.ticker
    day = weekday(date(report.year, whole(3, 10, who, "officer"), whole(4, 24, who, "day")))
    return day, newcomer(report.company)


def _proxy(report: Report) -> tuple[date, Words]:
    company, who = report.company, (report.company.ticker, report.year)
    return annual_meeting(company, report.year), {
        "outstanding": report.span.outstanding * 1000,
        "directors": directors(company),
        "audit_fees": whole(21, 64, *who, "fees") * 100_000,
        "pay_ratio": whole(61, 190, *who, "ratio"),
    }


_EVENTS: Mapping[str, Callable[[Report], tuple[date, Words]]] = {
    "credit": _credit, "votes": _votes, "capital": _capital, "officer": _officer, "proxy": _proxy,
}  # fmt: skip
