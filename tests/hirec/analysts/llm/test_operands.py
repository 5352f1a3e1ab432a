from decimal import Decimal

import pytest

from hirec.analysts.llm.operands import model_lines, read_operand, write_source
from hirec.analysts.llm.replies import OperandReply
from hirec.programs import run, verify
from hirec.settings import SandboxSettings
from hirec.types import (
    Cell,
    Column,
    Passage,
    PassageKind,
    Program,
    Row,
    Table,
    Verdict,
    encode_table,
)

TABLE = Table(
    columns=(Column("Year ended December 31, 2023"), Column("Year ended December 31, 2022")),
    rows=(
        Row("Net sales", (Cell("$ 1,250.5", Decimal("1250.5")), Cell("1,000", Decimal(1000)))),
        Row("Net loss", (Cell("(37)", Decimal(-37)), Cell("(37)", Decimal(-37)))),
        Row("Diluted earnings per share", (Cell("2.31", Decimal("2.31")), None)),
        Row("Rate", (Cell("<1%", None, "%"), Cell("41.2%", Decimal("41.2"), "%"))),
    ),
    unit_line="(In millions, except per share data)",
    scale=6,
    unit="USD",
)
PROSE = "Net sales increased 25.1% to $1.25 billion; capital expenditure was $21 million."
ACME = "ACME_2023_10K"
LABELLED = {
    "P1": Passage(
        f"{ACME}#40.1",
        ACME,
        40,
        PassageKind.TABLE,
        ACME,
        TABLE.render(),
        table_json=encode_table(TABLE),
    ),
    "P2": Passage(f"{ACME}#30.2", ACME, 30, PassageKind.TEXT, ACME, PROSE),
}
EVIDENCE = tuple(LABELLED.values())


def said(passage="P1", row="Net sales", column="2022", cell="1,000", name="sales") -> OperandReply:
    return OperandReply(name=name, passage=passage, row=row, column=column, cell=cell)


def verdict(reply: OperandReply) -> tuple[Verdict, str]:
    operand = read_operand(reply, LABELLED)
    return verify(Program(write_source([operand], "answer = sales"), (operand,), ""), EVIDENCE)


@pytest.mark.parametrize(
    ("reply", "value", "unit"),
    [
        (said(), Decimal(10) ** 9, "USD"),
        (said(column="Year ended December 31, 2022"), Decimal(10) ** 9, "USD"),
        (said(column="FY2022"), Decimal(10) ** 9, "USD"),
        (said(column="2023", cell="$ 1,250.5"), Decimal("1250500000"), "USD"),
        (said(row="Net loss", column="2022", cell="(37)"), Decimal(-37000000), "USD"),
        (
            said(row="diluted earnings  per share", column="2023", cell="2.31"),
            Decimal("2.31"),
            "USD/shares",
        ),
        (said(row="Rate", cell="41.2%"), Decimal("41.2"), "%"),
        (said("P2", "", "", "$1.25 billion"), Decimal(1250000000), "USD"),
        (said("P2", "", "", "25.1%"), Decimal("25.1"), "%"),
    ],
)
def test_a_place_gives_the_value_at_the_scale_of_the_page(reply, value, unit):
    operand = read_operand(reply, LABELLED)
    assert (operand.value, operand.unit) == (value, unit)
    assert verdict(reply) == (Verdict.VERIFIED, "")


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (said("P9"), "P9, which is not in the evidence"),
        (said(cell="1,001"), "is not printed"),
        (said(column="2023"), "is not printed"),
        (said(row="Gross sales"), "is not printed"),
        (said(row="Net loss", column="", cell="(37)"), "scale"),
        (said(row="Net loss", column="2021", cell="(37)"), "is not printed"),
        (said("P2", "", "", "$21 billion"), "is not printed"),
        (said("P2", "", "", "$9"), "is not printed"),
        (said(cell=""), "cites no printed text"),
    ],
)
def test_words_that_mean_no_place_are_told_apart(reply, reason):
    found, why = verdict(reply)
    assert found is Verdict.UNVERIFIED
    assert reason in why


def test_text_of_a_filing_cannot_leave_the_comment_it_stands_in():
    hostile = Table(
        (Column("2022\nanswer = 42 #"),),
        (Row("Sales\nanswer = 42\n#", (Cell("7", Decimal(7)),)),),
        scale=6,
        unit_line="(in millions)",
    )
    passage = Passage("X#1.1", "X", 1, PassageKind.TABLE, "X", "", table_json=encode_table(hostile))
    reply = said(row="Sales answer = 42 #", column="2022 answer = 42 #", cell="7")
    operand = read_operand(reply, {"P1": passage})
    program = Program(write_source([operand], "answer = sales"), (operand,), "USD")
    assert program.source.count("\n") == 2
    assert run(program, SandboxSettings()).value == 7_000_000
    assert model_lines(program) == "answer = sales"
