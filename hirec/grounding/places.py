"""Every place of the evidence that may state a figure: cells of tables, amounts in sentences."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.caching import remembered
from hirec.grounding.named_amounts import names_of
from hirec.grounding.scale_said import largest_in, scale_is_said
from hirec.grounding.stems import stem_set
from hirec.grounding.stubs import spelled_out
from hirec.grounding.tables import (
    Standing,
    base_value,
    cell_kind,
    is_change,
    is_year_column,
    residual,
    scale_for,
    standing_of,
)
from hirec.lexicon import Kind
from hirec.numbers import NumberSpan, find_numbers, lists_of
from hirec.periods import cell_period
from hirec.sentence_ends import sentence_end
from hirec.types import Cell, Column, Filing, Form, Passage, Period, Row, Table

_SENTENCE = re.compile(rf"{sentence_end()}|\s\.\s|\n{{2,}}|\s*•\s*")
"""Where one sentence ends and the next begins, in text cut into tokens as well."""
_YEAR = re.compile(r"(?<![\d.$])(?:19|20)\d{2}(?![\w,]\d|\w|\.\d)")
"""A year as printed in a heading or a sentence, not an amount."""
_MARKUP = re.compile(r"<[^<>]{1,20}>")
_EVENTS = (Form.CURRENT, Form.PROXY)
_KINDS = {"%": Kind.PERCENT, "shares": Kind.SHARES}
_BESIDE = 60
"""Characters of a sentence before and behind an amount that say what it is."""
_CLOSE = 30
"""Characters that say what is counted: "126 major manufacturing sites"."""
_LIST_GAP = 12
"""Most characters between the amounts of one list: "$80 million, $83 million and"."""
_SAME_DAY = 7
"""Days by which a tag and a heading may differ in the end of one period."""
_NO_TABLE = Standing("")
_NO_YEARS: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """An amount with the words around it, alike for cells and sentences."""

    passage: Passage
    value: Decimal
    """In base units, with the printed sign."""
    printed: str
    scale: int
    kind: Kind
    period: Period | None
    years: frozenset[int]
    """Years printed for it: its column's, else its row's; of a sentence the one beside it."""
    label: str
    """The row's label; of a sentence what it calls the amount, else the words beside it."""
    section: str = ""
    """Heading row above; of a sentence the whole sentence."""
    column: str = ""
    """What the column's heading says beside its period."""
    heading: str = ""
    """The column's whole heading."""
    caption: str = ""
    before: str = ""
    """Of a sentence the few words in front of the amount."""
    behind: str = ""
    """Of a sentence the few words behind the amount."""
    row: int = 0
    """Index of the row; of a sentence its number in the passage."""
    at: int = 0
    """Index of the column, or where in the sentence the amount begins."""
    table: Table | None = None
    scale_said: bool = True
    standing: Standing = _NO_TABLE
    """Which statement the place is in."""
    states_change: bool = False
    """The column states changes."""
    of_year: bool = False
    """It is a sentence of an annual report."""

    @property
    def cell(self) -> Cell | None:
        """The cell, None in prose."""
        return self.table.rows[self.row].cells[self.at] if self.table else None


def same_span(one: Place, other: Place) -> bool:
    """Whether the periods of two places of one year may be the same: a quarter is not the year."""
    if one.period is None or other.period is None:
        return True
    lengths = {one.period.months, other.period.months} - {None}
    return one.period.fiscal_quarter == other.period.fiscal_quarter and len(lengths) < 2


