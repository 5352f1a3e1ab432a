"""From a plan and its operands to a program."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hirec.analysts.rule.plans.choices import check_bound, choose
from hirec.analysts.rule.plans.formula import (
    Absolute,
    Binary,
    Expression,
    Leaf,
    Number,
    figures,
    missing,
    render,
    settle,
    unit_of,
)
from hirec.analysts.rule.plans.plan import PRINTED, Plan
from hirec.analysts.rule.plans.shares import (
    above_whole,
    as_amount,
    check_share,
    check_sum,
    larger_part,
)
from hirec.analysts.rule.plans.signs import signed_name, without_direction
from hirec.analysts.rule.plans.workings import LISTED, amount_per_thing, workings
from hirec.analysts.rule.requirements.requirement import requirement_of, variable_name
from hirec.lexicon import get_metric, metric_named
from hirec.types import (
    ABOVE_BELOW,
    COUNT_OPERATIONS,
    CannotAnswer,
    Figure,
    Operand,
    Operation,
    Program,
    Working,
)


def write_program(plan: Plan, operands: Mapping[Figure, Operand]) -> Program:
    """The plan as Python over the operands; one assignment each, then the formula.

    Raises CannotAnswer naming what is missing.
    """
    lacking = plan.missing(operands)
    if lacking:
        said = tuple(variable_name(requirement_of(need)) for need in lacking)
        raise CannotAnswer(f"The evidence does not state {', '.join(said)}.", said)
    settled = [settle(part.expression, operands) for part in plan.parts]
    check_share(plan, settled, operands)
    check_sum(settled, operands)
    if plan.within_whole and larger_part(settled, operands):
        raise CannotAnswer("What was found as a part is no smaller than its whole.")
    needs = plan.used(operands)
    others = _computable(plan, operands, needs)
    further = (need for parts in others.values() for part in parts for need in figures(part))
    names = _names(tuple(dict.fromkeys((*needs, *further))))
    used = {need: replace(operands[need], name=name) for need, name in names.items()}
    _check_cells({need: used[need] for need in needs}, plan.finish)
    unit = plan.unit or unit_of(settled[0], operands)
    if plan.percent and unit == "ratio":
        settled, unit = _in_percent(settled), "%"
        others = {name: _in_percent(parts) for name, parts in others.items()}
    units = [plan.unit or unit_of(part, operands) for part in settled]
    _check_units(plan, unit, units)
    lines = [_assignment(operand) for operand in used.values()]
    finishing, expressions = _finishing(plan, settled, used, unit)
    source = "\n".join([*lines, *finishing]) + "\n"
    result = _result_unit(plan.finish, unit)
    scale = plan.scale if result in ("USD", "shares", "") else 0
    stated = _is_stated(plan, needs)
    program = Program(
        source,
        tuple(used.values()),
        result,
        scale,
        plan.decimals,
        workings(plan, settled, used, expressions, units),
        "" if stated else _convention(plan, needs),
        tuple(Working(name, _inline(plan, parts, used), result) for name, parts in others.items()),
        listed=plan.finish in LISTED,
        measure=plan.measure if plan.finish is Operation.VALUE and plan.unprinted else "",
        doubt=_THROUGH_ZERO
        if _crosses_zero(plan.finish, settled, operands)
        else above_whole(settled, operands)
        or (_AT_THE_END if any(map(amount_per_thing, settled)) else ""),
        bound=plan.bound.value if plan.bound else None,
    )
    return as_amount(program) if plan.amount and plan.finish is Operation.VALUE else program


def _in_percent(parts: Sequence[Expression]) -> list[Expression]:
    return [Binary("*", Number(100), part) for part in parts]


def _check_units(plan: Plan, unit: str, units: Sequence[str]) -> None:
    """Raise CannotAnswer where the figures are in another unit than asked, or not all in one."""
    if plan.percent and plan.finish is Operation.VALUE and unit != "%":
        raise CannotAnswer(f"The question wants percent, but the figures give {unit or 'a count'}.")
    if plan.money and unit == "%" and plan.finish is not Operation.GROWTH:
        raise CannotAnswer("The question wants an amount, but the figures are percentages.")
    if plan.finish in _ALIKE and len({*units} - {""}) > 1:
        raise CannotAnswer(f"{' and '.join(units)} do not add up.")
    check_bound(plan.ranking, unit)


_AT_THE_END = "They are counted at the period's end; over an average of two counts it is another."
_THROUGH_ZERO = "In percent a change from a loss to a gain, or back, has no agreed meaning."


def _crosses_zero(
    finish: Operation, settled: Sequence[Expression], operands: Mapping[Figure, Operand]
) -> bool:
    """Whether a rate of change is asked for of what is above zero at one end and below it at one.

    Single rows alone: a figure made of several may subtract what is printed below zero.
    """
    ends = [one for part in settled if len(one := _ends_of_rate(part)) > 1]
    if finish in (Operation.GROWTH, Operation.CAGR) and all(isinstance(p, Leaf) for p in settled):
        ends.append(tuple(part.figure for part in settled if isinstance(part, Leaf)))
    signs = ({operands[at].value > 0 for at in one if operands[at].value} for one in ends)
    return any(len(both) > 1 for both in signs)


def _ends_of_rate(part: Expression) -> tuple[Figure, ...]:
    """The two single rows between which an expression is a rate of change; empty for others."""
    match part:
        case Binary("*", Number(), Binary("/", Binary("-", Leaf(now), Leaf(before)), Absolute())):
            return now, before
        case _:
            return ()


def _computable(
    plan: Plan, operands: Mapping[Figure, Operand], needs: Sequence[Figure]
) -> dict[str, list[Expression]]:
    """The alternatives whose figures are all found, settled; none where the figure is stated."""
    if _is_stated(plan, needs):
        return {}
    found = {}
    for other in plan.alternatives:
        if not any(missing(part.expression, operands) for part in other.parts):
            parts = [settle(part.expression, operands) for part in other.parts]
            wanted = {need: operands[need] for part in parts for need in figures(part)}
            if _repeated(wanted, of_names=False) is None:
                found[other.name] = parts
    return found


def _is_stated(plan: Plan, needs: Sequence[Figure]) -> bool:
    """Whether the measure is looked up where nobody would define it otherwise."""
    return plan.convention != PRINTED and any(need.concept == plan.measure for need in needs)


def _convention(plan: Plan, needs: Sequence[Figure]) -> str:
    """The plan's, or that the company's own measure is taken: a segment's EBITDA for a margin."""
    metrics = (get_metric(need.concept) for need in needs)
    own = [n.words for n, m in zip(needs, metrics, strict=True) if m and m.formula and n.part]
    if any(need.row_name and _bears_name(need, plan.measure) for need in needs):
        return PRINTED
    return f"{' and '.join(own)} {PRINTED}" if own and plan.convention else plan.convention


