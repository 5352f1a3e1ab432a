"""What each form says of a company and a year: the words and tables that fill its template."""

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
    officer_terms,
    votes,
    year_facts,
)
from generator.forms import fill
from generator.layout import Block
from generator.lines import Column
from generator.tables import Headers, Report

Event = tuple[date, list[Block]]
"""The day that names a filing, and its text."""
_ORDINALS = ("first", "second", "third", "fourth")
_ORIGINAL_TO_AMENDMENT = timedelta(days=63)


def filed_on(company: Company, year: int, quarter: int = 0, *, amendment: bool = False) -> date:
    """Day on which a 10-K, its amendment, or the report of a quarter is filed."""
    if quarter:
        ended = company.calendar.quarter_end(year, quarter)
        return weekday(ended + timedelta(days=31 + company.number % 6))
    day = weekday(company.calendar.year_end(year) + timedelta(days=50 + company.number % 7))
    return day + _ORIGINAL_TO_AMENDMENT if amendment else day


def published_books(company: Company, year: int) -> Books:
    """The books as the annual report of a year states them."""
    before = company.restated is not None and year <= company.restated
    return keep_books(company, corrected=not before)


def _captions(prefix: str, loss: str, suffix: str = "") -> dict[str, str]:
    names = {
        "income": f"STATEMENTS OF {loss}",
        "balance": "BALANCE SHEETS",
        "cash": "STATEMENTS OF CASH FLOWS",
    }
    return {key: f"{prefix} {name}{suffix}" for key, name in names.items()}


def _loss(company: Company) -> str:
    return "OPERATIONS" if company.number % 2 else "INCOME"


def _annual(company: Company, year: int) -> Report:
    """Three years, newest first."""
    books, calendar = published_books(company, year), company.calendar
    years = (year, year - 1, year - 2)
    ends = [calendar.year_end(each) for each in years]
    if calendar.weeks or len({end.month for end in ends}) > 1:
        labels, above = [long_date(end) for end in ends], "Fiscal Year Ended"
    else:
        month = f"{ends[0]:%B} {ends[0].day},"
        labels = [str(end.year) for end in ends]
        above = f"Year Ended {month}" if company.number % 2 else f"Fiscal Years Ended {month}"
    if company.restated == year - 1:
        labels[1] += " (As Restated)"
    columns = tuple(
        Column(books.span(each), calendar.year_start(each), end, label)
        for each, end, label in zip(years, ends, labels, strict=True)
    )
    captions = _captions("CONSOLIDATED", _loss(company))
    return Report(company, year, books, columns, ((above, 3),), columns[:2], captions, True)


def _words(report: Report) -> dict[str, object]:
    """What most of the forms say."""
    company, year = report.company, report.year
    now, before = report.columns[0], report.columns[1]
    return {
        "now": now.span,
        "before": before.span,
        "end": now.end,
        "facts": year_facts(company, year, report.span),
        "credit": credit_in_force(company, year, now.end),
        "quarter": 0,
        "eps": lambda span: earnings_per_share(company, span)[1],
    }


def _yearly(report: Report, *, amendment: bool) -> dict[str, object]:
    """What a 10-K and its amendment say."""
    company, year = report.company, report.year
    filed = filed_on(company, year, amendment=amendment)
    price = whole(38, 74, company.ticker, "price")
    facts = year_facts(company, year, report.span)
    stated = facts.customers - 90 if company.miscounted == year else facts.customers
    return _words(report) | {
        "form": "10-K/A" if amendment else "10-K",
        "filed": filed,
        "counted": filed if amendment else filed - timedelta(days=9),
        "market_value": round(report.columns[0].span.outstanding * price / 1000),
        "stated": stated,
        "customers": facts.customers if amendment else stated,
    }


def annual_report(company: Company, year: int) -> list[Block]:
    """All of a 10-K, from the cover to the signatures."""
    report = _annual(company, year)
    return fill(
        "annual",
        report,
        **_yearly(report, amendment=False),
        loss=_loss(company),
        inventory_error=inventory_error(company, (year - 1, 4)),
        taxed=all(column.span.income["pretax"] > 0 for column in report.columns),
    )


def annual_amendment(company: Company, year: int) -> list[Block]:
    """A 10-K/A that corrects a single sentence of Item 1."""
    report = _annual(company, year)
    words = _yearly(report, amendment=True)
    return fill("amendment", report, **words, original=filed_on(company, year))


def _column(company: Company, books: Books, year: int, first: int, last: int) -> Column:
    end = company.calendar.quarter_end(year, last)
    start = company.calendar.quarter_start(year, first)
    return Column(books.span(year, first, last), start, end, long_date(end))


