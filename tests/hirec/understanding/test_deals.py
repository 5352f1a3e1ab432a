"""What was paid for a company, by one name."""

import pytest

from hirec.understanding.deals import priced


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        (
            "How much did Acme pay for Kite Works in 2021?",
            "What was Acme's purchase price of Kite Works in 2021?",
        ),
        (
            "What was the purchase price of Acme's acquisition of Kite Works?",
            "What was the purchase price of Kite Works?",
        ),
        ("need dividends paid for FY2021", None),
        ("What did Acme pay for advertising?", None),
        ("How much did Acme pay for R&D in 2021?", None),
    ],
)
def test_a_price_is_asked_for_by_one_name(question: str, meant: str | None) -> None:
    assert priced(question) == (meant or question)
