"""Parts of a whole as one table states them side by side: rows, headings or columns."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from hirec.analysts.rule.requirements.phrases import says, stems
from hirec.analysts.rule.tables.axis import Axis, Member
from hirec.analysts.rule.tables.balances import day_of, is_balance
from hirec.analysts.rule.tables.parts_asked import NO_PART, TOTAL, PartAsked, is_figure
from hirec.analysts.rule.tables.surroundings import Runs, Surroundings, states, surroundings
from hirec.grounding.cells import TableCell
from hirec.grounding.tables import is_change, is_opening, period_fit, residual
from hirec.lexicon import ADJUSTED, Kind, Metric, find_metrics, match_row, words_in
from hirec.lexicon.geography import is_region
from hirec.number_kinds import is_of_money
from hirec.periods import cell_period, matches
from hirec.sums import Sum, adds_up, sums
from hirec.types import Cell, Passage, Period, PeriodRef, Row, Table
from hirec.understanding import KINDS_OF_PARTS

_SUM_OF = re.compile(r"^\W*totals?\b(?: of)?\s*", re.IGNORECASE)
"""``Total wireless``: a subtotal has the name of its part."""
_END = re.compile(r"(?:\s+segments?)?\s*(?:\(\w{1,2}\)\s*)*:?\s*$", re.IGNORECASE)
_SAID_SO = 2
"""Headings say "by" before the kind of parts, see :meth:`PartAsked.about`."""
_STATED = 0.9
"""Least fit of a row that states the metric under the heading of a part."""
_IN_PERCENT = ("%", "percent")
"""``% of Net Sales`` beside the amounts themselves."""
_BALANCE = stems("balance ending as of at")


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows that may be parts."""

    rows: list[Row]
    said: bool = True
    nested: bool = False


def axes_of(passage: Passage, asked: PartAsked) -> Iterator[tuple[tuple[int, bool], Axis]]:
    """Parts of the kind that is asked about.

    Each with how surely headings say so, and whether the table's own do: below "Operating segments"
    a table called "North America" is of one segment, and its rows are parts of that.
    """
    table = passage.table
    if table is None or asked.is_narrowed(table.caption):
        return
    axes = [*_by_rows(passage, table, asked)]
    if asked.kinds & {*KINDS_OF_PARTS}:
        axes.append(_by_columns(passage, table, asked))
    for axis in axes:
        above = {cell.row.section for member in axis.members for cell in member.cells}
        above = {*_alike(table, *above)} if len(above) == 1 else set()
        heads = (*above, table.caption, *passage.section.split(" > ")[:0:-1])
        labels = [one.label for one in axis.members]
        placed = "region" in asked.kinds and all(map(is_region, labels))
        if asked.place:
            axis = _of_one_place_each(axis, asked)  # "Americas" is no country
        if asked.kinds == {"region"} and not any(map(is_region, labels)):
            continue  # sales of segments by region have segments too
        if len(axis.members) > 1 and (about := asked.about(*heads) or int(placed)):
            yield (about, placed or bool(asked.about(*above, table.caption))), axis


def _of_one_place_each(axis: Axis, asked: PartAsked) -> Axis:
    """The same with what is no one country as rest, where more may be hidden than any has."""
    own = tuple(one for one in axis.members if asked.is_place(one.label))
    others = tuple(one for one in axis.members if one not in own)
    return replace(axis, members=own, rest=(*axis.rest, *others))


