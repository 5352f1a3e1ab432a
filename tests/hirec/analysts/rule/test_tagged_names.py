"""A name that other companies print, found by the tag of a row of another name."""

from decimal import Decimal

from hirec.types import Cell, Column, Fact, Row, Table
from tests.hirec.analysts.rule.test_operands import D22, FY22, find, passage


def _tagged(*tags: str) -> Table:
    """A balance sheet with a row of a name of its own for each tag, all of other amounts."""
    rows = tuple(
        Row(f"Line {at}", (Cell(f"{at}00", Decimal(at * 100), fact=_fact(tag, at)),))
        for at, tag in enumerate(tags, start=1)
    )
    return Table((Column("2022", D22),), rows, "BALANCE SHEETS", "(In millions)", 6, "USD")


def _fact(tag: str, at: int) -> Fact:
    return Fact(f"us-gaap:{tag}", Decimal(at * 100).scaleb(6), "USD", D22)


def test_a_tag_answers_for_a_name_that_others_print_and_its_row_is_told() -> None:
    sheet = _tagged("Goodwill", "AdditionalPaidInCapitalCommonStock")
    found = find("as reported capital in excess of par value", FY22, passage(sheet))
    assert found is not None
    assert found.value == Decimal(200).scaleb(6)
    assert "Line 2" in found.doubt


def test_two_tags_that_a_name_may_as_well_mean_answer_nothing() -> None:
    sheet = _tagged("AdditionalPaidInCapital", "AdditionalPaidInCapitalCommonStock")
    assert find("as reported capital in excess of par value", FY22, passage(sheet)) is None