def _bears_name(need: Figure, measure: str) -> bool:
    metric = metric_named(need.words)
    return metric is not None and metric.key == measure


_ALIKE = frozenset({Operation.AVERAGE, Operation.SUM, Operation.DIFFERENCE, Operation.GROWTH})
"""Operations over figures of one kind."""


def _check_cells(used: Mapping[Figure, Operand], finish: Operation) -> None:
    """One cell cannot be the same figure of two periods, nor two figures that are computed with."""
    if need := _repeated(used, of_names=finish not in LISTED):
        raise CannotAnswer(f"“{used[need].row}” is not stated for each of them.", (need.words,))


def _repeated(used: Mapping[Figure, Operand], *, of_names: bool) -> Figure | None:
    """A figure filled by the cell that fills the same of another period, or by name another."""
    seen: dict[tuple[str, str, str, str], Figure] = {}
    for need, operand in used.items():
        cell = operand.passage_id, operand.row, operand.column, operand.printed
        first = seen.setdefault(cell, need)  # under a heading for each year rows have one name
        if not operand.column or first is need:
            continue
        if first.words == need.words and first.period != need.period:
            return need
        if of_names and first.words != need.words and first.period == need.period:
            return need
    return None


def _names(needs: Sequence[Figure]) -> dict[Figure, str]:
    """A variable for each requirement; where names would collide the company joins in, or a number.

    "Debt due 2029" and "debt due after 2029" are called alike.
    """
    names = {need: variable_name(requirement_of(need)) for need in needs}
    if len(set(names.values())) < len(names):
        names = {
            need: f"{slug(need.company.name)}_{name}" if need.company else name
            for need, name in names.items()
        }
    said: Counter[str] = Counter()
    for need, name in names.items():
        said[name] += 1
        names[need] = name if said[name] == 1 else f"{name}_{said[name]}"
    return names


