from dataclasses import replace
from datetime import date

import pytest

from hirec.analysts.rule.rewrite import rewrite
from hirec.analysts.rule.segments import choose_part
from hirec.numbers import parse_number
from hirec.periods import find_periods
from hirec.programs import run, verify
from hirec.settings import SandboxSettings
from hirec.types import (
    CannotAnswer,
    Cell,
    Column,
    CompanyRef,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Period,
    Program,
    Query,
    Row,
    Scope,
    Table,
    Verdict,
    encode_table,
)

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
IDENTITY = Identity("Acme, Inc.", Form.ANNUAL, 2022, None, date(2022, 12, 31))
FILINGS = {"ACME_2022_10K": Filing("ACME_2022_10K", IDENTITY, "acme", (), 100, 10, "")}
Y22 = Period(2022, None, date(2022, 12, 31), 12)
Y21 = Period(2021, None, date(2021, 12, 31), 12)
BY_ROW = (
    ("Tools", "", "$ 700", "$ 400"),
    ("Paint", "", "250", "500"),
    ("Corporate and eliminations", "", "(50)", "(40)"),
    ("Total net sales", "", "$ 900", "$ 860"),
)
UNDER_HEADINGS = (
    ("Net sales", "Tools segment:", "700", "400"),
    ("Operating income", "Tools segment:", "20", "80"),
    ("Net sales", "Paint segment:", "250", "500"),
    ("Operating income", "Paint segment:", "30", "10"),
)


def passage(rows: tuple[tuple[str, ...], ...], caption: str, ordinal: int = 1) -> Passage:
    columns = (Column("2022", Y22), Column("2021", Y21), Column("% Change", None))
    body = tuple(
        Row(label, (*(Cell(t, parse_number(t)) for t in printed), None), section)
        for label, section, *printed in rows
    )
    table = Table(columns, body, caption, "(in millions)", 6, "USD")
    return Passage(
        f"ACME_2022_10K#60.{ordinal}",
        "ACME_2022_10K",
        60,
        PassageKind.TABLE,
        "",
        table.render(),
        "Note 9 Segment Information",
        encode_table(table),
    )


def query(question: str) -> Query:
    return rewrite(question, Scope(companies=(ACME,), periods=find_periods(question)))


def chosen(question: str, *passages: Passage) -> Program | None:
    return choose_part(query(question), passages, FILINGS)


SALES = passage(BY_ROW, "Net sales by reportable segment are as follows")
NOTE = passage(UNDER_HEADINGS, "The following table shows our segments", 2)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which Acme segment had the largest net sales in FY2022?", "Tools"),
        ("Which Acme segment had the largest net sales in FY2021?", "Paint"),
        ("Which segment of Acme had the lowest net sales in FY2022?", "Paint"),
        ("Which of Acme's segments had the highest operating income in FY2022?", "Paint"),
    ],
)
def test_the_part_is_named_and_verified(question: str, part: str) -> None:
    program = chosen(question, SALES, NOTE)
    assert program is not None
    assert run(program, SandboxSettings()).value == part
    assert verify(program, [SALES, NOTE]) == (Verdict.VERIFIED, "")
    assert all(operand.scale == 6 and operand.page_number == 60 for operand in program.operands)


def test_other_questions_are_left_to_others() -> None:
    assert chosen("What were Acme's net sales in FY2022?", SALES) is None
    assert chosen("Which segment drove Acme's growth in FY2022?", SALES) is None
    assert chosen("Which Acme segment has the largest plant?", SALES) is None


def test_rows_that_do_not_add_up_are_no_parts() -> None:
    odd = passage((*BY_ROW[:2], ("Total net sales", "", "990", "990")), "Net sales by segment")
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen("Which Acme segment had the largest net sales in FY2022?", odd)


def test_a_reconciliation_has_no_parts() -> None:
    rows = (
        ("Segment operating income", "", "50", "90"),
        ("Interest expense", "", "(10)", "(10)"),
        ("Total operating income", "", "40", "80"),
    )
    table = passage(rows, "Operating income by segment is reconciled as follows")
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen("Which Acme segment had the highest operating income in FY2022?", table)


def test_tables_that_differ_decide_nothing() -> None:
    turned = (("Tools", "", "250", "400"), ("Paint", "", "700", "500"), *BY_ROW[2:])
    other = passage(turned, "Net sales by segment", 3)
    with pytest.raises(CannotAnswer, match="Tables differ"):
        chosen("Which Acme segment had the largest net sales in FY2022?", SALES, other)


def test_another_companys_table_is_not_read() -> None:
    theirs = {"ACME_2022_10K": replace(FILINGS["ACME_2022_10K"], company_key="bolt")}
    with pytest.raises(CannotAnswer):
        choose_part(
            query("Which Acme segment had the largest net sales in FY2022?"), [SALES], theirs
        )
