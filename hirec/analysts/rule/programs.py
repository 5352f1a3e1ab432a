"""From a question to a plan of figures, and from figures to a program."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from hirec.analysts.rule.conventions import read_convention
from hirec.analysts.rule.formula import (
    Binary,
    Choice,
    Expression,
    Requirement,
    Term,
    bind,
    prior,
)
from hirec.analysts.rule.operands import find_operand
from hirec.analysts.rule.operation import Finish, Operation, asks_for_words, read_operation
from hirec.analysts.rule.outlook import Outlook, read_outlook
from hirec.analysts.rule.plans import Alternative, Part, Plan
from hirec.analysts.rule.subject import Subject, mask, read_definition, read_subjects
from hirec.analysts.rule.tables import PER_SHARE
from hirec.analysts.rule.timing import asked_periods
from hirec.analysts.rule.verbatim import RowName, as_reported, read_row_name
from hirec.analysts.rule.wording import Wording, read_wording
from hirec.analysts.rule.writing import write_program
from hirec.lexicon import Kind, Metric, find_metrics, get_metric
from hirec.types import CannotAnswer, CompanyRef, PeriodRef, Scope

__all__ = ["Part", "Plan", "Requirement", "find_operand", "plan", "write_program"]


def plan(question: str, scope: Scope) -> Plan | None:
    """What a numeric question needs, None where it asks for no number we know how to compute."""
    try:
        return _plan(question, scope)
    except CannotAnswer:
        return None


def _plan(question: str, scope: Scope) -> Plan:
    wording = read_wording(question)
    if asks_for_words(wording.core):
        raise CannotAnswer("The question asks for words, not for a figure.")
    definitions = _read_definitions(wording, scope)
    chosen = read_convention(wording.core, definitions, question)
    wording = replace(wording, core=chosen.core)
    outlook = read_outlook(mask(wording.core, scope))
    core = outlook.core
    said, periods = asked_periods(wording.core, scope, question)
    name = None if definitions or outlook.prefix else read_row_name(core)
    subjects = _subjects(core, definitions, name)
    defined = any(subject.expression in definitions.values() for subject in subjects)
    if not said and (defined or definitions):
        periods = periods[-1:]
    companies = _companies(wording.core, scope)
    count = max(len(periods), len(companies), len(subjects))
    operation = _operation(core, wording.percent, count, name)
    operation = replace(operation, finish=_finish(operation, subjects, len(periods)))
    optional = not (defined or _wants_number(core, subjects, wording, name))
    if optional and name is None:
        raise CannotAnswer("The question does not ask for a number.")
    subjects = _as_outlook(outlook, subjects, operation)
    ordered = _in_turn(operation, companies, core, len(periods))
    named = [_named(subject, name) for subject in subjects]
    bound = {**definitions, **chosen.definitions}
    parts = tuple(_parts(named, operation, periods, ordered, bound))
    _check_direction(operation, subjects)
    if name and operation.finish is Finish.DIFFERENCE and len(periods) < 2 and len(ordered) < 2:
        parts = (_change_stated(name, parts, ordered, periods, definitions),)
        operation = replace(operation, finish=Finish.VALUE)
    measured = [metric.key for metric in map(_metric_of, subjects) if metric] == [chosen.measure]
    return Plan(
        finish=operation.finish,
        parts=parts,
        unit=_unit(subjects),
        scale=wording.scale,
        decimals=wording.decimals,
        percent=wording.percent,
        improving=operation.improving,
        of_whole=_OF_WHOLE.search(core) is not None,
        optional=optional,
        measure=chosen.measure if measured else "",
        convention=chosen.convention if measured else "",
        alternatives=tuple(
            Alternative(name, tuple(_parts(named, operation, periods, ordered, definition)))
            for name, definition in (chosen.alternatives if measured else ())
        ),
    )


def _subjects(
    core: str, definitions: Mapping[str, Expression], name: RowName | None
) -> tuple[Subject, ...]:
    """What is measured; words that make no sense as metrics may still be the name of one row."""
    try:
        subjects = read_subjects(core, definitions)
    except CannotAnswer:
        if name is None:
            raise
        subjects = ()
    lost = PER_SHARE.search(core.lower()) and not any(map(_is_per_share, subjects))
    if name is not None and (lost or len(subjects) != 1):
        # Arithmetic is read only from words that make sense; these are one name.
        return (Subject(name.words, Term(as_reported(name.words))),)
    if lost:
        raise CannotAnswer("The question asks for a figure per share that is no known metric.")
    return subjects


def _is_per_share(subject: Subject) -> bool:
    metric = _metric_of(subject)
    if metric is not None:
        return metric.kind is Kind.PER_SHARE
    if isinstance(subject.expression, Term):
        return PER_SHARE.search(subject.expression.metric) is not None
    return True


_AVERAGED = re.compile(r"\bweighted[\s-]average\b|\baverage (?:\w+ )?shares\b", re.IGNORECASE)
"""Names of figures that are averages themselves."""


def _operation(core: str, percent: bool, count: int, name: RowName | None) -> Operation:
    """The operation; words within the name of a row ("net of change in …") ask for none."""
    if name is not None and _AVERAGED.search(name.words):
        core = core.replace(name.words, "#")
    try:
        return read_operation(core, percent, count)
    except CannotAnswer:
        if name is None:
            raise
        return read_operation(core.replace(name.words, "#"), percent, count)


def _named(subject: Subject, name: RowName | None) -> Subject:
    """The subject as the row of its very name, else as it was understood."""
    metric = _metric_of(subject)
    if name is None or (metric is not None and not metric.looked_up):
        return subject
    row = Term(as_reported(name.words))
    if subject.expression == row:
        return subject
    return Subject(subject.label, Choice((row, subject.expression)))


def _change_stated(
    name: RowName,
    parts: Sequence[Part],
    companies: Sequence[CompanyRef],
    periods: Sequence[PeriodRef],
    definitions: Mapping[str, Expression],
) -> Part:
    """A change over one period: the row called so, else the difference of two periods."""
    before, after = parts
    difference = Binary("-", after.expression, before.expression)
    company = companies[0] if companies else None
    period = periods[0] if periods else None
    row = bind(Term(as_reported(name.full)), company, period, definitions)
    if name.full.lower().startswith("net "):
        # "Net change in borrowings" is the name of a row; balances also move by other things.
        return Part(after.label, row)
    return Part(after.label, Choice((row, difference)))


_OF_WHOLE = re.compile(r"^\W*what (?:%|percent\w*|share|proportion|portion) of\b", re.IGNORECASE)
_DOER = re.compile(r"\b(?:did|does|came from|comes from|(?:earned|generated|contributed) by)\b")


def _companies(core: str, scope: Scope) -> tuple[CompanyRef, ...]:
    """The companies asked about; the one that "did earn" a share of a sum stands first."""
    doer = list(_DOER.finditer(core))
    if len(scope.companies) < 2 or not doer or not _OF_WHOLE.search(core):
        return scope.companies
    tail = core[doer[-1].end() :]
    acting = [company for company in scope.companies if company.said in tail]
    if len(acting) != 1:
        raise CannotAnswer("The question does not say whose share it asks for.")
    return (*acting, *(company for company in scope.companies if company not in acting))


def _in_turn(
    operation: Operation, companies: tuple[CompanyRef, ...], core: str, periods: int
) -> tuple[CompanyRef, ...]:
    """Companies in the order in which the operation takes them."""
    if operation.finish is Finish.SHARE and len(companies) > 1:
        return companies[::-1] if _OF_WHOLE.search(core) else companies
    if operation.finish is Finish.RATIO and operation.backwards and periods < 2:
        return companies[::-1]
    return companies


def _as_outlook(
    outlook: Outlook, subjects: Sequence[Subject], operation: Operation
) -> tuple[Subject, ...]:
    """Subjects as figures that a filing expects, where the question asks for such."""
    if not outlook.prefix:
        return tuple(subjects)
    if len(subjects) != 1 or operation.finish is not Finish.VALUE:
        raise CannotAnswer("The question computes with figures that are only expected.")
    return (Subject(subjects[0].label, Term(f"{outlook.prefix} {subjects[0].label}")),)


def _read_definitions(wording: Wording, scope: Scope) -> dict[str, Expression]:
    """Definitions by lexicon key where the name is one, else by the name as said."""
    found: dict[str, Expression] = {}
    for name, formula in wording.definitions:
        expression = read_definition(formula, scope)
        mentions = find_metrics(name)
        found[mentions[0].key if mentions else name] = expression
    return found


_NUMBER_WORDS = re.compile(
    r"\b(?:how (?:much|many)|amount|quantity|total|value|number|percent\w*|rate|USD|costs?|"
    r"expenses?|income|revenues?|sales|ratio|margin|earnings|dollars?)\b|[%$]",
    re.IGNORECASE,
)


def _wants_number(
    core: str, subjects: Sequence[Subject], wording: Wording, name: RowName | None
) -> bool:
    """A phrase that the lexicon does not know must at least be asked for as a number."""
    if wording.scale or wording.decimals is not None or (name is not None and name.sure):
        return True
    known = any(_metric_of(subject) or find_metrics(subject.label) for subject in subjects)
    return known or _NUMBER_WORDS.search(core) is not None


def _check_direction(operation: Operation, subjects: Sequence[Subject]) -> None:
    """An "improvement" says nothing about costs or days, where less may be better."""
    for subject in subjects:
        metric = _metric_of(subject)
        if operation.improving and metric and (metric.magnitude or metric.kind is Kind.DAYS):
            raise CannotAnswer("Whether that is an improvement is a judgement.")


def _metric_of(subject: Subject) -> Metric | None:
    return get_metric(subject.expression.metric) if isinstance(subject.expression, Term) else None


def _unit(subjects: Sequence[Subject]) -> str:
    units = {metric.unit for metric in map(_metric_of, subjects) if metric}
    return units.pop() if len(units) == 1 else ""


def _finish(operation: Operation, subjects: Sequence[Subject], periods: int) -> Finish:
    """A percent metric changes by points; one that is itself a change is looked up."""
    metrics = [_metric_of(subject) for subject in subjects]
    moves = operation.finish in (Finish.GROWTH, Finish.DIFFERENCE)
    if moves and periods < 2 and all(metric and metric.change for metric in metrics):
        return Finish.VALUE
    if operation.finish is Finish.GROWTH and _unit(subjects) == "%":
        return Finish.DIFFERENCE
    return operation.finish


_COMPARING = frozenset(
    {Finish.DIFFERENCE, Finish.GROWTH, Finish.CAGR, Finish.ROSE, Finish.FELL}
    | {Finish.CHANGED, Finish.DIRECTION}
)
_CHOOSING = frozenset({Finish.LARGEST, Finish.SMALLEST})
_SINGLE = frozenset({Finish.VALUE, Finish.POSITIVE, Finish.NEGATIVE})


def _parts(
    subjects: Sequence[Subject],
    operation: Operation,
    periods: tuple[PeriodRef, ...],
    named: tuple[CompanyRef, ...],
    definitions: Mapping[str, Expression],
) -> Iterator[Part]:
    """Bind subject × company × period; exactly one of the three may have several members."""
    companies: tuple[CompanyRef | None, ...] = named or (None,)
    span: tuple[PeriodRef | None, ...] = _span(operation, periods, len(companies)) or (None,)
    sizes = [len(subjects), len(companies), len(span)]
    if sum(size > 1 for size in sizes) > 1:
        raise CannotAnswer("The question compares along two lines at once.")
    if operation.finish in _SINGLE and max(sizes) > 1:
        raise CannotAnswer("The question asks for several figures at once.")
    if operation.finish not in _SINGLE and max(sizes) < 2:
        raise CannotAnswer("The question compares, but names only one figure.")
    if len(subjects) > 1 and operation.finish not in _CHOOSING:
        raise CannotAnswer("The question names several metrics and not how they are joined.")
    for subject, company, period in product(subjects, companies, span):
        expression = bind(subject.expression, company, period, definitions)
        if len(subjects) > 1:
            label = subject.label
        elif len(companies) > 1 and company:
            label = company.name
        else:
            label = period.period.label() if period else subject.label
        yield Part(label, expression)


def _span(
    operation: Operation, periods: tuple[PeriodRef, ...], companies: int
) -> tuple[PeriodRef, ...]:
    """Periods the operation needs, the prior one derived where only one is named."""
    if not periods:
        return ()
    if operation.finish in _COMPARING and companies == 1:
        if len(periods) == 1:
            return (prior(periods[0], max(operation.years, 1)), periods[0])
        return (periods[0], periods[-1])
    if operation.finish is Finish.AVERAGE and len(periods) == 1 and companies == 1:
        years = range(operation.years - 1, 0, -1)
        return (*(prior(periods[0], back) for back in years), periods[0])
    if operation.finish is Finish.SHARE and len(periods) == 2:
        if len({ref.period.fiscal_quarter is None for ref in periods}) == 1:
            raise CannotAnswer("Neither of the periods is part of the other.")
        return tuple(sorted(periods, key=lambda ref: ref.period.fiscal_quarter is None))
    if operation.finish is Finish.RATIO and operation.backwards:
        return periods[::-1]
    return periods
