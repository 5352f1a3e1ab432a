from functools import partial

import pytest

from hirec.analysts.rule.tables.due_windows import read_due
from hirec.grounding.schedules import due_fits, stretches
from hirec.types import CannotAnswer, Scope
from hirec.understanding import understand
from tests.hirec.analysts.rule.figures import test_operands as two_days
from tests.hirec.analysts.rule.tables.test_schedules import ACME, filing
from tests.hirec.analysts.rule.tables.test_schedules import passage as table_of

FILINGS = {f"ACME_{year}_10K": filing(year) for year in (2021, 2023)}
passage = partial(table_of, year=2023)


LEASES = passage(
    [
        ("2024", "50", "9"),
        ("2025", "40", "8"),
        ("2026", "30", "7"),
        ("Thereafter", "80", "6"),
        ("Total lease payments", "200", "30"),
    ],
    ("Operating leases", "Finance leases"),
    "Maturities of lease liabilities",
)
OBLIGATIONS = passage(
    [
        ("Long-term debt", "900", "100", "300", "500"),
        ("Purchase obligations", "60", "10", "20", "30"),
    ],
    ("Total", "Less than 1 year", "1-3 years", "More than 3 years"),
    "Contractual obligations, payments due by period",
)


def test_years_after_one_are_added_up_of_one_schedule() -> None:
    asked = "How much of Acme's operating lease payments is due after 2025?"
    program = read_due(understand(asked, Scope((ACME,))), [LEASES], FILINGS)
    assert [one.value for one in program.operands] == [30_000_000, 80_000_000]
    assert program.source.splitlines()[-1].count("+") == 1
    assert "December 31, 2023" in program.doubt


def test_a_share_is_of_the_total_that_the_years_add_up_to() -> None:
    asked = "What share of Acme's operating lease payments is due thereafter?"
    program = read_due(understand(asked, Scope((ACME,))), [LEASES], FILINGS)
    assert [one.value for one in program.operands] == [80_000_000, 200_000_000]


@pytest.mark.parametrize("last", ["After 2025", "2026 and thereafter", "Thereafter"])
def test_the_last_stretch_is_of_all_later_years(last: str) -> None:
    found = stretches(["2023", "2024", "2025", last])
    assert found is not None
    assert (found.run[-1].first, found.run[-1].last) == (2026, None)


def test_a_schedule_of_two_days_is_read_for_the_one_asked_about() -> None:
    rows: list[tuple[str, list[str | None]]] = [
        ("Less than one year", ["50", "9"]),
        ("Due after one year and through 3 years", ["40", "8"]),
        ("Due after 3 years and through 5 years", ["30", "7"]),
        ("Due after five years", ["80", "6"]),
    ]
    caption = "The expected timing of payments for content obligations"
    days = two_days.passage(two_days.table(rows, [two_days.D22, two_days.D21], caption))
    for when, million in (
        ("after five years at December 31, 2022", 80),
        ("after five years", 80),
        ("within one year at December 31, 2021", 9),
    ):
        asked = f"How much of Acme's content obligations is due {when}?"
        own = {"ACME_2022_10K": two_days.filing()}
        program = read_due(understand(asked, Scope((ACME,))), [days], own)
        cells = {one.printed: one.value for one in program.operands}
        assert cells[str(million)] == million * 1_000_000
        assert program.source.splitlines()[-1].count("+") == 0


def test_a_rows_name_that_says_a_stretch_is_a_figure() -> None:
    asked = "What was Acme's long-term debt due within one year in 2023?"
    parsed = understand(asked, Scope((ACME,)))
    assert parsed.due is None
    assert [one.concept for one in parsed.figures] == ["current_portion_long_term_debt"]


def test_without_such_a_total_the_years_themselves_are_all_and_the_answer_says_so() -> None:
    rows = [("2024", "10"), ("2025", "20"), ("Thereafter", "70"), ("Total", "95")]
    debt = passage(rows, ("",), "Maturities of long-term debt")
    asked = "What portion of Acme's long-term debt matures before 2026?"
    program = read_due(understand(asked, Scope((ACME,))), [debt], FILINGS)
    assert sorted(one.value for one in program.operands) == [10_000_000, 20_000_000, 70_000_000]
    assert "add up to" in program.doubt


@pytest.mark.parametrize(
    ("asked", "values"),
    [
        ("How much of Acme's long-term debt is due within one year?", [100_000_000]),
        (
            "How much of Acme's long-term debt is due in the next 3 years?",
            [100_000_000, 300_000_000],
        ),
        ("Acme purchase obligations due after 3 years", [30_000_000]),
    ],
)
def test_years_counted_from_the_schedule_are_met_by_its_columns(
    asked: str, values: list[int]
) -> None:
    program = read_due(understand(asked, Scope((ACME,))), [OBLIGATIONS], FILINGS)
    assert [one.value for one in program.operands] == values


@pytest.mark.parametrize(
    "asked",
    [
        "How much of Acme's long-term debt is due within two years?",  # inside a column
        "How much of Acme's long-term debt matures after 2025?",  # no year is printed
        "Acme lease payments due after 2025",  # operating and finance ones differ
        "Acme pension payments due after 2025",  # nothing is of them
    ],
)
def test_what_no_schedule_parts_so_is_refused(asked: str) -> None:
    with pytest.raises(CannotAnswer):
        read_due(understand(asked, Scope((ACME,))), [LEASES, OBLIGATIONS], FILINGS)


def test_the_newest_report_counts_but_where_the_question_says_which() -> None:
    rows = [("2022", "1"), ("2023", "2"), ("2024", "3"), ("Thereafter", "4"), ("Total", "10")]
    old = passage(rows, ("Operating leases",), "Maturities of lease liabilities", year=2021)
    ours = [LEASES, old]
    question = "How much of Acme's operating lease payments is due thereafter"
    newest = read_due(understand(question, Scope((ACME,))), ours, FILINGS)
    assert newest.operands[0].value == 80_000_000
    told = read_due(understand(f"{question} as of the end of 2021", Scope((ACME,))), ours, FILINGS)
    assert told.operands[0].value == 4_000_000


@pytest.mark.parametrize(
    "labels",
    [
        ("2024", "2025"),
        ("2024", "2026", "2028"),
        ("Cost", "2024", "2025"),
        ("2021", "2020", "2019"),
    ],
)
def test_years_that_do_not_follow_are_no_stretches(labels: tuple[str, ...]) -> None:
    assert stretches(labels) is None


def test_schedules_are_looked_for_where_a_window_is_asked_for() -> None:
    other = passage([("2024", "5")], ("Revenue",), "Revenue")
    parsed = understand("Acme lease payments due after 2025", Scope((ACME,)))
    fits = due_fits(parsed, [LEASES, OBLIGATIONS, other])
    assert fits[0] > fits[1] > fits[2] == 0