def slug(text: str) -> str:
    """Words as a Python name."""
    name = re.sub(r"\W+", "_", text.lower()).strip("_")
    return f"v_{name}" if name[:1].isdigit() else name


def _assignment(operand: Operand) -> str:
    value = f"{operand.value.normalize():f}"
    where = ", ".join(part for part in (operand.row, operand.column) if part)
    comment = f"{where}: {operand.filing_id}, page {operand.page_number}, printed {operand.printed}"
    return f"{operand.name} = {value}  # {' '.join(comment.split())}"


def _finishing(
    plan: Plan, settled: Sequence[Expression], used: Mapping[Figure, Operand], unit: str
) -> tuple[list[str], list[str]]:
    """Lines from the parts to ``answer``, and what each part is in them."""

    def name_of(need: Figure) -> str:
        return signed_name(plan, need, used)

    if len(settled) == 1:
        text = render(settled[0], name_of)
        if plan.finish in COUNT_OPERATIONS:
            return [f"answer = {_counted(plan, [text], unit)}"], [text]
        if plan.finish in ABOVE_BELOW:
            return [f"answer = {_held(plan, text, unit)}"], [text]
        return [f"answer = {_single(plan.finish, text)}"], [text]
    names, lines = [], []
    for part, expression in zip(plan.parts, settled, strict=True):
        text = render(expression, name_of)
        if not text.isidentifier():
            name = f"part_{slug(part.label)}"
            lines.append(f"{name} = {text}")
            text = name
        names.append(text)
    if plan.finish in COUNT_OPERATIONS:
        return [*lines, f"answer = {_counted(plan, names, unit)}"], names
    if plan.finish is Operation.AVERAGE:
        lines.append(f"parts = [{', '.join(names)}]")
    return [*lines, f"answer = {_joined(plan, names)}"], names


def _inline(plan: Plan, parts: Sequence[Expression], used: Mapping[Figure, Operand]) -> str:
    """The result over other parts as one expression."""
    texts = [
        f"({render(part, lambda need: without_direction(need, used[need]))})" for part in parts
    ]
    if len(texts) == 1:
        return _single(plan.finish, texts[0])
    if plan.finish is Operation.AVERAGE:
        listed = f"[{', '.join(texts)}]"
        return f"sum({listed}) / len({listed})"
    return _joined(plan, texts)


def _single(finish: Operation, value: str) -> str:
    return {Operation.POSITIVE: f"{value} > 0", Operation.NEGATIVE: f"{value} < 0"}.get(
        finish, value
    )


def _held(plan: Plan, value: str, unit: str) -> str:
    """A figure against a bound of the same unit."""
    bound = plan.bound
    if bound is None:
        raise CannotAnswer("The question names no bound.")
    if (bound.unit == "%") != (unit in ("%", "percentage points")):
        raise CannotAnswer(f"The bound is in {bound.unit or 'a count'}, the figure in {unit}.")
    above = plan.finish in (Operation.ABOVE, Operation.COUNT_ABOVE)
    return f"{value} {'>' if above else '<'} {bound.value:f}"


