from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.requirements.requirement import Requirement, variable_name
from hirec.numbers import parse_number
from hirec.types import (
    Box,
    Cell,
    Column,
    CompanyRef,
    Fact,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Period,
    PeriodRef,
    Row,
    Table,
    encode_table,
)

FY22 = PeriodRef(Period(2022), "FY2022", True)
FY21 = PeriodRef(Period(2021), "FY2021", True)
Y22 = Period(2022, None, date(2022, 12, 31), 12)
Y21 = Period(2021, None, date(2021, 12, 31), 12)
D22 = Period(2022, None, date(2022, 12, 31), 0)
D21 = Period(2021, None, date(2021, 12, 31), 0)


def filing(
    filing_id: str = "ACME_2022_10K", filed: date | None = None, key: str = "acme"
) -> Filing:
    identity = Identity("Acme", Form.ANNUAL, 2022, None, date(2022, 12, 31), filed)
    return Filing(filing_id, identity, key, (), 100, 10, "")


def table(
    rows: list[tuple[str, list[str | None]]],
    periods: list[Period | None],
    caption: str,
    unit_line: str = "(In millions, except per share data)",
    labels: list[str] | None = None,
) -> Table:
    names = labels or [
        period.end.isoformat() if period and period.end else "" for period in periods
    ]
    columns = tuple(Column(name, period) for name, period in zip(names, periods, strict=True))
    section, body = "", []
    for label, texts in rows:
        if not texts:
            section = label
            continue
        cells = tuple(
            None if text is None else Cell(text, parse_number(text), "%" if "%" in text else None)
            for text in texts
        )
        body.append(Row(label, cells, section))
    return Table(
        columns, tuple(body), caption, unit_line, 6 if "millions" in unit_line else 0, "USD"
    )


def passage(
    content: Table | str, page: int = 50, filing_id: str = "ACME_2022_10K", section: str = ""
) -> Passage:
    kind = PassageKind.TEXT if isinstance(content, str) else PassageKind.TABLE
    text = content if isinstance(content, str) else content.render()
    json = "" if isinstance(content, str) else encode_table(content)
    return Passage(
        f"{filing_id}#{page}.1", filing_id, page, kind, "", text, section, json, Box(0, 0, 1, 1)
    )


def find(
    metric: str,
    period: PeriodRef | None,
    *passages: Passage,
    filings: dict[str, Filing] | None = None,
):
    return find_operand(
        Requirement(metric, None, period), passages, filings or {"ACME_2022_10K": filing()}
    )


INCOME = table(
    [
        ("Net sales", ["$ 1,000", "$ 900"]),
        ("Cost of sales", ["(600)", "(550)"]),
        ("Operating income", ["120", "100"]),
        ("Net income", ["80", "70"]),
        ("Net income per share:", []),
        ("Basic", ["0.82", "0.71"]),
        ("Diluted", ["0.80", "0.70"]),
    ],
    [Y22, Y21],
    "CONSOLIDATED STATEMENTS OF INCOME",
)
BALANCE = table(
    [
        ("Inventories", ["250", "200"]),
        ("Total current assets", ["700", "650"]),
        ("Total assets", ["2,000", "1,800"]),
    ],
    [D22, D21],
    "CONSOLIDATED BALANCE SHEETS",
)
CASH_FLOW = table(
    [
        ("Net income", ["80", "70"]),
        ("Inventories", ["(50)", "10"]),
        ("Net cash provided by operating activities", ["110", "95"]),
    ],
    [Y22, Y21],
    "CONSOLIDATED STATEMENTS OF CASH FLOWS",
)


def test_row_and_column_with_provenance() -> None:
    operand = find("revenue", FY21, passage(INCOME))
    assert operand is not None
    assert operand.value == Decimal(900_000_000)
    assert (operand.printed, operand.scale, operand.row, operand.column) == (
        "$ 900",
        6,
        "Net sales",
        "2021-12-31",
    )
    assert (operand.page_number, operand.table, operand.unit) == (
        50,
        "CONSOLIDATED STATEMENTS OF INCOME",
        "USD",
    )
    assert operand.box == Box(0, 0, 1, 1)


def test_costs_keep_the_printed_sign() -> None:
    operand = find("cost_of_revenue", FY22, passage(INCOME))
    assert operand is not None
    assert operand.value == Decimal(-600_000_000)


def test_per_share_rows_are_not_scaled() -> None:
    operand = find("eps_diluted", FY22, passage(INCOME))
    assert operand is not None
    assert (operand.value, operand.scale, operand.unit) == (Decimal("0.80"), 0, "USD/shares")


def test_inventories_come_from_the_balance_sheet_only() -> None:
    operand = find("inventories", FY22, passage(CASH_FLOW, 60), passage(BALANCE, 55))
    assert operand is not None
    assert (operand.value, operand.page_number) == (Decimal(250_000_000), 55)
    assert find("inventories", FY22, passage(CASH_FLOW, 60)) is None


def test_a_note_does_not_stand_for_the_statement() -> None:
    taxes = table([("Inventories", ["12", "11"])], [D22, D21], "Deferred tax assets")
    assert (
        find("inventories", FY22, passage(taxes, 80, section="Item 8 > Note 9 Income Taxes"))
        is None
    )