def _quarter(company: Company, year: int, quarter: int) -> Report:
    """The quarter and the year to date, each beside the year before."""
    books = published_books(company, year)
    columns = [_column(company, books, y, quarter, quarter) for y in (year, year - 1)]
    headers: Headers = ((company.calendar.span_words(1), 2),)
    if quarter > 1:
        columns += [_column(company, books, y, 1, quarter) for y in (year, year - 1)]
        headers += ((company.calendar.span_words(quarter), 2),)
    sheet = (columns[0], _column(company, books, year - 1, 1, 4))
    captions = _captions("CONDENSED CONSOLIDATED", _loss(company))
    return Report(company, year, books, tuple(columns), headers, sheet, captions)


def quarterly_report(company: Company, year: int, quarter: int) -> list[Block]:
    """All of a 10-Q."""
    report, filed = _quarter(company, year, quarter), filed_on(company, year, quarter)
    words = _words(report) | {
        "form": "10-Q",
        "quarter": quarter,
        "ordinal": _ORDINALS[quarter - 1],
        "filed": filed,
        "counted": filed - timedelta(days=4),
        "tax_rate": between(19, 24, company.ticker, year, quarter, "rate"),
    }
    return fill("quarterly", report, **words)


def _released(company: Company, year: int, quarter: int, *, whole_year: bool) -> Report:
    """The quarter, and the year where it is over, each beside the year before."""
    books = published_books(company, year)
    columns = [_column(company, books, y, quarter, quarter) for y in (year, year - 1)]
    headers: Headers = ((company.calendar.span_words(1), 2),)
    if whole_year:
        columns += [_column(company, books, y, 1, 4) for y in (year, year - 1)]
        twelve = "Fiscal Year Ended" if company.calendar.weeks else "Twelve Months Ended"
        headers += ((twelve, 2),)
    captions = _captions("CONSOLIDATED", "OPERATIONS", " (UNAUDITED)")
    sheet = tuple(columns[-2:])
    return Report(company, year, books, tuple(columns), headers, sheet, captions)


def earnings_release(company: Company, year: int) -> list[Block]:
    """The press release on the fourth quarter and the year."""
    report = _released(company, year, 4, whole_year=True)
    revenue = report.span.income["revenue"]
    low = between(1.0, 1.03, company.ticker, year, "outlook")
    step = 10 ** (4 if company.scale == 3 else 1)
    outlook = [round(revenue * rate / step) * step for rate in (low, low + 0.025)]
    words = _words(report) | {"filed": filed_on(company, year, 4), "outlook": outlook}
    return fill("release", report, **words, whole_year=report.columns[2].span)


def results_report(company: Company, year: int, quarter: int) -> Event:
    """The 8-K on the results of a quarter, with the press release."""
    report = _released(company, year, quarter, whole_year=False)
    words = _words(report) | {"ordinal": _ORDINALS[quarter - 1]}
    return _event("results", report, filed_on(company, year, quarter), 0, **words)


def _event(form: str, report: Report, day: date, signed_after: int, /, **words: object) -> Event:
    return day, fill(form, report, **words, date=day, signed_after=signed_after)


def _bare(company: Company, year: int) -> Report:
    return Report(company, year, published_books(company, year))


def credit_report(company: Company, year: int) -> Event:
    """The 8-K on a new credit agreement."""
    agreement, former = (credit_agreement(company, each) for each in (year, year - 3))
    return _event(
        "credit", _bare(company, year), agreement.signed, 2, credit=agreement, former=former
    )


def vote_report(company: Company, year: int) -> Event:
    """The 8-K on the results of an annual meeting."""
    report = _bare(company, year)
    ballots = votes(company, year, report.span.outstanding)
    return _event("votes", report, annual_meeting(company, year), 3, ballots=ballots)


def capital_report(company: Company, year: int) -> Event:
    """The 8-K on what goes back to the shareholders."""
    report, who = _bare(company, year), (company.ticker, year)
    day = weekday(date(year, whole(2, 11, *who, "capital"), whole(4, 24, *who, "capital day")))
    size = round(company.profile.revenue * whole(30, 90, *who, "program") / 1000)
    dividend = report.books.span(year, 4, 4).dividend
    return _event("capital", report, day, 1, dividend=dividend, size=size)


def officer_report(company: Company, year: int) -> Event:
    """The 8-K on a change of chief financial officer."""
    who = company.ticker
    day = weekday(date(year, whole(3, 10, who, "officer"), whole(4, 24, who, "day")))
    name, former = newcomer(company)
    salary, bonus = officer_terms(company)
    return _event("officer", _bare(company, year), day, 3, name=name, former=former,
                  salary=salary, bonus=bonus)  # fmt: skip


def proxy_statement(company: Company, year: int) -> Event:
    """The proxy statement for the meeting after a fiscal year, named by the meeting's day."""
    day, who = annual_meeting(company, year), (company.ticker, year)
    report = _bare(company, year)
    return day, fill(
        "proxy",
        report,
        date=day,
        outstanding=report.span.outstanding * 1000,
        directors=directors(company),
        audit_fees=whole(21, 64, *who, "fees") * 100_000,
        pay_ratio=whole(61, 190, *who, "ratio"),
    )
