"""What kind of table it is, and which of its cells may state a metric for a period."""

import re
from dataclasses import dataclass
from decimal import Decimal

from hirec.caching import remembered
from hirec.lexicon import (
    Kind,
    Metric,
    get_metric,
    match_concept,
    match_row,
    normalize_label,
    words_in,
)
from hirec.number_kinds import kind_of_number
from hirec.number_signs import NumberKind
from hirec.numbers import is_currency
from hirec.periods import cell_period, matches
from hirec.scales import cell_scale, count_scale
from hirec.types import Cell, Column, Filing, Period, PeriodRef, Row, Table

_CAPTIONS = {
    "cash_flow": re.compile(
        r"statements? of (?:consolidated )?cash ?flows?|cash flow statements?", re.I
    ),
    "balance": re.compile(
        r"balance sheets?|statements? of (?:consolidated )?financial (?:position|condition)", re.I
    ),
    "income": re.compile(
        r"statements? of (?:consolidated )?(?:net |results of )?(?:income|operations|earnings)"
        r"|(?:income|earnings) statements?",
        re.I,
    ),
    "equity": re.compile(r"statements? of (?:changes in )?[\w' ’]*equity", re.I),
}
_SIGNATURES = {
    "cash_flow": re.compile(
        r"(?:net )?cash .*(?:operating|investing|financing)(?: activities)?|"
        r"cash .*(?:beginning|end) of .*|.*(?:effect of|due to) .*exchange rate.* cash.*|"
        r"(?:net )?(?:increase|decrease).* in cash.*"
    ),
    "balance": re.compile(
        r"total (?:current )?(?:assets|liabilities).*|retained earnings.*|total .*equity|"
        r"goodwill|.*accounts payable.*|total liabilities and .*|.*paid in capital"
    ),
    "income": re.compile(
        r"(?:total )?(?:net )?(?:sales|revenues?)|total revenues?.*|(?:total )?costs? of .*|"
        r"gross (?:profit|margin)|operating (?:income|profit)|(?:income|earnings) from operations|"
        r"(?:income|earnings) before .*tax.*|(?:provision for |income tax).*|"
        r"net (?:income|earnings).*|diluted.*"
    ),
}
_REVENUE = ("revenue", "sales", "diluted")
_ENOUGH_SIGNATURES = 3
AFFILIATES = "Statements of affiliates"
"""Section of statements like the registrant's own that are of others."""
_PARTIAL = re.compile(
    rf"{AFFILIATES}|"
    r"\bsegments?\b|\bpro ?forma\b|\bparent\b|\bregistrant only\b|\bguarantor|\bobligor|"
    r"\bcross guarantee|\bsummari[sz]ed (?:consolidated )?(?:statements?|balance sheets?)|"
    r"\bdiscontinued\b|\bgeograph|\bregions?\b|\bsupplemental\b|\bjoint venture",
    re.IGNORECASE,
)
_SUMMARY = re.compile(
    r"\bquarterly\b|\bselected quarter|\bby quarter\b"
    r"|\bselected (?:\w+ )?financial (?:and \w+ )?data(?!\W+not applicable)"
    r"|\b(?:five|six|ten|eleven)[- ]year\b",
    re.IGNORECASE,
)
"""The statements once more, quarter by quarter in a note or year by year in Item 6."""
COMPREHENSIVE = re.compile(r"comprehensive (?:income|loss)", re.IGNORECASE)
_CHANGE_COLUMN = re.compile(r"%|percent|change|increase|decrease|variance|note\b", re.IGNORECASE)
_MOVES = re.compile(r"change|growth|increase|decrease|variance|\bchg\b|\bof\b", re.IGNORECASE)
_PRICED = re.compile(r"\b(?:cost|value|amount|proceeds)\b|\bcash paid\b")
PER_SHARE = re.compile(
    r"^(?!.*\b(?:numerator|denominator|calculat\w+|comput\w+)\b)"
    r".*?(?:\bper (?:\w+ )?share\b|\bper diluted\b|\bper ads\b)"
)
"""What a share earns or costs; "numerator for earnings per share" is of all shares."""
_NOTE = re.compile(r"\bnotes? \d|\bexhibit (?!(?:13|99)\b)\d\d", re.IGNORECASE)
"""Exhibits of a filing have two digits; those of a release number its own statements."""
_SENTENCE = frozenset(
    {"following", "table", "tables", "present", "presents", "presented", "summary"}
    | {"summarized", "summarised", "summarizes", "follows", "below"}
    | {"amount", "amounts", "impact", "impacts", "effect", "effects"}
)
OPENING = frozenset({"beginning", "start", "opening"})
"""What a row says that states what a period began with."""
_FIRST_DAY = re.compile(r"\bjan(?:uary|\.)? 1\b(?! *, *\d)", re.IGNORECASE)
"""``as of January 1`` over columns of years; with a year of its own the day is dated."""
_SECONDARY = 0.9
_UNKNOWN = 0.8
_ELSEWHERE = {"depreciation_amortization": 0.85}
"""Metrics that another statement may state too."""
_KINDS_TAGGED = {"USD": Kind.MONEY, "USD/shares": Kind.PER_SHARE, "shares": Kind.SHARES}
"""XBRL unit → what the number counts."""
_YEAR_COLUMN = re.compile(r"(?:fiscal\s+)?year", re.IGNORECASE)
_DEFERRED_TAX = re.compile(
    r"\bdeferred (?:income )?tax(?:es)?\W+(?:and )?(?:\W*(?:assets?|liabilit\w+))", re.IGNORECASE
)
DEFERRED = re.compile(
    r"\bdefer(?!red\W+(?:\(?unearned\)? )?(?:revenues?|compensation|rent|costs?|charges?"
    r"|commissions?)\b)|\btax(?:es)? asset|\btemporary difference",
    re.IGNORECASE,
)
"""Asks for what such rows state."""
_IN_DEFERRED_TAX = re.compile(rf"{DEFERRED.pattern}|\bvaluation|\bcarry-?forward", re.IGNORECASE)
_PERIOD_WORDS = re.compile(
    r"[^\w\s]|\d+|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|for|the|as|of|at|on|in|and|or|to|a|"
    r"years?|months?|weeks?|quarters?|periods?|days?|fiscal|fy|calendar|ended|ending|end|q|st|nd|rd|th|"
    r"one|two|three|four|five|six|nine|twelve|thirteen|twenty|thirty|forty|fifty|first|second|third|"
    r"fourth|total|consolidated|reported|restated|adjusted|recast|actual|unaudited|audited|millions?|"
    r"thousands?|billions?|dollars?|usd|except|per|(?<!market )shares?|data|amounts?|year to date"
    r"|note)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(r"\D*\band (?:its )?(?:consolidated )?subsidiar(?:ies|y companies)\b", re.I)
"""``Acme Company and Subsidiaries``: over columns it is the registrant, not a part of it."""
SUMMARY = "summary"
"""A table with rows of several statements, such as selected financial data."""
_SUPPLEMENT = re.compile(
    r"\bsupplement|\bnon-?cash (?:investing|financing|transaction|activit)", re.IGNORECASE
)
_PAID = "paid"
_LEFT = "discontinued"
"""Below such a heading a statement has the figures of what was given up."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Which statement a table is, and whether it is the registrant's own primary one."""

    statement: str
    """``income``, ``balance``, ``cash_flow``, ``equity``, ``summary`` (rows of several),
    ``partial`` (a segment's, a parent's) or empty for others."""
    primary: bool = False
    note: bool = False
    """It is in a note or an exhibit, where rows of the statements' names mean parts."""


@remembered
def standing_of(table: Table, section: str = "") -> Standing:
    """Tell a table's statement by caption and section, else by the rows it has."""
    if _PARTIAL.search(table.caption) or _PARTIAL.search(section):
        return Standing("partial")
    if _SUMMARY.search(table.caption) or _SUMMARY.search(section):
        return Standing(SUMMARY)
    note = bool(_NOTE.search(section))
    for text in (table.caption, section.rpartition(" > ")[2]):
        statement = _by_caption(text, table)
        if statement:
            return Standing(statement, not note and not _SENTENCE & words_in(text), note)
    labels = {normalize_label(row.label) for row in table.rows}
    counts = {
        statement: sum(bool(pattern.fullmatch(label)) for label in labels)
        for statement, pattern in _SIGNATURES.items()
    }
    found = [statement for statement, count in counts.items() if count >= _ENOUGH_SIGNATURES]
    if len(found) == 1 and sum(count > 0 for count in counts.values()) < 3:
        return Standing(found[0], note=note)
    return Standing(SUMMARY if found else "", note=note)


def _by_caption(text: str, table: Table) -> str:
    for statement, pattern in _CAPTIONS.items():
        comprehensive = statement == "income" and COMPREHENSIVE.search(text)
        if pattern.search(text) and not (comprehensive and not _has_revenue(table)):
            return statement
    return ""


def _has_revenue(table: Table) -> bool:
    return any(word in row.label.lower() for row in table.rows for word in _REVENUE)


def table_fit(metric: Metric | None, standing: Standing) -> float:
    """How far a table of this standing may be trusted for the metric, 0 to 1."""
    if metric is None:
        return 0.9 if standing.statement == "partial" else 1.0
    if standing.statement == "partial":
        return 0.0
    if not metric.statement:
        return 1.0
    if standing.note:
        return _ELSEWHERE.get(metric.key, 0.0)
    if standing.statement == metric.statement:
        return 1.0 if standing.primary else _SECONDARY
    if standing.statement == SUMMARY:
        return _SECONDARY
    if not standing.statement:
        return 0.0 if metric.statement == "balance" else _UNKNOWN
    if standing.statement == "cash_flow" and metric.key in ("net_income", "cash"):
        return _SECONDARY
    return _ELSEWHERE.get(metric.key, 0.0)


def row_fit(metric_or_phrase: str, row: Row, caption: str) -> float:
    """How surely the row states the metric, by its label."""
    metric = get_metric(metric_or_phrase)
    wanted = metric.kind is Kind.PER_SHARE if metric else bool(PER_SHARE.search(metric_or_phrase))
    said = normalize_label(f"{row.section} {row.label}")
    if not wanted and PER_SHARE.search(said) and (metric is None or metric.kind is Kind.MONEY):
        return 0.0
    return match_row(metric_or_phrase, row.label, row.section, caption)


def column_fit(
    metric: Metric | None, column: Column, row: Row, asked: PeriodRef, own: Period | None
) -> float:
    """How well a cell fits the period of a metric: year, quarter, and length in months.

    Args:
        metric: None for free phrases.
        column: The cell's column.
        row: The cell's row.
        asked: The period required.
        own: Period of a tagged fact: for a balance it says more than the headings ("beginning of
            year" in a cash flow statement), else it is used where they say none.

    """
    if metric is not None and residual(column.label):
        return 0.0
    if _CHANGE_COLUMN.search(column.label):
        return 0.0
    balance = own is not None and own.months == 0 and own.fiscal_year is not None
    return period_fit(metric, own if balance else cell_period(column, row) or own, asked)


def period_fit(metric: Metric | None, period: Period | None, asked: PeriodRef) -> float:
    """How well a figure's period fits the one asked for, with its length for flows."""
    fit = calendar_fit(asked, period) if period else 0.0
    if period is None or fit == 0.0 or (metric is not None and metric.instant):
        return fit
    wanted = asked.period.months or (3 if asked.period.fiscal_quarter else 12)
    if not period.months:
        return 0.95 * fit
    return fit if period.months == wanted else 0.0


def calendar_fit(asked: PeriodRef, period: Period) -> float:
    """How well a period fits the one asked for, whatever its length.

    A fiscal year asked for is the company's own: another fiscal year does not fit, though it may
    end in the calendar year of the same number.
    """
    return 0.0 if of_other_fiscal_year(asked, period) else matches(asked, period)


def of_other_fiscal_year(asked: PeriodRef, period: Period) -> bool:
    """Whether a fiscal year is asked for and the period is of another one."""
    year = asked.period.fiscal_year
    return bool(asked.fiscal and year) and period.fiscal_year not in (None, year)


@remembered
def residual(label: str) -> str:
    """What a header says beside its period: a segment, "effect of adoption", "eliminations"."""
    return " ".join(_PERIOD_WORDS.sub(" ", _GROUP.sub(" ", label)).split())


def told_again(metric: Metric, row: Row, table: Table) -> bool:
    """Whether a row says what was paid, given up, deferred of its tax, or moved no cash."""
    if of_deferred_tax(table, row) and not _IN_DEFERRED_TAX.search(" ".join(metric.names)):
        return True
    name = words_in(metric.names[0])
    if _LEFT in words_in(row.section) and _LEFT not in name:
        return True
    if _PAID in name:
        return False
    if metric.statement == "income" and _PAID in words_in(f"{row.section} {table.caption}"):
        return True
    return metric.statement == "cash_flow" and _SUPPLEMENT.search(row.section) is not None


def of_deferred_tax(table: Table, row: Row) -> bool:
    """Whether a row states the tax deferred on what it is called by, not the thing itself."""
    return _DEFERRED_TAX.search(f"{table.caption} | {row.section}") is not None


def is_change(label: str) -> bool:
    """Whether a column states changes or notes instead of figures."""
    return bool(_CHANGE_COLUMN.search(label))


def says_percent(label: str) -> bool:
    """Whether a column states percentages of its rows, and not by how much they moved."""
    return not _MOVES.search(label)


def ahead_of_filing(table: Table, filing: Filing) -> bool:
    """Whether a column seems to report a year after the filing's own: its calendar was misread."""
    own = filing.identity.fiscal_year
    years = [column.period.fiscal_year for column in table.columns if column.period]
    return own is not None and any(year is not None and year > own for year in years)


def is_opening(label: str) -> bool:
    """Whether a row states what a period began with."""
    return bool(OPENING & words_in(label) or _FIRST_DAY.search(label))


def is_year_column(label: str) -> bool:
    """Whether a column's cells are the years of their rows."""
    return bool(_YEAR_COLUMN.fullmatch(label.strip()))


def kind_fits(kind: Kind | None, cell: Cell) -> bool:
    """Whether a cell may state a number of the kind; percentages only by their sign."""
    return kind is None or (cell.unit == "%") == (kind is Kind.PERCENT)


def cell_fit(metric: Metric | None, cell: Cell) -> float:
    """1 where the cell's unit and tag allow the metric, more surely by a tag; 0 where not."""
    if cell.value is None and cell.fact is None:
        return 0.0
    return float(unit_fits(metric, cell.unit))


def unit_fits(metric: Metric | None, unit: str | None) -> bool:
    """Whether a cell of this unit, None where it prints none, may state the metric."""
    return metric is None or unit is None or (unit == "%") == (metric.kind is Kind.PERCENT)


def tag_fit(metric: Metric | None, cell: Cell) -> float | None:
    """Score by the cell's XBRL tag; None without a tag, 0 for a segment's figure."""
    if cell.fact is None or metric is None or not metric.tags:
        return None
    score = match_concept(metric.key, cell.fact.concept)
    return 0.0 if score and cell.fact.dimensions else score or None


_KINDS_PRINTED = {
    NumberKind.COUNT: Kind.COUNT,
    NumberKind.SHARES: Kind.SHARES,
    NumberKind.PER_SHARE: Kind.PER_SHARE,
}


def kind_of(metric: Metric | None, row: Row, cell: Cell) -> Kind:
    """What the cell's number counts."""
    if metric is not None:
        return metric.kind
    if cell.unit == "%":
        return Kind.PERCENT
    if cell.fact is not None:
        unit = cell.fact.unit
        if unit in _KINDS_TAGGED:
            return _KINDS_TAGGED[unit]
        if unit != "pure" and unit.isalpha() and not is_currency(unit):
            return Kind.COUNT  # "membership", "restaurant"
    said = normalize_label(f"{row.section} {row.label}")
    if PER_SHARE.search(said):
        return Kind.PER_SHARE
    if "shares" in words_in(said) and not _PRICED.search(said):
        return Kind.SHARES  # "number of shares"
    return Kind.MONEY


def cell_kind(table: Table, row: Row, column: Column, cell: Cell) -> Kind:
    """What a number counts by all that is printed around it."""
    kind = kind_of(None, row, cell)
    if kind is not Kind.MONEY or cell.fact is not None:
        return kind
    return _KINDS_PRINTED.get(kind_of_number(table, row, column, cell), kind)


def scale_for(kind: Kind, table: Table, row: Row, column: Column, cell: Cell) -> int:
    """Power of ten for a number of this kind in the table."""
    if kind is Kind.COUNT:
        return count_scale(table, row, column)[0]
    if kind not in (Kind.MONEY, Kind.SHARES):
        return 0
    return max(0, cell_scale(table, row, column, cell))


def unit_for(metric: Metric | None, kind: Kind, table: Table) -> str:
    """Unit of a cell's number."""
    if metric is not None and kind is not Kind.MONEY:
        return metric.unit
    currency = table.unit if is_currency(table.unit) else "USD"
    units = {Kind.MONEY: currency, Kind.PER_SHARE: f"{currency}/shares", Kind.PERCENT: "%"}
    return units.get(kind, "shares" if kind is Kind.SHARES else "")


def base_value(cell: Cell, scale: int) -> Decimal:
    """The printed number in base units, with the printed sign; a tag's only where none is read."""
    if cell.value is not None:
        return cell.value.scaleb(scale)
    if cell.fact is None:
        raise ValueError("a cell without a number has no value")
    return cell.fact.value


def undated(table: Table) -> bool:
    """Whether nothing in a table says of when it is: it tells what was so when it was filed."""
    rows = any(row.period is not None for row in table.rows)
    return not rows and all(column.period is None for column in table.columns)
