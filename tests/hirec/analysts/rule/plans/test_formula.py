from datetime import date

import pytest

from hirec.analysts.rule.plans.binding import Binder
from hirec.analysts.rule.plans.formula import (
    Binary,
    Expression,
    Number,
    figures,
    missing,
    prior,
    render,
)
from hirec.lexicon.metric import read_formula
from hirec.periods import in_order
from hirec.types import Aggregated, CannotAnswer, Figure, Measure, Period, PeriodRef

FY18 = PeriodRef(Period(2018), "FY2018", True)
FY17 = PeriodRef(Period(2017), "FY2018", True)


def text(expression: Expression) -> str:
    return render(
        expression,
        lambda r: (
            f"{r.concept or r.words}_{r.period.period.fiscal_year}"
            if r.period
            else r.concept or r.words
        ),
    )


def bound(measure: Measure, definitions: dict[str, Measure] | None = None) -> Expression:
    return Binder(definitions or {}, {}, named=False).bind(measure, None, FY18)


@pytest.mark.parametrize(
    ("formula", "python"),
    [
        ("(cash + goodwill) * 2", "(cash_2018 + goodwill_2018) * 2"),
        ("cash - (goodwill - 6.5)", "cash_2018 - (goodwill_2018 - 6.5)"),
        ("cash / (goodwill / inventories)", "cash_2018 / (goodwill_2018 / inventories_2018)"),
    ],
)
def test_parse_and_render(formula: str, python: str) -> None:
    assert text(bound(read_formula(formula))) == python


def test_averages_reach_back_a_year() -> None:
    assert text(bound(read_formula("goodwill / avg(inventories)"))) == (
        "goodwill_2018 / ((inventories_2017 + inventories_2018) / 2)"
    )


def test_change_is_last_less_first() -> None:
    change = Aggregated("change", Figure("inventories", "inventories"), (FY18, FY17))
    assert text(bound(change)) == "inventories_2018 - inventories_2017"


def test_percent_metrics_are_multiplied() -> None:
    margin = bound(Figure("operating margin", "operating_margin"))
    assert text(margin) == "100 * (operating_income_2018 / revenue_2018)"


def test_definition_wins_over_lexicon() -> None:
    given = {"current_ratio": read_formula("cash / goodwill")}
    ratio = bound(Figure("current ratio", "current_ratio"), given)
    assert text(ratio) == "cash_2018 / goodwill_2018"


def test_alternatives_lack_only_what_the_nearest_lacks() -> None:
    way = bound(Figure("gross profit", "gross_profit"))
    needs = list(dict.fromkeys(figures(way)))
    assert [need.concept for need in needs] == ["gross_profit", "revenue", "cost_of_revenue"]
    operands = dict.fromkeys(needs[1:])
    assert missing(way, operands) == ()  # type: ignore[arg-type]
    assert [need.concept for need in missing(way, {})] == ["gross_profit"]


def test_prior_moves_day_and_year() -> None:
    leap = PeriodRef(Period(2024, None, date(2024, 2, 29), 12), "2024")
    assert prior(leap).period == Period(2023, None, date(2023, 2, 28), 12)
    with pytest.raises(CannotAnswer):
        prior(PeriodRef(Period(None, 2), "Q2"))


def test_order_puts_a_year_after_its_quarters() -> None:
    second = PeriodRef(Period(2018, 2), "Q2")
    assert in_order((FY18, second, FY17)) == (FY17, second, FY18)


def test_number_renders_plain() -> None:
    assert text(Binary("*", Number(365), Number(2))) == "365 * 2"
