"""The concepts and ratios of the lexicon's files, read and checked when first used."""

import functools
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import yaml
from pydantic import TypeAdapter

from hirec.lexicon.files import text_of
from hirec.lexicon.metric import Concept, Kind, Metric, Ratio, formula_leaves
from hirec.lexicon.names import folded_name
from hirec.yaml_files import SafeLoader


@functools.cache
def all_metrics() -> Mapping[str, Metric]:
    """Every concept and ratio by key, in the files' order; raises ValueError if broken."""
    return read_catalog(text_of("concepts.yaml"), text_of("ratios.yaml"))


@functools.cache
def all_ratios() -> Mapping[str, Ratio]:
    """Every ratio by key."""
    found = {key: metric for key, metric in all_metrics().items() if isinstance(metric, Ratio)}
    return MappingProxyType(found)


def get_metric(key: str) -> Metric | None:
    """The metric with this key, None for free phrases."""
    return all_metrics().get(key)


def get_ratio(key: str) -> Ratio | None:
    """The ratio with this key, None for concepts and free phrases."""
    return all_ratios().get(key)


def read_catalog(concepts: str, ratios: str) -> Mapping[str, Metric]:
    """Read the text of both files.

    Raises:
        ValueError: An entry has an unknown or missing field (``pydantic.ValidationError``), a key
            or a name means two things, a formula cannot be read, names what neither file has,
            takes a percentage, or leads back to itself.

    """
    known: dict[str, Metric] = {}
    known |= TypeAdapter(dict[str, Concept]).validate_python(_keyed(concepts))
    computed = TypeAdapter(dict[str, Ratio]).validate_python(_keyed(ratios))
    if twice := known.keys() & computed.keys():
        raise ValueError(f"Both a concept and a ratio: {', '.join(sorted(twice))}.")
    known |= computed
    _check_names(known.values())
    for metric in known.values():
        for formula in formulas_of(metric):
            _check_formula(metric, formula, known)
    for key in known:
        _check_circle(key, known, ())
    return MappingProxyType(known)


def formulas_of(metric: Metric) -> tuple[str, ...]:
    """The metric's formula and those of its alternatives."""
    own = (metric.formula,) if metric.formula else ()
    others = metric.alternatives if isinstance(metric, Ratio) else ()
    return (*own, *(other.formula for other in others))


def _keyed(text: str) -> dict[str, dict[str, object]]:
    loader = _UniqueLoader(text)
    try:
        entries = loader.get_single_data()
    finally:
        loader.dispose()
    return {key: {"key": key, **entry} for key, entry in entries.items()}


class _UniqueLoader(SafeLoader):
    """YAML whose keys may not repeat: the last entry would silently replace the first."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Build a mapping, refusing a key that stands twice."""
        counts = Counter(self.construct_object(key, deep=True) for key, _ in node.value)
        if twice := sorted(str(key) for key, count in counts.items() if count > 1):
            raise ValueError(f"Defined twice: {', '.join(twice)}.")
        return super().construct_mapping(node, deep=deep)


def _check_names(metrics: Iterable[Metric]) -> None:
    owners: dict[tuple[str, ...], str] = {}
    for metric in metrics:
        for name in metric.names:
            owner = owners.setdefault(folded_name(name), metric.key)
            if owner != metric.key:
                raise ValueError(f"{name!r} names both {owner} and {metric.key}.")


def _check_formula(metric: Metric, formula: str, known: Mapping[str, Metric]) -> None:
    try:
        leaves = formula_leaves(formula)
    except ValueError as error:
        raise ValueError(f"{metric.key}: {error}") from error
    for leaf in leaves:
        if leaf not in known:
            raise ValueError(f"{metric.key}: {leaf!r} in its formula is no concept and no ratio.")
        if known[leaf].kind is Kind.PERCENT:
            # 5% is 5 where it is read and 0.05 where it is computed with.
            raise ValueError(f"{metric.key}: {leaf!r} is a percentage; write its formula out.")


def _check_circle(key: str, known: Mapping[str, Metric], path: tuple[str, ...]) -> None:
    if key in path:
        raise ValueError(f"Formulas lead back to themselves: {' → '.join((*path, key))}.")
    for formula in formulas_of(known[key]):
        for leaf in formula_leaves(formula):
            _check_circle(leaf, known, (*path, key))
