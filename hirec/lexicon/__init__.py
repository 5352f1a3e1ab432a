"""Financial lexicon: what metrics are called in questions, in statements and in XBRL tags."""

from hirec.lexicon.labels import (
    content_words,
    excludes_itself,
    match_concept,
    match_row,
    normalize_label,
)
from hirec.lexicon.mentions import MetricMention, find_metrics, metric_named
from hirec.lexicon.metric import (
    Kind,
    Metric,
    all_metrics,
    get_metric,
    query_terms,
    rows_needed,
    rows_related,
)
from hirec.lexicon.topics import all_topics, find_topics

__all__ = [
    "Kind",
    "Metric",
    "MetricMention",
    "all_metrics",
    "all_topics",
    "content_words",
    "excludes_itself",
    "find_metrics",
    "find_topics",
    "get_metric",
    "match_concept",
    "match_row",
    "metric_named",
    "normalize_label",
    "query_terms",
    "rows_needed",
    "rows_related",
]
