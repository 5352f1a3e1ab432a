"""The tables of notes, discussion and proxy statements, by the names that the forms give them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal

from generator.books import Books, Span, keep_books
from generator.calendar import long_date
from generator.companies import Company
from generator.draws import between, split
from generator.facts import pay, votes, year_facts
from generator.layout import Figure, Grid, GridRow
from generator.lines import LINES, Amounts, Column, book_amounts, table_rows

Headers = tuple[tuple[str, int], ...]
"""Texts above the columns, each with the number of columns that it covers."""
_AT_DAYS = frozenset({"balance", "inventories", "property", "debt"})
"""Tables over the days of the balance sheet, not over periods."""
_CAPTIONS = {
    "segments": "Segment results",
    "regions": "{company.revenue_label} by geographic area",
    "summary": "Summary of results",
    "quarters": "Fiscal {year}",
}
_ORDINALS = ("First", "Second", "Third", "Fourth")


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
    captions: Mapping[str, str] = field(default_factory=dict)
    """Of the statements, by their names."""
    splittable: bool = False
    """The balance sheet may run over the end of a page."""

    @property
    def span(self) -> Span:
        """The whole fiscal year."""
        return self.books.span(self.year)


def _line_table(name: str) -> Callable[[Report], Grid]:
    def table(report: Report) -> Grid:
        company, (columns, headers) = report.company, _columns(report, name)
        amounts = [
            {**book_amounts(company, column.span), **_note_amounts(name, company, column)}
            for column in columns
        ]
        rows = table_rows(company, name, columns, amounts, instant=name in _AT_DAYS)
        caption = {**_CAPTIONS, **report.captions}.get(name, "")
        return Grid(
            caption.format(company=company, year=report.year),
            tuple(column.label for column in columns),
            rows,
            _unit_line(company, name),
            headers,
            name,
            company.scale,
            splittable=name == "balance" and report.splittable,
        )

    return table


def _columns(report: Report, name: str) -> tuple[Sequence[Column], Headers]:
    columns, headers = report.columns, report.headers
    if name in _AT_DAYS:
        return [replace(column, label=_day(column, name)) for column in report.sheet], ()
    if name == "quarters":
        return [
            replace(columns[0], span=report.books.span(report.year, n, n), label=f"{word} Quarter")
            for n, word in enumerate(_ORDINALS, 1)
        ], ()
    if name == "cash":  # has the columns of the last header alone
        return columns[-headers[-1][1] :], headers[-1:]
    return columns, headers


def _day(column: Column, name: str) -> str:
    restated = name == "balance" and "Restated" in column.label
    return long_date(column.end) + (" (As Restated)" if restated else "")


def _unit_line(company: Company, name: str) -> str:
    """``(In millions)``, with what it does not hold for."""
    if name == "tax":
        return ""
    if name in ("income", "quarters"):
        if company.scale == 3:
            return "(In thousands, except per share data)"
        return "($ in millions, except per share amounts; shares in millions)"
    return f"({'Dollars in' if name == 'summary' else 'In'} {company.unit_word})"


def _note_amounts(name: str, company: Company, column: Column) -> Amounts:
    """What a table states besides lines of the statements."""
    income, balance, who = column.span.income, column.span.balance, company.ticker
    if name == "segments":
        charges = -income["restructuring"]
        profits = sum(income[f"profit:{segment}"] for segment in company.segments)
        return {"corporate": income["operating"] - charges - profits, "charges": charges}
    if name == "inventories":
        parts = split(balance["inventories"], (0.31, 0.12, 0.57), who, column.end)
        return dict(zip(("raw_materials", "in_process", "finished_goods"), parts, strict=True))
    if name == "property":
        worn = round(balance["property"] * between(0.7, 0.9, who, "worn"))
        gross = balance["property"] + worn
        parts = split(gross, (0.08, 0.34, 0.58), who, column.end, "property")
        named = dict(zip(("land", "buildings", "machinery"), parts, strict=True))
        return {**named, "gross_property": gross, "accumulated_depreciation": -worn}
    if name == "debt":
        total = balance["debt"] + balance["current_debt"]
        notes = dict(zip(("first_notes", "second_notes"), split(total, (0.6, 0.4), who, "notes"),
                         strict=True))  # fmt: skip
        return {**notes, "total_debt": total, "current_portion": -balance["current_debt"]}
    if name == "tax":
        rate = Decimal(100 * income["tax"]) / income["pretax"]
        effective = rate.quantize(Decimal("0.1"), ROUND_HALF_UP)
        state = Decimal(round(between(12, 29, who, column.end, "state"))) / 10
        return {"federal_rate": Decimal(21), "state_rate": state,
                "other_rate": effective - 21 - state, "effective_rate": effective}  # fmt: skip
    if name == "summary":
        return {
            f"{key}_share": round(Decimal(income[key] * 1000) / income["revenue"] / 10, 1)
            for key in ("gross_profit", "selling", "operating", "net_income")
        }
    return {}


def restatement(report: Report) -> Grid:
    """What was corrected in the year before: as reported, adjustment, as restated."""
    company, year = report.company, report.year - 1
    books = (keep_books(company, corrected=False), keep_books(company))
    old, new = (book_amounts(company, each.span(year)) for each in books)
    change = {key: new[key] - old[key] for key in new}
    labels = ("As Previously Reported", "Adjustment", "As Restated")
    columns = [replace(report.columns[1], label=label) for label in labels]
    rows = table_rows(company, "restatement", columns, (old, change, new))
    return Grid(f"Effect of the restatement on fiscal {year}", labels, rows,
                _unit_line(company, "restatement"), anchor="restatement")  # fmt: skip


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
    **{name: _line_table(name) for name in dict.fromkeys(line.table for line in LINES)},
    "restatement": restatement, "stores": stores, "votes": ballots, "pay": compensation,
}  # fmt: skip
