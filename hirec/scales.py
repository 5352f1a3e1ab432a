"""The power of ten that holds for one cell of a table, by the words printed around it."""

import re
from decimal import Decimal

from hirec.lexicon.names import folded_name
from hirec.number_kinds import kind_of_heading, kind_of_number
from hirec.number_signs import NumberKind
from hirec.numbers import scale_of, stated_scale
from hirec.periods.days import is_of_days
from hirec.types import Cell, Column, Row, Table

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
_SIGNED = re.compile(r"[$€£]\s*(?P<scale>thousand|million|billion)s?\b", re.IGNORECASE)
"""``Net sales $ million`` over a column."""
_OWN_DOLLARS = re.compile(r"\(\s*(?:in\s+)?(?:u\.?s\.?\s+)?dollars\s*\)", re.IGNORECASE)
_SHARES_SCALED = re.compile(
    r"\b(?:shares?|options|units|awards)\b,?\s+(?:amounts?\s+|data\s+|and\s+)?(?:which\s+)?(?:are\s+)?"
    r"(?:reflected\s+|stated\s+|presented\s+)?\(?in\s+(?P<scale>\w+)",
    re.IGNORECASE,
)
_MONEY_SCALED = re.compile(
    r"\b(?:dollars|values?|amounts)\s+in\s+(?P<scale>thousands|millions|billions)\b", re.IGNORECASE
)
_EXCEPTED = re.compile(r"\b(?:except|other than|excluding)\b(?P<what>.*)", re.IGNORECASE)
_SHARES_NAMED = re.compile(
    r"(?<!per )(?<!per-)(?<!per common )(?<!per ordinary )\bshares?\b"
    r"(?!\s*(?:prices?|amounts\s*\)?$))"
    r"|\bunits\b",
    re.IGNORECASE,
)
_PER_ITEM = re.compile(
    r"\bper\s+(?!cent|[\w-]*\s*share|(?:the |our )?(?:consolidated|balance|financial|statement))"
    r"[a-z]",
    re.IGNORECASE,
)
"""``Average revenue per member``: printed in full in a table in thousands."""
_TO_THE_CENT = re.compile(r"\(?[$€£]\s?\(?\d{1,3}\.\d\d\)?")
"""``$89.31`` in a table that itself says no scale."""
_MOST_SHARES = Decimal(10) ** 11
"""No company has so many; printed numbers that would make as many are not scaled."""


_MOST_AWARDS = Decimal(10) ** 9
_IN_FULL = 100_000
"""Of shares bought in a month, by the row's days."""
_OF_AWARDS = re.compile(
    r"\b(?:options?|awards?|units?|[RP]SUs?|(?:non|un)vested|vested|granted|forfeited|exercis\w+)\b",
    re.IGNORECASE,
)


def cell_scale(table: Table, row: Row, column: Column, cell: Cell) -> int:
    """Power of ten between a printed number and its value in base units.

    -2 for percentages; 0 for per-share figures and shares that the unit line excepts; the row's or
    the column's own scale where one is said; :func:`count_scale` for counts; else the table's.
    Tags are not looked at.

    Args:
        table: Its unit line counts where nothing nearer says a scale.
        row: That of the cell.
        column: That of the cell.
        cell: Says by its print what kind of number it is.

    """
    kind = kind_of_number(table, row, column, cell)
    if kind is NumberKind.PERCENT:
        return -2
    if kind is NumberKind.PER_SHARE:
        return 0
    if (own := _said_beside(row, column)) is not None:
        return own
    if _PER_ITEM.search(f"{row.label} {column.label} {row.section}"):
        return 0
    if kind is NumberKind.COUNT:
        return count_scale(table, row, column)[0]
    if table.scale_inferred and _TO_THE_CENT.fullmatch(cell.text.strip()):
        return 0
    for excepted in _EXCEPTED_ROW.finditer(f"{table.unit_line} {table.caption}"):
        if excepted["row"].strip().lower() in row.label.lower():
            return scale_of(excepted["scale"])
    if kind is NumberKind.SHARES:
        return _shares_scale(table, row, column, cell)
    money = _MONEY_SCALED.search(table.unit_line)
    return scale_of(money["scale"]) if money else table.scale


_DOLLARS = re.compile(r"[$€£]|\bdollars?\b", re.IGNORECASE)
_COUNTED = re.compile(
    r"\b(?:number|count|counts|headcount|stores?|units?|employees|statistics|operating data)\b",
    re.I,
)
"""What tables call numbers of things."""
_MEASURED = re.compile(r"\bsquare\s+(?:f(?:oo|ee)t|footage)\b", re.IGNORECASE)
"""No number of things: an exception for these does not reach it."""
_UNSCALED = re.compile(
    r"\bin\s+years\b|\(years\)|\b(?:useful|contractual|expected|remaining)\b.*"
    r"\b(?:li(?:fe|ves)|terms?|period|years)\b|\b(?:days|ratios?|multiples?|times)\b",
    re.IGNORECASE,
)
"""How long something lasts, or how often one goes into another: printed in full."""
_IN_SCALE = re.compile(
    r"(?P<what>[^(),;:.]*?)\b(?:(?:are|is)\s+)?(?:presented\s+|stated\s+)?"
    r"in\s+(?P<scale>thousands|millions|billions)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\band\b|,", re.IGNORECASE)


