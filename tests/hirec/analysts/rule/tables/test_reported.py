from dataclasses import replace
from datetime import date
from decimal import Decimal

from hirec.analysts.rule.tables.reported import reported_cells
from hirec.grounding.tables import standing_of
from hirec.numbers import parse_number
from hirec.types import (
    Cell,
    Column,
    Fact,
    Filing,
    Form,
    Identity,
    Period,
    PeriodRef,
    Row,
    Table,
)

IDENTITY = Identity("Acme", Form.ANNUAL, 2022, None, date(2022, 12, 31))
FILING = Filing("ACME_2022_10K", IDENTITY, "acme", (), 100, 10, "")
YEAR = Period(2022, None, date(2022, 12, 31), 12)
DAY = Period(2022, None, date(2022, 12, 31), 0)
IN_2022 = PeriodRef(Period(2022), "2022")
AT_END = PeriodRef(Period(2022, None, None, 0), "2022")


def cells(
    words: str, asked: PeriodRef, row: Row, period: Period, caption: str
) -> list[tuple[float, int]]:
    table = Table((Column("2022", period),), (row,), caption, "(in millions)", 6, "USD")
    return list(reported_cells(words, asked, table, row, standing_of(table, ""), FILING))


def row(label: str, printed: str, fact: Fact | None = None) -> Row:
    return Row(label, (Cell(printed, parse_number(printed), fact=fact),))


FLOWS = "CONSOLIDATED STATEMENTS OF CASH FLOWS"
BALANCE = "CONSOLIDATED BALANCE SHEETS"
ACCRUED = row("Accrued income taxes", "435")


def test_a_balance_is_not_read_from_a_flow_of_the_same_name() -> None:
    assert cells("accrued income taxes", AT_END, ACCRUED, DAY, BALANCE) == [(1.0, 0)]
    assert cells("accrued income taxes", AT_END, ACCRUED, YEAR, FLOWS) == []


def test_without_a_word_for_it_the_flow_comes_first() -> None:
    ((flow, _),) = cells("accrued income taxes", IN_2022, ACCRUED, YEAR, FLOWS)
    ((balance, _),) = cells("accrued income taxes", IN_2022, ACCRUED, DAY, BALANCE)
    assert flow > balance > 0.9


def test_the_end_of_a_cash_flow_statement_is_a_balance() -> None:
    end = row("Restricted funds, end of year", "7")
    assert cells("restricted funds, end of year", AT_END, end, YEAR, FLOWS) == [(1.0, 0)]


def test_a_name_of_the_lexicon_is_read_in_its_own_statement_only() -> None:
    inventories = row("Inventories", "(50)")
    assert cells("inventories", IN_2022, inventories, YEAR, FLOWS) == []
    assert cells("inventories", IN_2022, inventories, DAY, BALANCE) == [(1.0, 0)]


def test_a_tag_with_a_dimension_is_a_part() -> None:
    fact = Fact("us-gaap:X", Decimal(435), "USD", DAY, dimensions=(("Axis", "Member"),))
    part = row("Accrued income taxes", "435", fact)
    assert cells("accrued income taxes", AT_END, part, DAY, BALANCE) == []
    whole = row("Accrued income taxes", "435", replace(fact, dimensions=()))
    assert cells("accrued income taxes", AT_END, whole, DAY, BALANCE) == [(1.0, 0)]


def test_a_row_under_changes_states_no_balance() -> None:
    moved = replace(row("Partners payable", "(271)"), section="Changes in assets and liabilities:")
    ((flow, _),) = cells("partners payable", IN_2022, moved, YEAR, FLOWS)
    owed = row("Partners payable", "900")
    ((balance, _),) = cells("partners payable", IN_2022, owed, DAY, BALANCE)
    assert balance > flow


def test_brackets_that_turn_a_balance_into_a_flow_are_heeded() -> None:
    flow = row("Short-term borrowings (repayments)", "578")
    assert cells("short-term borrowings (repayments)", IN_2022, flow, YEAR, FLOWS) == [(1.0, 0)]


def test_shares_of_revenue_are_no_revenue() -> None:
    caption = "CONSOLIDATED STATEMENTS OF OPERATIONS"
    amount = row("Total revenues", "100")
    share = Row("Total revenues", (replace(amount.cells[0], unit="%"),))
    assert cells("total revenue", IN_2022, amount, YEAR, caption) == [(1.0, 0)]
    assert cells("total revenue", IN_2022, share, YEAR, caption) == []


def test_a_figure_of_another_fiscal_year_does_not_fit_by_its_calendar_year() -> None:
    period = Period(2022, None, date(2023, 1, 28), 0)
    asked = PeriodRef(Period(2023, None, None, 0), "fiscal 2023", fiscal=True)
    assert cells("accrued income taxes", asked, ACCRUED, period, BALANCE) == []
    plain = PeriodRef(Period(2023, None, None, 0), "2023")
    assert cells("accrued income taxes", plain, ACCRUED, period, BALANCE) == [(0.7, 0)]


def test_a_row_is_known_by_its_tag_where_other_companies_print_the_name_for_it() -> None:
    fact = Fact("us-gaap:RetainedEarningsAccumulatedDeficit", Decimal(435), "USD", DAY)
    kept = row("Surplus of past years", "435", fact)
    ((score, at),) = cells("reinvested earnings", AT_END, kept, DAY, BALANCE)
    assert (score, at) == (0.95, 0)
    assert cells("reinvested earnings", AT_END, row(kept.label, "435"), DAY, BALANCE) == []
    assert cells("spare earnings", AT_END, kept, DAY, BALANCE) == []


def test_a_tag_that_fewer_companies_mean_by_the_name_is_trusted_less() -> None:
    usual = row("A", "9", Fact("us-gaap:ShareBasedCompensation", Decimal(9), "USD", YEAR))
    tag = "us-gaap:DeferredTaxAssetsTaxDeferredExpenseCompensationAndBenefits"
    tag += "ShareBasedCompensationCost"
    rare = row("B", "7", Fact(tag, Decimal(7), "USD", YEAR))
    name = "share-based compensation"
    ((most, _),) = cells(name, IN_2022, usual, YEAR, FLOWS)
    ((few, _),) = cells(name, IN_2022, rare, YEAR, FLOWS)
    assert most - few > 0.06


def test_the_tag_says_what_it_is_whatever_heads_the_column() -> None:
    fact = Fact("us-gaap:X", Decimal(435), "USD", YEAR)
    tagged = row("Accrued income taxes", "435", fact)
    column = Column("2022 Increase (decrease)", YEAR)
    for line, count in ((tagged, 1), (ACCRUED, 0)):
        table = Table((column,), (line,), FLOWS, "(in millions)", 6, "USD")
        standing = standing_of(table, "")
        args = ("accrued income taxes", IN_2022, table, line, standing, FILING)
        assert len(list(reported_cells(*args))) == count


NOTE = "The following table shows the detail of other income and expense"


def test_a_long_name_of_a_statement_is_read_in_a_note_too() -> None:
    income = row("Interest and dividend income", "2,843")
    assert cells("interest and dividend income", IN_2022, income, YEAR, NOTE)
    below = replace(income, section="Leasing segment")
    assert not cells("interest and dividend income", IN_2022, below, YEAR, NOTE)
    assert not cells("net income", IN_2022, row("Net income", "12"), YEAR, NOTE)
