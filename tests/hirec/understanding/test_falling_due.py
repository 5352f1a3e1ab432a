"""A year that lies behind the day a figure is told of is the year in which it falls due."""

from dataclasses import replace

import pytest

from hirec.types import CompanyRef, Figure, Operation, Period, Scope
from hirec.understanding import understand
from hirec.understanding.annotate import annotate
from hirec.understanding.falling_due import due_spans

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")


def only(question: str) -> Figure:
    (figure,) = understand(question, Scope((ACME,))).figures
    return figure


@pytest.mark.parametrize(
    "question",
    [
        "Acme operating lease payments due in fiscal 2025 as of June 30, 2022",
        "Operating lease payments Acme owes in fiscal 2025, as of June 30, 2022",
        "Acme operating lease commitments fiscal 2025, as of June 30, 2022",
        "Acme lease maturities in fiscal 2025 at June 30, 2022",
    ],
)
def test_a_later_year_is_when_it_falls_due(question: str) -> None:
    figure = only(question)
    assert figure.period is not None
    assert figure.told is not None
    assert (figure.period.period.fiscal_year, figure.told.said) == (2025, "June 30, 2022")


def test_the_filing_named_says_when_it_was_told() -> None:
    figure = only(
        "How much principal on Acme's notes falls due in 2019, per the 2016 annual report?"
    )
    assert figure.told is not None
    assert figure.told.period == Period(2016)


@pytest.mark.parametrize("told", ["as of June 30, 2022", "per the FY22 annual report"])
def test_every_year_of_a_list_is_one_in_which_it_falls_due(told: str) -> None:
    question = f"Acme note principal due in fiscal 2023, 2024 and 2025 combined, {told}"
    found = understand(question, Scope((ACME,)))
    assert [ref.period.fiscal_year for ref in found.periods] == [2023, 2024, 2025]
    assert found.operation is Operation.SUM
    (figure,) = found.figures
    assert figure.told is not None
    assert figure.told.period.label() in ("2022-06-30", "FY2022")


def test_an_earlier_year_beside_a_day_is_no_due_year() -> None:
    assert only("Acme lease liabilities 2021, as of June 30, 2022").told is None


def test_a_period_that_points_at_none_is_no_due_year() -> None:
    clause = annotate("lease payments as of June 30, 2022 in that year 2024", (), (), ())
    periods = [span for span in clause.spans if span.periods]
    assert len(periods) == 2
    pointing = [periods[0], replace(periods[1], periods=())]
    assert due_spans(clause, pointing, [Figure("lease payments")]) == []
    assert due_spans(clause, periods, [Figure("lease payments")]) == [periods[1]]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Acme purchase commitments for 2025, as listed at the end of 2022", "2022"),
        (
            "Rent Acme must pay in 2025, per its lease schedule at December 31 2022",
            "December 31 2022",
        ),
        (
            "Acme amortization expected for fiscal 2025, going by its fiscal 2022 report",
            "fiscal 2022",
        ),
    ],
)
def test_a_schedule_tells_of_its_own_day(question: str, told: str) -> None:
    figure = only(question)
    assert figure.period is not None
    assert figure.told is not None
    assert (figure.period.period.fiscal_year, figure.told.said) == (2025, told)
