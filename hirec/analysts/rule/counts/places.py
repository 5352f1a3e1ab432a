"""Places that count things: cells whose label names them, numbers of sentences in front of them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.analysts.rule.tables.surroundings import spellings
from hirec.grounding.nouns import Counted, read_noun, stems_of
from hirec.grounding.tables import (
    is_change,
    is_year_column,
    period_fit,
    residual,
)
from hirec.lexicon import words_in
from hirec.lexicon.files import word_list
from hirec.numbers import is_currency
from hirec.periods import cell_period, find_period_spans, matches
from hirec.scales import count_scale, own_scale
from hirec.sums import sums
from hirec.types import Box, Cell, Column, Filing, Passage, PeriodRef, Row, Table

_NUMBERED = frozenset({"number", "count", "counts", "headcount", "unit", "units"})
"""Words by which a table of money says that a row counts something."""
_NUMBER_OF = re.compile(r"^.*\bnumber of\b", re.IGNORECASE | re.DOTALL)
"""``The table below shows the number of stores by country``: what its numbers count."""
_MONEY = re.compile(r"[$€£¥]|\bdollars?\b", re.IGNORECASE)
PLAIN = stems_of(" ".join(word_list("place_plain")))
"""Words of a place that make what it counts no part of it."""

_REST = stems_of("other others")
"""A row of what other rows leave is a part, though headings call data "other"."""
AMONG_MONEY = "It stands among amounts of money."
_OF_MONEY_ALONE = 6
"""Power of ten in which amounts of money are printed; what is counted among them, never unsaid."""
_LONGEST_TITLE = 6
_SHORT = 3
"""Letters of the longest word that titles do not capitalise."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number with what it counts."""

    passage: Passage
    value: Decimal
    printed: str
    scale: int
    row: str
    """The row's label; of prose the sentence."""
    said: frozenset[str]
    """Stems of everything that says what is counted."""
    near: frozenset[str]
    """Those of its own row and column, or beside it in its sentence."""
    more: frozenset[str]
    """Those of them that narrow it, for which a question has to have words."""
    fit: float
    """How well its period fits the one asked for."""
    happened: frozenset[str] = frozenset()
    """Those that say what was done to so many of them: "opened 47 stores"."""
    column: str = ""
    caption: str = ""
    box: Box | None = None
    home: bool = True
    """It stands in a table, or under a heading that names what it counts."""
    doubt: str = ""
    """Why it may be another number, though its words are met."""

    @property
    def gone(self) -> bool:
        """Whether brackets say that so many went: every word of it has to be asked for."""
        return self.printed.startswith("(")

    @property
    def likely_money(self) -> bool:
        """Whether only its words tell it from the amounts around it: no word may be left over."""
        return self.doubt == AMONG_MONEY


def is_whole(value: Decimal, scale: int) -> bool:
    """Whether a number may count things: no half of one, as "Exhibit 10.8" has."""
    return value.scaleb(scale) % 1 == 0


def counts_in_table(
    passage: Passage, noun: str, asked: PeriodRef | None, filing: Filing
) -> Iterator[Count]:
    """Cells of a table that count such things.

    Args:
        passage: Prose gives nothing.
        noun: Stem of the things counted.
        asked: Period that the count is of; None: the filing's own.
        filing: That of the passage; its name does not narrow what is counted.

    """
    table = passage.table
    if table is None:
        return
    heading = passage.section.rpartition(" > ")[2]
    around = (table.caption, table.unit_line, heading)
    own = stems_of(filing.identity.company) - stems_of("abroad")
    totals = _totals(table)
    for row in _under_headings(table):
        for at, (column, cell) in enumerate(zip(table.columns, row.cells, strict=False)):
            if cell is None or not _may_count(cell, column, row):
                continue
            total = totals.get((id(row.cells), at), "")
            named = _named(noun, row, column, (total, *around))
            if named is None:
                continue
            fit = _fit(table, row, column, cell, asked, filing)
            if not fit:
                continue
            counted, narrowing = named
            more = (counted.words | narrowing) - PLAIN - own - {noun}
            more |= {word for title in around[:1] if (word := _title(title, noun, own))}
            more |= stems_of(row.label) & _REST
            scale, sure = count_scale(table, row, column)
            value = abs(cell.value or Decimal(0))
            if not is_whole(value, scale):
                continue
            texts = (row.label, row.section, column.label, *around)
            said = frozenset().union(*map(stems_of, texts), *names_of(table.caption))
            near = frozenset().union(*map(stems_of, texts[:3]))
            doubt = "Nothing says in which scale it is printed." if not sure else ""
            if _among_money(table) and not _says_number(row, column):
                if scale >= _OF_MONEY_ALONE:
                    continue
                doubt = AMONG_MONEY
            yield Count(
                passage,
                value.scaleb(scale),
                cell.text,
                scale,
                row.label,
                said,
                near,
                more,
                fit,
                column=column.label,
                caption=table.caption,
                box=cell.box or table.box or passage.box,
                doubt=doubt,
            )