def test_period_must_fit() -> None:
    quarter = Period(2022, 4, date(2022, 12, 31), 3)
    assert find("revenue", PeriodRef(Period(2019), "FY2019", True), passage(INCOME)) is None
    only_quarter = table([("Net sales", ["260"])], [quarter], "CONSOLIDATED STATEMENTS OF INCOME")
    assert find("revenue", FY22, passage(only_quarter)) is None
    asked = PeriodRef(Period(2022, 4, None, 3), "Q4 2022", True)
    operand = find("revenue", asked, passage(only_quarter))
    assert operand is not None
    assert operand.value == Decimal(260_000_000)


def test_percent_and_change_columns_are_passed_over() -> None:
    mixed = table(
        [("Net sales", ["$ 1,000", "100.0%", "11%"])],
        [Y22, Y22, Y22],
        "CONSOLIDATED STATEMENTS OF INCOME",
        labels=["2022", "2022", "% Change"],
    )
    operand = find("revenue", FY22, passage(mixed))
    assert operand is not None
    assert operand.value == Decimal(1_000_000_000)


def test_columns_of_parts_are_passed_over() -> None:
    parts = table(
        [("Net sales", ["400", "600", "1,000"])],
        [Y22, Y22, Y22],
        "CONSOLIDATED STATEMENTS OF INCOME",
        labels=["2022 Guarantor", "2022 Eliminations", "2022 Consolidated"],
    )
    operand = find("revenue", FY22, passage(parts))
    assert operand is not None
    assert operand.value == Decimal(1_000_000_000)


def test_two_unlabelled_columns_of_one_period_are_ambiguous() -> None:
    lost = table(
        [("Net sales", ["1,000", "900"])],
        [Y22, Y22],
        "CONSOLIDATED STATEMENTS OF INCOME",
        labels=["", ""],
    )
    assert find("revenue", FY22, passage(lost)) is None


def test_equal_scored_different_values_abstain() -> None:
    other = table(
        [("Net sales", ["1,111", "999"])], [Y22, Y21], "CONSOLIDATED STATEMENTS OF INCOME"
    )
    assert find("revenue", FY22, passage(INCOME), passage(other)) is None


def test_rounded_figures_agree_and_the_finer_is_taken() -> None:
    fine = table(
        [("Net sales", ["1,000,400"])], [Y22], "CONSOLIDATED STATEMENTS OF INCOME", "(In thousands)"
    )
    fine = Table(fine.columns, fine.rows, fine.caption, fine.unit_line, 3, "USD")
    operand = find("revenue", FY22, passage(INCOME, 50), passage(fine, 51))
    assert operand is not None
    assert operand.value == Decimal(1_000_400_000)


def test_later_filing_wins() -> None:
    restated = table([("Net sales", ["1,050"])], [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    filings = {
        "ACME_2022_10K": filing(filed=date(2023, 2, 1)),
        "ACME_2023_10K": filing("ACME_2023_10K", date(2024, 2, 1)),
    }
    both = (passage(INCOME), passage(restated, 40, "ACME_2023_10K"))
    operand = find("revenue", FY22, *both, filings=filings)
    assert operand is not None
    assert operand.value == Decimal(1_050_000_000)
    assert operand.earlier is not None
    newest = find("revenue", None, *both, filings=filings)
    assert newest is None or newest.earlier is None  # each filing states its own period


def test_affiliates_behind_the_registrant_are_not_read() -> None:
    affiliate = table(
        [
            ("Inventories", ["60", "71"]),
            ("Receivables, net", ["33", "30"]),
            ("Total assets", ["500", "450"]),
        ],
        [D22, D21],
        "CONSOLIDATED BALANCE SHEETS",
    )
    assert find("receivables", FY22, passage(BALANCE, 52), passage(affiliate, 107)) is None
    operand = find("inventories", FY22, passage(BALANCE, 52), passage(affiliate, 107))
    assert operand is not None
    assert operand.value == Decimal(250_000_000)


def test_an_unsaid_scale_is_doubted_and_gives_way_to_one_that_is_said() -> None:
    bare = table([("Net sales", ["1,000"])], [Y22], "CONSOLIDATED STATEMENTS OF INCOME", "")
    alone = find("revenue", FY22, passage(bare))
    assert alone is not None
    assert "scale" in alone.doubt
    scaled = table([("Goodwill", ["7"])], [Y22], "CONSOLIDATED BALANCE SHEETS")
    assert scaled.scale
    assert find("revenue", FY22, passage(bare), passage(scaled, page=51)) is None
    dollars = table([("Net sales", ["12,345,678"])], [Y22], "CONSOLIDATED STATEMENTS OF INCOME", "")
    operand = find("revenue", FY22, passage(dollars))
    assert operand is not None
    assert operand.value == Decimal(12_345_678)


def test_tag_beats_label_and_segments_are_refused() -> None:
    def tagged(dimensions: tuple[tuple[str, str], ...]) -> Table:
        fact = Fact("us-gaap:InventoryNet", Decimal(7_000_000), "USD", D22, dimensions)
        return Table(
            (Column("2022", D22),),
            (Row("Stuff held for sale to customers", (Cell("7", Decimal(7), fact=fact),)),),
            "CONSOLIDATED BALANCE SHEETS",
            "(In millions)",
            6,
            "USD",
        )

    operand = find("inventories", FY22, passage(tagged(())))
    assert operand is not None
    assert operand.value == Decimal(7_000_000)
    assert find("inventories", FY22, passage(tagged((("axis", "member"),)))) is None


def test_company_is_respected() -> None:
    need = Requirement("revenue", CompanyRef("bolt", "Bolt", "Bolt"), FY22)
    assert find_operand(need, [passage(INCOME)], {"ACME_2022_10K": filing()}) is None


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Net sales were $10.2 billion in fiscal 2022.", "10200000000"),
        ("Net sales were $10.2 billion.", "10200000000"),
        ("Net sales increased to $10.2 billion in fiscal 2022.", None),
        ("Net sales were $10.2 billion in fiscal 2020.", None),
        ("We expect net sales of $10.2 billion.", None),
        ("Net sales were $10.2 billion and $9.1 billion.", None),
        ("Cost of sales was $3 billion.", None),
    ],
)
def test_prose_is_the_last_resort(sentence: str, value: str | None) -> None:
    operand = find("net_sales", FY22, passage(sentence))
    assert (operand and operand.value) == (value and Decimal(value))


