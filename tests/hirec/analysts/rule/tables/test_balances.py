"""Closing balances whose rows bear no name of what they are of."""

from dataclasses import replace
from datetime import date

import pytest

from hirec.analysts.rule.tables.balances import find_balance, followed
from hirec.numbers import parse_number
from hirec.types import (
    Cell,
    Column,
    CompanyRef,
    Figure,
    Filing,
    Form,
    Identity,
    Operand,
    Passage,
    PassageKind,
    Period,
    PeriodRef,
    Row,
    Table,
    encode_table,
)

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
IDENTITY = Identity("Acme, Inc.", Form.ANNUAL, 2022, None, date(2022, 12, 31))
FILINGS = {"ACME": Filing("ACME", IDENTITY, "acme", (), 100, 10, "")}
COLUMNS = tuple(
    Column(str(year), Period(year, None, date(year, 12, 31), 12)) for year in (2022, 2021)
)
MOVES = (
    ("Balance as of January 1", "$ 100", "$ 90"),
    ("Warranties issued", "30", "25"),
    ("Settlements", "(40)", "(15)"),
    ("Balance as of December 31", "$ 90", "$ 100"),
)
CAPTION = "The changes in our product warranties were as follows"


def passage(rows: tuple[tuple[str, ...], ...], caption: str = CAPTION) -> Passage:
    body = tuple(
        Row(label, tuple(Cell(text, parse_number(text)) for text in printed))
        for label, *printed in rows
    )
    table = Table(COLUMNS, body, caption, "(in millions)", 6, "USD")
    text = table.render()
    return Passage(
        "ACME#9.1", "ACME", 9, PassageKind.TABLE, "", text, "Note 9", encode_table(table)
    )


def closed(words: str, year: int, *passages: Passage) -> Operand | None:
    period = PeriodRef(Period(year), str(year))
    return find_balance(Figure(words, company=ACME, period=period), passages, FILINGS)


@pytest.mark.parametrize(("year", "printed"), [(2022, "$ 90"), (2021, "$ 100")])
def test_the_close_of_the_year_is_taken(year: int, printed: str) -> None:
    found = closed("product warranty liability", year, passage(MOVES))
    assert found is not None
    assert (found.printed, found.row) == (printed, "Balance as of December 31")
    assert found.value == 10**6 * {2022: 90, 2021: 100}[year]
    assert "Balance as of December 31" in followed(found)


def test_every_word_has_to_be_said_around_it() -> None:
    assert closed("restructuring liability", 2022, passage(MOVES)) is None
    assert closed("extended product warranty liability", 2022, passage(MOVES)) is None


def test_what_does_not_add_up_is_no_balance_that_is_followed() -> None:
    wrong = (*MOVES[:-1], ("Balance as of December 31", "$ 95", "$ 100"))
    assert closed("product warranty liability", 2022, passage(wrong)) is None
    assert closed("product warranty liability", 2022, passage((MOVES[0], MOVES[-1]))) is None


def test_nothing_is_taken_of_another_company_or_year() -> None:
    assert closed("product warranty liability", 2020, passage(MOVES)) is None
    other = {"ACME": Filing("ACME", IDENTITY, "other", (), 100, 10, "")}
    period = PeriodRef(Period(2022), "2022")
    need = Figure("product warranty liability", company=ACME, period=period)
    assert find_balance(need, [passage(MOVES)], other) is None


def test_two_tables_that_differ_leave_it_open() -> None:
    twice = tuple((label, printed, "") for label, printed, _ in MOVES)
    doubled = tuple(
        (label, str(2 * int(parse_number(printed) or 0)), "") for label, printed, _ in twice
    )
    assert closed("product warranty liability", 2022, passage(MOVES), passage(doubled)) is None


def test_a_row_that_says_the_end_of_the_year_is_a_close() -> None:
    rows = (
        ("Product warranties—beginning of period", "$ 100", "$ 90"),
        *MOVES[1:3],
        ("Product warranties—end of period", "$ 90", "$ 100"),
    )
    found = closed("product warranties", 2022, passage(rows))
    assert found is not None
    assert found.printed == "$ 90"


def test_subtotals_do_not_count_twice() -> None:
    rows = (
        MOVES[0],
        ("Tools", "10", "5"),
        ("Paint", "20", "20"),
        ("Total warranties issued", "30", "25"),
        *MOVES[2:],
    )
    found = closed("product warranties", 2022, passage(rows))
    assert found is not None
    assert found.printed == "$ 90"


def test_a_column_may_say_more_than_is_asked_but_not_another_thing() -> None:
    named = tuple(
        replace(column, label=f"{label} {column.label}")
        for column, label in zip(COLUMNS, ("Severance and benefits", "Other costs"), strict=True)
    )
    moves = passage(MOVES, "The changes in our restructuring liability were as follows")
    table = moves.table
    assert table is not None
    both = replace(moves, table_json=encode_table(replace(table, columns=named)))
    found = closed("restructuring liability for severance", 2022, both)
    assert found is not None
    assert found.printed == "$ 90"
    assert closed("restructuring liability for contracts", 2022, both) is None


def test_a_row_may_say_its_name_and_its_day() -> None:
    rows = (
        ("Warranty reserves January 1, 2022", "$ 100", "$ 7"),
        *((label, value, "1") for label, value, _ in MOVES[1:3]),
        ("Warranty reserves December 31, 2022 (1)", "$ 90", "$ 8"),
    )
    found = closed("warranty reserves", 2022, passage(rows, "The activity was as follows"))
    assert found is not None
    assert found.printed == "$ 90"


def test_a_segments_goodwill_stands_below_its_name() -> None:
    columns = (Column("Tools", None), Column("Paint", None), Column("Total", None))
    rows = (
        ("Balance at December 31, 2021", ("$ 847", "$ 492", "$ 1,339")),
        ("Acquisitions", ("1", "3", "4")),
        ("Balance at December 31, 2022 - net (1)", ("$ 848", "$ 495", "$ 1,343")),
    )
    body = tuple(
        Row(label, tuple(Cell(text, parse_number(text)) for text in printed))
        for label, printed in rows
    )
    caption = "The following table shows goodwill"
    table = Table(columns, body, caption, "(in millions)", 6, "USD")
    place = ("ACME#9.1", "ACME", 9, PassageKind.TABLE, "")
    note = Passage(*place, table.render(), "Note 9", encode_table(table))
    period = PeriodRef(Period(end=date(2022, 12, 31), months=0), "December 31, 2022")
    need = Figure("goodwill Paint segment", company=ACME, period=period)
    found = find_balance(need, [note], FILINGS)
    assert found is not None
    assert (found.printed, found.column) == ("$ 495", "Paint")
    assert find_balance(replace(need, words="goodwill Garden segment"), [note], FILINGS) is None


def test_a_balance_below_the_name_needs_no_moves() -> None:
    section = "Kite paper"
    rows = (
        Row("Balance at the end of the year", (Cell("$ 90", parse_number("$ 90")),) * 2, section),
        Row("Monthly average balance", (Cell("70", parse_number("70")),) * 2, section),
    )
    table = Table(COLUMNS, rows, "Borrowings", "(in millions)", 6, "USD")
    place = ("ACME#9.1", "ACME", 9, PassageKind.TABLE, "")
    note = Passage(*place, table.render(), "Note 9", encode_table(table))
    found = closed("kite paper", 2022, note)
    assert found is not None
    assert found.printed == "$ 90"
    assert closed("paper", 2022, note) is None