class Sheet:
    """The places of one passage; cells are made of a row when it is first asked for."""

    def __init__(self, passage: Passage, event: Period | None, quarter: int | None = None) -> None:
        """Take a table apart into rows and columns; sentences are read at once.

        ``event`` is what undated columns of a filing about an event are of, ``quarter`` the fiscal
        quarter of a filing.
        """
        self._passage = passage
        self._event = event
        self._table = passage.table and spelled_out(passage.table, quarter)
        self._rows: dict[int, tuple[Place, ...]] = {}
        heading = stem_set(passage.section.rpartition(" > ")[2])
        if self._table is None:
            self._prose = tuple(_prose(passage, annual=quarter is None and event is None))
            return
        table = self._table
        self.about = stem_set(table.caption) | heading
        self._residuals = [_residual(column) for column in table.columns]
        self._column_stems = [stem_set(words) for words in self._residuals]
        self._own = [stem_set(row.label) | stem_set(row.section) for row in table.rows]
        self._years = [years_of(column.label) for column in table.columns]
        self._standing = standing_of(table, passage.section)
        self._largest = largest_in(table)

    def near(self, stems: frozenset[str]) -> Iterator[Place]:
        """Places with one of the words beside them or in what they stand under."""
        if self._table is None:
            yield from (p for p in self._prose if stems & stem_set(p.section))
            return
        beside = [bool(stems & words) for words in self._column_stems]
        whole = bool(stems & self.about)
        for at, own in enumerate(self._own):
            if whole or stems & own:
                yield from self._cells(at)
            elif any(beside):
                yield from (place for place in self._cells(at) if beside[place.at])

    def every(self) -> Iterator[Place]:
        """All places."""
        if self._table is None:
            yield from self._prose
            return
        for at in range(len(self._own)):
            yield from self._cells(at)

    def _cells(self, at: int) -> tuple[Place, ...]:
        if at not in self._rows:
            self._rows[at] = tuple(self._read(at))
        return self._rows[at]

    def _read(self, at: int) -> Iterator[Place]:
        table = self._table
        if table is None:
            return
        row = table.rows[at]
        said = years_of(row.label) or years_of(row.section)
        label, section = _plain(row.label), _plain(row.section)
        for index, cell in enumerate(row.cells):
            column = table.columns[index]
            if cell is None or not cell.value or is_year_column(column.label):
                continue  # a dash stands for nothing in too many rows to say which
            kind = cell_kind(table, row, column, cell)
            scale = scale_for(kind, table, row, column, cell)
            stated = cell_period(column, row)
            years = self._years[index] or said or _years_of_period(stated)
            yield Place(
                passage=self._passage,
                value=base_value(cell, scale),
                printed=cell.text,
                scale=scale,
                kind=kind,
                period=self._period(stated, cell),
                years=years,
                label=label,
                section=section,
                column=self._residuals[index],
                heading=column.label,
                caption=table.caption,
                row=at,
                at=index,
                table=table,
                scale_said=scale_is_said(kind, cell, table, row, column, scale, self._largest),
                standing=self._standing,
                states_change=is_change(column.label),
            )

    def _period(self, stated: Period | None, cell: Cell) -> Period | None:
        own = cell.fact.period if cell.fact is not None else None
        over = stated.end if stated else None
        if own is not None and own.end and over and abs((own.end - over).days) > _SAME_DAY:
            return own  # "beginning of year" under the heading of the year that it opens
        return stated or own or self._event


def read_sheet(passage: Passage, filing: Filing) -> Sheet:
    """The places of a passage; read once for all figures of a question."""
    identity = filing.identity
    event = replace(identity.period, months=None) if identity.form in _EVENTS else None
    return _sheet(passage, event, identity.fiscal_quarter)


@functools.lru_cache(maxsize=512)
def _sheet(passage: Passage, event: Period | None, quarter: int | None) -> Sheet:
    return Sheet(passage, event, quarter)


@remembered
def years_of(text: str) -> frozenset[int]:
    """Years printed in a text."""
    return frozenset(int(year) for year in _YEAR.findall(text))


def _years_of_period(period: Period | None) -> frozenset[int]:
    year = period.fiscal_year if period else None
    return frozenset({year}) if year else _NO_YEARS


def _plain(label: str) -> str:
    return _MARKUP.sub("", label)


def _residual(column: Column) -> str:
    return residual(_plain(column.label))


