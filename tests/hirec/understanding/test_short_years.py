"""Two digits behind a company's name are a year where no other period is said."""

import pytest

from hirec.understanding import with_year


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("acme 21 op income", "acme 2021 op income"),
        ("Acme's 98 sales", "Acme's 1998 sales"),
        ("acme 10 largest customers", None),
        ("acme 21 store sales 2022", None),
        ("bolt 21 op income", None),
        ("acme 12 months", None),
    ],
)
def test_two_digits_are_a_year(question: str, read: str | None) -> None:
    assert with_year(question, ["Acme"]) == (read or question)
