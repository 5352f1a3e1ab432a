"""Shares of a whole: what they are of, and what shows that part or whole was misread."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from hirec.analysts.rule.plans.formula import Binary, Expression, Leaf, Number, unit_of
from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.plans.signs import signed_name
from hirec.analysts.rule.requirements.phrases import stems
from hirec.lexicon import SALES, normalize_label
from hirec.types import CannotAnswer, Figure, Operand, Operation, Program, Working

_WHOLES = SALES | {"total_assets"}
SEGMENT_PROFIT = "segment profit"
"""What a part's margin is of, where no row prints it."""


def larger_part(expressions: Iterable[Expression], operands: Mapping[Figure, Operand]) -> bool:
    """Whether what is called a part is larger than its whole, or all of it."""
    for one in expressions:
        match one:
            case Binary("*", Number(100), Binary("/", Leaf(part), Leaf(whole))):
                if abs(operands[part].value) >= abs(operands[whole].value):
                    return True
    return False


def part_and_whole(
    plan: Plan, settled: Sequence[Expression], used: Mapping[Figure, Operand]
) -> tuple[Working, ...]:
    """The amounts that a share is of: "how much of the revenue was from Asia" may ask for them.

    Args:
        plan: What is asked.
        settled: Its expressions once every choice is made.
        used: Operand of each figure in them.

    Returns:
        Part, then whole; empty where the answer is no such share.

    """
    shown = (plan.of_whole or plan.amount) and not plan.given and plan.finish is Operation.VALUE
    match [*settled]:
        case [Binary("*", Number(100), Binary("/", Leaf(part), Leaf(whole)))] if shown:
            return tuple(
                Working(one.words, signed_name(plan, one, used), used[one].unit)
                for one in (part, whole)
            )
        case _:
            return ()


def as_amount(program: Program) -> Program:
    """The part of a share, with the share beside it; what is no share of one part stays."""
    match program.workings:
        case (part, whole) if program.unit == "%":
            *lines, _ = program.source.splitlines()
            share = Working("share", f"100 * {part.expression} / {whole.expression}", "%")
            return replace(
                program,
                source="\n".join([*lines, f"answer = {part.expression}"]) + "\n",
                unit=part.unit,
                workings=(share, whole),
            )
        case _:
            return program


def check_share(
    plan: Plan, settled: Sequence[Expression], operands: Mapping[Figure, Operand]
) -> None:
    """A part larger than its whole is a sign that one of them was misread.

    Args:
        plan: Says which shares are of a whole.
        settled: Its expressions once every choice is made.
        operands: Operand of each figure in them.

    Raises:
        CannotAnswer: a part is larger than its whole, or is the very cell of it.

    """
    pairs: list[tuple[Expression, Expression]] = []
    if plan.finish is Operation.SHARE:
        pairs.append((settled[0], settled[-1]))
        _check_alike(settled[0], settled[-1], operands)
    for part in settled:
        match part:
            case Binary("*", Number(100), Binary("/", Leaf(one), Leaf(all_))) if one.words.endswith(
                SEGMENT_PROFIT
            ) and abs(operands[one].value) >= abs(operands[all_].value):
                raise CannotAnswer("A margin above all of its sales was misread.", (one.words,))
            case Binary("*", Number(100), Binary("/", above, below)) if not plan.measure:
                _check_alike(above, below, operands)
                if plan.of_whole:
                    pairs.append((above, below))
    for above, below in pairs:
        match (above, below):
            case (Leaf(one), Leaf(all_)):
                if abs(operands[one].value) > abs(operands[all_].value):
                    raise CannotAnswer("A part found is larger than its whole.", (one.words,))
                if _same_cell(operands[one], operands[all_]):
                    raise CannotAnswer("What was found as a part is the whole.", (one.words,))


def check_sum(settled: Sequence[Expression], operands: Mapping[Figure, Operand]) -> None:
    """Raises CannotAnswer where one of two that are added up is the total that holds the other."""
    for one in settled:
        match one:
            case Binary("+", Leaf(first), Leaf(second)):
                rows = [operands[need] for need in (first, second)]
                labels = [stems(row.row) for row in rows]
                same = len({(row.passage_id, row.column) for row in rows}) == 1
                held = labels[0] < labels[1] or labels[1] < labels[0]
                totals = [row for row in rows if normalize_label(row.row).startswith("total ")]
                if same and held and len(totals) == 1:
                    raise CannotAnswer(f"“{totals[0].row}” holds the other already.")


def above_whole(settled: Sequence[Expression], operands: Mapping[Figure, Operand]) -> str:
    """A doubt about a percentage of all sales or assets that is more than all of them."""
    for one in settled:
        match one:
            case Binary("*", Number(100), Binary("/", Leaf(part), Leaf(whole))) if (
                whole.concept in _WHOLES
                and not whole.part
                and part.concept not in _WHOLES
                and abs(operands[part].value) > abs(operands[whole].value)
            ):
                return f"“{part.words}” is more than all of “{whole.words}”."
    return ""


def _same_cell(one: Operand, other: Operand) -> bool:
    places = ((at.passage_id, at.row, at.column, at.printed) for at in (one, other))
    return len({*places}) == 1


def _check_alike(part: Expression, whole: Expression, operands: Mapping[Figure, Operand]) -> None:
    """A percentage of things counted in an amount of money is a sign that one was misread."""
    units = unit_of(part, operands), unit_of(whole, operands)
    if len(set(units)) > 1:
        one, other = (unit or "a count" for unit in units)
        raise CannotAnswer(f"A share of {other} cannot be in {one}: one of them was misread.")
