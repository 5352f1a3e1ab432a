"""What an answer shows beside its number: what it rests on, and another way to put it."""

from collections.abc import Mapping, Sequence

from hirec.analysts.rule.plans.formula import Binary, Expression, Leaf
from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.plans.shares import part_and_whole
from hirec.periods import in_order
from hirec.types import COUNT_OPERATIONS, Figure, Operand, Operation, Working

LISTED = frozenset({Operation.SERIES, Operation.SEVERAL})
"""Operations whose workings are the answer."""


def workings(
    plan: Plan,
    settled: Sequence[Expression],
    used: Mapping[Figure, Operand],
    expressions: Sequence[str],
    units: Sequence[str],
) -> tuple[Working, ...]:
    """The figures that a word, a truth value, a change over time or a share rests on.

    Args:
        plan: What is asked.
        settled: Its parts once every choice is made.
        used: Operand of each figure in them.
        expressions: What each part is in the program.
        units: And its unit.

    """
    changes = plan.finish in (Operation.GROWTH, Operation.DIFFERENCE) and not plan.given
    moved = changes and len(plan.parts) > 1 and plan.over_time
    if not (plan.finish.worded or moved or plan.finish in LISTED | COUNT_OPERATIONS):
        return part_and_whole(plan, settled, used) or _for_each(settled, used)
    rows = zip(plan.parts, expressions, units, strict=True)
    shown = tuple(Working(part.label, expression, unit) for part, expression, unit in rows)
    return (*shown, *_in_percent(settled, used)) if plan.finish is Operation.DIFFERENCE else shown


def _in_percent(
    settled: Sequence[Expression], used: Mapping[Figure, Operand]
) -> tuple[Working, ...]:
    """A change over time in percent: "by how much did it rise" may ask for either.

    Of amounts above zero alone: a change of rates is told in points, and one through zero has no
    agreed percentage.
    """
    match [*settled]:
        case [Leaf(first), Leaf(last)] if first.period and last.period:
            amounts = used[first].unit != "%" and min(used[first].value, used[last].value) > 0
            earlier, _ = in_order((first.period, last.period))
            before, after = (first, last) if earlier == first.period else (last, first)
            start, end = used[before].name, used[after].name
            return (
                (Working("change", f"100 * ({end} - {start}) / {start}", "%"),) if amounts else ()
            )
        case _:
            return ()


def _for_each(settled: Sequence[Expression], used: Mapping[Figure, Operand]) -> tuple[Working, ...]:
    """The amount and the things of "revenue per customer"."""
    ends = amount_per_thing(settled[0]) if len(settled) == 1 else ()
    return tuple(Working(one.words, used[one].name, used[one].unit) for one in ends)


def amount_per_thing(expression: Expression) -> tuple[Figure, ...]:
    """An amount and the things that it is divided by; empty where nothing is."""
    match expression:
        case Binary("/", Leaf(amount), Leaf(things)) if things.counted and not amount.counted:
            return amount, things
        case _:
            return ()
