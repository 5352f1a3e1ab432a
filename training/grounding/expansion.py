"""A parsed question as figures bound to periods, and what is computed of them.

Training needs only to know which figures a question names and whether given values answer it; it
never plans around what a page lacks, as the analyst does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.analysts.rule.plans.formula import prior
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
)

Values = Sequence[Decimal]
Compute = Callable[[Values], Decimal]
_OVER_TIME = frozenset(
    {Operation.DIFFERENCE, Operation.GROWTH, Operation.CAGR, Operation.ROSE, Operation.FELL}
    | {Operation.CHANGED, Operation.DIRECTION}
)
_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Expanded:
    """Figures of a question, and the number that it asks for, computed of their values."""

    figures: tuple[Figure, ...]
    compute: Compute
    percent: bool
    """The result is a percentage."""


def expand(parsed: ParsedQuestion) -> Expanded | None:
    """The figures of a question; None where it asks for no number that is computed here."""
    builder = _Builder()
    try:
        compute = _computed(parsed, builder)
    except CannotAnswer:
        return None
    if compute is None or not builder.figures:
        return None
    shares = (Operation.GROWTH, Operation.CAGR, Operation.SHARE, Operation.PORTION)
    within = any(isinstance(m, Arithmetic) and m.sign in "%" for m in parsed.measures)
    return Expanded(tuple(builder.figures), compute, within or parsed.operation in shares)


def _computed(parsed: ParsedQuestion, builder: "_Builder") -> Compute | None:
    measures, periods = parsed.measures, parsed.periods
    last = periods[-1] if periods else None
    if not measures:
        return None
    if parsed.operation is Operation.VALUE:
        return builder.build(measures[0], last) if len(measures) == 1 else None
    if parsed.operation in _OVER_TIME:
        ends = _ends(parsed, builder)
        return _over_time(parsed.operation, *ends) if ends else None
    terms = _terms(parsed, builder)
    if len(terms) < 2:
        return None
    return _of_terms(parsed.operation, terms)


def _ends(parsed: ParsedQuestion, builder: "_Builder") -> tuple[Compute, Compute] | None:
    """What a change goes from and to."""
    measures, periods = parsed.measures, parsed.periods
    if len(measures) == 2:
        at = periods[-1] if periods else None
        return builder.build(measures[1], at), builder.build(measures[0], at)
    if len(measures) != 1 or not periods:
        return None
    first = periods[0] if len(periods) > 1 else prior(periods[0], max(parsed.years, 1))
    return builder.build(measures[0], first), builder.build(measures[0], periods[-1])


def _over_time(operation: Operation, before: Compute, after: Compute) -> Compute | None:
    match operation:
        case Operation.GROWTH:
            return lambda v: _HUNDRED * (after(v) - before(v)) / before(v)
        case Operation.DIFFERENCE | Operation.CHANGED:
            return lambda v: after(v) - before(v)
    return None


def _terms(parsed: ParsedQuestion, builder: "_Builder") -> list[Compute]:
    periods: Sequence[PeriodRef | None] = parsed.periods or (None,)
    if len(parsed.measures) > 1:
        return [builder.build(measure, periods[-1]) for measure in parsed.measures]
    return [builder.build(parsed.measures[0], period) for period in periods]


def _of_terms(operation: Operation, terms: Sequence[Compute]) -> Compute | None:
    match operation:
        case Operation.SUM:
            return lambda v: sum((term(v) for term in terms), Decimal(0))
        case Operation.AVERAGE:
            return lambda v: sum((term(v) for term in terms), Decimal(0)) / len(terms)
        case Operation.SHARE:
            return lambda v: _HUNDRED * terms[0](v) / terms[-1](v)
        case Operation.PORTION:
            return lambda v: _HUNDRED * terms[0](v) / sum((t(v) for t in terms), Decimal(0))
        case Operation.RATIO:
            return lambda v: terms[0](v) / terms[-1](v)
    return None


class _Builder:
    """Collects figures and turns measures into functions of their values."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []

    def build(self, measure: Measure, period: PeriodRef | None) -> Compute:
        match measure:
            case Constant(value):
                return lambda _: Decimal(value)
            case Figure():
                return self._figure(measure, period)
            case Aggregated(aggregate, figure, periods):
                return self._aggregated(aggregate, figure, periods, period)
            case Arithmetic(sign, left, right):
                one, other = self.build(left, period), self.build(right, period)
                return _arithmetic(sign, one, other)

    def _figure(self, figure: Figure, period: PeriodRef | None) -> Compute:
        bound = replace(figure, period=figure.period or period, company=None)
        if bound not in self.figures:
            self.figures.append(bound)
        at = self.figures.index(bound)
        return lambda values: values[at]

    def _aggregated(
        self,
        aggregate: str,
        figure: Figure,
        periods: Sequence[PeriodRef],
        period: PeriodRef | None,
    ) -> Compute:
        if not periods and period is None:
            raise CannotAnswer("No period is said for the aggregate.")
        span = periods or ((prior(period), period) if period else ())
        terms = [self._figure(figure, one) for one in span]
        if aggregate == "change":
            return lambda v: terms[-1](v) - terms[0](v)
        return lambda v: sum((term(v) for term in terms), Decimal(0)) / len(terms)


def _arithmetic(sign: str, one: Compute, other: Compute) -> Compute:
    match sign:
        case "+":
            return lambda v: one(v) + other(v)
        case "-":
            return lambda v: one(v) - other(v)
        case "*":
            return lambda v: one(v) * other(v)
        case "/":
            return lambda v: one(v) / other(v)
    return lambda v: _HUNDRED * one(v) / other(v)
