"""Management's discussion (Item 7) of an annual report: a summary table and its sentences."""

from collections.abc import Sequence
from decimal import Decimal

from generator.books import Span
from generator.companies import Company
from generator.facts import YearFacts
from generator.layout import (
    Block,
    Figure,
    Grid,
    GridRow,
    Paragraph,
    Tag,
    heading,
    paragraphs,
    subheading,
)
from generator.notes import Spans
from generator.prose import boilerplate, change_words
from generator.statements import Column


def discussion(
    company: Company, columns: Sequence[Column], spans: Spans, year: int, facts: YearFacts
) -> list[Block]:
    """Item 7 and 7A."""
    now, before = columns[0].span, columns[1].span
    label = company.revenue_label
    revenue, old = now.income["revenue"], before.income["revenue"]
    verb = change_words(revenue, old)
    margin, margin_old = (
        s.income["gross_profit"] * 100 / s.income["revenue"] for s in (now, before)
    )
    blocks: list[Block] = [
        heading("Item 7. Management’s Discussion and Analysis of Financial Condition and Results "
                "of Operations"),
        *paragraphs(boilerplate("overview", company, year)),
        subheading("Results of Operations"),
        _summary_grid(company, columns, spans),
        Paragraph(
            f"{label} {verb} to {company.money(revenue)} in fiscal {year} from "
            f"{company.money(old)} in fiscal {year - 1}. The {verb.split()[0][:-1]} was primarily "
            f"due to {_drivers(facts, up=revenue >= old)}.",
            anchor="drivers",
        ),
    ]  # fmt: skip
    if company.retail:
        sign = "increased" if facts.comparable >= 0 else "decreased"
        blocks.append(
            Paragraph(f"Comparable sales {sign} {abs(facts.comparable)}% in fiscal {year}.",
                      anchor="comparable")
        )  # fmt: skip
    blocks += [
        Paragraph(
            f"Gross profit was {margin:.1f}% of {label.lower()} in fiscal {year}, compared with "
            f"{margin_old:.1f}% in fiscal {year - 1}.",
            anchor="margin",
        ),
        Paragraph(
            "Selling, general and administrative expenses "
            f"{change_words(now.income['selling'], before.income['selling'])} to "
            f"{company.money(now.income['selling'])}, mainly because of compensation and "
            "marketing.",
        ),
    ]
    return [
        *blocks,
        *_liquidity(company, now, before, year, facts),
        subheading("Critical Accounting Estimates"),
        *paragraphs(boilerplate("critical", company, year)),
        heading("Item 7A. Quantitative and Qualitative Disclosures About Market Risk"),
        *paragraphs(boilerplate("market_risk", company, year)),
    ]


def _liquidity(
    company: Company, now: Span, before: Span, year: int, facts: YearFacts
) -> list[Block]:
    blocks: list[Block] = [
        subheading("Liquidity and Capital Resources"),
        Paragraph(
            "Net cash provided by operating activities was "
            f"{company.money(now.flows['operating_cash'])} in fiscal {year}, compared with "
            f"{company.money(before.flows['operating_cash'])} in fiscal {year - 1}. We expect "
            f"capital expenditures of approximately {company.money(facts.capex_plan)} in fiscal "
            f"{year + 1}.",
            anchor="capex_plan",
        ),
        *paragraphs(boilerplate("liquidity", company, year)),
    ]
    if now.flows["acquisitions"]:
        price = company.money(-now.flows["acquisitions"])
        deal = f"In fiscal {year} we acquired {facts.acquired} for {price} in cash."
        blocks.append(Paragraph(deal, anchor="acquisition"))
    return blocks


def _drivers(facts: YearFacts, *, up: bool) -> str:
    if up:
        return f"{facts.drivers[0]} and {facts.drivers[1]}"
    return f"lower customer traffic, only partly offset by {facts.drivers[1]}"


def _summary_grid(company: Company, columns: Sequence[Column], spans: Spans) -> Grid:
    def percent(key: str) -> tuple[Figure, ...]:
        values = (
            Decimal(c.span.income[key] * 1000) / c.span.income["revenue"] / 10 for c in columns
        )
        return tuple(Figure(round(value, 1), "%", 1) for value in values)

    label = company.revenue_label.lower()
    rows = (
        GridRow(company.revenue_label,
                tuple(Figure(c.span.income["revenue"], dollar=True,
                             tag=Tag("us-gaap:Revenues", c.start, c.end)) for c in columns),
                "revenue"),
        GridRow(f"Gross profit as a percentage of {label}", percent("gross_profit"), "gross"),
        GridRow(f"Selling, general and administrative as a percentage of {label}",
                percent("selling"), "selling"),
        GridRow(f"Operating income as a percentage of {label}", percent("operating"),
                "operating"),
        GridRow(f"Net income as a percentage of {label}", percent("net_income"), "net"),
    )  # fmt: skip
    unit = f"(Dollars in {company.unit_word})"
    return Grid("Summary of results", tuple(c.label for c in columns), rows, unit, spans,
                "summary", company.scale)  # fmt: skip
