"""Parts of a whole where no table proves that it has them all: the likeliest rows or columns.

What proves parts (a total that they add up to, a heading that says what they are) is evidence here
and no condition: the figure has to be said near by, and nothing may say that it is another one.
"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hirec.analysts.rule.requirements.phrases import BRACKETS, says, stems
from hirec.analysts.rule.tables.axes import as_printed, leaves, part_label
from hirec.analysts.rule.tables.axis import Axis, Member
from hirec.analysts.rule.tables.parts_asked import (
    NAMED_OTHER,
    NO_PART,
    TOTAL,
    PartAsked,
    is_other_place,
)
from hirec.analysts.rule.tables.surroundings import beyond
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.grounding.cells import TableCell
from hirec.grounding.tables import is_change, period_fit, residual
from hirec.lexicon import Kind, find_metrics, words_in
from hirec.lexicon.geography import is_region
from hirec.sums import sums
from hirec.types import Filing, Operation, Passage, PeriodRef, Table
from hirec.understanding import KINDS_OF_PARTS

_MOVES = words_of("rolling")
"""Rows of what moved a balance, and columns of who owes, are no parts."""
_MANY = 2
"""Fewer are no choice."""
_FEW_MORE = 2
"""Words of a row's name that nobody asked for: "average monthly revenue per paying membership"."""
_TITLE = re.compile(r"(?:[A-Z(&][^\s]*|and|of|the|&|-)(?:,? (?:[A-Z(&][^\s]*|and|of|the|&|-)){0,9}")
"""A caption of names alone: "Asia-Pacific (APAC)"."""
_END_OF_TITLE = re.compile(
    r"(?:,? (?:segments?|(?:for )?(?:the )?(?:three|six|nine|twelve) months ended\b.*))+$",
    re.IGNORECASE,
)
_LETTERS = 5
"""Words that begin with as many are one: "deliveries", "delivered"."""


@dataclass(frozen=True, slots=True)
class _Line:
    """Cells of one figure in one period each: a column's rows, or a row's columns."""

    texts: tuple[str, ...]
    """What says the figure, the nearest first."""
    members: tuple[Member, ...]


def likely_axes(
    passages: Sequence[Passage], asked: PartAsked, filings: Mapping[str, Filing]
) -> Iterator[tuple[tuple[int, ...], Axis]]:
    """Parts by which something may be chosen, each with how likely they are meant.

    Args:
        passages: Of the company asked about, the best first.
        asked: What is chosen by, and among what.
        filings: By filing_id; columns without a period are of the filing's own.

    """
    for place, line in _lines(passages, asked, filings):
        said = _says_figure(asked, line.texts)
        about = _about(asked, line)
        if said and about and len(line.members) >= _MANY:
            whole = not any(_narrows(asked, text) for text in line.texts[:2])
            yield (about, whole, said, -place, len(line.members)), Axis(line.members)


def _lines(
    passages: Sequence[Passage], asked: PartAsked, filings: Mapping[str, Filing]
) -> Iterator[tuple[int, _Line]]:
    """Cells side by side in one table, or one of each table, and where the first table stands."""
    alone: dict[tuple[str, str], tuple[int, dict[str, Member]]] = {}
    for place, passage in enumerate(passages):
        table = passage.table
        if table is None:
            continue
        own = filings[passage.filing_id].identity.fiscal_year
        undated = all(own == ref.period.fiscal_year for ref in asked.periods)
        columns = _columns(table, asked, undated)
        for line in (*_down(passage, table, asked, columns), *_across(passage, table, asked)):
            yield place, line
        for said, member in _alone(passage, table, asked, columns.get("", ())):
            _, parts = alone.setdefault((passage.filing_id, said), (place, {}))
            parts.setdefault(member.label, member)
    for (_, said), (place, parts) in alone.items():
        yield place, _line((said,), [*parts.values()], asked)


