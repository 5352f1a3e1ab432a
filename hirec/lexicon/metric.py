"""The metrics of ``metrics.yaml``, typed and checked when first used."""

import functools
import re
from collections.abc import Mapping
from enum import StrEnum
from importlib import resources
from types import MappingProxyType

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class Kind(StrEnum):
    """What a metric's number counts."""

    MONEY = "money"
    SHARES = "shares"
    PER_SHARE = "per_share"
    PERCENT = "percent"
    RATIO = "ratio"
    DAYS = "days"
    COUNT = "count"


class Metric(BaseModel):
    """One metric; fields are explained at the top of ``metrics.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str
    names: tuple[str, ...] = Field(min_length=1)
    rows: tuple[str, ...] = ()
    statement: str = Field("", pattern="^(income|balance|cash_flow|equity|)$")
    kind: Kind = Kind.MONEY
    instant: bool = False
    magnitude: bool = False
    concepts: tuple[str, ...] = ()
    formula: str = ""
    stated: bool = True
    change: bool = False
    related: tuple[str, ...] = ()

    @property
    def looked_up(self) -> bool:
        """True where a row of this name may be taken as the metric."""
        return self.stated and bool(self.rows or self.concepts)

    @property
    def unit(self) -> str:
        """Unit of the metric as written in answers; empty for plain counts."""
        return {
            Kind.MONEY: "USD",
            Kind.SHARES: "shares",
            Kind.PER_SHARE: "USD/shares",
            Kind.PERCENT: "%",
            Kind.RATIO: "ratio",
            Kind.DAYS: "days",
        }.get(self.kind, "")


_IDENTIFIER = re.compile(r"[a-z_]+")
_FUNCTIONS = frozenset({"avg", "change"})
_STATEMENT_NAMES = {
    "income": "consolidated statements of income operations earnings",
    "balance": "consolidated balance sheets financial position",
    "cash_flow": "consolidated statements of cash flows",
    "equity": "consolidated statements of equity",
}


@functools.cache
def all_metrics() -> Mapping[str, Metric]:
    """Every metric by key, in the file's order; raises ValueError on a broken lexicon."""
    text = resources.files("hirec.lexicon").joinpath("metrics.yaml").read_text(encoding="utf-8")
    content = {key: {"key": key, **entry} for key, entry in yaml.safe_load(text).items()}
    metrics = TypeAdapter(dict[str, Metric]).validate_python(content)
    for metric in metrics.values():
        named = (*formula_leaves(metric.formula), *metric.related)
        unknown = [leaf for leaf in named if leaf not in metrics]
        if unknown or not (metric.rows or metric.formula):
            raise ValueError(f"metrics.yaml: {metric.key}: needs rows or a formula over metrics")
    return MappingProxyType(metrics)


def get_metric(key: str) -> Metric | None:
    """The metric with this key, None for free phrases."""
    return all_metrics().get(key)


def formula_leaves(formula: str) -> tuple[str, ...]:
    """Names in a formula in order, each once."""
    names = (name for name in _IDENTIFIER.findall(formula) if name not in _FUNCTIONS)
    return tuple(dict.fromkeys(names))


def rows_needed(metric_key: str) -> tuple[str, ...]:
    """Keys of the rows a metric is computed from; the key itself where it is read off a row."""
    metric = get_metric(metric_key)
    if metric is None or metric.looked_up or not metric.formula:
        return (metric_key,)
    leaves = (leaf for name in formula_leaves(metric.formula) for leaf in rows_needed(name))
    return tuple(dict.fromkeys(leaves))


def rows_related(metric_key: str) -> tuple[str, ...]:
    """Keys of rows that other definitions of a metric take, worth showing beside its own."""
    metric = get_metric(metric_key)
    return metric.related if metric else ()


@functools.cache
def query_terms(metric_key: str) -> tuple[str, ...]:
    """Words for retrieval: names and statement of every row needed; a free phrase as it is."""
    terms: list[str] = []
    for key in rows_needed(metric_key):
        metric = get_metric(key)
        if metric is None:
            terms.append(key)
            continue
        terms.extend(metric.names[:4])
        if metric.statement:
            terms.append(_STATEMENT_NAMES[metric.statement])
    return tuple(dict.fromkeys(terms))
