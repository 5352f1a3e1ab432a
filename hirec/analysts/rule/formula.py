"""Arithmetic over metrics: read from text, bound to a company and a period, written as Python."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain
from typing import assert_never

from hirec.lexicon import Kind, get_metric
from hirec.periods import in_order, years_earlier
from hirec.types import CannotAnswer, CompanyRef, Figure, Operand, PeriodRef


@dataclass(frozen=True, slots=True)
class Number:
    """A number written in a formula: 100, 365, a count of years, a coefficient."""

    value: int | Decimal


@dataclass(frozen=True, slots=True)
class Term:
    """A metric not yet bound to a company and period."""

    metric: str
    aggregate: str = ""
    """``average`` or ``change`` over :attr:`periods`, by default this period and the prior."""
    periods: tuple[PeriodRef, ...] = ()
    """Periods said beside the metric; they win over the plan's own."""
    part: str = ""
    """Of which part it is: "Digital"."""


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


Expression = Number | Term | Leaf | Binary | Choice | Absolute

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?![\w.,]))|(?P<open>[(\[])|(?P<close>[)\]])|(?P<operator>[*×÷+/])"
    r"|(?P<minus>(?<=\s)[-–−](?=\s)|(?<=[)\]])[-–−])"
    r"|(?P<words>divided by|multiplied by|times|plus|minus|less|added to)\b"
    r"|(?P<name>(?:(?!\s(?:divided by|multiplied by|times|plus|minus|less|added to)\b"
    r"|\s[-–−]\s)[^()\[\]*×÷+/])+))",
    re.IGNORECASE,
)
_WORD_OPERATORS = {"divided by": "/", "multiplied by": "*", "times": "*", "×": "*", "÷": "/"} | {
    "plus": "+",
    "added to": "+",
    "minus": "-",
    "less": "-",
}
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}


def parse_formula(text: str, read_name: Callable[[str], Expression]) -> Expression:
    """Arithmetic in words or signs as an expression.

    Args:
        text: ``365 * (average accounts payable) / FY2018 COGS``, ``A divided by B``.
        read_name: Turns what stands between operators into an expression.

    Raises:
        CannotAnswer: The text is no formula.

    """
    tokens = [(m.lastgroup or "", m[m.lastgroup or 0].strip()) for m in _TOKEN.finditer(text)]
    tokens = [(kind, said) for kind, said in tokens if said]
    position = 0

    def operator() -> str:
        if position < len(tokens) and tokens[position][0] in ("operator", "minus", "words"):
            kind, said = tokens[position]
            return "-" if kind == "minus" else _WORD_OPERATORS.get(said.lower(), said)
        return ""

    def sums(lowest: int) -> Expression:
        nonlocal position
        left = primary()
        while operator() and _PRECEDENCE[operator()] >= lowest:
            sign = operator()
            position += 1
            left = Binary(sign, left, sums(_PRECEDENCE[sign] + 1))
        return left

    def primary() -> Expression:
        nonlocal position
        if position >= len(tokens):
            raise CannotAnswer(f"The formula {text!r} ends too early.")
        kind, said = tokens[position]
        position += 1
        if kind == "number":
            return Number(Decimal(said) if "." in said else int(said))
        if kind == "name":
            return read_name(said)
        if kind != "open":
            raise CannotAnswer(f"The formula {text!r} has {said!r} where a metric should stand.")
        inner = sums(1)
        if position >= len(tokens) or tokens[position][0] != "close":
            raise CannotAnswer(f"The formula {text!r} lacks a closing parenthesis.")
        position += 1
        return inner

    result = sums(1)
    if position != len(tokens):
        raise CannotAnswer(f"The formula {text!r} goes on after its end.")
    return result


_CALL = re.compile(r"\b(avg|change)\((\w+)\)")
_AGGREGATES = {"avg": "average", "change": "change"}


def lexicon_formula(formula: str) -> Expression:
    """A formula of the lexicon: ``cost_of_revenue / avg(inventories)``."""

    def read_name(name: str) -> Expression:
        call, _, metric = name.rpartition(" ")
        return Term(metric, _AGGREGATES.get(call, ""))

    return parse_formula(_CALL.sub(r"\1 \2", formula), read_name)


