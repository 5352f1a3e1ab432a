"""What sentences on a deal say was paid."""

from decimal import Decimal

import pytest

from hirec.analysts.rule.prose.deals import find_price
from hirec.types import Figure, Passage, PassageKind
from tests.hirec.analysts.rule.figures.test_operands import filing

FILINGS = {"ACME_2022_10K": filing()}
NEED = Figure("purchase price of Kite Works")


def told(*sentences: str) -> list[Passage]:
    return [
        Passage(f"ACME_2022_10K#3.{at}", "ACME_2022_10K", 3, PassageKind.TEXT, "", sentence)
        for at, sentence in enumerate(sentences)
    ]


@pytest.mark.parametrize(
    ("sentences", "price"),
    [
        (["We acquired Kite Works for approximately $38.5 million in cash."], 38_500_000),
        (["The purchase price for the acquisition of Kite Works was $40 million."], 40_000_000),
        (
            [
                "We acquired Kite Works for $38 million.",
                "The purchase price of the Kite Works acquisition was $40 million.",
            ],
            40_000_000,
        ),
        (["We acquired Kite Works for $38 million.", "We bought Kite Works for $9 million."], None),
        (["We acquired Kite Works, with $5 million of goodwill."], None),
        (["We acquired Kite Works, paid $3 million of tax and bought stock for $5 million."], None),
        (
            ["We acquired Kite Works for $9 per share, at a total equity value of $67 million."],
            67_000_000,
        ),
        (["We acquired Lamp Works for $38 million."], None),
        (["Kite Works sold kites for $38 million."], None),
    ],
)
def test_the_one_price_is_found(sentences: list[str], price: int | None) -> None:
    found = find_price(NEED, told(*sentences), FILINGS)
    assert (found.value if found else None) == (Decimal(price) if price else None)
    assert find_price(Figure("Kite Works"), told(*sentences), FILINGS) is None
