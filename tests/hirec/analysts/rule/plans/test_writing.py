from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.programs import plan, refused, write_program
from hirec.periods import find_periods
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import CannotAnswer, CompanyRef, Figure, Operand, Scope
from hirec.understanding import understand
from tests.hirec.analysts.rule.plans.test_programs import answer

ACME = CompanyRef("1", "Acme Corp", "Acme")


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How much did Acme's revenue grow from FY2020 to FY2021?", ["FY2020", "FY2021"]),
        ("What was Acme's revenue in FY2021?", []),
    ],
)
def test_a_change_over_time_shows_what_it_is_between(question: str, shown: list[str]) -> None:
    found = plan(understand(question, Scope(companies=(ACME,), periods=find_periods(question))))
    assert found is not None
    figures = {
        need: Operand("x", Decimal(at + 5), "USD", "F", 1, "F#1.1", str(at + 5))
        for at, need in enumerate(found.figures)
    }
    program = write_program(found, figures)
    assert [working.label for working in program.workings] == shown


@pytest.mark.parametrize(
    ("question", "values", "change"),
    [
        ("By how much did Acme's revenue fall in FY2021?", ("50", "40"), Decimal(-20)),
        ("How much lower was Acme's revenue in FY2021 than in FY2020?", ("50", "40"), Decimal(-20)),
        ("By how much did Acme's revenue change in FY2021?", ("-50", "40"), None),
        ("How much lower was Acme's revenue in FY2021 than its cost of revenue?", None, None),
    ],
)
def test_a_change_of_an_amount_is_told_in_percent_as_well(
    question: str, values: tuple[str, str] | None, change: Decimal | None
) -> None:
    found = plan(understand(question, Scope(companies=(ACME,), periods=find_periods(question))))
    assert found is not None
    cells: dict[Figure, Operand] = {}
    for at, need in enumerate(found.figures):
        later = need.period is not None and need.period.period.fiscal_year == 2021
        text = values[later] if values else str(at + 5)
        cells[need] = Operand("x", Decimal(text), "USD", "F", 1, "F#1.1", text)
    program = write_program(found, cells)
    told = [one.expression for one in program.workings if one.label == "change"]
    runs = (replace(program, source=f"{program.source}answer = {one}\n") for one in told)
    results = [run(one, SandboxSettings()) for one in runs]
    assert [result.value for result in results] == ([] if change is None else [change])


def test_one_name_under_a_heading_for_each_year_is_another_cell_each() -> None:
    question = "What was the average of Acme's revenue in FY2020 and FY2021?"
    found = plan(understand(question, Scope(companies=(ACME,), periods=find_periods(question))))
    assert found is not None

    def average(*printed: str) -> object:
        cells: dict[Figure, Operand] = {}
        for need in found.figures:
            text = printed[need.period is not None and need.period.period.fiscal_year == 2021]
            cells[need] = Operand(
                "x", Decimal(text), "USD", "F", 1, "F#1.1", text, row="A", column="North"
            )
        return write_program(found, cells)

    assert average("5", "7")
    with pytest.raises(CannotAnswer, match="not stated for each"):
        average("5", "5")


@pytest.mark.parametrize(
    "question",
    [
        "By what percent did Acme's net income change from FY2020 to FY2021?",
        "Did Acme's net income more than triple from FY2020 to FY2021?",
        "Did Acme's net income grow by more than 10% in FY2021?",
    ],
)
@pytest.mark.parametrize(("before", "after", "doubted"), [(-5, 7, True), (5, 7, False)])
def test_a_rate_of_change_through_zero_is_in_doubt(
    question: str, before: int, after: int, doubted: bool
) -> None:
    found = plan(understand(question, Scope(companies=(ACME,), periods=find_periods(question))))
    assert found is not None
    figures = {}
    for need in found.figures:
        value = before if need.period and need.period.period.fiscal_year == 2020 else after
        figures[need] = Operand("x", Decimal(value), "USD", "F", 1, "F#1.1", str(value))
    assert bool(write_program(found, figures).doubt) is doubted


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Did Acme's net loss increase in FY2021?", True),
        ("Was Acme's net loss larger in FY2021 than in FY2020?", True),
        ("By how much did Acme's net loss change in FY2021?", Decimal(20)),
        ("Did Acme's net income increase in FY2021?", False),
    ],
)
def test_a_loss_is_the_larger_the_less_is_left(question: str, expected: object) -> None:
    assert answer(question, {"net_income FY2020": "-100", "net_income FY2021": "-120"}) == expected


@pytest.mark.parametrize(
    ("asked", "times"),
    [
        ("In how many of the years 2019 to 2021 did Acme's revenue exceed $50 million?", 2),
        ("How many years from 2019 to 2021 did Acme's revenue exceed $90 million?", 0),
        ("In how many of the years 2019 to 2021 did Acme's revenue grow by more than 10%?", 2),
    ],
)
def test_how_often_a_bound_was_kept_to_is_counted(asked: str, times: int) -> None:
    said = {"2018": "35000000", "2019": "40000000", "2020": "60000000", "2021": "60000001"}
    values = {f"revenue FY{year}": amount for year, amount in said.items()}
    assert answer(asked, values) == times


@pytest.mark.parametrize(
    "question",
    [
        "In how many years did Acme's revenue exceed $50 million?",
        "How many quarters did Acme's revenue exceed $1.7 billion in 2023?",
    ],
)
def test_how_often_in_no_years_that_are_said_is_asked_back(question: str) -> None:
    with pytest.raises(CannotAnswer, match="of which years"):
        raise refused(
            understand(question, Scope(companies=(ACME,), periods=find_periods(question)))
        )


def test_two_figures_that_are_one_cell_are_not_computed_with() -> None:
    question = "What was Acme's coin revenue minus coin costs in FY2021?"
    found = plan(understand(question, Scope(companies=(ACME,), periods=find_periods(question))))
    assert found is not None
    one = Operand("x", Decimal(5), "USD", "F", 1, "F#1.1", "5", row="Coin revenue", column="2021")
    with pytest.raises(CannotAnswer, match="Coin revenue"):
        write_program(found, dict.fromkeys(found.figures, one))
