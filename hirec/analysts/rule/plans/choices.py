"""Which of its parts a choice names, as an expression of Python."""

from collections.abc import Sequence

from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.requirements.phrases import stems
from hirec.types import CannotAnswer, Operation, Ranking


def _ranked(plan: Plan, ranking: Ranking, names: Sequence[str]) -> str:
    """The labels of the parts that are named of all in order, or how many keep to a bound."""
    labels = [part.label for part in plan.parts]
    pairs = ", ".join(f"({name}, {one!r})" for one, name in zip(labels, names, strict=True))
    bound = f"{ranking.bound.value:f}" if ranking.bound else ""
    if ranking.than:
        bound = names[_place_of(ranking.than, labels)]
    if bound:
        side = f"amount {'<' if ranking.below else '>'} {bound}"
        kept = f"[part for amount, part in [{pairs}] if {side}]"
    else:
        up = plan.finish is Operation.LARGEST
        last = "" if ranking.last is None else ranking.last
        ordered = f"[part for amount, part in sorted([{pairs}], reverse={up})]"
        kept = f"{ordered}[{ranking.first - 1}:{last}]"
    return f"len({kept})" if ranking.counted else f"'; '.join({kept}) or 'none'"


def _place_of(name: str, labels: Sequence[str]) -> int:
    """Where the one part of a name stands; raises CannotAnswer where none does, or several."""
    words = stems(name)
    named = [at for at, label in enumerate(labels) if stems(label) == words]
    if len(named) != 1:
        raise CannotAnswer(f"which part “{name}” is, of {', '.join(labels)}")
    return named[0]


def choose(plan: Plan, names: Sequence[str]) -> str:
    """The label of the largest or smallest part, or of those that a ranking names, as Python.

    Args:
        plan: With its parts and, maybe, the ranking.
        names: Variables of the parts, in their order.

    """
    if plan.ranking is not None:
        return _ranked(plan, plan.ranking, names)
    function = "max" if plan.finish is Operation.LARGEST else "min"
    labels = (part.label for part in plan.parts)
    pairs = ", ".join(f"({name}, {label!r})" for label, name in zip(labels, names, strict=True))
    best = f"{function}({', '.join(names)})"
    return f"[part for amount, part in [{pairs}] if amount == {best}][0]"


def check_bound(ranking: Ranking | None, unit: str) -> None:
    """Refuse to hold an amount against a rate: raises CannotAnswer."""
    bound = ranking.bound if ranking else None
    if bound is not None and (bound.unit == "%") != (unit in ("%", "percentage points")):
        raise CannotAnswer(f"The bound is in {bound.unit or 'a count'}, the figure in {unit}.")
