"""What a number of a table counts, by scored evidence from the words around it.

Each place (column heading, row label, section, table) gives the strongest sign found in its words;
scores of a kind add up over the places, and the highest wins. The table of signs below is all
there is to it; :func:`evidence` tells the reasons.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from hirec.caching import remembered
from hirec.periods.dates import MONTH_NAMES
from hirec.types import Cell, Column, Row, Table


class NumberKind(Enum):
    """What a number counts."""

    MONEY = "money"
    SHARES = "shares"
    PER_SHARE = "per share"
    PERCENT = "percent"
    COUNT = "count"


class _Shape(Enum):
    """What a number must look like for a sign to speak of it."""

    ANY = 0
    BROKEN = 1
    """A fraction is printed, or a dash or zero."""
    SMALL = 2
    """Below 10,000, as prices are, in whole dollars too."""
    RATE = 3
    """Broken, below 1,000, and without a currency sign."""
    CENTS = 4
    """Printed to the cent, below 1,000."""
    HUNDRED = 5
    """At most 100."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """Words that speak for a kind, and how strongly."""

    kind: NumberKind
    words: re.Pattern[str]
    strength: float
    shape: _Shape = _Shape.ANY
    anywhere: bool = False
    """Speaks wherever it stands, not only as the head of the phrase."""


def _sign(
    kind: NumberKind,
    words: str,
    strength: float,
    shape: _Shape = _Shape.ANY,
    *,
    anywhere: bool = False,
) -> _Sign:
    return _Sign(kind, re.compile(words, re.IGNORECASE), strength, shape, anywhere)


_M, _S, _P, _R, _C = (
    NumberKind.MONEY,
    NumberKind.SHARES,
    NumberKind.PER_SHARE,
    NumberKind.PERCENT,
    NumberKind.COUNT,
)
_PER = (
    r"^(?!.*\b(?:comput\w+|calculat\w+|denominator|numerator|excluded|purposes)\b).*"
    r"(?:\bper[\s-]+(?:[\w-]+\s+){0,4}?(?:shares?|units?|ads|options?|awards?|rsus?|psus?)(?:\W|\b|\d)"
    r"|\beps\b)"
)
_PRICE = (
    r"\b(?:exercise|grant|strike|conversion|share|stock|repurchase)[\s-]+prices?\b"
    r"|\baverage\b.{0,30}\b(?:price|fair\s+value)s?\b"
)
_AWARDS = (
    r"\b(?:stock|restricted|share|performance|deferred|incentive)\s+(?:stock\s+)?(?:options|units|"
    r"awards)\b|\b[RP]SUs?\b|\boptions\b"
)
_SIGNS = (
    _sign(
        _M,
        r"\bpar\s+value\b|\bauthori[sz]ed\b|\bliquidation\s+preference\b|\bat\s+cost\b",
        4.8, anywhere=True,
    ),
    _sign(_P, _PER, 6.5, _Shape.BROKEN, anywhere=True),
    _sign(_P, _PRICE, 4.5, _Shape.BROKEN),
    _sign(_P, _PER, 4, _Shape.SMALL),
    _sign(_P, _PRICE, 4, _Shape.SMALL),
    _sign(_P, r"\bgrant[\s-]+date\s+fair\s+values?\b|\bhigh\s*$|\blow\s*$", 4, _Shape.BROKEN),
    _sign(_P, r"\b(?:basic|diluted)\b", 4, _Shape.CENTS),
    _sign(
        _P,
        r"\bfair\s+values?\b.*\b(?:options?|units?|awards?|[RP][SP]Us?|shares?|rights)\b"
        r"|\b(?:options?|units?|awards?|[RP][SP]Us?)\b.*\bfair\s+values?\b",
        3.6, _Shape.CENTS, anywhere=True,
    ),
    _sign(_P, r"\bdividends?\b.*\b(?:declared|paid)\b", 3.2, _Shape.CENTS),
    _sign(_R, r"(?<!\d)%|\bpercent(?:age)?s?\b", 5, _Shape.RATE, anywhere=True),
    _sign(_R, r"\b(?:target|actual|asset|plan)\s+allocations?\b", 3.5, _Shape.HUNDRED),
    _sign(_R, r"\brates?\s*\d?\s*$|\bvolatility\b|\bdividend\s+yield\b", 3.2, _Shape.RATE),
    _sign(
        _R,
        r"\b(?:interest|tax|discount|growth|coupon|risk-free|average|effective)\s+(?:[\w-]+\s+){0,2}"
        r"(?:rates?|yield)\b(?!\s+(?:contracts?|swaps?|hedg\w+|derivatives?|agreements?|caps?|locks?"
        r"|risk))|\brate\s+(?:of|used|on)\b",
        3.2, _Shape.RATE,
    ),
    _sign(_R, r"\byield\b|\breturn\s+on\b", 2, _Shape.RATE, anywhere=True),
    _sign(
        _C,
        r"\bnumber\s+of\s+(?!(?:[\w-]+\s+){0,5}?(?:shares|options|units|awards|rsus|psus|equivalents)\b)"
        r"|^\W*employees|headcount|square\s+f(?:ee|oo)t|\bmultiple\b|\bratio\b"
        r"|\b(?:packages?|units?|cases?|shipments?|carloads?)\s+(?:\w+\s+)?volumes?\b"
        r"|\b(?:operating|selling|business|working|trading)\s+days\b"
        r"|\bmembership\s+additions\b|\b(?:memberships|subscribers|customers)\s+at\b"
        r"|\bunit\s+sales\b|\bunits?\s+sold\b|\bunit\s+volumes?\b|\bunits\s+(?:shipped|delivered)\b",
        4.6, anywhere=True,
    ),
    _sign(
        _C,
        r"(?:\bin\s+years\b|\(years\))\W*$|remaining\s+(?:[\w-]+\s+){0,3}(?:life|lives|term)"
        r"|useful\s+(?:life|lives)|(?:lease|contractual|expected)\s+(?:terms?|life)\b",
        4.6, _Shape.HUNDRED, anywhere=True,
    ),
    _sign(
        _S,
        r"\bnumber\s+of\s+(?:[\w-]+\s+){0,5}?(?:shares|options|units|awards|[RP]SUs|equivalents)\b",
        4.4, anywhere=True,
    ),
    _sign(_M, r"\b(?:impact|effect)\b", 1.7),
    _sign(_M, r"\b(?:treasury|unearned|esop)\s+(?:\w+\s+)?shares\W*$", 3.1),
    _sign(_S, r"\bshares\b|\bshare\s+equivalents\b|\bdilutive\b|\bdenominator\b", 3),
    _sign(_S, _AWARDS + r"|\bunits\s*$", 2.5),
    _sign(
        _M,
        r"\b(?:values?|amounts?|dollars|costs?|expenses?|compensation|proceeds|paid|prices?|income|cash"
        r"|earnings|loss(?:es)?|gains?|repurchases?|purchases?|issuances?|taxes|equity|liabilit\w+"
        r"|assets|dividends|premium|capital|revenues?|sales|provision|benefit|payable|notional)\b|[$€£]",
        3,
    ),
)  # fmt: skip
_COLUMN, _ROW, _SECTION = 1.3, 1.0, 0.8
_CAPTION, _CAPTION_OF_CENTS = 0.25, 0.4
_PRIOR = 1.0
"""Money, where nothing is said."""
_TABLE_OF_MONEY = 0.8
_PERCENT_TABLE = 6.0
_CASH = 6.0
_CASH_FLOWS = re.compile(r"\bstatements? of (?:consolidated )?cash flows?\b", re.IGNORECASE)
_CASH_APART = re.compile(r"supplement|non-?cash|\bnumber of\b|\bper\b", re.IGNORECASE)
"""What stands below a statement of cash flows and may be no cash."""
_TABLE_OF_UNITS = 4.6
_IN_UNITS = re.compile(
    r"\bin units(?:,? except (?:where|as) (?:otherwise )?noted)?\W*$", re.IGNORECASE
)
_CELL_MARK = 12.0
_BESIDE_SHARES = 3.2
_AMONG_PRICES = 5.0
"""A reconciliation of earnings per share names them in its first and last row only."""
_AMONG_RATES = 6.0
_PER_SHARE_TOO = re.compile(r"\bper[\s-]+(?:\w+[\s-]+)?share\b", re.IGNORECASE)
"""What a unit line says of a table that holds amounts a share beside others."""
_MOST_WHOLE = 0.6
"""Least part of a column's amounts that have no cents."""
_SECOND = 0.3
"""How much of a second reason for the same kind counts."""
_UNSIGNED_RATE = 0.45
"""A rate without its sign in a table that prints money and no percentage at all."""
_PERIODS = re.compile(
    r"\b(?:(?:three|six|nine|twelve|\d{1,2})\s+(?:months|weeks)|(?:fiscal\s+)?years?|quarters?)\s+ended\b"
    rf"|\b(?:{MONTH_NAMES})"
    r"\s+\d{1,2}\b|,?\s*\b(?:19|20)\d\d\b|\bas\s+of\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\((?![^()]*(?:\b(?:per|in|par|years)\b|%))[^()]*\)|\([^()]*\$\s?\.?\d[^()]*\)"
    r"|,?\s*\$\s?\d+(?:\.\d+)?\s+per\s+(?:\w+\s+)?share\b"
    r"|,?\s*\d[\d,.]{4,}\s+(?:[\w-]+\s+){0,5}?shares\b|\bexcept\b.*",
    re.IGNORECASE,
)
"""``($0.7467 per share)`` behind a label says what else is known, not what the row counts."""
_COLUMN_PHRASE_END = re.compile(r"[,;:(–—]|\s(?:of|on|for|at|from|that)\b", re.IGNORECASE)
_PHRASE_END = re.compile(
    r"[,;:(–—]|\s(?:of|on|for|at|from|to|by|with|under|upon|in|related|net|used|excluded|and\s+other)\b",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"[$€£¥]")
