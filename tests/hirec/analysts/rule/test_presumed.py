from decimal import Decimal

import pytest

from hirec.analysts.rule.presumed import presumed
from hirec.periods import find_periods
from hirec.types import CompanyRef, Operand, Scope
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")
BOLT = CompanyRef("2", "Bolt Inc", "Bolt")


def reading(question: str, *values: int) -> str:
    """What is presumed, where the figures of two years have these values."""
    companies = tuple(ref for ref in (ACME, BOLT) if ref.said in question)
    parsed = understand(question, Scope(companies=companies, periods=find_periods(question)))
    used = parsed.figures * len(values)
    figures = [(at, figure) for at, figure in enumerate(used)]
    operands = {
        pair: Operand("v", Decimal(value), "USD", "F", 1, "F#1.1", str(value))
        for pair, value in zip(figures, values, strict=True)
    }
    return presumed(parsed, figures, operands)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "doubted"),
    [
        ("Acme sales share FY2021", True),
        ("Acme sales per share FY2021", False),
        ("Acme EPS FY2021", False),
        ("Acme dividends per common share FY2021", False),
    ],
)
def test_a_share_is_no_amount_per_share(question: str, doubted: bool) -> None:
    assert bool(reading(question)) is doubted


def test_a_share_of_sales_is_not_of_another_company() -> None:
    assert "other" in reading("Acme's share of sales from Bolt in FY2021")
    assert not reading("Acme's services share of sales in FY2021")


def test_what_rose_is_no_decline() -> None:
    assert "did not fall" in reading("Acme revenue decline FY2021", 5, 7)
    assert not reading("Acme revenue decline FY2021", 7, 5)
    assert not reading("Acme revenue growth FY2021", 5, 7)


def test_what_was_done_is_said_beside_the_figure_or_told() -> None:
    question = "How much revenue did Acme license in FY2021?"
    assert "“license”" in reading(question, 5)
    assert not reading("How much revenue did Acme report in FY2021?", 5)
