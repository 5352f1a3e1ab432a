"""From a parsed question to a plan of figures, and from figures to a program."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from hirec.analysts.rule.formula import (
    Absolute,
    Binary,
    Choice,
    Expression,
    Leaf,
    Number,
    Term,
    as_defined,
    bind,
    lexicon_formula,
    mean,
    over_part,
    prior,
)
from hirec.analysts.rule.plans import Part, Plan
from hirec.analysts.rule.writing import write_program
from hirec.lexicon import Kind, Metric, all_metrics, content_words, find_metrics, get_metric
from hirec.periods import in_order
from hirec.types import (
    Aggregated,
    Arithmetic,
    CannotAnswer,
    CompanyRef,
    Constant,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    PeriodRef,
    figures_of,
)

__all__ = ["Part", "Plan", "plan", "refused", "write_program"]

_COMPARING = frozenset(
    {Operation.DIFFERENCE, Operation.GROWTH, Operation.CAGR, Operation.ROSE, Operation.FELL}
    | {Operation.CHANGED, Operation.DIRECTION}
)
_CHOOSING = frozenset(
    {Operation.LARGEST, Operation.SMALLEST, Operation.MAXIMUM, Operation.MINIMUM}
    | {Operation.SEVERAL, Operation.SUM, Operation.AVERAGE}
)
_SINGLE = frozenset({Operation.VALUE, Operation.POSITIVE, Operation.NEGATIVE})
_HELD = frozenset({Operation.ABOVE, Operation.BELOW})
_NAMED = frozenset(
    {Operation.VALUE, Operation.DIFFERENCE, Operation.GROWTH, Operation.CAGR, Operation.SERIES}
    | {Operation.AVERAGE, Operation.SUM, Operation.SHARE}
)
"""Operations over figures that a row may bear the very name of."""
_LONGEST_NAME = 20
_LONGEST_PHRASE = 8
"""More content words than this are a description, not the name of a row."""


def plan(parsed: ParsedQuestion) -> Plan | None:
    """What a numeric question needs, None where it asks for no number we know how to compute."""
    try:
        return _plan(parsed)
    except CannotAnswer:
        return None


def refused(parsed: ParsedQuestion) -> CannotAnswer:
    """Why a question has no plan, with the nearest form that would have one."""
    try:
        _plan(parsed)
    except CannotAnswer as reason:
        return CannotAnswer(f"{reason} {nearest(parsed)}".strip(), reason.missing)
    return CannotAnswer("No figure could be computed for this question.", (parsed.core,))


def nearest(parsed: ParsedQuestion) -> str:
    """The nearest question that would be understood, in words; empty where nothing is known."""
    known = [figure for figure in parsed.figures if figure.concept] or list(parsed.figures)
    if not known:
        return ""
    metric = get_metric(known[0].concept)
    words = metric.names[0] if metric else known[0].words
    owner = f"{parsed.companies[0].name}'s " if parsed.companies else "the company's "
    period = f" in {parsed.periods[-1].period.label()}" if parsed.periods else ""
    return f"I can answer: “What was {owner}{words}{period}?”"


def _plan(parsed: ParsedQuestion) -> Plan:
    _check_understood(parsed)
    operation = _operation(parsed)
    definitions = {
        (mentions[0].key if (mentions := find_metrics(name)) else name): measure
        for name, measure in parsed.definitions
    }
    binder = _Binder(definitions, named=operation in _NAMED)
    measures, companies, periods = _in_turn(parsed, operation)
    if definitions and len(periods) > 1 and not _said_in(parsed):
        periods = periods[-1:]
    optional = not _wants_number(parsed, binder)
    if optional and operation is not Operation.VALUE:
        raise CannotAnswer("The question does not ask for a number.")
    _check_direction(parsed)
    parts = tuple(_parts(parsed, operation, binder, measures, companies, periods))
    if parsed.row_name and operation is Operation.DIFFERENCE and len(periods) < 2:
        if len(measures) == 1 and len(companies) < 2:
            parts = (_change_stated(parsed, parts, companies, periods),)
            operation = Operation.VALUE
    return Plan(
        finish=operation,
        parts=parts,
        unit=_unit(parsed) if parsed.moving is None or operation not in _EACH_MOVED else "",
        scale=parsed.wanted.scale,
        decimals=parsed.wanted.decimals,
        percent=parsed.wanted.percent,
        improving=parsed.improving,
        of_whole=any(isinstance(m, Arithmetic) and m.sign == "%" and _within(m) for m in measures),
        bound=parsed.bound,
        optional=optional,
    )


_EACH_MOVED = frozenset(
    {Operation.LARGEST, Operation.SMALLEST, Operation.MAXIMUM, Operation.MINIMUM}
    | {Operation.AVERAGE, Operation.SERIES}
    | _HELD
)
"""Operations over changes of figures, where the question names a change."""


def _check_understood(parsed: ParsedQuestion) -> None:
    if parsed.operation is Operation.TEXT:
        raise CannotAnswer("The question asks for words, not for a figure.")
    if parsed.unplaced:
        said = ", ".join(f"“{words}”" for words in parsed.unplaced)
        raise CannotAnswer(f"Not understood: {said}.", parsed.unplaced)
    if parsed.choose in ("segment", "region", "activity"):
        raise CannotAnswer("The question asks for a part, not for a figure.")
    if parsed.latest:
        raise CannotAnswer("Say up to which year: “the three years to FY2023”.")
    expected = any("expected" in figure.qualifiers for figure in parsed.figures)
    if expected and (parsed.operation is not Operation.VALUE or len(parsed.measures) > 1):
        raise CannotAnswer("The question computes with figures that are only expected.")


def _operation(parsed: ParsedQuestion) -> Operation:
    """A percent metric changes by points; one that is itself a change is looked up."""
    metrics = [get_metric(figure.concept) for figure in parsed.figures]
    moves = parsed.operation in (Operation.GROWTH, Operation.DIFFERENCE)
    if moves and len(parsed.periods) < 2 and all(metric and metric.change for metric in metrics):
        return Operation.VALUE
    if parsed.operation is Operation.GROWTH and _unit(parsed) == "%":
        return Operation.DIFFERENCE
    return parsed.operation


def _unit(parsed: ParsedQuestion) -> str:
    """The unit of plain metrics; of arithmetic it follows from the operands."""
    units = {
        metric.unit if isinstance(measure, Figure) and not measure.part else ""
        for measure in parsed.measures
        for figure in figures_of(measure)
        if (metric := get_metric(figure.concept))
    }
    return units.pop() if len(units) == 1 else ""


def _in_turn(
    parsed: ParsedQuestion, operation: Operation
) -> tuple[tuple[Measure, ...], tuple[CompanyRef, ...], tuple[PeriodRef, ...]]:
    """Measures, companies and periods in the order in which the operation takes them."""
    periods = parsed.periods
    if operation is Operation.SHARE and len(periods) == 2:
        if len({ref.period.fiscal_quarter is None for ref in periods}) == 1:
            raise CannotAnswer("Neither of the periods is part of the other.")
        periods = tuple(sorted(periods, key=lambda ref: ref.period.fiscal_quarter is None))
    return parsed.measures, parsed.companies, periods


def _said_in(parsed: ParsedQuestion) -> bool:
    """Whether the asking clause itself says a period."""
    return any(ref.said in parsed.core for ref in parsed.periods)


def _within(share: Arithmetic) -> bool:
    """Whether the part's words hold those of the whole: never above 100%."""
    part, whole = share.left, share.right
    return isinstance(part, Figure) and isinstance(whole, Figure) and whole.words in part.words


