from collections.abc import Callable

import numpy as np
import pytest

from hirec.grounding.joint import PAIR_FEATURES, Assignments, Ranked, pair_features, relation
from hirec.grounding.places import read_sheet
from hirec.grounding.pooling import pool
from hirec.types import CompanyRef, Figure, Filing, Passage, Period, PeriodRef

MakeTable = Callable[..., Passage]

FY22 = PeriodRef(Period(2022), "2022")
FY21 = PeriodRef(Period(2021), "2021")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Figure("fees", period=FY22), Figure("fees", period=FY21), "periods"),
        (Figure("fees", period=FY22), Figure("rent", period=FY22), "figures"),
        (Figure("fees", period=FY22), Figure("rent", period=FY21), "both"),
        (Figure("fees", period=FY22), Figure("fees", row_name=True, period=FY22), ""),
        (Figure("fees", company=CompanyRef("a", "A", "A")), Figure("fees"), ""),
    ],
)
def test_figures_differ_in_period_or_name(one: Figure, other: Figure, expected: str) -> None:
    assert relation(one, other) == expected


def test_cells_of_one_row_share_it_and_their_table_but_no_column(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Fees", "5", "4"))
    first, second = read_sheet(table, filings[table.filing_id]).every()
    figures = Figure("fees", period=FY22), Figure("fees", period=FY21)
    shared = pair_features(figures[0], first, figures[1], second)
    told = {name for name, value in zip(PAIR_FEATURES, shared, strict=True) if value}
    assert {"periods: same_table", "periods: same_row", "periods: same_kind"} <= told
    assert "periods: same_column" not in told


def test_a_row_that_states_the_other_year_otherwise_is_of_another_figure(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Fees paid", "5", "4"), ("Fees due", "7", "6"))
    places = list(read_sheet(table, filings[table.filing_id]).every())
    now = Ranked(Figure("fees", period=FY22), places, pool(places, np.array([2.0, -9, 1.9, -9])))
    then = Ranked(Figure("fees", period=FY21), places, pool(places, np.array([-9, 1.9, -9, 2.0])))
    together = Assignments([now, then], 1.0, np.zeros(len(PAIR_FEATURES))).best()
    assert len({places[one.member].row for one in together}) == 1


def test_figures_of_one_table_rather_stand_in_one_column(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Fees", "5", "4"), ("Rent", "9", "7"))
    places = list(read_sheet(table, filings[table.filing_id]).every())
    fees = Ranked(Figure("fees", period=FY22), places, pool(places, np.array([2.0, 1.9, -9, -9])))
    rent = Ranked(Figure("rent", period=FY22), places, pool(places, np.array([-9, -9, 1.9, 2.0])))
    alone = Assignments([fees, rent], 1.0, np.zeros(len(PAIR_FEATURES))).best()
    weights = np.zeros(len(PAIR_FEATURES))
    weights[PAIR_FEATURES.index("figures: same_column")] = 1.0
    together = Assignments([fees, rent], 1.0, weights).best()
    assert [places[one.member].printed for one in alone] == ["5", "7"]
    assert len({places[one.member].at for one in together}) == 1


def test_a_figure_with_nothing_near_is_left_open() -> None:
    assert (
        Assignments([Ranked(Figure("fees"), (), ())], 1.0, np.zeros(len(PAIR_FEATURES)))
        .best()[0]
        .pool
        is None
    )
