"""Rows of a month are found by the month that a question names."""

from collections.abc import Callable

import pytest

from hirec.grounding.months import has_month, is_of_month, of_month
from hirec.grounding.places import Place, read_sheet
from hirec.periods import find_periods
from hirec.types import Figure, Filing, Passage

MakeTable = Callable[..., Passage]
ROWS = (
    ("October 30 - November 26, 2022", "21", "1"),
    ("November 27 - December 31, 2022", "34", "2"),
    ("Total", "55", "3"),
)


def asked(when: str) -> Figure:
    (period,) = find_periods(when)
    return Figure("shares bought", period=period)


@pytest.fixture
def places(make_table: MakeTable, filings: dict[str, Filing]) -> list[Place]:
    passage = make_table(*ROWS)
    return [*read_sheet(passage, filings[passage.filing_id]).every()]


@pytest.mark.parametrize(
    ("when", "label"), [("in November 2022", ROWS[0][0]), ("in December 2022", ROWS[1][0])]
)
def test_the_row_with_most_days_in_a_month_is_of_it(
    when: str, label: str, places: list[Place]
) -> None:
    figure = asked(when)
    kept = of_month(figure, places)
    assert {place.label for place in kept} == {label}
    assert all(is_of_month(figure, place) for place in kept)


@pytest.mark.parametrize("when", ["in 2022", "in March 2022", "in November 2021"])
def test_without_a_row_of_the_month_every_place_stays(when: str, places: list[Place]) -> None:
    assert [*of_month(asked(when), places)] == places


def test_evidence_is_known_to_have_the_month(make_table: MakeTable) -> None:
    passage = make_table(*ROWS)
    assert has_month(asked("in December 2022").period, [passage])
    assert not has_month(asked("in 2022").period, [passage])
    assert not has_month(None, [passage])