def _wants_number(parsed: ParsedQuestion, binder: "_Binder") -> bool:
    """A figure that the lexicon does not know must at least be asked for as a number."""
    wanted = parsed.wanted
    if wanted.scale or wanted.decimals is not None or wanted.percent or parsed.figure_asked:
        return True
    if parsed.operation in (Operation.SERIES, Operation.SEVERAL):
        return all(figure.concept for figure in parsed.figures)
    if parsed.operation is not Operation.VALUE:
        return True
    if any(parsed.definitions):
        return True
    return any(f.concept or f.kind or find_metrics(f.words) or _is_accounting(f) for f in parsed.figures)


def _is_accounting(figure: Figure) -> bool:
    return bool(content_words(figure.words) & _heads())


def _check_direction(parsed: ParsedQuestion) -> None:
    """An "improvement" says nothing about costs or days, where less may be better."""
    for figure in parsed.figures:
        metric = get_metric(figure.concept)
        if parsed.improving and metric and (metric.magnitude or metric.kind is Kind.DAYS):
            raise CannotAnswer("Whether that is an improvement is a judgement.")


def _change_stated(
    parsed: ParsedQuestion,
    parts: Sequence[Part],
    companies: Sequence[CompanyRef],
    periods: Sequence[PeriodRef],
) -> Part:
    """A change over one period: the row called so, else the difference of two periods."""
    before, after = parts
    company = companies[0] if companies else None
    period = periods[0] if periods else None
    row = Leaf(Figure(parsed.row_name, company=company, period=period, row_name=True))
    if parsed.row_name.lower().startswith("net "):
        # "Net change in borrowings" is the name of a row; balances also move by other things.
        return Part(after.label, row)
    difference = Binary("-", after.expression, before.expression)
    return Part(after.label, Choice((row, difference)))


