"""The power of ten that holds for one cell of a table, by the words printed around it."""

import re
from decimal import Decimal
from enum import Enum

from hirec.numbers import scale_of
from hirec.types import Cell, Column, Row, Table

_ASIDE = re.compile(
    r"\([^()]*\d[^()]*\)|,?\s*\$\s?\d+(?:\.\d+)?\s+per\s+(?:\w+\s+)?share\b", re.IGNORECASE
)
"""``($0.7467 per share)`` behind a label says what else is known, not what the row counts."""
_EPS = re.compile(r"\b(?:earnings|income|loss|dividends?)\s+per\s+(?:\w+\s+)?share\b|\beps\b", re.I)
_ENDS_IN_SHARES = re.compile(
    r"\b(?:number\s+of\s+(?:\w+\s+){0,3}(?:shares|options|units|awards|[RP]SUs|equivalents)"
    r"|(?:shares|options|units|awards|[RP]SUs)(?:\s+(?:outstanding|granted))?)\W*$",
    re.IGNORECASE,
)
_EXCEPTED_ROW = re.compile(
    r"\bexcept\s+(?:for\s+)?(?P<row>[^,()]{4,80}),?\s+which\s+(?:is|are)\s+(?:\w+\s+)?"
    r"in\s+(?P<scale>thousands|millions|billions)\b",
    re.IGNORECASE,
)
"""``(in millions, except backlog, which is presented in billions)``."""
_OWN_SCALE = re.compile(
    r"\([^()]*\b(?:thousands|millions|billions)\b[^()]*\)|\bin\s+(?:thousands|millions|billions)\b",
    re.IGNORECASE,
)
_PER_SHARE = re.compile(
    r"\bper[\s-]+(?:[\w-]+\s+){0,4}?(?:shares?|units?|ads|option)(?:\W|\b|\d)|\beps\b"
    r"|\b(?:exercise|grant|strike|conversion|share|stock|repurchase)[\s-]+prices?\b"
    r"|\baverage\b.{0,30}\b(?:price|fair\s+value)s?\b|\bgrant[\s-]+date\s+fair\s+values?\b"
    r"|\bhigh\s*$|\blow\s*$",
    re.IGNORECASE,
)
_BASIC_DILUTED = re.compile(r"\b(?:basic|diluted|dividends?)\b", re.IGNORECASE)
_SHARES = re.compile(
    r"\bshares?\b|\b(?:stock|restricted|share|performance|deferred)\s+(?:stock\s+)?(?:options|units|awards)\b"
    r"|\b[RP]SUs?\b|\boptions?\s+(?:outstanding|granted|exercised)\b|\bdilutive\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"\b(?:values?|amounts?|dollars|costs?|expenses?|compensation|proceeds|paid|prices?|income|cash"
    r"|earnings|loss|repurchases? of|purchases? of|issuances? of|taxes|equity|liabilit\w+"
    r"|dividends|premium|capital)\b|[$€£]",
    re.IGNORECASE,
)
_SHARES_SCALED = re.compile(
    r"\b(?:shares?|options|units|awards)\b,?\s+(?:amounts?\s+|data\s+|and\s+)?(?:which\s+)?(?:are\s+)?"
    r"(?:reflected\s+|stated\s+|presented\s+)?\(?in\s+(?P<scale>\w+)",
    re.IGNORECASE,
)
_DOLLARS_SCALED = re.compile(r"\bdollars\s+in\s+(?P<scale>\w+)", re.IGNORECASE)
_EXCEPTED = re.compile(r"\b(?:except|other than|excluding)\b(?P<what>.*)", re.IGNORECASE)
_SHARES_NAMED = re.compile(
    r"(?<!per )(?<!per-)(?<!per common )(?<!per ordinary )\bshares?\b"
    r"(?!\s*(?:prices?|amounts\s*\)?$))"
    r"|\bunits\b",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\b(?:number\s+of\s+(?:stores|restaurants|employees|customers|members)|^\W*employees|headcount|square\s+f(?:ee|oo)t"
    r"|remaining\s+(?:[\w-]+\s+){0,3}(?:life|lives|term)|useful\s+(?:life|lives)"
    r"|(?:lease|contractual|expected)\s+(?:terms?|life)\b|\(?in\s+years\b|\(years\)|multiple|ratio)",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(?<!\d)%|\bpercent(?:age)?s?\b|\b(?:interest|tax|discount|growth|coupon|risk-free|average|effective)\s+"
    r"(?:[\w-]+\s+){0,2}(?:rates?|yield)\b|\brates?\s*\d?\s*$|\brate\s+(?:of|used|on)\b|\bvolatility\b"
    r"|\byield\b|\breturn\s+on\b",
    re.IGNORECASE,
)
_HIGHEST_PERCENT = 1000
_MOST_SHARES = Decimal(10) ** 11
"""No company has so many; printed numbers that would make as many are not scaled."""


class _Kind(Enum):
    MONEY = 0
    SHARES = 1
    PER_SHARE = 2
    PERCENT = 3
    COUNT = 4


def cell_scale(table: Table, row: Row, column: Column, cell: Cell) -> int:
    """Power of ten between a printed number and its value in base units.

    -2 for percentages; 0 for per-share figures, counts, and shares that the unit line excepts;
    the row's or the column's own scale where one is said; else the table's. Tags are not looked
    at.
    """
    kind = _kind(row, column, cell, table)
    if kind is _Kind.PERCENT:
        return -2
    if kind in (_Kind.PER_SHARE, _Kind.COUNT):
        return 0
    for words in (row.label, column.label, row.section):
        own = _OWN_SCALE.search(words)
        if own and scale_of(own[0]):
            return scale_of(own[0])
    for excepted in _EXCEPTED_ROW.finditer(f"{table.unit_line} {table.caption}"):
        if excepted["row"].strip().lower() in row.label.lower():
            return scale_of(excepted["scale"])
    if kind is _Kind.SHARES:
        return _shares_scale(table, cell)
    money = _DOLLARS_SCALED.search(table.unit_line)
    return scale_of(money["scale"]) if money else table.scale


def _kind(row: Row, column: Column, cell: Cell, table: Table) -> _Kind:
    """What a number counts: the row's words decide before the column's and the section's."""
    if cell.unit == "%":
        return _Kind.PERCENT
    broken = "." in cell.text or not cell.value
    dollar = "$" in cell.text
    if table.unit == "%" and not dollar:
        return _Kind.PERCENT
    label, heading = _ASIDE.sub(" ", row.label), _ASIDE.sub(" ", row.section)
    for words in (label, column.label):
        if broken and _PER_SHARE.search(words):
            return _Kind.PER_SHARE
        if broken and _PERCENT.search(words) and not dollar and _small(cell):
            return _Kind.PERCENT
        if _COUNT.search(words):
            return _Kind.COUNT
        if not dollar and _counts_shares(words):
            return _Kind.SHARES
    if not dollar and _counts_shares(heading) and not _MONEY.search(label):
        return _Kind.SHARES
    if broken and _PER_SHARE.search(heading) and _small(cell):
        return _Kind.PER_SHARE
    if broken and not _MONEY.search(label) and _PERCENT.search(heading) and _small(cell):
        return _Kind.PERCENT
    return _Kind.MONEY


def _counts_shares(words: str) -> bool:
    if _ENDS_IN_SHARES.search(words):
        return True
    words = _EPS.sub(" ", words)
    return bool(_SHARES.search(words)) and not _MONEY.search(words)


def _small(cell: Cell) -> bool:
    return cell.value is not None and abs(cell.value) < _HIGHEST_PERCENT


def _shares_scale(table: Table, cell: Cell) -> int:
    """Scale of a number of shares by what the unit line says of shares."""
    said = f"{table.unit_line} {table.caption}"
    scale = table.scale
    excepted = _EXCEPTED.search(table.unit_line)
    if (match := _SHARES_SCALED.search(said)) and scale_of(match["scale"]):
        scale = scale_of(match["scale"])
    elif excepted and _SHARES_NAMED.search(excepted["what"]):
        return 0
    too_many = cell.value is not None and abs(cell.value.scaleb(scale)) >= _MOST_SHARES
    return 0 if too_many else scale