def over_part(formula: Expression, words: str) -> Expression:
    """A formula whose metrics are those of a part: "Digital operating income"."""
    match formula:
        case Binary(sign, left, right):
            return Binary(sign, over_part(left, words), over_part(right, words))
        case Term():
            return replace(formula, part=words)
        case _:
            return formula


def prior(period: PeriodRef, years: int = 1) -> PeriodRef:
    """The same period ``years`` earlier; raises CannotAnswer where the period names no year."""
    if period.period.fiscal_year is None and period.period.end is None:
        raise CannotAnswer("The question names no year to compare with.")
    return years_earlier(period, years)


def moved(relative: bool, before: Expression, now: Expression) -> Expression:
    """The change from one figure to another, ``relative`` in percent of the first."""
    change = Binary("-", now, before)
    if not relative:
        return change
    return Binary("*", Number(100), Binary("/", change, Absolute(before)))


def bind(
    expression: Expression,
    company: CompanyRef | None,
    period: PeriodRef | None,
    definitions: Mapping[str, Expression],
) -> Expression:
    """The expression for one company and period; the question's definitions win over the lexicon.

    Raises CannotAnswer where an average or a change needs a prior period and none is known.
    """
    match expression:
        case Binary(sign, left, right):
            return Binary(
                sign,
                bind(left, company, period, definitions),
                bind(right, company, period, definitions),
            )
        case Choice(options):
            return Choice(tuple(bind(o, company, period, definitions) for o in options))
        case Absolute(inner):
            return Absolute(bind(inner, company, period, definitions))
        case Term():
            return _bind_term(expression, company, period, definitions)
        case Number() | Leaf():
            return expression
        case _:
            assert_never(expression)


def _bind_term(
    term: Term,
    company: CompanyRef | None,
    period: PeriodRef | None,
    definitions: Mapping[str, Expression],
) -> Expression:
    if not term.aggregate:
        return _bind_metric(term, company, term.periods[0] if term.periods else period, definitions)
    span = term.periods
    if len(span) < 2:
        last = span[0] if span else period
        if last is None:
            raise CannotAnswer(f"The question names no period for the {term.aggregate}.")
        span = (prior(last), last)
    bound = [_bind_metric(term, company, one, definitions) for one in in_order(span)]
    if term.aggregate == "change":
        return Binary("-", bound[-1], bound[0])
    return mean(bound)


def _bind_metric(
    term: Term,
    company: CompanyRef | None,
    period: PeriodRef | None,
    definitions: Mapping[str, Expression],
) -> Expression:
    key, part = term.metric, term.part
    if key in definitions:
        rest = {name: formula for name, formula in definitions.items() if name != key}
        return as_defined(key, bind(definitions[key], company, period, rest))
    metric = get_metric(key)
    words = f"{part} {metric.names[0] if metric else key}".strip()
    concept = metric.key if metric else ""
    leaf = Leaf(Figure(words, concept, company=company, period=period, part=part))
    if metric is None or not metric.formula:
        return leaf
    formula = over_part(lexicon_formula(metric.formula), part)
    formula = bind(formula, company, period, definitions)
    formula = as_defined(key, formula)
    return Choice((leaf, formula)) if metric.looked_up else formula


def as_defined(key: str, expression: Expression) -> Expression:
    """A formula's result in the metric's own unit: percent metrics are percent, not fractions."""
    metric = get_metric(key)
    if metric is not None and metric.kind is Kind.PERCENT:
        return Binary("*", Number(100), expression)
    return expression


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


def shares(expression: Expression) -> Iterator[tuple[Figure, Figure]]:
    """The figures of which one is taken in percent of the other."""
    match expression:
        case Binary("*", Number(100), Binary("/", Leaf(part), Leaf(whole))):
            yield part, whole
        case _:
            for inner in _parts(expression):
                yield from shares(inner)


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
            return units[0] or units[1]
        case _:
            return ""


def _quotient(above: str, below: str) -> str:
    if above == below or not above:
        return "ratio"
    return "USD/shares" if (above, below) == ("USD", "shares") else above


def render(expression: Expression, name_of: Callable[[Figure], str], outer: int = 0) -> str:
    """The expression as Python with no more parentheses than needed."""
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
