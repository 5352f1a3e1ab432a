from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.programs import contradiction
from hirec.types import Operand, Passage, Program
from tests.hirec.analysts.rule.figures.test_operands import Y21, Y22, passage, table

NOTE = table([("Provision", ["5", "4"])], [Y22, Y21], "Allowance for receivables")
WHOLE = table([("Provision", ["50", "40"])], [Y22, Y21], "Provisions by kind")
OF_A_SEGMENT = table([("Provision", ["50", "40"])], [Y22, Y21], "Brass segment")
OWN = table([("Free cash flow", ["$ 30", "$ 20"])], [Y22, Y21], "What we have left")


def placed(content: object, at: int) -> Passage:
    return replace(passage(content), passage_id=f"ACME_2022_10K#{at}.1", page_number=at)


def program(content: object, row: str, value: str, measure: str = "") -> Program:
    cited = placed(content, 1)
    assert cited.table is not None
    operand = Operand(
        "provision",
        Decimal(value).scaleb(6),
        "USD",
        cited.filing_id,
        1,
        cited.passage_id,
        value,
        scale=6,
        row=row,
        column=cited.table.columns[0].label,
    )
    return Program("answer = provision", (operand,), "USD", measure=measure)


def objection(answer: Program, *contents: object) -> str:
    pages = [placed(content, at) for at, content in enumerate(contents, 1)]

    def every(filing_ids: Sequence[str]) -> list[Passage]:
        return [page for page in pages if page.filing_id in filing_ids]

    return contradiction(answer, answer.operands[0].value, every)


def test_a_larger_number_of_the_same_name_and_period_contradicts_a_note() -> None:
    assert "50" in objection(program(NOTE, "Provision", "5"), NOTE, WHOLE)


@pytest.mark.parametrize("other", [OF_A_SEGMENT, NOTE])
def test_a_part_or_the_same_number_contradicts_nothing(other: object) -> None:
    assert objection(program(NOTE, "Provision", "5"), NOTE, other) == ""


def test_a_part_is_no_contradiction_of_the_whole() -> None:
    assert objection(program(WHOLE, "Provision", "50"), WHOLE, NOTE) == ""


def test_a_measure_that_the_company_prints_otherwise_contradicts_ours() -> None:
    answer = program(NOTE, "Provision", "5", measure="free_cash_flow")
    assert "Free cash flow" in objection(answer, NOTE, OWN)
    assert objection(program(NOTE, "Provision", "30", measure="free_cash_flow"), NOTE, OWN) == ""


def test_a_larger_row_of_the_very_name_contradicts_a_sentence() -> None:
    said = Operand(
        "provision_fy2022",
        Decimal(5).scaleb(6),
        "USD",
        "ACME_2022_10K",
        9,
        "ACME_2022_10K#9.1",
        "$5 million",
        scale=6,
        row="Included in our provision of $5 million at December 31, 2022 are two plants.",
    )
    answer = Program("answer = provision_fy2022", (said,), "USD")
    assert "50" in objection(answer, WHOLE)
    assert objection(answer, NOTE) == ""
    other = replace(said, row="The provision of $5 million was for 2019.")
    assert objection(replace(answer, operands=(other,)), WHOLE) == ""


@pytest.mark.parametrize(
    ("gears", "total", "objected"), [("3", "12", True), ("4", "12", False), ("3", "90", False)]
)
def test_a_whole_that_is_divided_otherwise_contradicts_a_part(
    gears: str, total: str, *, objected: bool
) -> None:
    def by_place(gears: str, pins: str, total: str) -> object:
        rows = [("Gears", [gears, "1"]), ("Pins", [pins, "1"]), ("Total", [total, "2"])]
        return table(rows, [Y22, Y21], "Sales by place")

    shipped, billed = by_place("4", "8", "12"), by_place(gears, "9", total)
    answer = program(shipped, "Gears", "4")
    part = replace(answer.operands[0], cell=(0, 0))
    answer = replace(answer, operands=(part,))
    assert ("divides the same" in objection(answer, shipped, billed)) is objected
