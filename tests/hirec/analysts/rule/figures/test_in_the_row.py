"""Another period of a figure, in the row where one was found."""

from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.one_place import in_the_row
from hirec.types import Figure, Operand, Period, PeriodRef
from tests.hirec.analysts.rule.figures.test_operands import passage, table

YEARS = [Period(2023, None, date(2023, 12, 31), 12), Period(2022, None, date(2022, 12, 31), 12)]


def _asked(year: int) -> Figure:
    return Figure("kite sales", period=PeriodRef(Period(year), str(year)))


@pytest.mark.parametrize(
    ("labels", "printed"),
    [
        (["2023", "Net sales 2022", "Assets 2023"], "30"),
        (["2023", "Net sales 2022", "2023"], None),
        (["Assets 2023", "Net sales 2022", "Assets 2023"], None),
    ],
)
def test_the_column_that_says_only_of_when_is_taken_in_doubt(
    labels: list[str], printed: str | None
) -> None:
    periods = [YEARS[0], YEARS[1], YEARS[0]]
    told = passage(table([("Kites", ["30", "20", "90"])], periods, "By product", labels=labels))
    at = Operand("", Decimal(20), "USD", told.filing_id, 1, told.passage_id, "20", cell=(0, 1))
    found = dict(in_the_row([_asked(2023)], {_asked(2022): at}, [told]))
    assert [operand.printed for operand in found.values()] == ([printed] if printed else [])
    assert all(operand.doubt for operand in found.values())
