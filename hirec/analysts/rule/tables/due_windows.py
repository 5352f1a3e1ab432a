"""What falls due in a stretch of years: the cells of one schedule, added up, and of what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.analysts.rule.plans.formula import Binary, Expression, Leaf, Number, total
from hirec.analysts.rule.plans.plan import Part, Plan
from hirec.analysts.rule.plans.writing import write_program
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.requirements.requirement import named
from hirec.analysts.rule.tables.parts_asked import TOTAL
from hirec.analysts.rule.tables.schedules import scheduled
from hirec.grounding.cells import TableCell
from hirec.grounding.schedules import OWED, Stretch, Stretches, stretches
from hirec.grounding.tables import is_change
from hirec.lexicon import Kind, words_in
from hirec.periods import matches
from hirec.types import (
    CannotAnswer,
    DueWindow,
    Figure,
    Filing,
    Form,
    Operation,
    ParsedQuestion,
    Passage,
    PeriodRef,
    Program,
    Row,
    Table,
)

_ROUNDING = Decimal(3)
"""Units of the last digit by which a total may differ from what it adds up."""
_APART = "Nothing there states all of it; it is what the years add up to."


@dataclass(frozen=True, slots=True)
class _Series:
    """What one table schedules of one thing."""

    filing: Filing
    years: Stretches
    cells: tuple[TableCell | None, ...]
    whole: TableCell | None
    far: int
    """Words that only the section or the page says."""
    spare: int
    """Words of its labels that nobody asked for."""

    @property
    def rank(self) -> tuple[int, ...]:
        """The best comes first: of the newest report of a year."""
        identity = self.filing.identity
        annual = identity.form is Form.ANNUAL
        return not annual, -identity.available_ordinal, self.far, self.spare


def read_due(
    parsed: ParsedQuestion, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Program:
    """What the newest schedule has for the years asked for, always in doubt.

    Args:
        parsed: A question with a window and one figure.
        passages: Evidence; what else stands on a page may say what its schedule is of.
        filings: By filing_id; passages of others are not read.

    Raises:
        CannotAnswer: no schedule there is of it, several differ, or none parts at these years.

    """
    figure, window = parsed.figures[0], parsed.due or DueWindow(None, None)
    wanted = f"{figure.words} due {_said(window)}"
    found = [
        (series, at)
        for series in _all_series(parsed, figure, passages, filings)
        if (at := _inside(series.years, window))
    ]
    if not found:
        raise CannotAnswer(f"No schedule parts so: {wanted}.", (wanted,))
    best = min(series.rank for series, _ in found)
    first, *others = [(series, at) for series, at in found if series.rank == best]
    if any(_values(*one) != _values(*first) for one in others):
        raise CannotAnswer(f"one schedule of {wanted}, as several differ")
    return _program(parsed, *first, filings)


def _program(
    parsed: ParsedQuestion, series: _Series, inside: Sequence[int], filings: Mapping[str, Filing]
) -> Program:
    figure = parsed.figures[0]
    operands = {
        replace(figure, words=f"{figure.words} due {cell.row.label} {cell.column.label}"): (
            cell.operand("", Kind.MONEY)
        )
        for cell in series.cells
        if cell is not None
    }
    every = list(operands)
    at = [place for place, cell in enumerate(series.cells) if cell is not None]
    part = total([Leaf(need) for place, need in zip(at, every, strict=True) if place in inside])
    doubt, result = "", part
    if parsed.operation is Operation.SHARE:
        whole: Expression = total([Leaf(need) for need in every])
        if series.whole is None:
            doubt = _APART
        else:
            entire = replace(figure, words=f"all {figure.words}")
            operands[entire] = series.whole.operand("", Kind.MONEY)
            whole = Leaf(entire)
        result = Binary("*", Number(100), Binary("/", part, whole))
    numeric = Plan(Operation.VALUE, (Part("", result),))
    operands = {need: named(need, operand) for need, operand in operands.items()}
    program = write_program(numeric, operands)
    return replace(program, doubt=doubt or scheduled(program.operands[0], filings))


def _values(series: _Series, inside: Sequence[int]) -> list[Decimal]:
    cells = (series.cells[at] for at in inside)
    return [cell.operand("", Kind.MONEY).value for cell in cells if cell is not None]


def _said(window: DueWindow) -> str:
    unit = " years on" if window.counted else ""
    if window.first is None and window.last is None:
        return "thereafter"
    return f"{window.first or ''}–{window.last or ''}{unit}"


def _inside(years: Stretches, window: DueWindow) -> tuple[int, ...]:
    """Places in the run of the stretches that make up the window; empty where none do."""
    run = years.run
    if window.first is None and window.last is None:
        return (len(run) - 1,) if run[-1].last is None else ()
    if years.counted and not window.counted:
        return ()
    shift = 0 if years.counted or not window.counted else years.first - 1
    first = run[0].first if window.first is None else window.first + shift
    last = None if window.last is None else window.last + shift
    inside = tuple(at for at, one in enumerate(run) if _is_within(one, first, last))
    if not inside or run[inside[0]].first != first or run[inside[-1]].last != last:
        return ()
    return inside


def _is_within(one: Stretch, first: int, last: int | None) -> bool:
    return one.first >= first and (last is None or (one.last is not None and one.last <= last))


def _all_series(
    parsed: ParsedQuestion,
    figure: Figure,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> Iterator[_Series]:
    asked = frozenset(word for word in stems(figure.words) - OWED if not word.isdigit())
    pages: dict[tuple[str, int], set[str]] = {}
    for passage in passages:
        said = pages.setdefault((passage.filing_id, passage.page_number), set())
        said |= stems(f"{passage.section} {passage.text}")
    keys = {company.company_key for company in parsed.companies}
    for passage in passages:
        filing, table = filings.get(passage.filing_id), passage.table
        if filing is None or table is None or (keys and filing.company_key not in keys):
            continue
        if not _is_of_day(figure.told, table, filing):
            continue
        around = pages[passage.filing_id, passage.page_number] | stems(table.caption)
        if asked <= around:
            yield from _in_table(asked, passage, table, filing, figure.told)


def _is_of_day(told: PeriodRef | None, table: Table, filing: Filing) -> bool:
    """Whether a schedule is of the day asked about: its report's, or one that its columns say."""
    if told is None:
        return True
    said = {column.period for column in table.columns if column.period}
    return any(matches(told, period) for period in (said or {filing.identity.period}))