def count_scale(table: Table, row: Row, column: Column) -> tuple[int, bool]:
    """Power of ten of a number of things, and whether its table says so.

    What a statement of scales names has the scale named with it ("units in thousands"); a scale of
    dollars is none of counts, nor is one that excepts them; where the table only says "in
    thousands", what a row or column calls a number is as printed and other things are in thousands.

    Args:
        table: Its unit line and caption count where nothing nearer says a scale.
        row: That of the number.
        column: That of the number.

    Returns:
        The power, and False where it is a guess.

    """
    if (own := _said_beside(row, column)) is not None:
        return own, True
    around = f"{row.label} {row.section} {column.label}"
    if not table.scale or _UNSCALED.search(around):
        return 0, True
    if (named := _scale_named(f"{table.caption} ({table.unit_line})", around)) is not None:
        return named, True
    excepted = _EXCEPTED.search(table.unit_line)
    if _DOLLARS.search(table.unit_line) or (
        excepted and _COUNTED.search(excepted["what"]) and not _MEASURED.search(around)
    ):
        return 0, True
    return 0 if _COUNTED.search(around) else table.scale, False


def _scale_named(statement: str, around: str) -> int | None:
    """The scale that a statement ties to what a number is called; the fullest name's."""
    words = frozenset(folded_name(around))
    best = (0, True)
    scale = None
    for match in _IN_SCALE.finditer(statement):
        for piece in _BESIDE.split(match["what"]):
            name = folded_name(piece)
            met = next((n for n, word in enumerate(reversed(name)) if word not in words), len(name))
            if (met, met == len(name)) > best:
                best, scale = (met, met == len(name)), scale_of(match["scale"])
    return scale


def rests_on_table(table: Table, row: Row, column: Column, cell: Cell) -> bool:
    """Whether a cell's scale is the table's: no ratio, no price, and nothing nearer says one.

    Args:
        table: That of the cell.
        row: That of the cell.
        column: That of the cell.
        cell: With its printed text; one printed to the cent rests on nothing.

    """
    if kind_of_number(table, row, column, cell) not in (NumberKind.MONEY, NumberKind.SHARES):
        return False
    if _TO_THE_CENT.fullmatch(cell.text.strip()):
        return False
    return _said_beside(row, column) is None


def _said_beside(row: Row, column: Column) -> int | None:
    """The scale that a row or a column says of its own numbers, notes first; None where none."""
    near = (row.note, column.note, row.label, column.label, row.section)
    return next((own for words in near if (own := own_scale(words)) is not None), None)


def own_scale(words: str) -> int | None:
    """Scale that a label says of its own numbers, 0 for whole dollars; None where it says none."""
    own = _OWN_SCALE.search(words)
    if own is not None and scale_of(own[0]):
        return scale_of(own[0])
    if signed := _SIGNED.search(words):
        return scale_of(f"{signed['scale']}s")
    if _OWN_DOLLARS.search(words):
        return 0
    return stated_scale(words) if not scale_of(words) else None


def _shares_scale(table: Table, row: Row, column: Column, cell: Cell) -> int:
    """Scale of a number of shares by what the unit line says of shares.

    What was bought in a month (Regulation S-K, item 703) is told in full where as many thousands
    would be more than companies buy; "in thousands" is said of dollars there.
    """
    statement = f"{table.unit_line} {table.caption}"
    scale = table.scale
    excepted = _EXCEPTED.search(table.unit_line)
    if (match := _SHARES_SCALED.search(statement)) and scale_of(match["scale"]):
        scale = scale_of(match["scale"])
    elif excepted and _SHARES_NAMED.search(excepted["what"]):
        return 0
    own = abs(cell.value) if cell.value is not None else Decimal(0)
    if own >= _IN_FULL and is_of_days(row.label) and not match:
        return 0
    awards = _OF_AWARDS.search(f"{row.label} {column.label} {row.section}")
    if awards and own.scaleb(scale) >= _MOST_AWARDS and not own % 1:
        return 0
    most = _MOST_AWARDS if awards and table.scale_inferred else _MOST_SHARES
    return 0 if _largest(table, column, own).scaleb(scale) >= most else scale


def _largest(table: Table, column: Column, own: Decimal) -> Decimal:
    """The largest number printed in a column that is headed as shares; else the cell's own."""
    if kind_of_heading(column.label) is not NumberKind.SHARES or column not in table.columns:
        return own
    at = table.columns.index(column)
    cells = [row.cells[at] for row in table.rows if len(row.cells) > at]
    return max((abs(c.value) for c in cells if c is not None and c.value is not None), default=own)
