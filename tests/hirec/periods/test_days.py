from datetime import date

import pytest

from hirec.periods.days import days_named, is_of_days


@pytest.mark.parametrize(
    ("label", "first", "last"),
    [
        ("June 1-30, 2023", (2023, 6, 1), (2023, 6, 30)),
        ("6/1/23 - 6/30/23", (2023, 6, 1), (2023, 6, 30)),
        ("May 28, 2023 through July 1, 2023", (2023, 5, 28), (2023, 7, 1)),
        ("December 31, 2022 to February 3, 2023", (2022, 12, 31), (2023, 2, 3)),
        ("June", (2023, 6, 1), (2023, 6, 30)),
        ("Month of June 2023", (2023, 6, 1), (2023, 6, 30)),
        ("February 29, 2023", (2023, 2, 28), (2023, 2, 28)),
    ],
)
def test_a_label_made_of_days_is_read_as_these(
    label: str, first: tuple[int, int, int], last: tuple[int, int, int]
) -> None:
    assert days_named(label, 2023) == (date(*first), date(*last))


@pytest.mark.parametrize(
    "label", ["Total", "2023", "May 2015 ASR", "June 1-30, 2022", "13/45/23", "Notes due June 2023"]
)
def test_a_label_that_says_more_or_another_year_names_no_days(label: str) -> None:
    assert days_named(label, 2023) is None


def test_days_of_any_year_make_a_row_of_days() -> None:
    assert is_of_days("8/1/24 - 8/31/24")
    assert not is_of_days("Open market purchases")