def test_variable_names() -> None:
    assert variable_name(Requirement("revenue", None, FY22)) == "revenue_fy2022"
    quarter = PeriodRef(Period(2023, 2, None, 3), "Q2 2023")
    assert (
        variable_name(Requirement("wages & benefits", None, quarter)) == "wages_benefits_q2_fy2023"
    )
    assert variable_name(Requirement("401k match")).isidentifier()


SEGMENTS = table(
    [
        ("Net sales:", []),
        ("Flow Control", ["$ 600", "$ 550"]),
        ("Motion", ["400", "350"]),
        ("Segment operating income:", []),
        ("Flow Control", ["90", "80"]),
    ],
    [Y22, Y21],
    "Segment results",
)


def test_a_segments_figure_is_not_the_companys() -> None:
    operand = find("net sales Flow Control segment", FY22, passage(INCOME), passage(SEGMENTS, 60))
    assert operand is not None
    assert (operand.value, operand.page_number) == (Decimal(600_000_000), 60)
    income = find("operating income Flow Control", FY22, passage(SEGMENTS, 60))
    assert income is not None
    assert income.value == Decimal(90_000_000)
    assert find("net sales China", FY22, passage(INCOME), passage(SEGMENTS, 60)) is None


def test_years_of_rows() -> None:
    pay = table(
        [
            ("Rosalind M. Tate", ["2022", "1,025,000", "6,672,750"]),
            ("Rosalind M. Tate", ["2021", "1,010,000", "5,605,500"]),
        ],
        [None, None, None],
        "Summary Compensation Table",
        "",
        ["Fiscal Year", "Salary ($)", "Total ($)"],
    )
    dated = (replace(row, period=each) for row, each in zip(pay.rows, (Y22, Y21), strict=True))
    operand = find("compensation Rosalind M Tate", FY22, passage(replace(pay, rows=(*dated,))))
    assert operand is not None
    assert operand.value == Decimal(6_672_750)


def test_statements_of_an_earnings_release_are_primary() -> None:
    release = passage(INCOME, 2, section="Exhibit 99.1 > STATEMENTS OF INCOME")
    operand = find("revenue", FY22, release)
    assert operand is not None
    assert operand.value == Decimal(1_000_000_000)


def test_the_preferred_filing_is_cited_among_equals() -> None:
    filings = {
        "ACME_2022_10K": filing(filed=date(2023, 2, 1)),
        "ACME_2023_10K": filing("ACME_2023_10K", date(2024, 2, 1)),
    }
    selected = table([("Net sales", ["$ 1,000"])], [Y22], "Selected financial data")
    ours = [
        passage(INCOME, 40, "ACME_2023_10K"),
        passage(selected, 20),
        passage(INCOME, 50),
    ]
    need = Requirement("net_sales", None, FY22)
    first = find_operand(need, ours, filings, ["ACME_2022_10K", "ACME_2023_10K"])
    assert first is not None
    assert (first.filing_id, first.page_number) == ("ACME_2022_10K", 50)
    other = find_operand(need, ours, filings, ["ACME_2023_10K"])
    assert other is not None
    assert other.filing_id == "ACME_2023_10K"
    latest = find_operand(need, ours, filings)
    assert latest is not None
    assert latest.filing_id == "ACME_2023_10K"


def test_a_statement_ahead_of_its_filing_is_not_trusted() -> None:
    late = Period(2023, None, date(2023, 12, 31), 12)
    misread = table(
        [("Net sales", ["1,000", "900"])], [late, Y22], "CONSOLIDATED STATEMENTS OF INCOME"
    )
    assert find("net_sales", FY22, passage(misread)) is None