def _in_table(
    asked: frozenset[str],
    passage: Passage,
    table: Table,
    filing: Filing,
    told: PeriodRef | None,
) -> Iterator[_Series]:
    caption, heading = stems(table.caption), stems(passage.section.rpartition(" > ")[2])
    in_rows = stretches([row.label for row in table.rows])
    in_columns = stretches([column.label for column in table.columns])

    def at(row: Row, column: int) -> TableCell | None:
        cell = row.cells[column] if column < len(row.cells) else None
        if cell is None or cell.value is None or cell.unit == "%":
            return None
        return TableCell(passage, table, row, table.columns[column], cell)

    if in_rows:
        days = [column.period.end for column in table.columns if column.period]
        last = max(filter(None, days), default=None)
        for place, column in enumerate(table.columns):
            period = column.period
            if told and period and not matches(told, period):
                continue
            earlier = not told and period and period.end and last and period.end < last
            if earlier or is_change(column.label):
                continue
            cells = tuple(at(table.rows[one.at], place) for one in in_rows.run)
            beside = (at(row, place) for row in table.rows)
            labels = (column.label, table.rows[in_rows.run[0].at].section)
            yield from _series(asked, (caption, heading), labels, filing, in_rows, cells, beside)
    if in_columns:
        for row in table.rows:
            cells = tuple(at(row, one.at) for one in in_columns.run)
            beside = (at(row, place) for place in range(len(table.columns)))
            yield from _series(
                asked,
                (caption, heading),
                (row.label, row.section),
                filing,
                in_columns,
                cells,
                beside,
            )


def _series(
    asked: frozenset[str],
    above: tuple[frozenset[str], frozenset[str]],
    labels: Sequence[str],
    filing: Filing,
    years: Stretches,
    cells: tuple[TableCell | None, ...],
    beside: Iterator[TableCell | None],
) -> Iterator[_Series]:
    stated = [cell.operand("", Kind.MONEY).value for cell in cells if cell is not None]
    if len(stated) < len(cells) - 1 or not stated:
        return
    others = (one for one in beside if one and one not in cells)
    whole = next((one for one in others if _adds_up(one, stated)), None)
    total = f"{whole.row.label} {whole.column.label}" if whole else ""
    own = stems(" ".join((*labels, total)))
    spare = stems(" ".join(labels)) - asked - OWED - stems(" ".join(TOTAL))
    caption, heading = above
    named = own | caption | (frozenset() if spare else heading)
    if asked and (caption or heading) and not asked & named:
        return  # below "Debt and leases" a row of leases is none of debt
    yield _Series(filing, years, cells, whole, len(asked - own - caption - heading), len(spare))


def _adds_up(cell: TableCell, parts: Sequence[Decimal]) -> bool:
    operand = cell.operand("", Kind.MONEY)
    step = Decimal(1).scaleb(operand.scale)
    label = words_in(f"{cell.row.label} {cell.column.label}")
    return bool(TOTAL & label) and abs(operand.value - sum(parts)) <= _ROUNDING * step
