"""Statements of others behind a registrant's own, told by the whole filing."""

from hirec.grounding.affiliates import with_affiliates
from hirec.grounding.tables import standing_of
from hirec.types import Passage
from tests.hirec.analysts.rule.figures.test_operands import D21, D22, Y22, passage, table

CAPTION = "CONSOLIDATED BALANCE SHEETS"
OWN = table(
    [("Inventories", ["250", "240"]), ("Total assets", ["900", "880"])], [D22, D21], CAPTION
)
OTHERS = table(
    [("Inventories", ["60", "71"]), ("Total assets", ["500", "450"])], [D22, D21], CAPTION
)
YEAR = table([("Net sales", ["1,000"])], [Y22], "CONSOLIDATED STATEMENTS OF INCOME")


def is_primary(one: Passage) -> bool:
    assert one.table is not None
    return standing_of(one.table, one.section).primary


def test_a_statement_that_contradicts_an_earlier_one_is_of_others() -> None:
    own, others = with_affiliates([passage(OWN, 52), passage(OTHERS, 107)])
    assert is_primary(own)
    assert not is_primary(others)
    assert others.section in others.title


def test_a_statement_told_again_stays_the_registrant_s() -> None:
    assert all(map(is_primary, with_affiliates([passage(OWN, 52), passage(OWN, 107)])))


def test_a_statement_of_another_length_contradicts_none() -> None:
    quarter = table(
        [("Net sales", ["300"])],
        [Y22.__class__(2022, 4, Y22.end, 3)],
        "CONSOLIDATED STATEMENTS OF INCOME",
    )
    assert all(map(is_primary, with_affiliates([passage(quarter, 5), passage(YEAR, 6)])))
