from datetime import date

import pytest

from hirec.periods import find_dates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dated 1st July 2022", [date(2022, 7, 1)]),
        ("held on May 3, 2023 and May 26 , 2023", [date(2023, 5, 3), date(2023, 5, 26)]),
        ("January\n28,\n2023", [date(2023, 1, 28)]),
        ("2023-02-02 and 4/25/2023", [date(2023, 2, 2), date(2023, 4, 25)]),
        ("Sept. 30, 2022; Sept. 30, 2022", [date(2022, 9, 30)]),
        ("June 31, 2022", []),
        ("May we report 12 items in 2022?", []),
    ],
)
def test_find_dates(text: str, expected: list[date]) -> None:
    assert list(find_dates(text)) == expected
