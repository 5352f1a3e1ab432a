"""Quarterly reports (Form 10-Q) and the earnings release of a fourth quarter."""

from datetime import date, timedelta

from generator.annual import published_books
from generator.books import Books, earnings_per_share
from generator.calendar import long_date
from generator.companies import Company
from generator.cover import current_cover, periodic_cover, signatures
from generator.draws import between
from generator.facts import year_facts
from generator.layout import (
    Block,
    PageBreak,
    Paragraph,
    center,
    heading,
    paragraphs,
    subheading,
    title,
)
from generator.notes import Spans, debt_note, region_note, segment_note
from generator.prose import boilerplate, change_words
from generator.statements import Column, balance_sheet, cash_statement, income_statement

_ORDINALS = ("first", "second", "third", "fourth")


def quarter_filed_on(company: Company, year: int, quarter: int) -> date:
    """Day on which the quarterly report is filed."""
    day = company.calendar.quarter_end(year, quarter) + timedelta(days=31 + company.number % 6)
    return day - timedelta(days=max(0, day.weekday() - 4))


def _column(company: Company, books: Books, year: int, first: int, last: int) -> Column:
    end = company.calendar.quarter_end(year, last)
    start = company.calendar.quarter_start(year, first)
    return Column(books.span(year, first, last), start, end, long_date(end))


def quarter_columns(
    company: Company, books: Books, year: int, quarter: int
) -> tuple[list[Column], Spans]:
    """The quarter and the year to date, each beside the year before."""
    columns = [_column(company, books, y, quarter, quarter) for y in (year, year - 1)]
    spans = [(company.calendar.span_words(1), 2)]
    if quarter > 1:
        columns += [_column(company, books, y, 1, quarter) for y in (year, year - 1)]
        spans.append((company.calendar.span_words(quarter), 2))
    return columns, tuple(spans)


def quarterly_report(company: Company, year: int, quarter: int) -> list[Block]:
    """All of a 10-Q."""
    books = published_books(company, year)
    columns, spans = quarter_columns(company, books, year, quarter)
    to_date, above = columns[-2:], spans[-1:]
    end, filed = columns[0].end, quarter_filed_on(company, year, quarter)
    year_end = _column(company, books, year - 1, 1, 4)
    loss = "OPERATIONS" if company.number % 2 else "INCOME"
    condensed = "CONDENSED CONSOLIDATED"
    sheet = balance_sheet(company, [columns[0], year_end], f"{condensed} BALANCE SHEETS")
    return [
        *periodic_cover(company, "10-Q", "quarterly period", end, columns[0].span.outstanding, 0,
                        filed - timedelta(days=4)),
        heading("PART I. FINANCIAL INFORMATION"),
        heading("Item 1. Financial Statements (Unaudited)"),
        income_statement(company, columns, spans, f"{condensed} STATEMENTS OF {loss}"),
        PageBreak(),
        sheet,
        PageBreak(),
        cash_statement(company, to_date, above, f"{condensed} STATEMENTS OF CASH FLOWS"),
        PageBreak(),
        title("NOTES TO CONDENSED CONSOLIDATED FINANCIAL STATEMENTS (UNAUDITED)"),
        subheading("Note 1. Basis of Presentation"),
        *paragraphs(boilerplate("basis", company, year)),
        *_calendar(company, year),
        subheading("Note 2. Segment Information"),
        *segment_note(company, columns, spans),
        subheading("Note 3. Revenue by Geography"),
        *region_note(company, columns, spans),
        subheading("Note 4. Debt"),
        *debt_note(company, year, [columns[0], year_end]),
        *_discussion(company, books, year, quarter),
        heading("PART II. OTHER INFORMATION"),
        heading("Item 1. Legal Proceedings"),
        *paragraphs(boilerplate("legal", company, year)),
        heading("Item 1A. Risk Factors"),
        Paragraph("There were no material changes from the risk factors disclosed in our most "
                  "recent Annual Report on Form 10-K."),
        PageBreak(),
        *signatures(company, filed),
    ]  # fmt: skip


def _calendar(company: Company, year: int) -> list[Block]:
    if not company.calendar.weeks:
        return []
    return [
        Paragraph(
            "Our fiscal year ends on the Saturday nearest to the end of January. Fiscal "
            f"{year} is the {company.calendar.week_count(year)}-week year ending "
            f"{long_date(company.calendar.year_end(year))}, and fiscal {year - 1} is the "
            f"{company.calendar.week_count(year - 1)}-week year ended "
            f"{long_date(company.calendar.year_end(year - 1))}."
        )
    ]


