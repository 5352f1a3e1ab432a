"""What the sign of a printed amount means: below zero, deducted, or that money went out."""

import re
from collections.abc import Mapping

from hirec.analysts.rule.plans.formula import Binary, divides
from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.lexicon import content_words, metric_asked
from hirec.types import ABOVE_BELOW, Figure, Operand, Operation

_OUTFLOW = re.compile(
    r"(?:purchases?|payments?|repayments?|repurchases?|dividends?|acquisitions?|additions)\b"
    r"|[^()]*\bpaid\b",
    re.IGNORECASE,
)
"""Rows whose parentheses only say that money went out: "purchases" of (1,234) are 1,234."""
_LOST = re.compile(r"\((?:loss(?:es)?|decreases?)\)", re.IGNORECASE)
"""Rows that say themselves what is below zero: "paid membership additions (losses)"."""
_COSTS = (
    r"(?:expenses?|costs?|charges?|provisions?|loss(?:es)?|impairments?|deductions?|purchases?"
    r"|payments?)"
)
_GAINS = r"\((?:income|benefits?|gains?|credits?|recover(?:y|ies)|reversals?|sales|proceeds)\)"
_EITHER_WAY = re.compile(
    rf"\b{_COSTS}(?: for)? ?/? ?{_GAINS}|{_GAINS} ?/? ?(?:or )?(?:\w+ )?{_COSTS}\b", re.IGNORECASE
)
"""Rows whose own words say what parentheses mean: an "expense (income)" of (6) is an income."""
_GAIN_FIRST = re.compile(
    r"\((?:provisions?|expenses?|loss(?:es)?)\) ?/? ?(?:or )?(?:benefits?|income|gains?)\b"
    r"|\b(?:benefits?|income|gains?) ?/? ?(?:or )?\((?:provisions?|expenses?|loss(?:es)?)\)"
    r"|^(?:income )?(?:tax )?benefits?(?: (?:for|from) (?:income )?taxes)?$",
    re.IGNORECASE,
)
"""Rows whose amounts are gains where nothing stands around them: a cost is their opposite."""
_GAIN = re.compile(
    r"(?:(?:net |total |income )*(?:tax )?(?:gains?|benefits?|recover(?:y|ies))\b|.*\bgains?$)"
    r"(?!.*\b(?:loss|expenses?|provision|obligations?|payments?|plans?|costs?)\b)",
    re.IGNORECASE,
)
"""Rows that name what is gained, and no loss beside it."""
_TAKEN_OFF = re.compile(r"\b(?:before|after|excluding|net of|without)\b", re.IGNORECASE)
"""Behind it stands another figure."""
_OF_CASH = content_words("cash flows")
_SPENDING = content_words("investing financing")
"""Activities whose cash below zero is what was spent on them."""
_TAKES_OFF = content_words(
    "reconcile reconciles reconciled reconciliation adjustments expense expenses"
)
_GAINING = words_of("gaining")
_COSTING = words_of("costing")
_DEDUCTED = words_of("deducted")
_GAIN_NAMED = frozenset({"benefit", "income", "profit", "gain", "credit"})
"""In the singular; "employee benefits" cost."""
SIGNED_COSTS = frozenset({"income_tax"})
"""Costs that may be below zero, as a benefit."""
_OF_LOSSES = ABOVE_BELOW | {Operation.ROSE, Operation.FELL, Operation.GROWTH, Operation.DIFFERENCE}
"""What is said of how large losses are, not of the income that they leave."""


def says_either(label: str) -> bool:
    """Whether a label of expenses says that what stands in brackets is an income.

    "Income before provision (benefit) for taxes" says so of the taxes, not of itself.
    """
    return _EITHER_WAY.search(_TAKEN_OFF.split(label, maxsplit=1)[0]) is not None


def is_gain(label: str) -> bool:
    """Whether a row is called a gain, and not as well what else it may be."""
    return _GAIN.match(label) is not None


def is_outflow(need: Figure, row: str) -> bool:
    """Whether brackets around a figure only say that money went out."""
    metric = metric_asked(need.concept, need.words)
    return metric.magnitude if metric else bool(_OUTFLOW.match(row)) and not _LOST.search(row)


def without_direction(need: Figure, operand: Operand) -> str:
    """The operand's variable, without its sign where that only says that money went out."""
    metric = metric_asked(need.concept, need.words)
    outflow = is_outflow(need, operand.row)
    cost = outflow or (metric is not None and metric.key in SIGNED_COSTS)
    if operand.unit == "shares":  # nobody has fewer than none
        meant: int | None = 1
    elif says_either(operand.row):
        gain = said_in(need.words, _GAINING) and not said_in(need.words, _COSTING)
        return f"(-{operand.name})" if gain else operand.name
    elif operand.value < 0 and is_gain(operand.row) and _deducts_gains(operand.table):
        meant = 1
    elif operand.tagged:
        meant = 1 if operand.tagged > 0 else -1 if cost else None
    elif cost and _GAIN_FIRST.search(operand.row):
        return f"(-{operand.name})"
    else:
        meant = 1 if outflow else None
    if meant is None or (operand.value < 0) == (meant < 0):
        return operand.name
    return f"abs({operand.name})" if meant > 0 else f"(-{operand.name})"


def _deducts_gains(table: str) -> bool:
    """Whether a table takes gains off: cash flows of operations, a reconciliation, expenses."""
    words = content_words(table)
    return words >= _OF_CASH or not words.isdisjoint(_TAKES_OFF)


def signed_name(plan: Plan, need: Figure, used: Mapping[Figure, Operand]) -> str:
    """The operand's variable with the sign that the plan reads it with."""
    name = without_direction(need, used[need])
    if plan.of_losses and plan.finish in _OF_LOSSES and _any_below(used):
        return f"(-{name})"
    below = name.isidentifier() and used[need].value < 0
    if below and (_adds_outflows(plan, used) or _is_divided_by_outflows(plan, need, used)):
        return f"abs({name})"
    return f"abs({name})" if plan.given and name.isidentifier() and _by_size(plan, used) else name


def _adds_outflows(plan: Plan, used: Mapping[Figure, Operand]) -> bool:
    """Whether a sum is of what went out: one is called so, and all stand in brackets."""
    added = all(
        isinstance(p.expression, Binary) and p.expression.operator == "+" for p in plan.parts
    )
    below = all(operand.value < 0 for operand in used.values())
    return added and below and any(is_outflow(need, one.row) for need, one in used.items())


def _is_divided_by_outflows(plan: Plan, need: Figure, used: Mapping[Figure, Operand]) -> bool:
    """Whether a total of cash is held against what went out: capital expenditures of what is used.

    Cash of operations below zero is no spending, and free cash flow is no share of it.
    """
    shared = any(divides(part.expression) for part in plan.parts)
    outflow = any(is_outflow(one, other.row) for one, other in used.items() if one != need)
    return shared and outflow and not content_words(used[need].row).isdisjoint(_SPENDING)


def _any_below(used: Mapping[Figure, Operand]) -> bool:
    return any(operand.value < 0 for operand in used.values())


def _by_size(plan: Plan, used: Mapping[Figure, Operand]) -> bool:
    """Whether every figure is below zero, and so grows with its size, or is a cost so printed."""
    below = all(operand.value < 0 for operand in used.values())
    costs = all(_is_deducted(operand.row) for operand in used.values())
    return below and (plan.finish is Operation.GROWTH or costs)


def _is_deducted(row: str) -> bool:
    """Whether brackets around a row's amounts say that they are deducted, not below zero."""
    return bool(said_in(row, _DEDUCTED)) and not said_in(row, _GAIN_NAMED)
