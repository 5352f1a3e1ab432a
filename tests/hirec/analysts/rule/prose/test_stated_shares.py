"""Shares of a whole as sentences state them."""

from decimal import Decimal

import pytest

from hirec.analysts.rule.prose.stated_shares import find_share
from hirec.lexicon import Kind
from hirec.types import Figure, Passage, PassageKind, Period, PeriodRef
from tests.hirec.analysts.rule.figures.test_operands import filing

FILINGS = {"ACME_2022_10K": filing()}
NEED = Figure(
    "net sales Bolt Stores",
    part="Bolt Stores",
    kind=Kind.PERCENT,
    period=PeriodRef(Period(2022), "2022"),
)


@pytest.mark.parametrize(
    ("sentence", "share"),
    [
        ("Bolt Stores accounted for approximately 21% of our net sales in 2022.", 21),
        ("Our largest customer, Bolt Stores, represented 21% of our net sales in 2022.", 21),
        ("Bolt Stores represented 21% of net sales in 2022, 20% in 2021 and 19% in 2020.", 21),
        ("Bolt Stores represented 20% of net sales in 2021, and 21% of net sales in 2022.", 21),
        ("Bolt Stores accounted for 21% of our Lamp net sales in 2022.", None),
        (
            "Our five largest customers, Bolt Stores among them, were 44% of net sales in 2022.",
            None,
        ),
        ("Kite Shops accounted for 21% of our net sales in 2022.", None),
        ("Sales at Bolt Stores grew, and Kite Shops were 21% of our net sales in 2022.", None),
        ("Bolt Stores and Kite Shops accounted for 21% of our net sales in 2022.", None),
        ("Bolt Stores accounted for 21% of our net sales in 2021.", None),
        ("Bolt Stores sold kites at a discount of 21% in 2022.", None),
    ],
)
def test_the_share_of_the_part_named_is_found(sentence: str, share: int | None) -> None:
    told = Passage("ACME_2022_10K#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", sentence)
    found = find_share(NEED, [told], FILINGS)
    assert (found.value if found else None) == (Decimal(share) if share else None)
    assert found is None or found.doubt  # a sentence rounds


def test_two_sentences_that_differ_state_none() -> None:
    sentences = ("Bolt Stores were 21% of net sales.", "Bolt Stores were 24% of net sales.")
    told = [
        Passage(f"ACME_2022_10K#3.{at}", "ACME_2022_10K", 3, PassageKind.TEXT, "", sentence)
        for at, sentence in enumerate(sentences)
    ]
    assert find_share(NEED, told, FILINGS) is None
