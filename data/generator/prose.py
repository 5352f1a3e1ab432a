"""Boilerplate that all filings share, and the sentences that carry facts of their own."""

import functools
from pathlib import Path

import yaml

from generator.calendar import long_date
from generator.companies import Company
from generator.draws import shuffled

_FILE = Path(__file__).with_name("boilerplate.yaml")


@functools.cache
def _texts() -> dict[str, list[str]]:
    content: dict[str, list[str]] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return content


def boilerplate(section: str, company: Company, year: int) -> list[str]:
    """The paragraphs of a section with the company's words filled in."""
    words = {
        "name": company.name,
        "short": company.short,
        "business": company.business,
        "product": company.product,
        "customer": company.customer,
        "city": company.city.rsplit(" ", 1)[0],
        "state": company.state,
        "exchange": company.exchange,
        "ticker": company.ticker,
        "auditor": company.auditor,
        "year": year,
        "end": long_date(company.calendar.year_end(year)),
    }
    return [text.format_map(words) for text in _texts()[section]]


def risk_factors(company: Company, year: int, count: int = 12) -> list[str]:
    """Some of the risks, in an order that the company keeps over the years."""
    return shuffled(boilerplate("risks", company, year), company.ticker)[:count]


def change_words(new: int, old: int) -> str:
    """``increased 5.2%`` or ``decreased 1.0%``."""
    change = (new / old - 1) * 100
    return f"{'increased' if change >= 0 else 'decreased'} {abs(change):.1f}%"
