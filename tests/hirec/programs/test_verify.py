"""Every number of a program against the page it cites."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.programs import verify
from hirec.types import (
    Cell,
    Column,
    Fact,
    Operand,
    Passage,
    PassageKind,
    Period,
    Program,
    Reach,
    Row,
    ScaleSource,
    Table,
    Verdict,
    encode_table,
)

TABLE = Table(
    columns=(Column("2023"), Column("2022")),
    rows=(
        Row("Net sales", (Cell("$ 1,250.5", Decimal("1250.5")), Cell("1,000", Decimal(1000)))),
        Row("Net loss", (Cell("(37)", Decimal(-37)), Cell("—", Decimal(0)))),
        Row("Diluted earnings per share", (Cell("2.31", Decimal("2.31")), None)),
        Row("Gross margin", (Cell("41.2%", Decimal("41.2"), "%"), None)),
        Row("Weighted average shares", (Cell("503", Decimal(503)), None)),
        Row("Number of stores at end of year", (Cell("812", Decimal(812)), None)),
    ),
    caption="CONSOLIDATED STATEMENTS OF OPERATIONS",
    unit_line="(In millions, except per share data)",
    scale=6,
    unit="USD",
)
PROSE = (
    "Net sales increased 25.1% to $1.25 billion in fiscal 2023, and the Company repurchased "
    "12,345 shares; capital expenditure was $21.25 million."
)


def table_passage(table: Table = TABLE) -> Passage:
    return Passage(
        "ACME_2023_10K#40.1",
        "ACME_2023_10K",
        40,
        PassageKind.TABLE,
        "ACME · 10-K · FY2023",
        table.render(),
        table_json=encode_table(table),
    )


PROSE_PASSAGE = Passage(
    "ACME_2023_10K#30.2", "ACME_2023_10K", 30, PassageKind.TEXT, "ACME · 10-K · FY2023", PROSE
)
EVIDENCE = (table_passage(), PROSE_PASSAGE)
SALES = Operand(
    "sales_2023", Decimal("1250500000"), "USD", "ACME_2023_10K", 40, "ACME_2023_10K#40.1",
    "$ 1,250.5", 6, "Net sales", "2023",
)  # fmt: skip
PRIOR = replace(SALES, name="sales_2022", value=Decimal("1e9"), printed="1,000", column="2022")
SAID = Operand(
    "said", Decimal("1.25e9"), "USD", "ACME_2023_10K", 30, "ACME_2023_10K#30.2", "$1.25 billion", 9
)


def judged(source: str, *operands: Operand) -> tuple[Verdict, str]:
    return verify(Program(source, operands, "USD"), EVIDENCE)


def test_a_growth_rate_from_two_cells_is_verified() -> None:
    source = (
        "sales_2023 = 1250500000\nsales_2022 = 1_000_000_000.0\n"
        "answer = round((sales_2023 - sales_2022) / sales_2022 * 100, 1)"
    )
    assert judged(source, SALES, PRIOR) == (Verdict.VERIFIED, "")


@pytest.mark.parametrize(
    ("printed", "value", "scale", "unit", "row"),
    [
        ("(37)", "-37e6", 6, "USD", "Net loss"),
        ("2.31", "2.31", 0, "USD/shares", "Diluted earnings per share"),
        ("41.2%", "41.2", 0, "%", "Gross margin"),
        ("503", "503e6", 6, "shares", "Weighted average shares"),
        ("812", "812", 0, "", "Number of stores at end of year"),
    ],
)
def test_cells_carry_the_scale_that_holds_for_them(
    printed: str, value: str, scale: int, unit: str, row: str
) -> None:
    operand = replace(
        SALES, name="x", printed=printed, value=Decimal(value), scale=scale, unit=unit, row=row
    )
    assert judged("answer = x", operand) == (Verdict.VERIFIED, "")
    wrong = 0 if scale else 6
    printed_value = Decimal(value).scaleb(-scale)
    rescaled = replace(operand, scale=wrong, value=printed_value.scaleb(wrong))
    verdict, reason = judged("answer = x", rescaled)
    assert verdict is Verdict.UNVERIFIED
    assert f"claims scale 10**{wrong}, but the table says 10**{scale}" in reason


@pytest.mark.parametrize(
    ("unit_line", "scale"),
    [
        ("(In millions, except share and per share data)", 0),
        ("(In millions, except per-share data)", 6),
        ("(Dollars in millions, shares in thousands)", 3),
    ],
)
def test_shares_follow_the_words_of_the_unit_line(unit_line: str, scale: int) -> None:
    table = replace(TABLE, unit_line=unit_line)
    operand = replace(
        SALES,
        name="x",
        printed="503",
        value=Decimal(503).scaleb(scale),
        scale=scale,
        unit="shares",
        row="Weighted average shares",
    )
    verdict, _ = verify(Program("answer = x", (operand,), "shares"), [table_passage(table)])
    assert verdict is Verdict.VERIFIED


def test_prose_with_a_scale_word_is_verified() -> None:
    assert judged("said = 1250000000\nanswer = said / 10**6", SAID) == (Verdict.VERIFIED, "")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"passage_id": "ACME_2023_10K#41.1"}, "not in the evidence"),
        ({"page_number": 41}, "from page 40"),
        ({"filing_id": "ACME_2022_10K"}, "from page 40 of ACME_2023_10K"),
        ({"printed": "1,250.6"}, "is not printed"),
        ({"printed": ""}, "no printed text"),
        ({"column": "2022"}, "is not printed"),
        ({"row": "Net loss"}, "is not printed"),
        ({"value": Decimal("1250500001")}, "prints 1250.5"),
        ({"value": Decimal("1250500"), "scale": 3}, "claims scale 10**3"),
        ({"value": Decimal("-1250500000")}, "prints 1250.5"),
    ],
)
def test_an_operand_that_is_not_on_its_page_is_refused(
    change: dict[str, object], reason: str
) -> None:
    operand = replace(SALES, **change)  # type: ignore[arg-type]
    verdict, said = judged("answer = sales_2023", operand)
    assert verdict is Verdict.UNVERIFIED
    assert reason in said


@pytest.mark.parametrize(
    ("printed", "value", "scale"),
    [
        ("$1.25 billion", "1.25e6", 6),
        ("1.25", "1.25", 0),
        ("$1.25 million", "1.25e6", 6),
        ("12,345 shares", "12346", 0),
    ],
)
def test_prose_that_says_something_else_is_refused(printed: str, value: str, scale: int) -> None:
    operand = replace(SAID, printed=printed, value=Decimal(value), scale=scale)
    assert judged("answer = said", operand)[0] is Verdict.UNVERIFIED


@pytest.mark.parametrize(
    "source",
    [
        "answer = sales_2023 * 1.07",
        "answer = sales_2023 - 1250",
        "answer = float('1251.7')",
        "answer = sales_2023 * 10**1.5",
        "answer = {'x': 45}['x']",
        "from decimal import Decimal\nanswer = Decimal('$1,999')",
    ],
)
def test_a_number_from_nowhere_is_refused(source: str) -> None:
    verdict, reason = judged(source, SALES)
    assert verdict is Verdict.UNVERIFIED
    assert "no number of the evidence" in reason


@pytest.mark.parametrize(
    "source",
    [
        "answer = sales_2023 / 10**6",
        "answer = round(sales_2023 / sales_2022, 3)",
        "answer = (sales_2023 / sales_2022) ** (1 / 3) - 1",
        "answer = [sales_2023, sales_2022][-1] * 365 / 100",
        "answer = f'{sales_2023:.3f}'",
        "answer = sum([1250500000, 1000000000]) / 2",
        "answer = '2023' if sales_2023 > sales_2022 else '2022'",
    ],
)
def test_numbers_of_arithmetic_are_allowed(source: str) -> None:
    assert judged(source, SALES, PRIOR) == (Verdict.VERIFIED, "")


def test_a_variable_with_another_operands_value_is_refused() -> None:
    verdict, reason = judged("sales_2023 = 1000000000\nanswer = sales_2023", SALES, PRIOR)
    assert verdict is Verdict.UNVERIFIED
    assert reason.startswith("The program sets sales_2023 to 1000000000")


def test_a_cell_that_contradicts_its_tag_is_refused() -> None:
    fact = Fact("us-gaap:Revenues", Decimal("1250500000"), "USD", Period(2023))
    for value, expected in ((fact.value, Verdict.VERIFIED), (Decimal(1), Verdict.UNVERIFIED)):
        cell = Cell("$ 1,250.5", Decimal("1250.5"), fact=replace(fact, value=value))
        table = replace(TABLE, rows=(Row("Net sales", (cell, None)),))
        verdict, _ = verify(Program("answer = sales_2023", (SALES,), ""), [table_passage(table)])
        assert verdict is expected


def test_a_program_without_operands_is_unverified() -> None:
    assert judged("answer = 100 * 4")[0] is Verdict.UNVERIFIED


def test_an_inferred_scale_is_not_verified() -> None:
    source = ScaleSource(Reach.INFERRED, "as the filing prints its statements", 40)
    evidence = (table_passage(replace(TABLE, unit_line="", scale_source=source)),)
    margin = replace(
        SALES, value=Decimal("41.2"), unit="%", printed="41.2%", scale=0, row="Gross margin"
    )
    verdict, reason = verify(Program("answer = sales_2023", (SALES,), "USD"), evidence)
    assert verdict is Verdict.UNVERIFIED
    assert "inferred" in reason
    assert verify(Program("answer = sales_2023", (margin,), "%"), evidence)[0] is Verdict.VERIFIED


def test_layout_does_not_decide() -> None:
    operand = replace(SALES, printed="$\xa01,250.5", row="Net  Sales")
    assert judged("answer = sales_2023", operand)[0] is Verdict.VERIFIED
