"""A name that other companies print, found by the tag of a row of another name."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.grounded import ground_plan
from hirec.analysts.rule.plans.programs import plan
from hirec.types import Cell, Column, CompanyRef, Fact, Row, Scope, Table
from hirec.understanding import understand
from tests.hirec.analysts.rule.figures.test_operands import (
    D22,
    FY22,
    INCOME,
    Y22,
    filing,
    find,
    passage,
)

ACME = CompanyRef("acme", "Acme Corp", "Acme")


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


def test_a_statement_of_equity_answers_by_no_tag() -> None:
    """It states flows on a basis of its own."""
    sheet = _tagged("Goodwill", "AdditionalPaidInCapitalCommonStock")
    equity = replace(sheet, caption="CONSOLIDATED STATEMENTS OF STOCKHOLDERS' EQUITY")
    assert find("as reported capital in excess of par value", FY22, passage(equity)) is None


SALES = "RevenueFromContractWithCustomerExcludingAssessedTax"


@pytest.mark.parametrize(
    ("question", "label", "printed"),
    [
        ("What was Acme's US revenue in 2022?", "", None),
        ("What were Acme's net sales to customers in 2022?", "Net sales to customers", "40"),
    ],
)
def test_a_part_is_not_known_by_the_tag_of_the_whole(
    question: str, label: str, printed: str | None
) -> None:
    """Where it has a row of its own, and of a country at all."""
    fact = Fact(f"us-gaap:{SALES}", Decimal(100).scaleb(6), "USD", Y22)
    rows = [Row("Sales", (Cell("100", Decimal(100), fact=fact),))]
    rows += [Row(label, (Cell("40", Decimal(40)),))] if label else []
    whole = Table((Column("2022", Y22),), tuple(rows), INCOME.caption, "(In millions)", 6, "USD")
    numeric = plan(understand(question, Scope(companies=(ACME,))))
    assert numeric is not None
    filings = {"ACME_2022_10K": filing()}
    found = ground_plan(numeric, [passage(whole)], filings, (), likely=False).operands
    assert {operand.printed for operand in found.values()} == ({printed} if printed else set())
