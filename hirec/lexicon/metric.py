"""What the lexicon knows of a metric: concepts, which rows state, and ratios, which are computed.

The fields are explained at the top of ``concepts.yaml`` and ``ratios.yaml``.
"""

import ast
from decimal import Decimal
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from hirec.types import Aggregated, Arithmetic, Constant, Figure, Measure, figures_of

_KEY = "^[a-z][a-z_]*$"


class Kind(StrEnum):
    """What a metric's number counts."""

    MONEY = "money"
    SHARES = "shares"
    PER_SHARE = "per_share"
    PERCENT = "percent"
    RATIO = "ratio"
    TIMES = "times"
    """A ratio said as a multiple: "covered 5.2 times"."""
    DAYS = "days"
    COUNT = "count"
    INVESTMENT = "investment"
    """What 100 dollars in a stock or an index became, as graphs of total return state."""


_UNITS = {
    Kind.MONEY: "USD",
    Kind.SHARES: "shares",
    Kind.PER_SHARE: "USD/shares",
    Kind.PERCENT: "%",
    Kind.RATIO: "ratio",
    Kind.TIMES: "ratio",
    Kind.DAYS: "days",
}


class Metric(BaseModel):
    """What concepts and ratios have in common."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str = Field(pattern=_KEY)
    names: tuple[str, ...] = Field(min_length=1)
    rows: tuple[str, ...] = ()
    statement: str = Field("", pattern="^(income|balance|cash_flow|equity|)$")
    kind: Kind = Kind.MONEY
    instant: bool = False
    magnitude: bool = False
    tags: tuple[str, ...] = ()
    formula: str = ""
    stated: bool = True
    change: bool = False

    @property
    def looked_up(self) -> bool:
        """True where a row of this name may be taken as the metric."""
        return self.stated and bool(self.rows or self.tags)

    @property
    def unit(self) -> str:
        """Unit of the metric as written in answers; empty for plain counts."""
        return _UNITS.get(self.kind, "")


class Concept(Metric):
    """A figure that filings state in a row."""

    rows: tuple[str, ...] = Field(min_length=1)


class Alternative(BaseModel):
    """Another usual convention for a ratio."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1)
    """As an answer says it: "on year-end balances"."""
    formula: str = Field(min_length=1)
    said: tuple[str, ...] = ()
    """Words of a question that choose it, beside those for average and ending balances."""


class Group(StrEnum):
    """What a ratio is about."""

    LIQUIDITY = "liquidity"
    LEVERAGE = "leverage"
    COVERAGE = "coverage"
    PROFITABILITY = "profitability"
    RETURNS = "returns"
    EFFICIENCY = "efficiency"
    CASH_FLOW = "cash_flow"
    GROWTH = "growth"
    PER_SHARE = "per_share"
    CAPITAL_INTENSITY = "capital_intensity"
    TAX = "tax"
    EARNINGS_QUALITY = "earnings_quality"
    BANKING = "banking"
    INSURANCE = "insurance"
    RETAIL = "retail"
    SOFTWARE = "software"
    DUPONT = "dupont"
    DISTRESS = "distress"


class Ratio(Metric):
    """A figure that is computed from concepts, by a convention that an answer has to name."""

    formula: str = Field(min_length=1)
    group: Group
    convention: str = Field(min_length=1)
    said: tuple[str, ...] = ()
    """Words of a question that choose the main convention, as in :class:`Alternative`."""
    alternatives: tuple[Alternative, ...] = ()
    source: str = Field(min_length=1)


_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_AGGREGATES = {"avg": "average", "change": "change"}


def read_formula(formula: str) -> Measure:
    """A formula over the keys of other metrics: ``cost_of_revenue / avg(inventories)``.

    Raises:
        ValueError: It is no arithmetic over names, numbers, ``avg(name)`` and ``change(name)``.

    """
    try:
        return _measure(ast.parse(formula, mode="eval").body)
    except (SyntaxError, KeyError) as error:
        raise ValueError(f"{formula!r} is no formula.") from error


def _measure(node: ast.expr) -> Measure:
    match node:
        case ast.BinOp(left, operator, right):
            return Arithmetic(_SIGNS[type(operator)], _measure(left), _measure(right))
        case ast.Name(key):
            return Figure(key, key)
        case ast.Call(ast.Name(name), [ast.Name(key)], []):
            return Aggregated(_AGGREGATES[name], Figure(key, key))
        case ast.Constant(int() | float() as value):
            return Constant(value if isinstance(value, int) else Decimal(str(value)))
        case _:
            raise KeyError(ast.unparse(node))


def formula_leaves(formula: str) -> tuple[str, ...]:
    """Names in a formula in order, each once; raises ValueError as :func:`read_formula` does."""
    return tuple(dict.fromkeys(figure.concept for figure in figures_of(read_formula(formula))))
