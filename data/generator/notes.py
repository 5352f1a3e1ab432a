"""Notes to the annual statements: tables and sentences beneath the face of the statements."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from generator.books import Books, earnings_per_share, inventory_error, keep_books
from generator.calendar import long_date
from generator.companies import Company
from generator.draws import between, split
from generator.facts import credit_agreement, credit_year, year_facts
from generator.layout import Block, Figure, Grid, GridRow, Paragraph, Tag, subheading
from generator.prose import boilerplate
from generator.statements import Column, unit_line

_SEGMENTS = "us-gaap:StatementBusinessSegmentsAxis"
_REGIONS = "srt:StatementGeographicalAxis"
Spans = tuple[tuple[str, int], ...]


def _member(company: Company, name: str) -> str:
    return f"{company.ticker.lower()}:{''.join(name.split())}Member"


def _money(
    values: Sequence[int],
    columns: Sequence[Column],
    concept: str = "",
    dimension: tuple[str, str] | None = None,
    *,
    dollar: bool = False,
    instant: bool = False,
) -> tuple[Figure, ...]:
    def tag(column: Column) -> Tag | None:
        if not concept:
            return None
        return Tag(concept, None if instant else column.start, column.end, dimension)

    return tuple(
        Figure(value, dollar=dollar, tag=tag(column))
        for value, column in zip(values, columns, strict=True)
    )


def segment_note(company: Company, columns: Sequence[Column], spans: Spans) -> list[Block]:
    """Sales and operating income by segment, reconciled to the statement of operations."""
    rows = [GridRow(f"{company.revenue_label}:")]
    for index, name in enumerate(company.segments):
        values = [column.span.segments[name][0] for column in columns]
        cells = _money(values, columns, "us-gaap:Revenues", (_SEGMENTS, _member(company, name)),
                       dollar=index == 0)  # fmt: skip
        rows.append(GridRow(name, cells, f"sales:{name}", 1))
    totals = [column.span.income["revenue"] for column in columns]
    rows.append(GridRow(f"Total {company.revenue_label.lower()}",
                        _money(totals, columns, "us-gaap:Revenues", dollar=True),
                        "sales", 1, total=True))  # fmt: skip
    rows.append(GridRow("Segment operating income:"))
    for index, name in enumerate(company.segments):
        values = [column.span.segments[name][1] for column in columns]
        cells = _money(values, columns, "us-gaap:OperatingIncomeLoss",
                       (_SEGMENTS, _member(company, name)), dollar=index == 0)  # fmt: skip
        rows.append(GridRow(name, cells, f"profit:{name}", 1))
    charges = [-column.span.income["restructuring"] for column in columns]
    operating = [column.span.income["operating"] for column in columns]
    corporate = [
        total - charge - sum(profit for _, profit in column.span.segments.values())
        for column, total, charge in zip(columns, operating, charges, strict=True)
    ]
    rows.append(GridRow("Unallocated corporate expenses", _money(corporate, columns),
                        "corporate", 1))  # fmt: skip
    if any(charges):
        rows.append(GridRow("Restructuring charges", _money(charges, columns), "charges", 1))
    rows.append(GridRow("Operating income", _money(operating, columns, dollar=True),
                        "operating", 1, total=True))  # fmt: skip
    return [
        Paragraph(
            f"We report our results in {_count_word(len(company.segments))} segments: "
            f"{_and(company.segments)}. Segments are determined by the way in which our chief "
            "operating decision maker allocates resources and assesses performance."
        ),
        Grid("Segment results", tuple(c.label for c in columns), tuple(rows), unit_line(company),
             spans, "segments", company.scale),
    ]  # fmt: skip


def region_note(company: Company, columns: Sequence[Column], spans: Spans) -> list[Block]:
    """Sales by geography."""
    rows = []
    for index, name in enumerate(company.regions):
        values = [column.span.regions[name] for column in columns]
        cells = _money(values, columns, "us-gaap:Revenues", (_REGIONS, _member(company, name)),
                       dollar=index == 0)  # fmt: skip
        rows.append(GridRow(name, cells, f"region:{name}"))
    totals = [column.span.income["revenue"] for column in columns]
    rows.append(GridRow("Total", _money(totals, columns, "us-gaap:Revenues", dollar=True),
                        "sales", total=True))  # fmt: skip
    return [
        Grid(f"{company.revenue_label} by geographic area", tuple(c.label for c in columns),
             tuple(rows), unit_line(company), spans, "regions", company.scale)
    ]  # fmt: skip


def inventory_note(company: Company, columns: Sequence[Column]) -> list[Block]:
    """Inventories by stage; the parts add up to the balance sheet."""
    parts = [
        split(c.span.balance["inventories"], (0.31, 0.12, 0.57), company.ticker, c.end)
        for c in columns
    ]
    rows = [
        GridRow(label, _money([p[i] for p in parts], columns, dollar=i == 0))
        for i, label in enumerate(("Raw materials", "Work in process", "Finished goods"))
    ]
    total = _money([c.span.balance["inventories"] for c in columns], columns,
                   "us-gaap:InventoryNet", dollar=True, instant=True)  # fmt: skip
    rows.append(GridRow("Total inventories", total, "inventories", total=True))
    labels = tuple(long_date(c.end) for c in columns)
    return [
        Paragraph("Inventories are stated at the lower of cost (first-in, first-out) and net "
                  "realizable value. Inventories consist of the following:"),
        Grid("", labels, tuple(rows), unit_line(company), (), "inventory_note", company.scale),
    ]  # fmt: skip


def property_note(company: Company, columns: Sequence[Column]) -> list[Block]:
    """Gross assets less accumulated depreciation."""
    net = [c.span.balance["property"] for c in columns]
    worn = [round(n * between(0.7, 0.9, company.ticker, "worn")) for n in net]
    parts = [
        split(n + w, (0.08, 0.34, 0.58), company.ticker, c.end, "property")
        for n, w, c in zip(net, worn, columns, strict=True)
    ]
    names = ("Land", "Buildings and improvements", "Machinery, equipment and software")
    rows = [
        GridRow(label, _money([p[i] for p in parts], columns, dollar=i == 0))
        for i, label in enumerate(names)
    ]
    gross = [n + w for n, w in zip(net, worn, strict=True)]
    rows += [
        GridRow("Property, plant and equipment, gross", _money(gross, columns), total=True),
        GridRow("Less accumulated depreciation", _money([-w for w in worn], columns)),
        GridRow("Property, plant and equipment, net",
                _money(net, columns, "us-gaap:PropertyPlantAndEquipmentNet", dollar=True,
                       instant=True), "property", total=True),
    ]  # fmt: skip
    labels = tuple(long_date(c.end) for c in columns)
    return [Grid("", labels, tuple(rows), unit_line(company), (), "property_note", company.scale)]


def debt_note(company: Company, year: int, columns: Sequence[Column]) -> list[Block]:
    """Borrowings by instrument, and the credit agreement in words."""
    totals = [c.span.balance["debt"] + c.span.balance["current_debt"] for c in columns]
    parts = [split(t, (0.6, 0.4), company.ticker, "notes") for t in totals]
    first = 2026 + company.number % 3
    names = (f"3.85% Senior notes due {first}", f"4.60% Senior notes due {first + 6}")
    rows = [
        GridRow(label, _money([p[i] for p in parts], columns, dollar=i == 0))
        for i, label in enumerate(names)
    ]
    current = [-c.span.balance["current_debt"] for c in columns]
    rows += [
        GridRow("Total debt", _money(totals, columns), "total_debt", total=True),
        GridRow("Less current portion", _money(current, columns)),
        GridRow("Long-term debt", _money([c.span.balance["debt"] for c in columns], columns,
                                         dollar=True), "debt", total=True),
    ]  # fmt: skip
    agreement = credit_agreement(company, credit_year(year))
    if agreement.signed > columns[0].end:
        agreement = credit_agreement(company, credit_year(year) - 3)
    return [
        Grid("", tuple(long_date(c.end) for c in columns), tuple(rows), unit_line(company), (),
             "debt_note", company.scale),
        Paragraph(
            f"We have a ${agreement.amount:,} million unsecured revolving credit agreement with a "
            f"syndicate of banks led by {agreement.agent} that matures on "
            f"{long_date(agreement.maturity)}. Nothing was drawn under it at "
            f"{long_date(columns[0].end)}. Borrowings bear interest at Term SOFR plus "
            f"{agreement.margin}.",
            anchor="facility",
        ),
    ]  # fmt: skip


def tax_note(company: Company, columns: Sequence[Column], spans: Spans) -> list[Block]:
    """From the statutory to the effective rate, in percent."""
    tenth = Decimal("0.1")
    effective = [
        (Decimal(100 * c.span.income["tax"]) / c.span.income["pretax"]).quantize(
            tenth, ROUND_HALF_UP
        )
        for c in columns
    ]
    state = [Decimal(round(between(12, 29, company.ticker, c.end, "state"))) / 10 for c in columns]
    other = [e - 21 - s for e, s in zip(effective, state, strict=True)]

    def cells(values: Sequence[Decimal]) -> tuple[Figure, ...]:
        return tuple(Figure(value, "%", 1) for value in values)

    rows = (
        GridRow("Federal statutory rate", cells([Decimal(21)] * len(columns))),
        GridRow("State income taxes, net of federal benefit", cells(state)),
        GridRow("Other, net", cells(other)),
        GridRow("Effective tax rate", cells(effective), "effective", total=True),
    )
    return [
        Paragraph("The provision for income taxes differs from the amount computed at the federal "
                  "statutory rate as follows:"),
        Grid("", tuple(c.label for c in columns), rows, "", spans, "tax_note"),
    ]  # fmt: skip


def quarterly_note(company: Company, books: Books, year: int) -> list[Block]:
    """Unaudited results of the four quarters."""
    spans = [books.quarters[year, quarter] for quarter in range(1, 5)]

    def money(key: str, *, dollar: bool = False) -> tuple[Figure, ...]:
        return tuple(Figure(span.income[key], dollar=dollar) for span in spans)

    diluted = tuple(
        Figure(earnings_per_share(company, span)[1], "USD/shares", 2, dollar=True) for span in spans
    )
    rows = (
        GridRow(company.revenue_label, money("revenue", dollar=True), "revenue"),
        GridRow("Gross profit", money("gross_profit"), "gross_profit"),
        GridRow("Operating income", money("operating"), "operating"),
        GridRow("Net income", money("net_income"), "net_income"),
        GridRow("Diluted earnings per share", diluted, "eps_diluted"),
    )
    labels = ("First Quarter", "Second Quarter", "Third Quarter", "Fourth Quarter")
    return [
        Grid(f"Fiscal {year}", labels, rows, unit_line(company, shares=True), (), "quarters",
             company.scale)
    ]  # fmt: skip


def contingency_note(company: Company, books: Books, year: int) -> list[Block]:
    """Legal accrual and purchase commitments, in sentences only."""
    facts = year_facts(company, year, books.span(year))
    end = long_date(company.calendar.year_end(year))
    return [
        Paragraph(
            f"At {end}, we had accrued {company.money(facts.litigation)} for legal matters, "
            "included in accrued liabilities. The reasonably possible loss in excess of the amount "
            "accrued is not material.",
            anchor="litigation",
        ),
        Paragraph(
            f"Advertising costs are expensed as incurred and were "
            f"{company.money(facts.advertising)} in fiscal {year}.",
            anchor="advertising",
        ),
    ]


def restatement_note(company: Company, year: int) -> list[Block]:
    """What was corrected in the year before: as reported, adjustment, as restated."""
    before = keep_books(company, corrected=False).span(year - 1)
    after = keep_books(company).span(year - 1)
    lines = (
        ("Cost of goods sold", "income", "cost"),
        ("Gross profit", "income", "gross_profit"),
        ("Operating income", "income", "operating"),
        ("Provision for income taxes", "income", "tax"),
        ("Net income", "income", "net_income"),
        ("Inventories", "balance", "inventories"),
        ("Accrued liabilities", "balance", "accrued"),
        ("Retained earnings", "balance", "retained_earnings"),
    )
    rows = []
    for label, statement, key in lines:
        old, new = getattr(before, statement)[key], getattr(after, statement)[key]
        cells = (Figure(old), Figure(new - old), Figure(new))
        rows.append(GridRow(label, cells, key))
    error = inventory_error(company, (year - 1, 4))
    return [
        subheading("Note 2. Restatement of Previously Issued Financial Statements"),
        Paragraph(
            f"In the fourth quarter of fiscal {year} we found that inventories at two distribution "
            f"centers had been overstated by {company.money(error)} at "
            f"{long_date(company.calendar.year_end(year - 1))} because of an error in the physical "
            f"count. We have restated the consolidated financial statements for fiscal {year - 1}. "
            "Cash flows from operating activities did not change.",
            anchor="restatement_text",
        ),
        Grid(
            f"Effect of the restatement on fiscal {year - 1}",
            ("As Previously Reported", "Adjustment", "As Restated"),
            tuple(rows),
            unit_line(company),
            (),
            "restatement",
            company.scale,
        ),
    ]


def annual_notes(
    company: Company, books: Books, year: int, columns: Sequence[Column], spans: Spans
) -> list[Block]:
    """All notes of a 10-K, numbered."""
    restated = any("Restated" in column.label for column in columns)
    parts: list[tuple[str, list[Block]]] = [
        ("Segment Information", segment_note(company, columns, spans)),
        ("Revenue by Geography", region_note(company, columns, spans)),
    ]
    if company.has_inventory and not company.retail:
        parts.append(("Inventories", inventory_note(company, columns[:2])))
    parts += [
        ("Property, Plant and Equipment", property_note(company, columns[:2])),
        ("Debt", debt_note(company, year, columns[:2])),
        ("Commitments and Contingencies", contingency_note(company, books, year)),
        ("Selected Quarterly Financial Data (Unaudited)", quarterly_note(company, books, year)),
    ]
    if all(c.span.income["pretax"] > 0 for c in columns):
        parts.insert(-2, ("Income Taxes", tax_note(company, columns, spans)))
    blocks: list[Block] = [subheading("Note 1. Summary of Significant Accounting Policies")]
    blocks += [Paragraph(text) for text in boilerplate("policies", company, year)]
    if restated:
        blocks += restatement_note(company, year)
    for number, (name, content) in enumerate(parts, 3 if restated else 2):
        blocks += [subheading(f"Note {number}. {name}"), *content]
    return blocks


def _count_word(count: int) -> str:
    return {2: "two", 3: "three"}[count]


def _and(names: Sequence[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1]))