def _alone(
    passage: Passage, table: Table, asked: PartAsked, places: Sequence[int]
) -> Iterator[tuple[str, Member]]:
    """What a table that is called by one part states of it, by the stems of the row's name."""
    title = _END_OF_TITLE.sub("", table.caption).strip(" :")
    if not _TITLE.fullmatch(title):
        return
    for at, row in enumerate(table.rows):
        if _is_named(asked, row.label) and (cells := _cells(passage, table, at, places)):
            yield " ".join(sorted(stems(BRACKETS.sub(" ", row.label)))), Member(title, cells)


def _is_named(asked: PartAsked, label: str) -> bool:
    """Whether a row is called as what is asked, with a few words more where it has no metric."""
    if asked.is_called(label):
        return True
    own = stems(BRACKETS.sub(" ", label))
    return asked.metric is None and asked.words <= own and len(own - asked.words) <= _FEW_MORE


def _down(
    passage: Passage, table: Table, asked: PartAsked, columns: Mapping[str, tuple[int, ...]]
) -> Iterator[_Line]:
    """The rows under one heading, in columns of one name."""
    heading = passage.section.rpartition(" > ")[2]
    for name, places in columns.items():
        runs = {run.total: run for run in sums(table, places[-1])}
        within = {row for run in runs.values() for row in run.rows}
        blocks = [
            (section, [at for at, _ in rows if at not in runs])
            for section, rows in itertools.groupby(
                enumerate(table.rows), key=lambda one: one[1].section
            )
        ]
        blocks += [
            (table.rows[at].label, rows)
            for at, run in runs.items()
            if at not in within
            for rows in ([*leaves(run, runs)], [*run.rows])
        ]
        for said, rows in blocks:
            members = [
                Member(part_label(table.rows[at]), cells)
                for at in rows
                if (cells := _cells(passage, table, at, places))
            ]
            yield _line((name, said, table.caption, heading), members, asked)


def _across(passage: Passage, table: Table, asked: PartAsked) -> Iterator[_Line]:
    """The columns of one row that states the figure."""
    heading = passage.section.rpartition(" > ")[2]
    for at, row in enumerate(table.rows):
        named: dict[str, list[int]] = {}
        for n, column in enumerate(table.columns):
            if column.period and residual(column.label) and not is_change(column.label):
                named.setdefault(as_printed(column.label), []).append(n)
        members = [
            Member(name, cells)
            for name, own in named.items()
            if (places := _in_periods(table, asked, own))
            and (cells := _cells(passage, table, at, places))
        ]
        yield _line((row.label, row.section, table.caption, heading), members, asked)


def _columns(table: Table, asked: PartAsked, undated: bool) -> dict[str, tuple[int, ...]]:
    """Columns of one name, one for each period asked about, by that name."""
    named: dict[str, list[int]] = {}
    for at, column in enumerate(table.columns):
        said = bool(asked.words) and asked.words <= stems(column.label)
        if said or not (is_change(column.label) or "per" in words_in(column.label)):
            name = as_printed(column.label) if residual(column.label) else ""
            named.setdefault(name, []).append(at)
    dated = any(column.period for column in table.columns)
    found: dict[str, tuple[int, ...]] = {}
    for name, own in named.items():
        if places := _in_periods(table, asked, own):
            found[name] = places
        elif undated and not dated and len(own) == len(asked.periods) == 1:
            found[name] = (own[0],)
    return found


def _in_periods(table: Table, asked: PartAsked, own: Sequence[int]) -> tuple[int, ...]:
    """The one of these columns that fits each period; none where a period has none, or two."""

    def fit(at: int, period: PeriodRef) -> float:
        return period_fit(asked.metric, table.columns[at].period, period)

    places: list[int] = []
    for period in asked.periods:
        best = max((fit(at, period) for at in own), default=0.0)
        fits = [at for at in own if best and fit(at, period) == best]
        if len(fits) != 1:
            return ()
        places += fits
    return tuple(places)


