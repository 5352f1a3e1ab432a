from decimal import Decimal

import pytest

from generator.books import (
    CURRENT_ASSETS,
    CURRENT_LIABILITIES,
    EQUITY,
    LONG_ASSETS,
    LONG_LIABILITIES,
    Books,
    earnings_per_share,
    inventory_error,
    keep_books,
)
from generator.companies import BY_TICKER, COMPANIES, FIRST_YEAR, LAST_YEAR, Company

YEARS = range(FIRST_YEAR, LAST_YEAR + 1)


@pytest.fixture(params=COMPANIES, ids=lambda company: company.ticker)
def books(request: pytest.FixtureRequest) -> Books:
    company: Company = request.param
    return keep_books(company)


def test_balance_sheets_balance(books: Books) -> None:
    for span in books.quarters.values():
        sheet = span.balance
        assert sheet["assets"] == sheet["liabilities"] + sheet["equity"]
        assert sheet["assets"] == sum(sheet[name] for name in CURRENT_ASSETS + LONG_ASSETS)
        claims = CURRENT_LIABILITIES + LONG_LIABILITIES + EQUITY
        assert sheet["assets"] == sum(sheet[name] for name in claims)
        assert sheet["cash"] > 0


def test_cash_flow_reconciles(books: Books) -> None:
    for year in YEARS:
        span = books.span(year)
        total = sum(span.flows[f"{kind}_cash"] for kind in ("operating", "investing", "financing"))
        assert span.opening_cash + total == span.balance["cash"]
        if year > FIRST_YEAR:
            before = books.span(year - 1).balance
            assert span.opening_cash == before["cash"]
            earned = span.income["net_income"] + span.flows["dividends"]
            assert span.balance["retained_earnings"] == before["retained_earnings"] + earned
            change = before["inventories"] - span.balance["inventories"]
            assert span.flows["change_inventories"] == change


def test_parts_add_up(books: Books) -> None:
    for year in YEARS:
        span = books.span(year)
        income = span.income
        for kind in ("sales", "region"):
            parts = [value for key, value in income.items() if key.startswith(f"{kind}:")]
            assert sum(parts) == income["revenue"]
        quarters = [books.quarters[year, quarter].income for quarter in range(1, 5)]
        assert sum(quarter["net_income"] for quarter in quarters) == income["net_income"]
        costs = income["cost"] + income["selling"] + income["research"] + income["restructuring"]
        assert income["operating"] == income["revenue"] - costs
        financial = income["other"] - income["interest"] - income["tax"]
        assert income["net_income"] == income["operating"] + financial


def test_one_restated_year() -> None:
    company = BY_TICKER["HPKF"]
    before, after = keep_books(company, corrected=False), keep_books(company)
    error = inventory_error(company, (2022, 4))
    old, new = before.span(2022), after.span(2022)
    assert error > 0
    assert new.income["cost"] - old.income["cost"] == error
    assert old.balance["inventories"] - new.balance["inventories"] == error
    assert old.flows["operating_cash"] == new.flows["operating_cash"]
    assert old.balance["cash"] == new.balance["cash"]
    assert before.span(2021) == after.span(2021)
    assert keep_books(BY_TICKER["HPFD"], corrected=False) == keep_books(BY_TICKER["HPFD"])


def test_earnings_per_share_scale() -> None:
    company = BY_TICKER["CVIH"]
    span = keep_books(company).span(2023)
    expected = Decimal(span.income["net_income"]) * 10**6 / (span.weighted[0] * 1000)
    assert abs(earnings_per_share(company, span)[0] - expected) <= Decimal("0.005")
