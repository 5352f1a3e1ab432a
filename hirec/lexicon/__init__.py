"""Financial lexicon: names of metrics, rows and tags that state them, formulas."""

from hirec.lexicon.catalog import all_metrics, all_ratios, get_metric, get_ratio
from hirec.lexicon.expansion import query_terms, rows_needed, rows_related
from hirec.lexicon.labels import (
    ADJUSTED,
    SALES,
    content_words,
    excludes_itself,
    head_nouns,
    match_concept,
    match_row,
    metrics_of_row,
    normalize_label,
    unadjusted,
)
from hirec.lexicon.mentions import (
    MetricMention,
    amount_of_words,
    find_metrics,
    metric_asked,
    metric_named,
    metric_of_words,
)
from hirec.lexicon.metric import Concept, Kind, Metric, Ratio
from hirec.lexicon.names import words_in
from hirec.lexicon.signals import Signals, find_signals
from hirec.lexicon.topics import all_topics, find_topics

__all__ = [
    "ADJUSTED",
    "SALES",
    "Concept",
    "Kind",
    "Metric",
    "MetricMention",
    "Ratio",
    "Signals",
    "all_metrics",
    "all_ratios",
    "all_topics",
    "amount_of_words",
    "content_words",
    "excludes_itself",
    "find_metrics",
    "find_signals",
    "find_topics",
    "get_metric",
    "get_ratio",
    "head_nouns",
    "match_concept",
    "match_row",
    "metric_asked",
    "metric_named",
    "metric_of_words",
    "metrics_of_row",
    "normalize_label",
    "query_terms",
    "rows_needed",
    "rows_related",
    "unadjusted",
    "words_in",
]
