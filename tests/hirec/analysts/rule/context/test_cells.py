from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.context.cells import computed, names_of, operand_of, quoted, terms_of
from hirec.analysts.rule.context.view import Place, TableView, best_place
from hirec.types import CannotAnswer
from indexing.contexts import read_context

ROWS = (
    ("(in thousands)", "2019", "2018"),
    ("Interest expense", "(30)", "(20)"),
    ("Other income (expense)", "(5)", "7"),
    ("Tax rate (%)", "21.0", "22.5"),
    ("Year of expiry", "2031", "2030"),
)


def place(words: str, year: int) -> Place:
    passage = read_context("c1", ROWS, [])[0]
    assert passage.table is not None
    found = best_place([TableView(passage, passage.table)], words, year)
    assert found is not None
    return found


def test_money_takes_the_tables_scale_a_percentage_and_a_year_do_not():
    money = operand_of(place("interest expense", 2019), "x")
    assert (money.value, money.scale, money.unit) == (Decimal(-30000), 3, "USD")
    rate = operand_of(place("tax rate", 2018), "x")
    assert (rate.value, rate.scale, rate.unit) == (Decimal("22.5"), 0, "%")
    year = operand_of(place("year of expiry", 2019), "x")
    assert (year.value, year.scale) == (Decimal(2031), 0)


def test_costs_lose_the_sign_that_says_they_are_deducted():
    places = [place("interest expense", 2019), place("other income (expense)", 2019)]
    assert names_of(places) == ["interest_expense_2019", "other_income_expense_2019"]
    assert terms_of(places) == ["abs(interest_expense_2019)", "other_income_expense_2019"]


def test_shares_without_a_scale_and_half_said_names_are_doubted():
    rows = (
        ("", "2019", "2018"),
        ("Weighted average number of shares", "47,880", "48,153"),
        ("Weighted average price", "2.5", "3.5"),
    )
    passage = read_context("c1", rows, [])[0]
    assert passage.table is not None
    view = TableView(passage, passage.table)
    shares = best_place([view], "weighted average number of shares", 2019)
    assert shares is not None
    assert "shares" in quoted([shares]).doubt
    half = replace(place("interest expense", 2019), named=False)
    assert "row's name" in quoted([half]).doubt


def test_percentages_and_money_are_not_added():
    places = [place("interest expense", 2019), place("tax rate", 2019)]
    with pytest.raises(CannotAnswer, match="different kinds"):
        computed(places, "interest_expense_2019 + tax_rate_2019")