_CENTS = re.compile(r"\.\d\d")
_ANY_SHAPE = frozenset((_Shape.ANY,))
_HIGHEST_RATE = Decimal(1000)
_HIGHEST_PRICE = Decimal(10_000)
_REST = 0.6
"""What a noun behind the phrase's end still says."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason for a kind."""

    kind: NumberKind
    score: float
    reason: str


def kind_of_number(table: Table, row: Row, column: Column, cell: Cell) -> NumberKind:
    """The kind with the highest score; money where nothing speaks for another.

    Args:
        table: That of the cell.
        row: That of the cell.
        column: That of the cell.
        cell: With its printed text; a sign of currency leaves only money and prices.

    """
    scores: dict[NumberKind, list[float]] = {}
    for found in evidence(table, row, column, cell):
        scores.setdefault(found.kind, []).append(found.score)
    if _CURRENCY.search(cell.text):
        scores = {kind: scores[kind] for kind in scores if kind in (_M, _P)}
    return max(scores, key=lambda kind: _total(scores[kind]))


def _total(scores: list[float]) -> float:
    """The best reason counts in full, the next one a little."""
    first, *others = sorted(scores, reverse=True)
    return first + _SECOND * (others[0] if others else 0.0)


def evidence(table: Table, row: Row, column: Column, cell: Cell) -> Iterator[Evidence]:
    """Everything that speaks for a kind of one cell's number, with its score.

    Args:
        table: Caption, unit line and neighbours of the cell speak too.
        row: That of the cell.
        column: That of the cell.
        cell: With its printed text.

    """
    yield Evidence(_M, _PRIOR, "nothing else said")
    if cell.unit == "%":
        yield Evidence(_R, _CELL_MARK, f"printed as {cell.text}")
    if _CURRENCY.search(cell.text):
        yield Evidence(_M, _PRIOR, f"printed as {cell.text}")
    if table.unit == "%":
        yield Evidence(_R, _PERCENT_TABLE, "a table of percentages")
    elif _is_cash(table, row):
        yield Evidence(_M, _CASH, "a statement of cash flows")
    elif _IN_UNITS.search(table.caption):
        yield Evidence(_C, _TABLE_OF_UNITS, "a table in units")
    elif table.scale and len(table.unit) == 3:
        yield Evidence(_M, _TABLE_OF_MONEY, f"a table of {table.unit}")
    shapes = _shapes(cell)
    places = (
        (column.label, _COLUMN, shapes),
        (row.label, _ROW, shapes),
        (row.section, _SECTION, shapes - {_Shape.SMALL}),
    )
    for words, weight, looks in places:
        ends = _COLUMN_PHRASE_END if weight == _COLUMN else _PHRASE_END
        found = _strongest(words, looks, ends)
        if found is not None:
            kind, strength, stated = found
            if kind is _R and cell.unit != "%" and _prints_only_money(table):
                strength *= _UNSIGNED_RATE
            yield Evidence(kind, weight * strength, stated)
    caption = _strongest(table.caption, shapes, _PHRASE_END) if _Shape.BROKEN in shapes else None
    if caption is not None and caption[0] is _P:
        weight = _CAPTION_OF_CENTS if _Shape.CENTS in shapes else _CAPTION
        yield Evidence(_P, weight * caption[1], caption[2])
    if _Shape.CENTS in shapes and _among_prices(table, column):
        yield Evidence(_P, _AMONG_PRICES, "a column of cents, of which some are per share")
    if _Shape.CENTS in shapes and _among_whole_amounts(table, column):
        yield Evidence(_P, _AMONG_PRICES, "cents below whole amounts, where some are per share")
    if _Shape.RATE in shapes and _among_rates(table, row.section, column):
        yield Evidence(_R, _AMONG_RATES, "one of a section that prints its sign once")
    if _beside_shares(table, column):
        yield Evidence(_M, _BESIDE_SHARES, "shares have a column of their own")