def _parts(
    parsed: ParsedQuestion,
    operation: Operation,
    binder: "_Binder",
    measures: Sequence[Measure],
    named: Sequence[CompanyRef],
    periods: tuple[PeriodRef, ...],
) -> Iterator[Part]:
    """Bind measure × company × period; exactly one of the three may have several members."""
    companies: Sequence[CompanyRef | None] = named or (None,)
    span: Sequence[PeriodRef | None] = _span(parsed, operation, periods, len(companies), len(measures)) or (None,)
    sizes = [len(measures), len(companies), len(span)]
    if sum(size > 1 for size in sizes) > 1:
        raise CannotAnswer("The question compares along two lines at once.")
    if operation in _SINGLE and max(sizes) > 1:
        raise CannotAnswer("The question asks for several figures at once.")
    held = operation in _HELD and parsed.bound is not None
    if operation not in _SINGLE and not held and max(sizes) < 2:
        raise CannotAnswer("The question compares, but names only one figure.")
    if len(measures) > 1 and operation not in _CHOOSING | _HELD | {Operation.DIFFERENCE}:
        raise CannotAnswer("The question names several metrics and not how they are joined.")
    for measure, company, period in product(measures, companies, span):
        expression = binder.bind(measure, company, period)
        if parsed.moving and operation in _EACH_MOVED:
            before = binder.bind(measure, company, _before(period))
            expression = _moved(parsed.moving, before, expression)
        if len(measures) > 1:
            label = _label(measure)
        elif len(companies) > 1 and company:
            label = company.name
        else:
            label = period.period.label() if period else _label(measure)
        yield Part(label, expression)


def _before(period: PeriodRef | None) -> PeriodRef:
    if period is None:
        raise CannotAnswer("The question names no year to compare with.")
    return prior(period)


def _moved(moving: Operation, before: Expression, now: Expression) -> Expression:
    difference = Binary("-", now, before)
    if moving is Operation.DIFFERENCE:
        return difference
    return Binary("*", Number(100), Binary("/", difference, Absolute(before)))


def _label(measure: Measure) -> str:
    return " / ".join(figure.words for figure in figures_of(measure))


def _span(
    parsed: ParsedQuestion,
    operation: Operation,
    periods: tuple[PeriodRef, ...],
    companies: int,
    measures: int,
) -> tuple[PeriodRef, ...]:
    """Periods the operation needs, the prior one derived where only one is named."""
    if not periods:
        return ()
    if operation in _COMPARING and companies == 1 and measures == 1:
        if len(periods) == 1:
            return (prior(periods[0], max(parsed.years, 1)), periods[0])
        return (periods[0], periods[-1])
    if operation in _HELD and parsed.bound is not None and len(periods) == 2 and parsed.moving:
        return periods[-1:]
    return periods