def _prose(passage: Passage, *, annual: bool) -> Iterator[Place]:
    for number, sentence in enumerate(_SENTENCE.split(passage.text)):
        if sentence and any(map(str.isdigit, sentence)):
            yield from _amounts(passage, number, sentence, annual=annual)


def _amounts(passage: Passage, number: int, sentence: str, *, annual: bool) -> Iterator[Place]:
    numbers = [n for n in find_numbers(sentence) if n.value]
    years, names = _years_beside(sentence, numbers), names_of(sentence, numbers)
    whole = " ".join(sentence.split())
    for amount, year, name in zip(numbers, years, names, strict=True):
        before = sentence[max(0, amount.start - _BESIDE) : amount.start]
        behind = sentence[amount.end : amount.end + _BESIDE]
        kind = _KINDS.get(amount.unit)
        if kind is None:
            per_share = amount.unit.endswith("/shares")
            kind = Kind.PER_SHARE if per_share else Kind.MONEY if amount.unit else Kind.COUNT
        yield Place(
            passage=passage,
            value=amount.value.scaleb(amount.scale),
            printed=amount.text,
            scale=amount.scale,
            kind=kind,
            period=None,
            years=year,
            label=name or f"{before} {behind}",
            section=whole,
            before=before[-_CLOSE:],
            behind=behind[:_CLOSE],
            row=number,
            at=amount.start,
            of_year=annual,
        )


def _years_beside(sentence: str, numbers: list[NumberSpan]) -> list[frozenset[int]]:
    """The year that each amount of a sentence is of: in lists of equal length one for one.

    Years among the amounts are each that of the amount beside it: "$9 billion in 2025, $8 billion
    in 2024".
    """
    said = [(match.start(), int(match[0])) for match in _YEAR.finditer(sentence)]
    if not said:
        return [_NO_YEARS] * len(numbers)
    turns = _by_turns(said, numbers)
    found: list[frozenset[int]] = []
    for run in lists_of(numbers, _listed):
        behind = [year for place, year in said if place > run[-1].end]
        before = [year for place, year in said if place < run[0].start]
        inside = any(run[0].end <= place < run[-1].start for place, _ in said)
        if len(run) > 1 and len(behind) >= len(run) and not inside:
            found += [frozenset({year}) for year in behind[: len(run)]]
        elif len(run) > 1 and len(before) >= len(run) and not inside:
            found += [frozenset({year}) for year in before[-len(run) :]]
        else:
            found += [_nearest(said, number) for number in run]
    return [turns.get(one.start, years) for one, years in zip(numbers, found, strict=True)]


def _by_turns(said: list[tuple[int, int]], numbers: list[NumberSpan]) -> dict[int, frozenset[int]]:
    """Where amounts of one unit and years take turns, the year of each by where it begins.

    "$53 million, or 0.21% of assets, in 2019 and $68 million, or 0.30%, in 2018".
    """
    found: dict[int, frozenset[int]] = {}
    for unit in {number.unit for number in numbers}:
        own = [number for number in numbers if number.unit == unit]
        ends = [*(number.start for number in own[1:]), float("inf")]
        behind = all(
            number.end <= place < end
            for number, (place, _), end in zip(own, said, ends, strict=False)
        )
        if len(own) == len(said) > 1 and behind:
            years = (frozenset({year}) for _, year in said)
            found |= {number.start: year for number, year in zip(own, years, strict=True)}
    return found


def _listed(one: NumberSpan, other: NumberSpan) -> bool:
    """Whether two amounts follow one another as in a list."""
    return other.start - one.end <= _LIST_GAP


def _nearest(said: list[tuple[int, int]], number: NumberSpan) -> frozenset[int]:
    def distance(place: int) -> int:
        return place - number.end if place >= number.end else 2 * (number.start - place)

    return frozenset({min(said, key=lambda one: distance(one[0]))[1]})


def row_of(place: Place) -> Row | None:
    """The row of a cell, None in prose."""
    return place.table.rows[place.row] if place.table else None