def _by_rows(passage: Passage, table: Table, asked: PartAsked) -> Iterator[Axis]:
    """Rows that are parts: under a heading each, adding up to a total, or rates side by side."""
    columns = [_column(table, asked.metric, period) for period in asked.periods]
    places = [at for at in columns if at is not None]
    if len(places) < len(columns):
        return
    at, metric = places[-1], asked.metric
    headed = _under_headings(table, metric) if metric else []
    runs = [_Rows(headed)]
    if not headed:
        rates = map(_Rows, _rates(passage, table, asked, at))
        named = map(_Rows, _under_its_name(table, asked, at))
        runs = [*_addends(passage, table, asked, at), *rates, *named]
    axes: list[Axis] = []
    counts = asked.counts
    for run in runs:
        cells = [
            (
                row,
                [
                    TableCell(passage, table, row, table.columns[n], c)
                    for n in places
                    if (c := row.cells[n])
                ],
            )
            for row in run.rows
        ]
        every = (one for _, own in cells for one in own)
        if counts and any(is_of_money(one.table, one.row, one.cell) for one in every):
            continue  # one amount of money makes all beside it money
        members = (
            Member(part_label(row), tuple(own))
            for row, own in cells
            if len(own) == len(places) and all(_is_number(one, asked) for one in own)
        )
        axes.append(replace(_axis_of(members, asked), said=run.said, nested=run.nested))
    # At the other level there may be no two of the kind: no regions but those of one brand.
    several = len([one for one in axes if one.nested and len(one.members) > 1]) > 1
    yield from (replace(one, nested=one.nested and several) for one in axes)


def _is_number(told: TableCell, asked: PartAsked) -> bool:
    """Whether a cell states a number, a rate where one is asked for."""
    return told.cell.value is not None and (not asked.is_rate or told.kind is Kind.PERCENT)


def _axis_of(members: Iterable[Member], asked: PartAsked) -> Axis:
    parts: list[Member] = []
    rest: list[Member] = []
    for member in members:
        if words_in(member.label) - TOTAL:  # "Total" or "Consolidated" alone names the whole
            (parts if asked.names_part(member.label) else rest).append(member)
    regions = [one for one in parts if is_region(one.label)]
    if asked.kinds == {"segment", "region"} and len(regions) > 1:
        own = regions  # "geographic segments" stand beside others
    else:
        own = [one for one in parts if asked.only <= stems(one.label)]
    return Axis(tuple(own), tuple(rest), tuple(one for one in parts if one not in own))


def _under_headings(table: Table, metric: Metric) -> list[Row]:
    rows = [
        row
        for row in table.rows
        if row.section and not says(metric, row.section)
        if match_row(metric.key, row.label) >= _STATED
    ]
    return rows if len({row.section for row in rows}) > 1 else []


def _under_its_name(table: Table, asked: PartAsked, at: int) -> Iterator[list[Row]]:
    """Rows of no figures of their own below "Segment profit", up to the first that is no part."""
    for section, group in groupby(table.rows, key=lambda row: row.section):
        if not (asked.is_called(section) and asked.about(*_alike(table, section))):
            continue
        stated = (row for row in group if (cell := row.cells[at]) and cell.value is not None)
        yield [*takewhile(lambda row: not _is_no_part(row.label), stated)]


def _alike(table: Table, section: str) -> Iterator[str]:
    """A heading and those of other figures of the same rows: "Net sales", then "Segment profit"."""
    yield section
    labels: dict[str, list[str]] = {}
    for row in table.rows:
        labels.setdefault(row.section, []).append(row.label)
    yield from (one for one, rows in labels.items() if one != section and rows == labels[section])


def _is_no_part(label: str) -> bool:
    return not label or bool(NO_PART.search(label) or find_metrics(label))


def _addends(passage: Passage, table: Table, asked: PartAsked, at: int) -> Iterator[_Rows]:
    """Rows that add up to a total and of which each is a part of the metric.

    A total of the kind, "total segments", is of those alone. Where some are subtotals either
    level may be meant: both are told. None where they add up to a part, as those of a region.
    """
    if asked.is_rate:
        return  # rates add up to nothing; amounts below "Gross margin" are none
    runs = {one.total: one for one in sums(table, at)}
    within = {row for one in runs.values() for row in one.rows if row in runs}
    heads = (table.caption, *passage.section.split(" > ")[:0:-1])
    own_kind = not asked.kinds & {*KINDS_OF_PARTS} and asked.about(*heads) == _SAID_SO
    named = {at for at in runs if asked.about(table.rows[at].label)}
    sums_of = Runs(table)
    for run in runs.values():
        total = table.rows[run.total]
        other = run.total not in named if named else run.total in within
        if other or asked.narrows(total.label, stems(passage.title.partition(" · ")[0])):
            continue
        levels = (run.rows, tuple(leaves(run, runs))) if within & {*run.rows} else (run.rows,)
        for level in levels:
            rows = [
                table.rows[n] for n in level if (c := table.rows[n].cells[at]) and c.unit != "%"
            ]
            if not own_kind and any(
                is_figure(table.rows[n].label, asked) for n in {*level, *run.rows}
            ):
                continue  # a reconciliation, whose rows are kinds of income and cost
            stated = (_states(asked, surroundings(passage, sums_of, row, at)) for row in rows)
            if any(stated) if own_kind else all(stated):
                said = bool(TOTAL & words_in(total.label) or find_metrics(total.label))
                yield _Rows([row for row in rows if row.label], said, len(levels) > 1)


