"""Figures beside each other in one question: a whole and its part, a first and a shorter second."""

import functools
from collections.abc import Sequence
from dataclasses import replace

from hirec.lexicon import all_metrics, content_words, get_metric
from hirec.types import Figure, Measure
from hirec.understanding.adjuncts import DUE


def has_items(whole: Figure) -> bool:
    """Whether a whole is made of items with names of their own, as assets and costs are."""
    metric = get_metric(whole.concept)
    return metric is not None and (metric.statement in ("balance", "cash_flow") or metric.magnitude)


def only_due(part: Figure) -> bool:
    """Whether a part says only when it is due, as current assets do."""
    return not part.words or set(part.words.lower().split()) <= DUE | {"payable"}


def narrowed(whole: Figure, part: Figure) -> Figure:
    """The whole's figure narrowed to a part of it."""
    words = f"{whole.words} {part.words}"
    named = " ".join(word for word in (whole.part, part.words) if word)
    return replace(whole, words=words, part=named, qualifiers=(*whole.qualifiers, *part.qualifiers))


def without_part(part: Figure) -> Figure:
    """The company's own figure, of which a part's is a share: "share of revenue from Asia"."""
    metric = get_metric(part.concept)
    words = metric.names[0] if metric else part.words
    return replace(part, words=words, part="", qualifiers=(), row_name=True)


@functools.cache
def _amounts() -> frozenset[str]:
    """Nouns that end the names of metrics."""
    names = (name for metric in all_metrics().values() for name in metric.names)
    return frozenset(word for name in names for word in content_words(name.split()[-1]))


def _is_amount(words: str) -> bool:
    return bool(content_words(words) & _amounts())


def elliptic(first: Figure, second: Figure) -> Figure:
    """What is left out of a second figure: "sales from Asia compared to Europe"."""
    metric = get_metric(first.concept)
    if metric is None or not first.part or second.concept or _is_amount(second.words):
        return second
    words = f"{metric.names[0]} {second.words}"
    return replace(first, words=words, part=second.words, qualifiers=second.qualifiers)


def each_once(figures: Sequence[Figure]) -> tuple[Measure, ...]:
    """Figures each once: "Apple's revenue and Intel's revenue" is one figure of two companies."""
    return tuple({(f.concept or f.words.lower(), f.part.lower()): f for f in figures}.values())