def _counted(plan: Plan, names: Sequence[str], unit: str) -> str:
    """How many of the figures keep to the bound."""
    return f"sum([1 for amount in [{', '.join(names)}] if {_held(plan, 'amount', unit)}])"


def _joined(plan: Plan, names: Sequence[str]) -> str:
    first, last = names[0], names[-1]
    match plan.finish:
        case Operation.DIFFERENCE:
            # Over time the later less the earlier, else the one said first less the other.
            if plan.distance:
                return f"abs({last} - {first})"
            return f"{last} - {first}" if plan.over_time else f"{first} - {last}"
        case Operation.GROWTH:
            if len(plan.companies) > 1:  # by how much the one said first exceeds the other
                first, last = last, first
            return f"100 * ({last} - {first}) / abs({first})"
        case Operation.CAGR:
            return f"100 * (({last} / {first}) ** (1 / {_years(plan)}) - 1)"
        case Operation.AVERAGE:
            return "sum(parts) / len(parts)"
        case Operation.SUM:
            return " + ".join(names)
        case Operation.SHARE:
            return f"100 * {first} / {last}"
        case Operation.PORTION:
            return f"100 * {first} / ({' + '.join(names)})"
        case Operation.RATIO:
            return f"{first} / {last}"
        case Operation.ROSE:
            return " < ".join(names)
        case Operation.FELL:
            return " > ".join(names)
        case Operation.CHANGED:
            return f"{last} != {first}"
        case Operation.DIRECTION:
            up, down = ("improved", "declined") if plan.improving else ("increased", "decreased")
            return f"'{up}' if {last} > {first} else '{down}' if {last} < {first} else 'unchanged'"
        case Operation.LARGEST | Operation.SMALLEST:
            return choose(plan, names)
        case Operation.POSITIVE | Operation.NEGATIVE:
            sign = ">" if plan.finish is Operation.POSITIVE else "<"
            labels = (repr(part.label) for part in plan.parts)
            pairs = ", ".join(f"({one}, {name})" for one, name in zip(labels, names, strict=True))
            chosen = f"[part for part, amount in [{pairs}] if amount {sign} 0]"
            return f"'; '.join({chosen}) or 'none'"
        case Operation.MAXIMUM:
            return f"max({', '.join(names)})"
        case Operation.MINIMUM:
            return f"min({', '.join(names)})"
        case Operation.ABOVE:
            return f"{first} > {last}"
        case Operation.BELOW:
            return f"{first} < {last}"
        case Operation.SERIES | Operation.SEVERAL:
            return last
        case _:
            raise CannotAnswer(f"{plan.finish} takes one figure, not {len(names)}.")


def _years(plan: Plan) -> int:
    """Years between the first and the last part of a growth rate."""
    years = [
        need.period.period.fiscal_year
        for part in (plan.parts[0], plan.parts[-1])
        for need in list(figures(part.expression))[:1]
        if need.period and need.period.period.fiscal_year
    ]
    if len(years) != 2 or years[0] == years[1]:
        raise CannotAnswer("The question names no years for the compound growth rate.")
    return years[1] - years[0]


_KEPT = frozenset(
    {Operation.VALUE, Operation.DIFFERENCE, Operation.AVERAGE, Operation.SUM}
    | {Operation.MAXIMUM, Operation.MINIMUM}
    | LISTED
)
"""Operations whose result has the unit of the figures."""


def _result_unit(finish: Operation, unit: str) -> str:
    if finish in (Operation.GROWTH, Operation.CAGR, Operation.SHARE, Operation.PORTION):
        return "%"
    if finish is Operation.RATIO:
        return "ratio"
    if finish is Operation.DIFFERENCE and unit == "%":
        return "percentage points"
    if finish in _KEPT:
        return unit
    return ""
