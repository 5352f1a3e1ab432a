"""From a parsed question to a plan of figures, and from figures to a program."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from hirec.analysts.rule.plans.binding import Binder
from hirec.analysts.rule.plans.formula import (
    Binary,
    Choice,
    Leaf,
    moved,
    prior,
)
from hirec.analysts.rule.plans.plan import PRINTED, Alternative, Part, Plan
from hirec.analysts.rule.plans.writing import write_program
from hirec.lexicon import Kind, content_words, find_metrics, get_metric, head_nouns
from hirec.types import (
    ABOVE_BELOW,
    COUNT_OPERATIONS,
    Arithmetic,
    CannotAnswer,
    CompanyRef,
    Convention,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    PeriodRef,
    figures_of,
)
from hirec.understanding import adds_up, is_loss, joined_in, named_apart

__all__ = ["COMPARING", "LISTING", "Part", "Plan", "plan", "refused", "write_program"]

COMPARING = frozenset(
    {Operation.DIFFERENCE, Operation.GROWTH, Operation.CAGR, Operation.ROSE, Operation.FELL}
    | {Operation.CHANGED, Operation.DIRECTION}
)
_CHOOSING = frozenset(
    {Operation.LARGEST, Operation.SMALLEST, Operation.MAXIMUM, Operation.MINIMUM}
    | {Operation.SEVERAL, Operation.SUM, Operation.AVERAGE}
)
_PART_OF = re.compile(
    r"(?<!as a )(?<!as )(?:percent(?:age)?|share|portion|proportion|fraction|%) of\b", re.IGNORECASE
)
"""``what share of A was B``, but not "B as a percentage of A", which may be larger."""
_AMOUNT_OF = re.compile(
    r"\bhow much of\b|\b(?!what |which |the |a |current )\S+ portion of\b", re.IGNORECASE
)
LISTING = frozenset({Operation.SEVERAL, Operation.SERIES})
"""Operations that list figures, of several companies or measures over several periods too."""
_SINGLE = frozenset({Operation.VALUE, Operation.POSITIVE, Operation.NEGATIVE})
_NAMED = frozenset(
    {Operation.VALUE, Operation.DIFFERENCE, Operation.GROWTH, Operation.CAGR, Operation.SERIES}
    | {Operation.AVERAGE, Operation.SUM, Operation.SHARE}
)
"""Operations over figures that a row may bear the very name of."""


def plan(parsed: ParsedQuestion, *, given: bool = False) -> Plan | None:
    """What a numeric question needs, None where it asks for no number we know how to compute.

    Over a ``given`` page every name is one of its own, whatever the lexicon makes of it.
    """
    try:
        return _plan(parsed, given=given)
    except CannotAnswer:
        return None


def refused(parsed: ParsedQuestion, *, given: bool = False) -> CannotAnswer:
    """Why a question has no plan, with the nearest form that would have one."""
    try:
        _plan(parsed, given=given)
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


def _plan(parsed: ParsedQuestion, *, given: bool = False) -> Plan:
    _check_understood(parsed)
    operation = _operation(parsed, given=given)
    definitions = {
        (mentions[0].key if (mentions := find_metrics(name)) else name): measure
        for name, measure in parsed.definitions
    }
    named = operation in _NAMED and not given
    open_ = parsed.convention
    chosen = {open_.measure: open_.formula} if open_ and open_.formula else {}
    measures, companies = parsed.measures, parsed.shared_companies
    periods = _in_turn(parsed.shared_periods, operation)
    binder = Binder(definitions, chosen, named=named, given=given, sums=adds_up(parsed, operation))
    if definitions and len(periods) > 1 and not _said_in(parsed):
        periods = periods[-1:]
    optional = not _wants_number(parsed)
    if optional and not given and operation is not Operation.VALUE:
        raise CannotAnswer("The question does not ask for a number.")
    _check_direction(parsed)
    joined = joined_in(measures)
    one = Operation.VALUE if operation is Operation.SUM and joined else operation
    parts = tuple(_parts(parsed, one, binder, measures, companies, periods))
    single = len(measures) == 1 and len(companies) < 2 and len(periods) < 2
    listed = single and operation is Operation.VALUE and not given
    kinds = {figure.kind for figure in parsed.figures}
    apart = (named_apart(measures) or joined) if listed else ()
    alternatives = tuple(
        Alternative(name, tuple(_parts(parsed, operation, other, measures, companies, periods)))
        for name, other in _otherwise(open_, definitions, named=named, given=given)
    )
    if parsed.row_name and operation is Operation.DIFFERENCE and single:
        parts = (_change_stated(parsed, parts, companies, periods),)
        operation = Operation.VALUE
    return Plan(
        finish=operation,
        parts=parts,
        unit=_unit(parsed) if parsed.moving is None or operation not in _EACH_MOVED else "",
        scale=parsed.wanted.scale,
        decimals=parsed.wanted.decimals,
        percent=parsed.wanted.percent,
        money=parsed.wanted.money,
        improving=parsed.improving,
        of_whole=any(isinstance(m, Arithmetic) and m.sign == "%" and _within(m) for m in measures),
        bound=parsed.bound,
        ranking=parsed.ranking,
        optional=optional,
        measure=open_.measure if open_ else "",
        convention=open_.name if open_ else "",
        alternatives=alternatives,
        apart=tuple(_parts(parsed, Operation.SUM, binder, apart, companies, periods))
        if apart
        else (),
        said_part=parsed.bound is None and bool(_PART_OF.search(parsed.core)),
        amount=bool(_AMOUNT_OF.search(parsed.core)) and not parsed.wanted.percent,
        share=_share(measures, companies, periods),
        given=given,
        of_losses=bool(parsed.figures) and all(map(is_loss, parsed.figures)),
        # Returns are set against each other in the order named.
        distance=given and "difference" in parsed.core.lower() and Kind.INVESTMENT not in kinds,
    )


_BOUNDED = ABOVE_BELOW | COUNT_OPERATIONS
_EACH_MOVED = _CHOOSING - {Operation.SEVERAL, Operation.SUM} | {Operation.SERIES} | _BOUNDED
"""Operations over changes of figures, where the question names a change."""


def _share(
    measures: Sequence[Measure],
    companies: Sequence[CompanyRef],
    periods: Sequence[PeriodRef],
) -> tuple[Figure, Figure] | None:
    """Part and whole where one share of one company and period is asked for."""
    if len(companies) > 1 or len(periods) > 1:
        return None
    company, period = next(iter(companies), None), next(iter(periods), None)
    match measures:
        case [Arithmetic("%", Figure() as part, Figure() as whole)]:
            bound = (
                replace(one, company=one.company or company, period=one.period or period)
                for one in (part, whole)
            )
            return next(bound), next(bound)
        case _:
            return None


def _otherwise(
    convention: Convention | None,
    definitions: dict[str, Measure],
    *,
    named: bool,
    given: bool,
) -> Iterator[tuple[str, Binder]]:
    """Other usual ways to define the ratio asked for, where it is left open which."""
    if convention is not None:
        own = () if given else _own_measure(convention)
        for name, formula in (*convention.alternatives, *own):
            yield name, Binder(definitions, {convention.measure: formula}, named=named)


def _own_measure(convention: Convention) -> Iterator[tuple[str, str]]:
    """What companies print as they define it, money or days, where no convention is asked for."""
    metric = get_metric(convention.measure)
    own = metric and metric.rows and metric.kind in (Kind.MONEY, Kind.DAYS)
    if own and not convention.formula:
        yield PRINTED, PRINTED


def _check_understood(parsed: ParsedQuestion) -> None:
    if parsed.operation is Operation.TEXT:
        raise CannotAnswer("The question asks for words, not for a figure.")
    if parsed.unplaced:
        said = ", ".join(f"“{words}”" for words in parsed.unplaced)
        raise CannotAnswer(f"Not understood: {said}.", parsed.unplaced)
    if parsed.among_parts or parsed.choose == "activity":
        raise CannotAnswer("The question asks for a part, not for a figure.")
    if parsed.latest:
        raise CannotAnswer("Say up to which year: “the three years to FY2023”.")
    if parsed.operation in COUNT_OPERATIONS and len(parsed.periods) < 2:
        raise CannotAnswer("Say of which years, or quarters: “from 2019 to 2023”.")
    added = parsed.operation in (Operation.VALUE, Operation.SUM, Operation.AVERAGE)
    alike = added and len(parsed.measures) < 2  # a schedule's years add up, an outlook is no growth
    if not alike and any("expected" in figure.qualifiers for figure in parsed.figures):
        raise CannotAnswer("The question computes with figures that are only expected.")


def _operation(parsed: ParsedQuestion, *, given: bool) -> Operation:
    """A percent metric changes by points; one that is itself a change is looked up."""
    metrics = [get_metric(figure.concept) for figure in parsed.figures]
    moves = parsed.operation in (Operation.GROWTH, Operation.DIFFERENCE)
    if moves and len(parsed.periods) < 2 and all(metric and metric.change for metric in metrics):
        return Operation.VALUE
    held = all(metric and metric.instant for metric in metrics)
    held |= all(ref.period.months == 0 for ref in parsed.periods)
    if parsed.operation is Operation.SUM and len(parsed.periods) > 1 and held and not given:
        return Operation.SERIES  # what is held on two days does not add up
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


def _in_turn(periods: tuple[PeriodRef, ...], operation: Operation) -> tuple[PeriodRef, ...]:
    """Periods in the order in which the operation takes them."""
    if operation is Operation.SHARE and len(periods) == 2:
        if len({ref.period.fiscal_quarter is None for ref in periods}) == 1:
            raise CannotAnswer("Neither of the periods is part of the other.")
        periods = tuple(sorted(periods, key=lambda ref: ref.period.fiscal_quarter is None))
    return periods


def _said_in(parsed: ParsedQuestion) -> bool:
    """Whether the asking clause itself says a period."""
    return any(ref.said in parsed.core for ref in parsed.periods)


def _within(share: Arithmetic) -> bool:
    """Whether the part's words hold those of the whole: never above 100%."""
    part, whole = share.left, share.right
    return isinstance(part, Figure) and isinstance(whole, Figure) and whole.words in part.words


