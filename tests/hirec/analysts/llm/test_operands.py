from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.llm.exhibit import Place, show_lines
from hirec.analysts.llm.formulas import write_program
from hirec.analysts.llm.operands import read_operand
from hirec.analysts.llm.replies import figure_reply
from hirec.programs import run, verify
from hirec.settings import SandboxSettings
from hirec.types import (
    Cell,
    Column,
    Intent,
    Passage,
    PassageKind,
    Program,
    ProgramError,
    Query,
    Relation,
    Row,
    Scope,
    Table,
    Verdict,
    WantedFormat,
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
QUESTION = Query(
    "What were net sales?", "What were net sales?", Scope(),
    Intent("", (), (), Relation.LOOKUP, (), True, ()), "", "net sales loss rate capital",
)  # fmt: skip


def exhibit(*passages):
    return show_lines(passages or EVIDENCE, QUESTION, 10_000)


def place_of(printed: str, start: str = "") -> Place:
    """The first place that prints this, in a line that starts so."""
    for place in exhibit().places.values():
        text = place.number.text
        if text == printed and place.line.text.startswith(start):
            return place
    raise LookupError(printed)


def test_no_line_shows_a_mark_that_ends_a_text_of_json_and_its_citation_keeps_it():
    said = 'The Board of Directors ("the Board") approved a plan to lower capital cost.'
    board = replace(LABELLED["P2"], text=said)
    found = exhibit(board)
    assert '"' not in found.shown
    assert [line.citations[0].quote for line in found.lines.values()] == [said]


def test_rows_sentences_and_their_numbers_have_ids():
    shown = exhibit().shown
    assert "| a: Year ended December 31, 2023 | b: Year ended December 31, 2022" in shown
    assert "\n1 Net sales | $ 1,250.5 | 1,000\n2 Net loss | (37) | (37)\n" in shown
    assert "5 Net sales increased [a] 25.1% to [b] $1.25 billion; capital" in shown
    assert "\n5 " in shown
    assert set(exhibit().lines) == {"1", "2", "3", "4", "5"}
    assert set(exhibit().places) == {
        "1a", "1b", "2a", "2b", "3a", "4b", "5a", "5b", "5c",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("printed", "start", "value", "unit"),
    [
        ("1,000", "Net sales", Decimal(10) ** 9, "USD"),
        ("$ 1,250.5", "Net sales", Decimal("1250500000"), "USD"),
        ("(37)", "Net loss", Decimal(-37000000), "USD"),
        ("2.31", "Diluted", Decimal("2.31"), "USD/shares"),
        ("41.2%", "Rate", Decimal("41.2"), "%"),
        ("$1.25 billion", "Net sales", Decimal(1250000000), "USD"),
        ("25.1%", "Net sales", Decimal("25.1"), "%"),
    ],
)
def test_a_place_gives_the_value_at_the_scale_of_the_page(printed, start, value, unit):
    operand = read_operand("A", place_of(printed, start))
    assert (operand.value, operand.unit) == (value, unit)
    written = Program(f"A = {operand.value:f}\nanswer = A\n", (operand,), "")
    assert verify(written, EVIDENCE) == (Verdict.VERIFIED, "")


def program(passages=(), **figure):
    places = exhibit(*passages).places
    reply = figure_reply(list(places)).model_validate({"figure": figure})
    return write_program(reply, places, {}, WantedFormat())


@pytest.mark.parametrize(
    ("op", "cells", "value", "unit"),
    [
        ("value", ["1a"], Decimal("1250500000"), "USD"),
        ("difference", ["1a", "1b"], Decimal("250500000"), "USD"),
        ("percent_change", ["1a", "1b"], Decimal("25.05"), "%"),
        ("percent_of", ["1b", "1a"], Decimal(1000) / Decimal("1250.5") * 100, "%"),
        ("sum", ["1a", "1b"], Decimal("2250500000"), "USD"),
        ("average", ["1a", "1b"], Decimal("1125250000"), "USD"),
        ("which_largest", ["1a", "1b"], "Year ended December 31, 2023", ""),
        ("which_smallest", ["1a", "2a"], "Net loss", ""),
        ("is_higher", ["1a", "1b"], True, ""),
        ("is_lower", ["1a", "1b"], False, ""),
    ],
)
def test_an_operation_over_places_is_a_program(op, cells, value, unit):
    written = program(op=op, cells=cells)
    result = run(written, SandboxSettings()).value
    assert written.unit == unit
    assert result == (pytest.approx(value) if isinstance(value, Decimal) else value)


@pytest.mark.parametrize(
    ("formula", "value", "unit"),
    [
        ("2a / 1a * 100", Decimal(-37) / Decimal("1250.5") * 100, "%"),
        ("2a + 1a", Decimal("1213500000"), "USD"),
        ("1a/1b", Decimal("1.2505"), "ratio"),
    ],
)
def test_a_formula_over_ids_is_a_program(formula, value, unit):
    written = program(op="formula", formula=formula)
    assert written.unit == unit
    assert run(written, SandboxSettings()).value == pytest.approx(value)


def test_each_number_is_listed_with_what_tells_it_apart():
    written = program(op="each", cells=["1a", "1b"])
    assert written.listed
    assert [working.label for working in written.workings] == [c.label for c in TABLE.columns]


@pytest.mark.parametrize(
    "op", [{"op": "ratio", "cells": ["1a", "1a"]}, {"op": "formula", "formula": "9z"}]
)
def test_what_cannot_be_computed_fails_by_name(op):
    with pytest.raises(ProgramError, match="name"):
        run(program(**op), SandboxSettings())


def test_text_of_a_filing_cannot_leave_the_comment_or_the_name_it_stands_in():
    hostile = Table(
        (Column("2022\nA = 42 #"), Column("2021'), (42, 'x")),
        (Row("Sales\nA = 42\n#", (Cell("7", Decimal(7)), Cell("6", Decimal(6)))),),
        scale=6,
        unit_line="(in millions)",
    )
    passage = Passage("X#1.1", "X", 1, PassageKind.TABLE, "X", "", table_json=encode_table(hostile))
    written = program([passage], op="which_largest", cells=["1a", "1b"])
    assert written.source.count("\n") == 3
    assert run(written, SandboxSettings()).value == "2022\nA = 42 #"