def is_of_money(table: Table, row: Row, cell: Cell) -> bool:
    """Whether sign, tag or statement say of a number that it is money, whatever its row says."""
    tagged = cell.fact is not None and cell.fact.unit == "USD"
    return tagged or bool(_CURRENCY.search(cell.text)) or (_is_cash(table, row) and not cell.fact)


def _is_cash(table: Table, row: Row) -> bool:
    apart = _CASH_APART.search(f"{row.section} {row.label}")
    return _CASH_FLOWS.search(table.caption) is not None and apart is None


def _prints_only_money(table: Table) -> bool:
    """Whether the table says its scale and currency, and no cell is a percentage."""
    of_money = bool(table.scale) and len(table.unit) == 3
    return of_money and not any(cell and cell.unit == "%" for r in table.rows for cell in r.cells)


def _printed(table: Table, column: Column) -> list[tuple[Row, Cell]]:
    """What a column prints, but for dashes and zeros; nothing for a column of another table."""
    if column not in table.columns:
        return []
    at = table.columns.index(column)
    beside = ((row, row.cells[at]) for row in table.rows if len(row.cells) > at)
    return [(row, cell) for row, cell in beside if cell is not None and cell.value]


def _among_prices(table: Table, column: Column) -> bool:
    """Whether a column prints nothing but cents below 1,000, and a row of it is per share."""
    named = False
    for row, cell in _printed(table, column):
        if cell.unit == "%":
            continue
        shapes = _shapes(cell)
        if _Shape.CENTS not in shapes:
            return False
        found = _strongest(row.label, shapes, _PHRASE_END)
        named = named or (found is not None and found[0] is _P)
    return named


