"""The tables of notes, discussion and proxy statements, by the names that the forms give them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from generator.books import Books, Span, keep_books
from generator.calendar import long_date
from generator.companies import Company
from generator.draws import between, split
from generator.facts import pay, store_counts, votes
from generator.layout import Figure, Grid, GridRow
from generator.lines import LINES, Amounts, Column, book_amounts, table_rows

Headers = tuple[tuple[str, int], ...]
"""Texts above the columns, each with the number of columns that it covers."""
_AT_DAYS = frozenset({"balance", "inventories", "property", "debt"})
"""Tables over the days of the balance sheet, not over periods."""
Table = Callable[["Report", str], Grid]
"""Made from a report and a caption."""
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
    splittable: bool = False
    """The balance sheet may run over the end of a page."""

    @property
    def span(self) -> Span:
        """The whole fiscal year."""
        return self.books.span(self.year)


def _line_table(name: str) -> Table:
    def table(report: Report, caption: str) -> Grid:
        company, (columns, headers) = report.company, _columns(report, name)
        amounts = [
            {**book_amounts(company, column.span), **_note_amounts(name, report, column)}
            for column in columns
        ]
        rows = table_rows(company, name, columns, amounts, instant=name in _AT_DAYS)
        return Grid(
            caption,
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
    if name == "stores":
        return [replace(columns[0], label=f"Fiscal {report.year}")], ()
    if name == "cash":  # has the columns of the last header alone
        return columns[-headers[-1][1] :], headers[-1:]
    return columns, headers


def _day(column: Column, name: str) -> str:
    restated = name == "balance" and "Restated" in column.label
    return long_date(column.end) + (" (As Restated)" if restated else "")


def _unit_line(company: Company, name: str) -> str:
    """``(In millions)``, with what it does not hold for."""
    if name in ("tax", "stores"):
        return ""
    if name in ("income", "quarters"):
        if company.scale == 3:
            return "(In thousands, except per share data)"
        return "($ in millions, except per share amounts; shares in millions)"
    return f"({'Dollars in' if name == 'summary' else 'In'} {company.unit_word})"


def _note_amounts(name: str, report: Report, column: Column) -> Amounts:
    """What a table states besides lines of the statements."""
    income, balance, company = column.span.income, column.span.balance, report.company
    who = company.ticker
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
    if name == "stores":
        return store_counts(company, report.year)
    return {}


def restatement(report: Report, caption: str) -> Grid:
    """What was corrected in the year before: as reported, adjustment, as restated."""
    company, year = report.company, report.year - 1
    books = (keep_books(company, corrected=False), keep_books(company))
    old, new = (book_amounts(company, each.span(year)) for each in books)
    change = {key: new[key] - old[key] for key in new}
    labels = ("As Previously Reported", "Adjustment", "As Restated")
    columns = [replace(report.columns[1], label=label) for label in labels]
    rows = table_rows(company, "restatement", columns, (old, change, new))
    unit_line = _unit_line(company, "restatement")
    return Grid(caption, labels, rows, unit_line, anchor="restatement")


def ballots(report: Report, caption: str) -> Grid:
    """Votes at the annual meeting, a row a matter."""
    rows = []
    for vote in votes(report.company, report.year, report.span.outstanding):
        counts = (vote.votes_for, vote.against, vote.abstained, vote.non_votes)
        rows.append(GridRow(vote.matter, tuple(Figure(count, "shares") for count in counts)))
    labels = ("For", "Against", "Abstain", "Broker Non-Votes")
    return Grid(caption, labels, tuple(rows), anchor="votes")


def compensation(report: Report, caption: str) -> Grid:
    """What the two chief officers were paid in this year and the year before."""
    rows = tuple(
        GridRow(person, (str(year), *(Figure(v, dollar=True) for v in (*paid, sum(paid)))),
                f"{person}:{year}")
        for year in (report.year, report.year - 1)
        for person, paid in pay(report.company, year).items()
    )  # fmt: skip
    labels = ("Fiscal Year", "Salary ($)", "Bonus ($)", "Stock Awards ($)", "Total ($)")
    return Grid(caption, labels, rows, anchor="pay")


TABLES: Mapping[str, Table] = {
    **{name: _line_table(name) for name in dict.fromkeys(line.table for line in LINES)},
    "restatement": restatement, "votes": ballots, "pay": compensation,
}  # fmt: skip
