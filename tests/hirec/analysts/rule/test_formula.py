from datetime import date

import pytest

from hirec.analysts.rule.formula import (
    Binary,
    Expression,
    Leaf,
    Number,
    Term,
    bind,
    figures,
    lexicon_formula,
    missing,
    parse_formula,
    prior,
    render,
)
from hirec.periods import in_order
from hirec.types import CannotAnswer, Figure, Period, PeriodRef

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


@pytest.mark.parametrize(
    ("formula", "python"),
    [
        ("a + b * c", "a + b * c"),
        ("(a + b) * c", "(a + b) * c"),
        ("a - (b - c)", "a - (b - c)"),
        ("a / (b / c)", "a / (b / c)"),
        ("365 * (a) / (b + c)", "365 * a / (b + c)"),
        ("a divided by b", "a / b"),
        ("a – b less c", "a - b - c"),
        ("a minus b plus c times 2", "a - b + c * 2"),
    ],
)
def test_parse_and_render(formula: str, python: str) -> None:
    assert text(parse_formula(formula, lambda name: Leaf(Figure(name)))) == python


@pytest.mark.parametrize("formula", ["", "a +", "(a", "a b)", "a / / b"])
def test_no_formula_is_refused(formula: str) -> None:
    with pytest.raises(CannotAnswer):
        parse_formula(formula, lambda name: Leaf(Figure(name)))


def test_hyphenated_names_are_not_differences() -> None:
    assert text(parse_formula("short-term debt / x", lambda n: Leaf(Figure(n)))) == (
        "short-term debt / x"
    )


def test_averages_reach_back_a_year() -> None:
    bound = bind(lexicon_formula("cost_of_revenue / avg(inventories)"), None, FY18, {})
    assert text(bound) == "cost_of_revenue_2018 / ((inventories_2017 + inventories_2018) / 2)"


def test_change_is_last_less_first() -> None:
    bound = bind(Term("inventories", "change", (FY18, FY17)), None, None, {})
    assert text(bound) == "inventories_2018 - inventories_2017"


def test_percent_metrics_are_multiplied() -> None:
    bound = bind(Term("operating_margin"), None, FY18, {})
    assert text(bound) == "100 * (operating_income_2018 / revenue_2018)"


def test_definition_wins_over_lexicon() -> None:
    given = {"current_ratio": Binary("/", Term("cash"), Term("current_liabilities"))}
    bound = bind(Term("current_ratio"), None, FY18, given)
    assert text(bound) == "cash_2018 / current_liabilities_2018"


def test_alternatives_lack_only_what_the_nearest_lacks() -> None:
    bound = bind(Term("gross_profit"), None, FY18, {})
    needs = list(figures(bound))
    assert [need.concept for need in needs] == ["gross_profit", "revenue", "cost_of_revenue"]
    operands = dict.fromkeys(needs[1:])
    assert missing(bound, operands) == ()  # type: ignore[arg-type]
    assert [need.concept for need in missing(bound, {})] == ["gross_profit"]


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
