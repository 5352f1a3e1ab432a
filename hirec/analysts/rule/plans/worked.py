"""A plan over the numbers that were found for it: what is computed in the end."""

from collections.abc import Mapping
from dataclasses import dataclass

from hirec.analysts.rule.plans.plan import Plan
from hirec.types import Figure, Operand


@dataclass(frozen=True, slots=True)
class Worked:
    """A plan by the convention that can be computed."""

    plan: Plan
    operands: Mapping[Figure, Operand]
    """Every number that was found."""
    lacking: tuple[Figure, ...]
    """What the convention asked for lacks, whether or not another can be computed."""
    missing: bool = False
    """Whether none can be computed."""
    doubt: str = ""
    """Why its operation may be another."""

    @property
    def used(self) -> dict[Figure, Operand]:
        """The numbers that are computed with; only where nothing is missing."""
        return {need: self.operands[need] for need in self.plan.used(self.operands)}


def work_out(numeric: Plan, operands: Mapping[Figure, Operand], said: str) -> Worked:
    """Choose by what was found how a plan is computed.

    Args:
        numeric: What the question asks for.
        operands: What was found.
        said: The question's core.

    """
    numeric = numeric.as_share(operands)
    lacking = numeric.missing(operands)
    numeric = numeric.computable(operands)
    if numeric.missing(operands):
        return Worked(numeric, operands, lacking, missing=True)
    numeric, doubt = numeric.as_printed(operands).as_listed(operands).in_points(operands, said)
    return Worked(numeric, operands, lacking, doubt=doubt)
