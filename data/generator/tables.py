"""The tables of notes, discussion and proxy statements, by the names that the forms give them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from generator.books import Books, Span, earnings_per_share, keep_books
from generator.calendar import long_date
from generator.companies import Company
from generator.draws import between, split
from generator.facts import pay, votes, year_facts
from generator.layout import Figure, Grid, GridRow
from generator.statements import Column, Headers, Line, statement, tagged_row, unit_line

_RESTATED = (
    ("Cost of goods sold", "cost"), ("Gross profit", "gross_profit"),
    ("Operating income", "operating"), ("Provision for income taxes", "tax"),
    ("Net income", "net_income"), ("Inventories", "inventories"),
    ("Accrued liabilities", "accrued"), ("Retained earnings", "retained_earnings"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """Whose report it is, and the periods that its tables show."""

    company: Company
    year: int
    books: Books
    columns: tuple[Column, ...] = ()
    headers: Headers = ()
    sheet: tuple[Column, ...] = ()
    """Columns of the balance sheet and of notes to it."""
    captions: Mapping[str, str] | None = None
    """Of the statements, by their names."""
    splittable: bool = False
    """The balance sheet may run over the end of a page."""

    @property
    def span(self) -> Span:
        """The whole fiscal year."""
        return self.books.span(self.year)


def _statement(name: str) -> Callable[[Report], Grid]:
    def table(report: Report) -> Grid:
        columns, headers = report.columns, report.headers
        if name == "balance":
            columns = report.sheet
        if name == "cash":  # has the columns of the last header alone
            columns, headers = columns[-headers[-1][1] :], headers[-1:]
        grid = statement(report.company, name, columns, headers, (report.captions or {})[name])
        return replace(grid, splittable=name == "balance" and report.splittable)

    return table


def _grid(report: Report, anchor: str, rows: Sequence[GridRow], caption: str = "") -> Grid:
    """A table over the periods of the report."""
    labels = tuple(column.label for column in report.columns)
    return Grid(caption, labels, tuple(rows), unit_line(report.company), report.headers, anchor,
                report.company.scale)  # fmt: skip


def _sheet_grid(report: Report, anchor: str, rows: Sequence[GridRow]) -> Grid:
    """A table over the days of the balance sheet."""
    labels = tuple(long_date(column.end) for column in report.sheet)
    return replace(_grid(report, anchor, rows), columns=labels, spans=())


def _member(company: Company, name: str) -> str:
    return f"{company.ticker.lower()}:{''.join(name.split())}Member"


def _by_member(report: Report, what: str, names: Sequence[str], level: int) -> list[GridRow]:
    """Sales or profits, a row a segment or region."""
    axis = "srt:StatementGeographicalAxis" if what == "region" else (
        "us-gaap:StatementBusinessSegmentsAxis")  # fmt: skip
    concept = "OperatingIncomeLoss" if what == "profit" else "Revenues"
    rows = []
    for name in names:
        spans = [column.span for column in report.columns]
        values = (
            [span.regions[name] for span in spans]
            if what == "region"
            else [span.segments[name][what == "profit"] for span in spans]
        )
        line = Line(name, f"{what}:{name}", concept, level=level)
        rows.append(tagged_row(line, values, report.columns, dollar=name == names[0],
                               dimension=(axis, _member(report.company, name))))  # fmt: skip
    return rows


def segments(report: Report) -> Grid:
    """Sales and operating income by segment, reconciled to the statement of operations."""
    company, columns = report.company, report.columns
    income = [column.span.income for column in columns]
    charges = [-line["restructuring"] for line in income]
    operating = [line["operating"] for line in income]
    corporate = [
        total - charge - sum(profit for _, profit in column.span.segments.values())
        for column, total, charge in zip(columns, operating, charges, strict=True)
    ]
    label = company.revenue_label
    total = Line(f"Total {label.lower()}", "sales", "Revenues", level=1, total=True)
    rows = [
        GridRow(f"{label}:"),
        *_by_member(report, "sales", company.segments, 1),
        tagged_row(total, [line["revenue"] for line in income], columns, dollar=True),
        GridRow("Segment operating income:"),
        *_by_member(report, "profit", company.segments, 1),
        tagged_row(Line("Unallocated corporate expenses", "corporate", level=1), corporate,
                   columns),
    ]  # fmt: skip
    if any(charges):
        rows.append(tagged_row(Line("Restructuring charges", "charges", level=1), charges, columns))
    line = Line("Operating income", "operating", level=1, total=True)
    rows.append(tagged_row(line, operating, columns, dollar=True))
    return _grid(report, "segments", rows, "Segment results")


def regions(report: Report) -> Grid:
    """Sales by geography."""
    company, columns = report.company, report.columns
    sales = [column.span.income["revenue"] for column in columns]
    total = tagged_row(Line("Total", "sales", "Revenues", total=True), sales, columns, dollar=True)
    rows = [*_by_member(report, "region", company.regions, 0), total]
    return _grid(report, "regions", rows, f"{company.revenue_label} by geographic area")


def _parts(report: Report, labels: Sequence[str], parts: Sequence[Sequence[int]]) -> list[GridRow]:
    """A row a part of an account; ``parts`` holds those of each day."""
    return [
        tagged_row(Line(label), values, report.sheet, dollar=label == labels[0])
        for label, values in zip(labels, zip(*parts, strict=True), strict=True)
    ]


def _balances(report: Report, key: str) -> list[int]:
    return [column.span.balance[key] for column in report.sheet]


def inventories(report: Report) -> Grid:
    """Inventories by stage; the parts add up to the balance sheet."""
    totals, who = _balances(report, "inventories"), report.company.ticker
    shares = (0.31, 0.12, 0.57)
    parts = [split(t, shares, who, c.end) for t, c in zip(totals, report.sheet, strict=True)]
    line = Line("Total inventories", "inventories", "InventoryNet", total=True)
    rows = [
        *_parts(report, ("Raw materials", "Work in process", "Finished goods"), parts),
        tagged_row(line, totals, report.sheet, dollar=True, instant=True),
    ]
    return _sheet_grid(report, "inventory_note", rows)


def property_plant(report: Report) -> Grid:
    """Gross assets less accumulated depreciation."""
    net, who = _balances(report, "property"), report.company.ticker
    worn = [round(n * between(0.7, 0.9, who, "worn")) for n in net]
    gross = [n + w for n, w in zip(net, worn, strict=True)]
    shares = (0.08, 0.34, 0.58)
    parts = [
        split(g, shares, who, c.end, "property") for g, c in zip(gross, report.sheet, strict=True)
    ]
    names = ("Land", "Buildings and improvements", "Machinery, equipment and software")
    total = "Property, plant and equipment"
    line = Line(f"{total}, net", "property", "PropertyPlantAndEquipmentNet", total=True)
    rows = [
        *_parts(report, names, parts),
        tagged_row(Line(f"{total}, gross", total=True), gross, report.sheet),
        tagged_row(Line("Less accumulated depreciation"), [-w for w in worn], report.sheet),
        tagged_row(line, net, report.sheet, dollar=True, instant=True),
    ]
    return _sheet_grid(report, "property_note", rows)


def debt(report: Report) -> Grid:
    """Borrowings by instrument."""
    long, current = _balances(report, "debt"), _balances(report, "current_debt")
    totals = [a + b for a, b in zip(long, current, strict=True)]
    first = 2026 + report.company.number % 3
    names = (f"3.85% Senior notes due {first}", f"4.60% Senior notes due {first + 6}")
    parts = [split(total, (0.6, 0.4), report.company.ticker, "notes") for total in totals]
    rows = [
        *_parts(report, names, parts),
        tagged_row(Line("Total debt", "total_debt", total=True), totals, report.sheet),
        tagged_row(Line("Less current portion"), [-c for c in current], report.sheet),
        tagged_row(Line("Long-term debt", "debt", total=True), long, report.sheet, dollar=True),
    ]
    return _sheet_grid(report, "debt_note", rows)


def _percent_row(label: str, values: Sequence[Decimal], key: str = "", *, total: bool) -> GridRow:
    return GridRow(label, tuple(Figure(value, "%", 1) for value in values), key, total=total)


def tax(report: Report) -> Grid:
    """From the statutory to the effective rate, in percent."""
    income, who = [column.span.income for column in report.columns], report.company.ticker
    effective = [
        (Decimal(100 * line["tax"]) / line["pretax"]).quantize(Decimal("0.1"), ROUND_HALF_UP)
        for line in income
    ]
    state = [Decimal(round(between(12, 29, who, c.end, "state"))) / 10 for c in report.columns]
    other = [e - 21 - s for e, s in zip(effective, state, strict=True)]
    statutory = [Decimal(21)] * len(income)
    rows = [
        _percent_row("Federal statutory rate", statutory, total=False),
        _percent_row("State income taxes, net of federal benefit", state, total=False),
        _percent_row("Other, net", other, total=False),
        _percent_row("Effective tax rate", effective, "effective", total=True),
    ]
    return replace(_grid(report, "tax_note", rows), unit_line="", scale=0)


def quarters(report: Report) -> Grid:
    """Unaudited results of the four quarters."""
    company = report.company
    spans = [report.books.quarters[report.year, quarter] for quarter in range(1, 5)]
    lines = ((company.revenue_label, "revenue"), ("Gross profit", "gross_profit"),
             ("Operating income", "operating"), ("Net income", "net_income"))  # fmt: skip
    rows = [
        GridRow(label, tuple(Figure(s.income[key], dollar=key == "revenue") for s in spans), key)
        for label, key in lines
    ]
    earned = [earnings_per_share(company, span)[1] for span in spans]
    cells = tuple(Figure(value, "USD/shares", 2, dollar=True) for value in earned)
    rows.append(GridRow("Diluted earnings per share", cells, "eps_diluted"))
    labels = tuple(f"{word} Quarter" for word in ("First", "Second", "Third", "Fourth"))
    grid = _grid(report, "quarters", rows, f"Fiscal {report.year}")
    return replace(grid, columns=labels, spans=(), unit_line=unit_line(company, shares=True))


def restatement(report: Report) -> Grid:
    """What was corrected in the year before: as reported, adjustment, as restated."""
    company, year = report.company, report.year - 1
    books = (keep_books(company, corrected=False), keep_books(company))
    old, new = ({**each.span(year).balance, **each.span(year).income} for each in books)
    rows = [
        GridRow(label, (Figure(old[key]), Figure(new[key] - old[key]), Figure(new[key])), key)
        for label, key in _RESTATED
    ]
    labels = ("As Previously Reported", "Adjustment", "As Restated")
    grid = _grid(report, "restatement", rows, f"Effect of the restatement on fiscal {year}")
    return replace(grid, columns=labels, spans=())


def summary(report: Report) -> Grid:
    """Sales, and what is left of them line by line in percent."""
    company, income = report.company, [column.span.income for column in report.columns]
    of_sales = f"as a percentage of {company.revenue_label.lower()}"
    lines = (("Gross profit", "gross_profit", "gross"), ("Net income", "net_income", "net"),
             ("Selling, general and administrative", "selling", "selling"),
             ("Operating income", "operating", "operating"))  # fmt: skip
    gross, net, *costs = (
        _percent_row(f"{label} {of_sales}",
                     [round(Decimal(line[key] * 1000) / line["revenue"] / 10, 1)
                      for line in income], name, total=False)
        for label, key, name in lines
    )  # fmt: skip
    revenue = Line(company.revenue_label, "revenue", "Revenues")
    sales = tagged_row(revenue, [line["revenue"] for line in income], report.columns, dollar=True)
    grid = _grid(report, "summary", [sales, gross, *costs, net], "Summary of results")
    return replace(grid, unit_line=f"(Dollars in {company.unit_word})")


def _counts(label: str, counts: Sequence[int], key: str, unit: str) -> GridRow:
    return GridRow(label, tuple(Figure(count, unit) for count in counts), key, total=key == "end")


def stores(report: Report) -> Grid:
    """Stores opened and closed in the year."""
    facts = year_facts(report.company, report.year, report.span)
    rows = (
        _counts("Stores open at beginning of year", [facts.stores_begin], "begin", "pure"),
        _counts("Stores opened", [facts.stores_opened], "opened", "pure"),
        _counts("Stores closed", [-facts.stores_closed], "closed", "pure"),
        _counts("Stores open at end of year", [facts.stores_end], "end", "pure"),
    )
    return Grid("Store count", (f"Fiscal {report.year}",), rows, anchor="stores")


def ballots(report: Report) -> Grid:
    """Votes at the annual meeting, a row a matter."""
    rows = tuple(
        _counts(v.matter, (v.votes_for, v.against, v.abstained, v.non_votes), v.matter, "shares")
        for v in votes(report.company, report.year, report.span.outstanding)
    )
    return Grid("", ("For", "Against", "Abstain", "Broker Non-Votes"), rows, anchor="votes")


def compensation(report: Report) -> Grid:
    """What the two chief officers were paid in this year and the year before."""
    rows = tuple(
        GridRow(person, (str(year), *(Figure(v, dollar=True) for v in (*paid, sum(paid)))),
                f"{person}:{year}")
        for year in (report.year, report.year - 1)
        for person, paid in pay(report.company, year).items()
    )  # fmt: skip
    labels = ("Fiscal Year", "Salary ($)", "Bonus ($)", "Stock Awards ($)", "Total ($)")
    return Grid("Summary Compensation Table", labels, rows, anchor="pay")


TABLES: Mapping[str, Callable[[Report], Grid]] = {
    "income": _statement("income"), "balance": _statement("balance"), "cash": _statement("cash"),
    "segments": segments, "regions": regions, "inventories": inventories,
    "property": property_plant, "debt": debt, "tax": tax, "quarters": quarters,
    "restatement": restatement, "summary": summary, "stores": stores, "votes": ballots,
    "pay": compensation,
}  # fmt: skip
