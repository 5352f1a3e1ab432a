"""What has to be looked for when a metric is asked: the rows it is computed from."""

import functools

from hirec.lexicon.catalog import formulas_of, get_metric
from hirec.lexicon.metric import formula_leaves

_STATEMENT_NAMES = {
    "income": "consolidated statements of income operations earnings",
    "balance": "consolidated balance sheets financial position",
    "cash_flow": "consolidated statements of cash flows",
    "equity": "consolidated statements of equity",
}


def rows_needed(metric_key: str) -> tuple[str, ...]:
    """Keys of the rows a metric is computed from; the key itself where it is read off a row."""
    metric = get_metric(metric_key)
    if metric is None or metric.looked_up or not metric.formula:
        return (metric_key,)
    return _rows_of(metric.formula)


def rows_related(metric_key: str) -> tuple[str, ...]:
    """Keys of rows that other conventions of a metric take and its own does not."""
    metric = get_metric(metric_key)
    if metric is None:
        return ()
    rows = (row for formula in formulas_of(metric)[1:] for row in _rows_of(formula))
    own = rows_needed(metric_key)
    return tuple(row for row in dict.fromkeys(rows) if row not in own)


def _rows_of(formula: str) -> tuple[str, ...]:
    leaves = (leaf for name in formula_leaves(formula) for leaf in rows_needed(name))
    return tuple(dict.fromkeys(leaves))


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