def _cells(passage: Passage, table: Table, at: int, places: Sequence[int]) -> tuple[TableCell, ...]:
    """A row's cells in these columns; none where one is lacking."""
    row = table.rows[at]
    cells = [
        TableCell(passage, table, row, table.columns[n], cell)
        for n in places
        if (cell := row.cells[n]) and cell.value is not None
    ]
    return tuple(cells) if len(cells) == len(places) else ()


def _line(texts: tuple[str, ...], members: list[Member], asked: PartAsked) -> _Line:
    """The parts of a line; none where one of them is only called by its kind: "Business"."""
    known = asked.kind_words if asked.kinds & {*KINDS_OF_PARTS} else frozenset()
    parts = [one for one in members if _is_part(one.label, asked) and _fits(one, asked)]
    named = all(stems(one.label) - known for one in parts)
    return _Line(texts, tuple(parts) if named else ())


def _is_part(label: str, asked: PartAsked) -> bool:
    """Whether a label names a part, no total, no rest and no figure of its own."""
    if not words_in(label) - TOTAL or TOTAL & words_in(label) or not any(map(str.isalpha, label)):
        return False
    rest = NO_PART.search(label) and not (NAMED_OTHER.match(label) or is_other_place(label))
    if said_in(label, _MOVES) or rest:
        return False
    if not find_metrics(label):
        return True
    metric = asked.metric
    if metric is None or not says(metric, label):
        return False
    return bool(beyond(label, asked.kind_words, metric))


def _fits(member: Member, asked: PartAsked) -> bool:
    """Whether its numbers are of the kind that is asked for."""
    kinds = {cell.kind for cell in member.cells}
    if asked.moving is Operation.GROWTH and not member.cells[0].cell.value:
        return False
    if asked.is_rate:
        return kinds == {Kind.PERCENT}
    if asked.counts:
        return Kind.PERCENT not in kinds and not any("$" in one.cell.text for one in member.cells)
    if asked.metric is not None and asked.metric.kind is Kind.MONEY:
        return kinds == {Kind.MONEY} or (asked.share and kinds == {Kind.PERCENT})
    return len(kinds) == 1


def _narrows(asked: PartAsked, text: str) -> bool:
    """Whether a heading says more than the figure and the kind of parts: "International"."""
    known = asked.words | asked.only | asked.kind_words | stems(" ".join(TOTAL))
    if asked.metric is not None:
        return bool(beyond(residual(text), known, asked.metric))
    return not stems(residual(text)) <= known


def _says_figure(asked: PartAsked, texts: Sequence[str]) -> int:
    """How near the figure is said, 0 where it is not, or where a nearer text says another."""
    if not all(_is_met(word, texts) for word in asked.words):
        return 0
    for near, text in zip(range(len(texts), 0, -1), texts, strict=True):
        if asked.metric is None:
            if all(_is_met(word, (text,)) for word in asked.words):
                return near
        elif asked.is_called(text):
            return near
        elif (said := says(asked.metric, text)) is not None:
            return near if said else 0
    return 1 if asked.metric is None else 0


def _is_met(word: str, texts: Sequence[str]) -> bool:
    return any(
        word == one or (len(word) > _LETTERS and one.startswith(word[:_LETTERS]))
        for text in texts
        for one in stems(text)
    )


def _about(asked: PartAsked, line: _Line) -> int:
    """How surely the parts are of the kind: 0 where they are of another."""
    if asked.place:
        return 2 * all(asked.is_place(one.label) for one in line.members)
    regions = [is_region(one.label) for one in line.members]
    if asked.kinds == {"region"}:
        return 2 * all(regions)
    if not all(_is_met(w, (*line.texts, *(m.label for m in line.members))) for w in asked.only):
        return 0
    if asked.kinds == {"product"} and any(regions):
        return 0
    known = asked.about(*line.texts[1:])
    return 1 + known if known or "segment" in asked.kinds or not any(regions) else 0
