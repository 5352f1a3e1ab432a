"""What a number of a table counts, by scored evidence from the words around it.

Each place (column heading, row label, section, table) gives the strongest sign found in its words;
scores of a kind add up over the places, and the highest wins. The table of signs below is all
there is to it; :func:`evidence` tells the reasons.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from hirec.caching import remembered
from hirec.number_signs import SIGNS, NumberKind, Shape, Sign
from hirec.numbers import is_currency
from hirec.periods.dates import MONTH_NAMES
from hirec.types import Cell, Column, Row, Table

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
_TABLE_OF_THINGS = 2.5
_THINGS = re.compile(
    r"\b(?:members?|memberships?|subscribers?|subscriptions|customers|employees|people|households"
    r"|stores|restaurants|clubs|branches|hotels|properties|vehicles|aircraft|users|accounts)$",
    re.IGNORECASE,
)
_ABOUT_THINGS = re.compile(
    r"\b(?:customer|user|subscriber|member|membership|unit|store|fleet|workforce)s?"
    r" (?:metrics|statistics|counts?|data|information)\W*$",
    re.IGNORECASE,
)
"""``Customer Metrics``, of a table that counts in each row."""
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
_SIGNED = (NumberKind.MONEY, NumberKind.PER_SHARE)
"""What is printed with a sign of currency."""
_CENTS = re.compile(r"\.\d\d")
_ANY_SHAPE = frozenset((Shape.ANY,))
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
        scores = {
            kind: scores[kind]
            for kind in scores
            if kind in (NumberKind.MONEY, NumberKind.PER_SHARE)
        }
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
    yield Evidence(NumberKind.MONEY, _PRIOR, "nothing else said")
    if cell.unit == "%":
        yield Evidence(NumberKind.PERCENT, _CELL_MARK, f"printed as {cell.text}")
    if _CURRENCY.search(cell.text):
        yield Evidence(NumberKind.MONEY, _PRIOR, f"printed as {cell.text}")
    if table.unit == "%":
        yield Evidence(NumberKind.PERCENT, _PERCENT_TABLE, "a table of percentages")
    elif _is_cash(table, row):
        yield Evidence(NumberKind.MONEY, _CASH, "a statement of cash flows")
    elif _IN_UNITS.search(table.caption):
        yield Evidence(NumberKind.COUNT, _TABLE_OF_UNITS, "a table in units")
    elif table.scale and is_currency(table.unit):
        yield Evidence(NumberKind.MONEY, _TABLE_OF_MONEY, f"a table of {table.unit}")
    elif _counts_things(table, row, column):
        yield Evidence(NumberKind.COUNT, _TABLE_OF_THINGS, "things, in a table without a currency")
    shapes = _shapes(cell)
    places = (
        (column.label, _COLUMN, shapes),
        (row.label, _ROW, shapes),
        (row.section, _SECTION, shapes - {Shape.SMALL}),
    )
    for words, weight, looks in places:
        ends = _COLUMN_PHRASE_END if weight == _COLUMN else _PHRASE_END
        found = _strongest(words, looks, ends)
        if found is not None:
            kind, strength, stated = found
            if kind is NumberKind.PERCENT and cell.unit != "%" and _prints_only_money(table):
                strength *= _UNSIGNED_RATE
            yield Evidence(kind, weight * strength, stated)
    caption = _strongest(table.caption, shapes, _PHRASE_END) if Shape.BROKEN in shapes else None
    if caption is not None and caption[0] is NumberKind.PER_SHARE:
        weight = _CAPTION_OF_CENTS if Shape.CENTS in shapes else _CAPTION
        yield Evidence(NumberKind.PER_SHARE, weight * caption[1], caption[2])
    if Shape.CENTS in shapes and _among_prices(table, column):
        yield Evidence(
            NumberKind.PER_SHARE, _AMONG_PRICES, "a column of cents, of which some are per share"
        )
    if Shape.CENTS in shapes and _among_whole_amounts(table, column):
        yield Evidence(
            NumberKind.PER_SHARE,
            _AMONG_PRICES,
            "cents below whole amounts, where some are per share",
        )
    if Shape.RATE in shapes and _among_rates(table, row.section, column):
        yield Evidence(
            NumberKind.PERCENT, _AMONG_RATES, "one of a section that prints its sign once"
        )
    if _beside_shares(table, column):
        yield Evidence(NumberKind.MONEY, _BESIDE_SHARES, "shares have their own column")


def is_of_money(table: Table, row: Row, cell: Cell) -> bool:
    """Whether sign, tag or statement say of a number that it is money, whatever its row says."""
    tagged = cell.fact is not None and cell.fact.unit == "USD"
    return tagged or bool(_CURRENCY.search(cell.text)) or (_is_cash(table, row) and not cell.fact)


def _counts_things(table: Table, row: Row, column: Column) -> bool:
    """Whether a table that prints no currency is about people or things."""
    said = (table.unit_line, table.caption, *(each.label for each in table.columns))
    cells = (cell.text for each in table.rows for cell in each.cells if cell is not None)
    if table.unit or any(map(_CURRENCY.search, itertools.chain(said, cells))):
        return False
    about = _ABOUT_THINGS.search(table.caption) is not None
    return about or any(map(_is_of_things, (row.label, row.section, table.caption, column.label)))


@remembered
def _is_of_things(words: str) -> bool:
    plain = _ASIDE.sub(" ", _PERIODS.sub(" ", words)).strip(" :")
    return _THINGS.search(_PHRASE_END.split(plain)[0].strip()) is not None


def _is_cash(table: Table, row: Row) -> bool:
    apart = _CASH_APART.search(f"{row.section} {row.label}")
    return _CASH_FLOWS.search(table.caption) is not None and apart is None


def _prints_only_money(table: Table) -> bool:
    """Whether the table says its scale and currency, and no cell is a percentage."""
    of_money = bool(table.scale) and is_currency(table.unit)
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
        if Shape.CENTS not in shapes:
            return False
        found = _strongest(row.label, shapes, _PHRASE_END)
        named = named or (found is not None and found[0] is NumberKind.PER_SHARE)
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
    shares = [kind_of_heading(each.label) is NumberKind.SHARES for each in table.columns]
    return any(shares) and kind_of_heading(column.label) is not NumberKind.SHARES


@remembered
def kind_of_heading(label: str) -> NumberKind | None:
    """What a column heading says that the numbers below it count; None where it does not."""
    found = _strongest(label, _ANY_SHAPE, _COLUMN_PHRASE_END)
    return found[0] if found is not None else None


def _shapes(cell: Cell) -> frozenset[Shape]:
    shapes = {Shape.ANY}
    size = abs(cell.value) if cell.value is not None else Decimal(0)
    if "." in cell.text or not cell.value:
        shapes.add(Shape.BROKEN)
        if size < _HIGHEST_RATE:
            shapes.add(Shape.ANY if _CURRENCY.search(cell.text) else Shape.RATE)
            shapes.add(Shape.CENTS if _CENTS.search(cell.text) else Shape.ANY)
    if size <= 100:
        shapes.add(Shape.HUNDRED)
    if size < _HIGHEST_PRICE:
        shapes.add(Shape.SMALL)
    return frozenset(shapes)


@remembered
def _strongest(
    words: str, shapes: frozenset[Shape], ends: re.Pattern[str]
) -> tuple[NumberKind, float, str] | None:
    """The kind that the words speak for most, how strongly, and the words that do."""
    printed = words
    words = _ASIDE.sub(" ", _PERIODS.sub(" ", words)).strip()
    if not words:
        return None
    end = next((m.start() for m in ends.finditer(words) if m.start() > 2), len(words))
    head, rest = words[:end], words[end:]
    best: tuple[float, int, Sign, str] | None = None
    for sign in SIGNS:
        if sign.shape not in shapes:
            continue
        strength, match = sign.strength, None
        if sign.anywhere:
            match = sign.words.search(printed if sign.kind is NumberKind.MONEY else words)
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