def _under_headings(table: Table) -> Iterator[Row]:
    """Rows with the heading row above them, which holds for the rows behind a subtotal too.

    One row without a name may be a total; several are the rest of lists beside each other.
    """
    heading = ""
    nameless = sum(not row.label for row in table.rows)
    for row in table.rows:
        if not any(row.cells):
            heading = row.label
        if row.label or nameless == 1:
            yield replace(row, section=row.section or heading)


def names_of(title: str) -> tuple[frozenset[str], ...]:
    """Stems of a title and of the short name that it has in brackets, as both name the same."""
    return tuple(map(stems_of, spellings(title)))


def _totals(table: Table) -> Mapping[tuple[int, int], str]:
    """The label of what each cell adds up to, by its row's cells and its column: "Total stores"."""
    found: dict[tuple[int, int], str] = {}
    for at in range(len(table.columns)):
        for one in sums(table, at):
            for row in one.rows:
                found.setdefault((id(table.rows[row].cells), at), table.rows[one.total].label)
    return found


def _may_count(cell: Cell, column: Column, row: Row) -> bool:
    if cell.value is None or cell.unit == "%" or _MONEY.search(cell.text):
        return False
    if cell.fact is not None and cell.fact.unit.startswith("USD"):
        return False
    rate = re.search(r"%|\bpercent|\bper\b|\$", f"{row.label} {row.section} {column.label}")
    return not (rate or is_change(column.label) or is_year_column(column.label))


def _named(
    noun: str, row: Row, column: Column, around: tuple[str, ...]
) -> tuple[Counted, frozenset[str]] | None:
    """The nearest text that names the noun as what is counted, and what nearer ones say."""
    narrowing: frozenset[str] = frozenset()
    for text in (row.label, row.section, residual(column.label), *around):
        counted = read_noun(_NUMBER_OF.sub("", text)) if text else None
        if counted is not None and counted.noun == noun:
            rest = [t for t in (row.section, residual(column.label)) if t != text]
            return counted, narrowing.union(*map(stems_of, rest))
        if text is row.label or text is row.section or text == residual(column.label):
            narrowing |= stems_of(text)
    return None


def _title(words: str, noun: str, own: frozenset[str]) -> str:
    """A short title that says which part a table is about, as one word; empty for others."""
    parts = words.split()
    titled = [word for word in parts if word[:1].isalpha() and len(word) > _SHORT]
    if not titled or len(parts) > _LONGEST_TITLE or any(word[0].islower() for word in titled):
        return ""
    return words if stems_of(words) - PLAIN - own - {noun} else ""


def _among_money(table: Table) -> bool:
    cells = (cell for row in table.rows for cell in row.cells if cell is not None)
    return is_currency(table.unit) or any(_MONEY.search(cell.text) for cell in cells)


def _says_number(row: Row, column: Column) -> bool:
    """Whether a row says that it counts, or says a scale of its own and no currency."""
    own = own_scale(row.label) and not _MONEY.search(row.label)
    return bool(own or _NUMBERED & words_in(f"{row.label} {row.section} {column.label}"))


def _fit(
    table: Table,
    row: Row,
    column: Column,
    cell: Cell,
    asked: PeriodRef | None,
    filing: Filing,
) -> float:
    period = cell_period(column, row) or (cell.fact.period if cell.fact else None)
    wanted = asked or PeriodRef(filing.identity.period, "", True)
    for text in (row.label, row.section):
        said = [ref for span in find_period_spans(text) for ref in span.refs]
        if said and period is None:
            year = said[-1].period.fiscal_year
            return 1.0 if year is not None and year == wanted.period.fiscal_year else 0.0
    if period is not None:
        return period_fit(None, period, wanted)
    alike = [one for one in table.columns if one.label == column.label]
    if len(alike) > 1 or any(one.period for one in table.columns):
        return 0.0  # one of several periods, nobody knows which
    return 0.9 * matches(wanted, filing.identity.period)