def _discussion(company: Company, books: Books, year: int, quarter: int) -> list[Block]:
    now, before = books.quarters[year, quarter], books.quarters[year - 1, quarter]
    facts = year_facts(company, year, books.span(year))
    word = _ORDINALS[quarter - 1]
    verb = change_words(now.income["revenue"], before.income["revenue"])
    rate = between(19, 24, company.ticker, year, quarter, "rate")
    return [
        heading("Item 2. Management’s Discussion and Analysis of Financial Condition and Results "
                "of Operations"),
        *paragraphs(boilerplate("overview", company, year)),
        Paragraph(
            f"{company.revenue_label} {verb} to {company.money(now.income['revenue'])} in the "
            f"{word} quarter of fiscal {year} from {company.money(before.income['revenue'])} in "
            f"the {word} quarter of fiscal {year - 1}, mainly because of {facts.drivers[0]}.",
            anchor="drivers",
        ),
        Paragraph(
            f"We expect an effective tax rate of about {rate:.1f}% for the full fiscal year "
            f"{year}.",
            anchor="tax_outlook",
        ),
        *paragraphs(boilerplate("liquidity", company, year)),
        heading("Item 3. Quantitative and Qualitative Disclosures About Market Risk"),
        *paragraphs(boilerplate("market_risk", company, year)),
        heading("Item 4. Controls and Procedures"),
        *paragraphs(boilerplate("controls", company, year)),
    ]  # fmt: skip


def earnings_release(company: Company, year: int) -> list[Block]:
    """The press release on the fourth quarter and the year."""
    books = published_books(company, year)
    columns = [_column(company, books, y, 4, 4) for y in (year, year - 1)]
    columns += [_column(company, books, y, 1, 4) for y in (year, year - 1)]
    twelve = "Fiscal Year Ended" if company.calendar.weeks else "Twelve Months Ended"
    spans = ((company.calendar.span_words(1), 2), (twelve, 2))
    quarter, span = columns[0].span, columns[2].span
    verb = change_words(quarter.income["revenue"], columns[1].span.income["revenue"])
    released = quarter_filed_on(company, year, 4)
    sales = outlook(company, year)
    return [
        Paragraph("Exhibit 99.1"),
        title(f"{company.name} Reports Fourth Quarter and Fiscal {year} Results"),
        Paragraph(
            f"{company.city.rsplit(' ', 1)[0].upper()}, {long_date(released)} — {company.name} "
            f"({company.listing}) today announced results for the fourth quarter and "
            f"fiscal year ended {long_date(columns[0].end)}."
        ),
        Paragraph(
            f"Fourth quarter {company.revenue_label.lower()} {verb} to "
            f"{company.money(quarter.income['revenue'])}. Diluted earnings per share were "
            f"${earnings_per_share(company, quarter)[1]} in the quarter and "
            f"${earnings_per_share(company, span)[1]} in fiscal {year}.",
            anchor="highlights",
        ),
        Paragraph(
            f"“Our teams delivered a solid finish to the year,” said {company.chief_executive}, "
            "president and chief executive officer. “We enter the new year with momentum.”"
        ),
        subheading(f"Fiscal {year + 1} Outlook"),
        Paragraph(
            f"For fiscal {year + 1} the Company expects {company.revenue_label.lower()} between "
            f"{company.money(sales[0])} and {company.money(sales[1])}.",
            anchor="outlook",
        ),
        PageBreak(),
        income_statement(company, columns, spans, "CONSOLIDATED STATEMENTS OF OPERATIONS "
            "(UNAUDITED)"),
        PageBreak(),
        balance_sheet(company, [columns[2], columns[3]],
                      "CONSOLIDATED BALANCE SHEETS (UNAUDITED)"),
        Paragraph("Forward-looking statements. This release contains forward-looking statements "
                  "that involve risks and uncertainties."),
        center("# # #"),
    ]  # fmt: skip


def results_report(company: Company, year: int, quarter: int) -> tuple[date, list[Block]]:
    """Date and text of the 8-K on the results of a quarter, with the press release."""
    books = published_books(company, year)
    day, word = quarter_filed_on(company, year, quarter), _ORDINALS[quarter - 1]
    columns = [_column(company, books, y, quarter, quarter) for y in (year, year - 1)]
    now, before = (column.span.income for column in columns)
    spans = ((company.calendar.span_words(1), 2),)
    return day, [
        *current_cover(company, day),
        heading("Item 2.02 Results of Operations and Financial Condition."),
        Paragraph(
            f"On {long_date(day)}, {company.name} issued a press release on its results for the "
            f"{word} quarter of fiscal {year}, which ended on {long_date(columns[0].end)}. It is "
            "furnished as Exhibit 99.1."
        ),
        heading("Item 9.01 Financial Statements and Exhibits."),
        Paragraph("99.1 Press release of the Company."),
        *signatures(company, day),
        PageBreak(),
        Paragraph("Exhibit 99.1"),
        title(f"{company.name} Reports {word.title()} Quarter Fiscal {year} Results"),
        Paragraph(
            f"{company.revenue_label} {change_words(now['revenue'], before['revenue'])} to "
            f"{company.money(now['revenue'])}. Diluted earnings per share were "
            f"${earnings_per_share(company, columns[0].span)[1]}.",
            anchor="highlights",
        ),
        income_statement(
            company, columns, spans, "CONSOLIDATED STATEMENTS OF OPERATIONS (UNAUDITED)"
        ),
        center("# # #"),
    ]


def outlook(company: Company, year: int) -> tuple[int, int]:
    """Low and high end of the sales expected for the following year."""
    revenue = published_books(company, year).span(year).income["revenue"]
    low = between(1.0, 1.03, company.ticker, year, "outlook")
    step = 10 ** (4 if company.scale == 3 else 1)
    return round(revenue * low / step) * step, round(revenue * (low + 0.025) / step) * step