def _wants_number(parsed: ParsedQuestion) -> bool:
    """A figure that the lexicon does not know must at least be asked for as a number."""
    if _says_number(parsed):
        return True
    if parsed.operation in (Operation.SERIES, Operation.SEVERAL):
        return all(map(_is_number, parsed.figures))
    if parsed.operation is not Operation.VALUE:
        return True
    if any(parsed.definitions):
        return True
    return any(map(_is_number, parsed.figures))


def names_number(parsed: ParsedQuestion) -> bool:
    """Whether a question says that it wants a number, or names what is known to be one."""
    return _says_number(parsed) or any(map(_is_number, parsed.figures))


def _says_number(parsed: ParsedQuestion) -> bool:
    wanted = parsed.wanted
    formed = wanted.scale or wanted.decimals is not None or wanted.percent
    return bool(formed) or parsed.figure_asked


def _is_number(figure: Figure) -> bool:
    known = figure.concept or figure.kind or find_metrics(figure.words)
    return bool(known) or _is_accounting(figure)


def _is_accounting(figure: Figure) -> bool:
    return bool(content_words(figure.words) & head_nouns(Kind.MONEY))


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
    binder: Binder,
    measures: Sequence[Measure],
    named: Sequence[CompanyRef],
    periods: tuple[PeriodRef, ...],
) -> Iterator[Part]:
    """Bind measure × company × period; one of the three may have several members, of lists two."""
    companies: Sequence[CompanyRef | None] = named or (None,)
    span: Sequence[PeriodRef | None] = _span(
        parsed, operation, periods, len(companies), len(measures)
    ) or (None,)
    sizes = [len(measures), len(companies), len(span)]
    lines = sum(size > 1 for size in sizes)
    if lines > (2 if operation in LISTING and not _joint(measures) else 1):
        raise CannotAnswer("The question compares along two lines at once.")
    if operation in _SINGLE and max(sizes) > 1:
        raise CannotAnswer("The question asks for several figures at once.")
    held = operation in _BOUNDED and parsed.bound is not None
    if operation not in _SINGLE and not held and max(sizes) < 2:
        raise CannotAnswer("The question compares, but names only one figure.")
    joined = operation in _CHOOSING | ABOVE_BELOW | {Operation.DIFFERENCE} or parsed.paired
    if len(measures) > 1 and not joined:
        raise CannotAnswer("The question names several metrics and not how they are joined.")
    for measure, company, period in product(measures, companies, span):
        expression = binder.bind(measure, company, period)
        if parsed.moving and operation in _EACH_MOVED:
            before = binder.bind(measure, company, _before(period))
            expression = moved(parsed.moving is Operation.GROWTH, before, expression)
        said = [company.name] if len(companies) > 1 and company else []
        said += [_label(measure)] if len(measures) > 1 else []
        said += [period.period.label()] if len(span) > 1 and period else []
        alone = period.period.label() if period else _label(measure)
        yield Part(" ".join(said) or alone, expression)


def _joint(measures: Sequence[Measure]) -> bool:
    """Whether "total A and B" may mean one figure, and not a total of A beside B."""
    figures = figures_of(measures[0]) if len(measures) > 1 else ()
    return any(figure.words.lower().startswith(("total ", "combined ")) for figure in figures[:1])


def _before(period: PeriodRef | None) -> PeriodRef:
    if period is None:
        raise CannotAnswer("The question names no year to compare with.")
    return prior(period)


def _label(measure: Measure) -> str:
    """The words of a measure; of a company and period of its own these."""
    figure = next(iter(figures_of(measure)), None)
    if figure and figure.company and figure.period:
        return f"{figure.company.name} {figure.period.period.label()}"
    return " / ".join(dict.fromkeys(figure.words for figure in figures_of(measure)))


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
    if operation in COMPARING and companies == 1 and measures == 1:
        if len(periods) == 1:
            return (prior(periods[0], max(parsed.years, 1)), periods[0])
        if parsed.each:
            return periods
        return (periods[0], periods[-1])
    bounded = operation in ABOVE_BELOW and parsed.bound is not None
    return periods[-1:] if bounded and parsed.moving and len(periods) == 2 else periods
