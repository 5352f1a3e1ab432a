from datetime import date

import pytest

from hirec.periods import find_periods
from hirec.stages.months import with_quarters
from hirec.types import Figure, Form, Identity, Operation, ParsedQuestion, Scope
from tests.hirec.stages.covers import Covers, Held


def filed(form: Form, year: int, end: date, quarter: int | None = None) -> Held:
    return Held(Identity("Corvanta Foods, Inc.", form, year, quarter, end, cik="C"))


QUARTER = filed(Form.QUARTERLY, 2024, date(2023, 7, 1), 1)
YEAR = filed(Form.ANNUAL, 2023, date(2023, 3, 31))
INVENTORIES, REVENUE = Figure("inventories", "inventories"), Figure("revenue", "revenue")


def read(said: str, figure: Figure, *held: Held) -> tuple[list[str], bool]:
    index = Covers({f"F{at}": one for at, one in enumerate(held)})
    periods = find_periods(said)
    scope = Scope(companies=index.companies.find("Corvanta Foods")[0], periods=periods)
    parsed = ParsedQuestion("", Operation.VALUE, (figure,), scope.companies, periods)
    parsed, scope = with_quarters(parsed, scope, index)  # type: ignore[arg-type]
    assert parsed.periods == scope.periods
    return [ref.period.label() for ref in scope.periods], scope.partial


@pytest.mark.parametrize(
    ("figure", "held", "periods", "doubted"),
    [
        (INVENTORIES, [QUARTER, YEAR], ["Q1 FY2024"], False),
        (REVENUE, [QUARTER], ["Q1 FY2024"], True),
        (REVENUE, [QUARTER, YEAR], ["FY2023"], False),  # it may be the year of an event
        (INVENTORIES, [YEAR], ["FY2023"], False),
    ],
)
def test_a_month_is_the_quarter_that_closes_in_it(
    figure: Figure, held: list[Held], periods: list[str], *, doubted: bool
) -> None:
    assert read("June 2023", figure, *held) == (periods, doubted)


def test_what_is_said_in_full_stays() -> None:
    assert read("fiscal 2023", INVENTORIES, QUARTER, YEAR) == (["FY2023"], False)
    assert read("May 2023", INVENTORIES, QUARTER, YEAR) == (["FY2023"], False)


def test_a_figure_with_a_month_of_its_own_is_of_the_quarter_that_its_company_closes() -> None:
    index = Covers({"F0": QUARTER, "F1": YEAR})
    (company,) = index.companies.find("Corvanta Foods")[0]
    (month,) = find_periods("June 2023")
    own = Figure("inventories", "inventories", company=company, period=month)
    scope = Scope(companies=(company,), periods=(month,))
    parsed = ParsedQuestion("", Operation.LARGEST, (own,), scope.companies, scope.periods)
    parsed, _ = with_quarters(parsed, scope, index)  # type: ignore[arg-type]
    (figure,) = parsed.figures
    assert figure.period is not None
    assert figure.period.period.label() == "Q1 FY2024"