class _Binder:
    """Binds measures to a company and a period; the question's definitions win."""

    def __init__(self, definitions: Mapping[str, Measure], *, named: bool) -> None:
        self.definitions = definitions
        self._named = named

    def bind(
        self, measure: Measure, company: CompanyRef | None, period: PeriodRef | None
    ) -> Expression:
        """The measure as an expression over figures of one company and period."""
        match measure:
            case Constant(value):
                return Number(value)
            case Arithmetic("%", left, right):
                share = Binary("/", *(self._operand(m, company, period) for m in (left, right)))
                return Binary("*", Number(100), share)
            case Arithmetic(sign, left, right):
                return Binary(sign, *(self._operand(m, company, period) for m in (left, right)))
            case Aggregated(aggregate, figure, periods):
                return self._aggregated(aggregate, figure, company, periods or ((period,) if period else ()))
            case Figure():
                return self._figure(measure, company, period, alone=True)

    def _operand(
        self, measure: Measure, company: CompanyRef | None, period: PeriodRef | None
    ) -> Expression:
        if isinstance(measure, Figure):
            return self._figure(measure, company, period)
        return self.bind(measure, company, period)

    def _aggregated(
        self,
        aggregate: str,
        figure: Figure,
        company: CompanyRef | None,
        periods: Sequence[PeriodRef],
    ) -> Expression:
        if not periods:
            raise CannotAnswer(f"The question names no period for the {aggregate}.")
        span = in_order(periods) if len(periods) > 1 else (prior(periods[0]), periods[0])
        bound = [self._figure(figure, company, period) for period in span]
        return Binary("-", bound[-1], bound[0]) if aggregate == "change" else mean(bound)

    def _figure(
        self,
        figure: Figure,
        company: CompanyRef | None,
        period: PeriodRef | None,
        *,
        alone: bool = False,
    ) -> Expression:
        company, period = figure.company or company, figure.period or period
        if (defined := self._defined(figure)) is not None:
            inner = _Binder({k: v for k, v in self.definitions.items() if v is not defined}, named=False)
            return as_defined(figure.concept, inner.bind(defined, company, period))
        bound = replace(figure, company=company, period=period, row_name=False)
        metric = get_metric(figure.concept)
        options = list(self._by_row(bound, metric)) if alone or metric is None else []
        if metric is not None and not figure.part and not figure.qualifiers:
            options.append(self._by_metric(metric, company, period))
        elif metric is None or metric.looked_up or not metric.formula:
            options += self._by_words(bound)
        else:
            options += self._by_words(bound)
            formula = over_part(lexicon_formula(metric.formula), figure.part)
            options.append(as_defined(metric.key, bind(formula, company, period, {})))
        if not options:
            raise CannotAnswer(f"No row is called “{figure.words}”.", (figure.words,))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _defined(self, figure: Figure) -> Measure | None:
        if figure.concept in self.definitions:
            return self.definitions[figure.concept]
        if figure.concept:
            return None
        said = content_words(figure.words)
        return next((m for name, m in self.definitions.items() if content_words(name) == said), None)

    def _by_row(self, figure: Figure, metric: Metric | None) -> Iterator[Leaf]:
        """The row of the very name, where the question may have said it."""
        named = self._named and len(figure.words.split()) <= _LONGEST_NAME
        if named and (metric is None or metric.looked_up or figure.part) and not _forward(figure):
            yield Leaf(Figure(figure.words, company=figure.company, period=figure.period, row_name=True))

    def _by_metric(
        self, metric: Metric, company: CompanyRef | None, period: PeriodRef | None
    ) -> Expression:
        leaf = Leaf(Figure(metric.names[0], metric.key, company=company, period=period))
        if not metric.formula:
            return leaf
        terms = self._terms(lexicon_formula(metric.formula), company, period)
        formula = as_defined(metric.key, terms)
        return Choice((leaf, formula)) if metric.looked_up else formula

    def _terms(
        self, formula: Expression, company: CompanyRef | None, period: PeriodRef | None
    ) -> Expression:
        """A formula of the lexicon, over what the question defines where it does."""
        match formula:
            case Binary(sign, left, right):
                return Binary(sign, self._terms(left, company, period), self._terms(right, company, period))
            case Term(key, aggregate) if key in self.definitions and not aggregate:
                figure = Figure(key, key)
                return self._figure(figure, company, period)
            case _:
                return bind(formula, company, period, {})

    @staticmethod
    def _by_words(figure: Figure) -> Iterator[Leaf]:
        per_share = figure.kind == Kind.PER_SHARE and not figure.concept
        if not per_share and 0 < len(content_words(figure.words)) <= _LONGEST_PHRASE:
            yield Leaf(figure)


def _forward(figure: Figure) -> bool:
    return "expected" in figure.qualifiers


@functools.cache
def _heads() -> frozenset[str]:
    """Nouns that name amounts of money: the last words of such metrics' names."""
    names = (name for m in all_metrics().values() if m.kind is Kind.MONEY for name in m.names)
    return frozenset(word for name in names for word in content_words(name.split()[-1]))
