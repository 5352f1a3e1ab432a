"""Arithmetic over figures of a company and a period, settled and written as Python."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain

from hirec.lexicon import Kind, get_metric
from hirec.periods import years_earlier
from hirec.types import CannotAnswer, Figure, Operand, PeriodRef


@dataclass(frozen=True, slots=True)
class Number:
    """A number written in a formula: 100, 365, a count of years, a coefficient."""

    value: int | Decimal


@dataclass(frozen=True, slots=True)
class Leaf:
    """A figure of one company and period: what an operand fills."""

    figure: Figure


@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right`` with ``+``, ``-``, ``*`` or ``/``."""

    operator: str
    left: "Expression"
    right: "Expression"


@dataclass(frozen=True, slots=True)
class Choice:
    """Ways to get the same figure, best first: the row itself, or a formula over other rows."""

    options: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Absolute:
    """The magnitude of a figure: what a growth is held against."""

    inner: "Expression"


Expression = Number | Leaf | Binary | Choice | Absolute

_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}


def prior(period: PeriodRef, years: int = 1) -> PeriodRef:
    """The same period ``years`` earlier; raises CannotAnswer where the period names no year."""
    if period.period.fiscal_year is None and period.period.end is None:
        raise CannotAnswer("The question names no year to compare with.")
    return years_earlier(period, years)


def moved(relative: bool, before: Expression, now: Expression) -> Expression:
    """The change from one figure to another.

    Args:
        relative: In percent of the first, whatever its sign; else the difference.
        before: The first.
        now: The second.

    """
    change = Binary("-", now, before)
    if not relative:
        return change
    return Binary("*", Number(100), Binary("/", change, Absolute(before)))


def as_defined(key: str, expression: Expression) -> Expression:
    """A formula's result in the metric's own unit: percent metrics are percent, not fractions."""
    metric = get_metric(key)
    if metric is not None and metric.kind is Kind.PERCENT and not _in_percent(expression):
        return Binary("*", Number(100), expression)
    return expression


def _in_percent(expression: Expression) -> bool:
    """Whether a formula says so itself: "A as a percent of B", "100 * A / B"."""
    match expression:
        case Choice(options):
            return _in_percent(options[0])
        case Binary("/", left):
            return _in_percent(left)
        case Binary("*", Number(100), _) | Binary("*", _, Number(100)):
            return True
    return False


def mean(terms: list[Expression]) -> Expression:
    """``(a + b + c) / 3``."""
    return Binary("/", total(terms), Number(len(terms)))


def total(terms: list[Expression]) -> Expression:
    """``a + b + c``."""
    result = terms[0]
    for term in terms[1:]:
        result = Binary("+", result, term)
    return result


def _parts(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Absolute(inner):
            return (inner,)
        case Binary(_, left, right):
            return (left, right)
        case Choice(options):
            return options
        case _:
            return ()


def figures(expression: Expression) -> Iterator[Figure]:
    """Every number that the expression may need, with alternatives."""
    if isinstance(expression, Leaf):
        yield expression.figure
    for part in _parts(expression):
        yield from figures(part)


def divides(expression: Expression) -> bool:
    """Whether the expression holds a quotient."""
    quotient = isinstance(expression, Binary) and expression.operator == "/"
    return quotient or any(map(divides, _parts(expression)))


def foremost(expression: Expression) -> Iterator[Figure]:
    """Every number that the expression needs by the best way to get each figure."""
    if isinstance(expression, Leaf):
        yield expression.figure
    parts = _parts(expression)
    for part in parts[:1] if isinstance(expression, Choice) else parts:
        yield from foremost(part)


def missing(expression: Expression, operands: Mapping[Figure, Operand]) -> tuple[Figure, ...]:
    """What is lacking, by the alternative that lacks least; empty where it can be computed."""
    match expression:
        case Choice(options):
            return min((missing(option, operands) for option in options), key=len)
        case Leaf(figure) if figure not in operands:
            return (figure,)
        case _:
            lacking = (missing(part, operands) for part in _parts(expression))
            return tuple(dict.fromkeys(chain.from_iterable(lacking)))


def settle(expression: Expression, operands: Mapping[Figure, Operand]) -> Expression:
    """The expression with each choice made: the first alternative that lacks nothing."""
    match expression:
        case Choice(options):
            for option in options:
                if not missing(option, operands):
                    return settle(option, operands)
            return settle(options[0], operands)
        case Binary(sign, left, right):
            return Binary(sign, settle(left, operands), settle(right, operands))
        case Absolute(inner):
            return Absolute(settle(inner, operands))
        case _:
            return expression


def unit_of(expression: Expression, operands: Mapping[Figure, Operand]) -> str:
    """Unit of the result by arithmetic of units; a free phrase has its operand's unit."""
    match expression:
        case Leaf(figure):
            metric = get_metric(figure.concept)
            operand = operands.get(figure)
            return operand.unit if operand else metric.unit if metric else ""
        case Choice(options):
            return unit_of(options[0], operands)
        case Absolute(inner):
            return unit_of(inner, operands)
        case Binary(sign, left, right):
            units = unit_of(left, operands), unit_of(right, operands)
            if sign == "/" and not isinstance(right, Number):
                return _quotient(*units)
            if sign == "*" and isinstance(left, Number) and left.value == 100:
                return "%"
            if sign == "*" and units[0] == "%" and units[1]:
                return units[1]  # so many percent of an amount
            if sign in "+-" and set(units) in ({"USD", "ratio"}, {"USD", "%"}):
                raise CannotAnswer("Read so, an amount of money and a rate would be added up.")
            return units[0] or units[1]
        case _:
            return ""


def _quotient(above: str, below: str) -> str:
    if above == below or not above:
        return "ratio"
    return "USD/shares" if (above, below) == ("USD", "shares") else above


def render(expression: Expression, name_of: Callable[[Figure], str], outer: int = 0) -> str:
    """The expression as Python with no more parentheses than needed.

    Args:
        expression: Settled: no choice is left open in it.
        name_of: Gives the variable of a figure.
        outer: Precedence of the operator around it; 0: none.

    """
    match expression:
        case Number(value):
            return str(value)
        case Leaf(figure):
            return name_of(figure)
        case Absolute(inner):
            return f"abs({render(inner, name_of)})"
        case Binary(sign, left, right):
            rank = _PRECEDENCE[sign]
            text = f"{render(left, name_of, rank)} {sign} {render(right, name_of, rank + 1)}"
            return f"({text})" if rank < outer else text
        case _:
            raise TypeError(f"{type(expression).__name__} must be bound and settled first")