def _among_rates(table: Table, section: str, column: Column) -> bool:
    """Whether a section's first number of a column is a percentage, and none of it is money."""
    rows = _printed(table, column) if section else []
    beside = [cell for row, cell in rows if row.section == section]
    signed = bool(beside) and beside[0].unit == "%"
    return signed and not any(_CURRENCY.search(cell.text) for cell in beside)


def _among_whole_amounts(table: Table, column: Column) -> bool:
    """Whether a column prints amounts without cents, in a table that is per share in part."""
    if not _PER_SHARE_TOO.search(table.unit_line):
        return False
    printed = [cell for _, cell in _printed(table, column) if cell.unit != "%"]
    return sum("." not in cell.text for cell in printed) > _MOST_WHOLE * len(printed)


def _beside_shares(table: Table, column: Column) -> bool:
    """Whether another column of the table, and not this one, is headed as shares."""
    shares = [kind_of_heading(each.label) is _S for each in table.columns]
    return any(shares) and kind_of_heading(column.label) is not _S


@remembered
def kind_of_heading(label: str) -> NumberKind | None:
    """What a column heading says that the numbers below it count; None where it does not."""
    found = _strongest(label, _ANY_SHAPE, _COLUMN_PHRASE_END)
    return found[0] if found is not None else None


def _shapes(cell: Cell) -> frozenset[_Shape]:
    shapes = {_Shape.ANY}
    size = abs(cell.value) if cell.value is not None else Decimal(0)
    if "." in cell.text or not cell.value:
        shapes.add(_Shape.BROKEN)
        if size < _HIGHEST_RATE:
            shapes.add(_Shape.ANY if _CURRENCY.search(cell.text) else _Shape.RATE)
            shapes.add(_Shape.CENTS if _CENTS.search(cell.text) else _Shape.ANY)
    if size <= 100:
        shapes.add(_Shape.HUNDRED)
    if size < _HIGHEST_PRICE:
        shapes.add(_Shape.SMALL)
    return frozenset(shapes)


@remembered
def _strongest(
    words: str, shapes: frozenset[_Shape], ends: re.Pattern[str]
) -> tuple[NumberKind, float, str] | None:
    """The kind that the words speak for most, how strongly, and the words that do."""
    printed = words
    words = _ASIDE.sub(" ", _PERIODS.sub(" ", words)).strip()
    if not words:
        return None
    end = next((m.start() for m in ends.finditer(words) if m.start() > 2), len(words))
    head, rest = words[:end], words[end:]
    best: tuple[float, int, _Sign, str] | None = None
    for sign in _SIGNS:
        if sign.shape not in shapes:
            continue
        strength, match = sign.strength, None
        if sign.anywhere:
            match = sign.words.search(printed if sign.kind is _M else words)
        else:
            *_, match = None, *sign.words.finditer(head)
            if match is None and (match := sign.words.search(rest)):
                strength *= _REST
        if match is None:
            continue
        at = match.start() if not sign.anywhere else -1
        if best is None or (strength, at) > best[:2]:
            best = (strength, at, sign, match[0])
    return (best[2].kind, best[0], best[3]) if best else None
