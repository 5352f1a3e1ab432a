"""What the turns of a conversation offer to the next: results, and what they have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from hirec.periods import in_order
from hirec.types import (
    Aggregated,
    Arithmetic,
    CannotAnswer,
    Constant,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    PeriodRef,
    Scope,
)

Line = Literal["measures", "companies", "periods"]
LINES: dict[Line, str] = {"measures": "figure", "companies": "company", "periods": "period"}
"""What a question may leave out, by the word for it."""
_SAME: tuple[Line, ...] = ("measures", "companies")
"""What two turns have in common that ask for one figure of several periods."""
CHANGES = frozenset({Operation.DIFFERENCE, Operation.GROWTH})
_SIGNS = {Operation.DIFFERENCE: "-", Operation.SUM: "+", Operation.RATIO: "/"}


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of the conversation with all that it took over."""

    parsed: ParsedQuestion
    scope: Scope


def spread_of(turns: Sequence[Turn], lines: Sequence[Line] = tuple(LINES)) -> Turn:
    """The last turn, beside an earlier one that differs from it in one line: what to compare."""
    last = turns[-1]
    if last.parsed.operation is not Operation.VALUE:
        return last
    for turn in reversed(turns[:-1]):
        within = set(_keys(last, "periods")) <= set(_keys(turn, "periods"))
        if turn.parsed.operation in CHANGES and within and "periods" in lines:
            return turn if _keys(turn, "measures") == _keys(last, "measures") else last
        differing = [line for line in LINES if _keys(turn, line) != _keys(last, line)]
        if turn.parsed.operation is Operation.VALUE and len(differing) == 1:
            (line,) = differing
            if line not in lines:
                continue
            both = (*getattr(turn.parsed, line), *getattr(last.parsed, line))
            parsed = with_lines(replace(last.parsed, operation=Operation.SEVERAL), {line: both})
            return Turn(replace(parsed, periods=in_order(parsed.periods)), last.scope)
    return last


def with_lines(parsed: ParsedQuestion, new: Mapping[Line, tuple[Any, ...]]) -> ParsedQuestion:
    """The question with other members of some lines."""
    fields: dict[str, Any] = {str(line): found for line, found in new.items()}
    return replace(parsed, **fields)


def _keys(turn: Turn, line: Line) -> tuple[object, ...]:
    if line == "companies":
        return tuple(company.company_key for company in turn.parsed.companies)
    if line == "periods":
        return tuple(ref.period for ref in turn.parsed.periods)
    return tuple(
        (m.concept or m.words.lower(), m.part) if isinstance(m, Figure) else m
        for m in turn.parsed.measures
    )


def in_one_period(turns: Sequence[Turn]) -> Turn:
    """The last turn; where that was over several periods, one before it over one of them.

    "And in 2016?" behind a sum of two years asks as the question did for either of these.
    """
    last = turns[-1]
    if len(last.parsed.periods) < 2:
        return last
    return next(
        (
            turn
            for turn in reversed(turns)
            if turn.parsed.operation is Operation.VALUE
            and len(turn.parsed.periods) == 1
            and all(_keys(turn, line) == _keys(last, line) for line in _SAME)
        ),
        last,
    )


def over_years(turns: Sequence[Turn], count: int) -> Turn:
    """The last turn, over as many periods as turns before it asked the same figure for.

    Where these are fewer, years are counted back from the one period of the last turn.
    Raises CannotAnswer where that has several.
    """
    last = turns[-1]
    asked = [
        turn.parsed.periods
        for turn in reversed(turns)
        if all(_keys(turn, line) == _keys(last, line) for line in _SAME)
    ]
    periods = {ref.period: ref for refs in asked for ref in refs}
    if len(periods) < count and len(last.parsed.periods) < 2:
        return last
    if len(periods) < count:
        raise CannotAnswer(f"The question is unclear: say which {count} periods it is about.")
    chosen = in_order(list(periods.values())[:count])
    parsed = replace(last.parsed, operation=Operation.SERIES, periods=chosen)
    return replace(last, parsed=parsed)


def result_of(past: ParsedQuestion, *, bound: bool) -> Measure | None:
    """What a turn computed, as an operand; ``bound`` to its own period beside another one."""
    operation, measures, periods = past.operation, past.measures, past.periods
    if len(measures) == 2 and operation in _SIGNS:
        return Arithmetic(_SIGNS[operation], measures[0], measures[1])
    if len(measures) != 1:
        return None
    if isinstance(figure := measures[0], Figure):
        if operation is Operation.AVERAGE:
            return Aggregated("average", figure, periods)
        if operation is Operation.SUM and len(periods) > 1:
            return Aggregated("sum", figure, periods)
        if len(periods) > 1:
            return Aggregated("change", figure, (periods[0], periods[-1]))
        if bound and len(periods) == 1:
            return replace(figure, period=periods[0])
    return measures[0]


def periods_inside(measure: Measure) -> tuple[PeriodRef, ...]:
    """The periods that a measure brings along."""
    match measure:
        case Figure(period=period):
            return (period,) if period else ()
        case Aggregated(periods=periods):
            return periods
        case Arithmetic(left=left, right=right):
            return (*periods_inside(left), *periods_inside(right))
    return ()


def is_dated(measure: Measure) -> bool:
    """Whether no figure of a measure takes the question's periods."""
    if isinstance(measure, Arithmetic):
        return is_dated(measure.left) and is_dated(measure.right)
    return isinstance(measure, Constant) or bool(periods_inside(measure))
