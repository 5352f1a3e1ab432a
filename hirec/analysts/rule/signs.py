"""What the sign of a printed amount means: below zero, deducted, or that money went out."""

import re
from collections.abc import Mapping

from hirec.analysts.rule.plans import Plan
from hirec.lexicon import get_metric, metric_named
from hirec.types import HELD, Figure, Operand, Operation

_OUTFLOW = re.compile(
    r"(?:purchases?|payments?|repayments?|repurchases?|dividends?|acquisitions?|additions)\b",
    re.IGNORECASE,
)
"""Rows whose parentheses only say that money went out: "purchases" of (1,234) are 1,234."""
_COST = re.compile(
    r"^(?!.*\b(?:benefit|income|profit|gain|credit)\b).*\b(?:expenses?|costs?|depreciation"
    r"|amorti[sz]ation|allowances?|provisions?|impairments?|write-?(?:downs?|offs?)|charges?"
    r"|disposals?|payments?|repayments?|purchases?|deductions?|used)\b",
    re.IGNORECASE,
)
"""Rows whose parentheses say that they are deducted, not that they are below zero."""
_EITHER_WAY = re.compile(
    r"\b(?:expenses?|costs?|charges?|provisions?|loss(?:es)?|impairments?|purchases?|payments?)"
    r"(?: for)? ?\((?:income|benefits?|gains?|credits?|recover(?:y|ies)|reversals?|sales|proceeds)"
    r"\)",
    re.IGNORECASE,
)
"""Rows whose own words say what parentheses mean: an "expense (income)" of (6) is an income."""
_OF_LOSSES = HELD | {Operation.ROSE, Operation.FELL, Operation.GROWTH, Operation.DIFFERENCE}
"""What is said of how large losses are, not of the income that they leave."""


def without_direction(need: Figure, operand: Operand) -> str:
    """The operand's variable, without its sign where that only says that money went out."""
    metric = get_metric(need.concept) or metric_named(need.words)
    outflow = metric.magnitude if metric else bool(_OUTFLOW.match(operand.row))
    # Where the tag is positive, parentheses only say that money went out.
    outflow |= operand.tagged is not None and operand.tagged > 0
    outflow &= not _EITHER_WAY.search(operand.row)
    outflow |= operand.unit == "shares"  # nobody has fewer than none
    return f"abs({operand.name})" if outflow and operand.value < 0 else operand.name


def signed_name(plan: Plan, need: Figure, used: Mapping[Figure, Operand]) -> str:
    """The operand's variable with the sign that the plan reads it with."""
    name = without_direction(need, used[need])
    if plan.of_losses and plan.finish in _OF_LOSSES and _any_below(used):
        return f"(-{name})"
    return f"abs({name})" if plan.given and name.isidentifier() and _by_size(plan, used) else name


def _any_below(used: Mapping[Figure, Operand]) -> bool:
    return any(operand.value < 0 for operand in used.values())


def _by_size(plan: Plan, used: Mapping[Figure, Operand]) -> bool:
    """Whether every figure is below zero, and so grows with its size, or is a cost so printed."""
    below = all(operand.value < 0 for operand in used.values())
    costs = all(_COST.search(operand.row) for operand in used.values())
    return below and (plan.finish is Operation.GROWTH or costs)