def leaves(run: Sum, runs: Mapping[int, Sum]) -> Iterator[int]:
    """A sum's rows with those that subtotals are made of in place of them, each once.

    Small numbers add up by chance, and a row may so be in many sums.

    Args:
        run: The sum.
        runs: All of its column, by the place of their total.

    """
    seen: set[int] = set()
    left = [*reversed(run.rows)]
    while left:
        row = left.pop()
        if row in seen:
            continue
        seen.add(row)
        if row in runs:
            left += reversed(runs[row].rows)
        else:
            yield row


def _rates(passage: Passage, table: Table, asked: PartAsked, at: int) -> Iterator[list[Row]]:
    """Rows under one heading of which each states the rate that is asked for."""
    if asked.metric is not None and asked.metric.kind is not Kind.PERCENT:
        return iter(())

    def is_rate(row: Row, cell: Cell) -> bool:
        told = TableCell(passage, table, row, table.columns[at], cell).kind is Kind.PERCENT
        return bool(
            told and row.label and not NO_PART.search(row.label) and not find_metrics(row.label)
        )

    return _under_one_heading(passage, table, asked, at, is_rate)


def _under_one_heading(
    passage: Passage,
    table: Table,
    asked: PartAsked,
    at: int,
    belongs: Callable[[Row, Cell], bool],
) -> Iterator[list[Row]]:
    runs = Runs(table)
    for _, group in groupby(table.rows, key=lambda row: row.section):
        rows = [
            row
            for row in group
            if (cell := row.cells[at]) and cell.value is not None and belongs(row, cell)
        ]
        if all(_states(asked, surroundings(passage, runs, row, at)) for row in rows):
            yield rows


def _by_columns(passage: Passage, table: Table, asked: PartAsked) -> Axis:
    """Columns that are parts and add up to the column behind them, in the metric's rows."""
    every = [_row_of_parts(passage, table, asked, period) for period in asked.periods]
    labels = [label for label in every[-1] if all(label in each for each in every)]
    members = (Member(label, tuple(each[label] for each in every)) for label in labels)
    return _axis_of(members, asked)


def _row_of_parts(
    passage: Passage, table: Table, asked: PartAsked, period: PeriodRef
) -> dict[str, TableCell]:
    about = f"{table.caption} {passage.section}"
    rows = [row for row in table.rows if _is_row_of(asked, _unowned(row, passage), about)]
    for row in _closing(table, asked, period) or rows:
        cells: dict[str, TableCell] = {}
        for column, cell in zip(table.columns, row.cells, strict=False):
            said, label = cell_period(column, row), residual(column.label)
            fits = said and period_fit(asked.metric, said, period)
            if cell and asked.is_rate and cell.unit != "%":
                continue
            if not (fits and cell and cell.value is not None) or is_change(column.label):
                continue
            if adds_up([one.cell.value for one in cells.values()], cell.value):
                if asked.narrows(label):
                    continue
                return cells
            if label:
                cells[as_printed(column.label)] = TableCell(passage, table, row, column, cell)
    return {}


def _closing(table: Table, asked: PartAsked, period: PeriodRef) -> list[Row]:
    """Rows of what a table of the figure's moves closes with; none of other tables."""
    metric = asked.metric
    if metric is None or not metric.instant or not says(metric, table.caption):
        return []
    words = stems(" ".join(metric.names))
    closes = [row for row in table.rows if is_balance(row, words) and not is_opening(row.label)]
    return [row for row in closes if (day := day_of(row)) is None or matches(period, day)]


def _unowned(row: Row, passage: Passage) -> Row:
    """A row without the company's own name in front: "Acme Inc. operating profit"."""
    company = passage.title.partition(" · ")[0]
    return replace(row, label=row.label.removeprefix(company).strip()) if company else row


def _is_row_of(asked: PartAsked, row: Row, about: str) -> bool:
    """Whether a row states what is asked for, by its very name or by the metric and its words."""
    if asked.is_called(row.label):
        return True  # "Adjusted operating income (loss)"
    if asked.metric is None or not match_row(asked.metric.key, row.label, row.section):
        return False
    return _is_adjusted(asked, f"{row.label} {row.section}") and asked.words <= stems(
        f"{row.label} {row.section} {about}"
    )


def as_printed(header: str) -> str:
    """What a header says beside its period, with the signs between its words.

    Args:
        header: It says something beside its period.

    """
    said = residual(header).split()
    end = header.rindex(said[-1]) + len(said[-1])
    return header[header.index(said[0]) : end + header.startswith(".", end)]


def _states(asked: PartAsked, around: Surroundings) -> bool:
    if asked.is_called(around.total) or asked.is_called(around.caption):
        return True  # "Profit (loss) by segment"
    if asked.metric is not None and not states(asked.metric, around):
        return False
    if not _is_adjusted(asked, f"{around.label} {around.section} {around.column} {around.block}"):
        return False
    texts = (around.label, around.section, around.column, around.caption, around.heading)
    return asked.words <= stems(" ".join((*texts, around.block, around.total)))


def _is_adjusted(asked: PartAsked, near: str) -> bool:
    """Whether what is asked for as adjusted is called so nearby; a reconciliation has both."""
    return not ADJUSTED.search(asked.figure.words) or bool(ADJUSTED.search(near))


def _column(table: Table, metric: Metric | None, period: PeriodRef) -> int | None:
    """The one column of the period that states amounts; None where there is none or several."""
    rate = metric is not None and metric.kind is Kind.PERCENT
    fits = [
        (period_fit(metric, column.period, period), index)
        for index, column in enumerate(table.columns)
        if not is_change(column.label) and _is_plain(column.label, metric)
        if rate or not residual(column.label).lower().startswith(_IN_PERCENT)
        if column.period is None or _is_of_year(column.period, period.period)
    ]
    best = max((fit for fit, _ in fits), default=0.0)
    at = [index for fit, index in fits if fit == best]
    if len(at) > 1 and not rate:
        at = [index for index in at if not _in_percent(table, index)]
        at = [n for n in at if TOTAL & words_in(table.columns[n].label)] or at
    return at[0] if best and len(at) == 1 else None


def _in_percent(table: Table, at: int) -> bool:
    """Whether a column under the same heading as the amounts has their shares."""
    return all(cell.unit == "%" for row in table.rows if (cell := row.cells[at]) and cell.value)


def _is_of_year(stated: Period, asked: Period) -> bool:
    """Whether a column is of the very year: one that closed on January 3 is of the year before."""
    return None in (stated.fiscal_year, asked.fiscal_year) or (
        stated.fiscal_year == asked.fiscal_year
    )


def _is_plain(label: str, metric: Metric | None) -> bool:
    """Whether a column says nothing beside its period, but the metric's name."""
    own = residual(label)
    if stems(own) <= _BALANCE:
        return True  # "Balance as of December 31, 2023"
    if metric is None or "per" in words_in(label):
        return False  # "Revenue per unit"
    return bool(match_row(metric.key, own) or says(metric, own))


def part_label(row: Row) -> str:
    """What a part is called: its row, or the heading that the row stands under.

    Args:
        row: "Total Americas", or "Net sales" below "Americas".

    """
    own = not row.section or not find_metrics(row.label) or TOTAL & words_in(row.label)
    return _END.sub("", _SUM_OF.sub("", row.label if own else row.section)).strip()
