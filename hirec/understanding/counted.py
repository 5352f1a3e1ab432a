"""What a question counts: the noun with every word that narrows it, wherever the clause says it."""

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hirec.grounding.nouns import is_of_things, is_plural, read_noun, says_count
from hirec.lexicon import Kind, all_metrics, content_words, get_metric, head_nouns
from hirec.lexicon.files import word_list
from hirec.types import Figure
from hirec.understanding.annotate import ADJUNCTS, Span

_SET_FORMS = (
    ADJUNCTS
    | {"FORMAT", "SOURCE", "GIVEN", "WH", "COUNT", "ORDER", "SUM", "SUM_OF"}
    | {"MORE", "VS", "BETWEEN", "DO", "BE"}
)
_SHARES = re.compile(
    r"(?!.*\b(?:number|cost|price|amount|value|paid|spent|much|many)\b)(?:[\w-]+ ){0,4}shares"
    r"(?: (?:\w+ed|sold|bought back)\b.*)?",
    re.IGNORECASE,
)
"""``Class A shares repurchased``: the shares themselves, not what was paid for them."""
_AMOUNTS = tuple(kind for kind in Kind if kind is not Kind.COUNT)
_SAYS_NOTHING = frozenset({"polite", "money", "time"})


def with_counted(figure: Figure, spans: Sequence[Span], *, alone: bool) -> Figure:
    """The figure with what it counts; unchanged where it is an amount or a rate.

    Args:
        figure: As its own words name it.
        spans: Of the clause.
        alone: It is the only figure, so that every word of the clause is about it.

    """
    words = _said(spans) if alone else _of_part(figure)
    if not (figure.kind or figure.concept) and _SHARES.fullmatch(words):
        return replace(figure, kind=Kind.SHARES.value)
    metric = get_metric(figure.concept)
    if metric is not None and metric.kind is not Kind.COUNT:
        return figure
    counted = read_noun(words)
    if counted is None:
        return figure
    says = says_count(figure.words) and not figure.kind
    if says:
        figure = replace(figure, kind=Kind.COUNT.value)
    if content_words(words) & _unlike():
        return figure
    if not figure.kind and content_words(figure.words) & _rates():
        return figure
    if not (says or is_plural(counted.said)):
        return figure
    amount = content_words(counted.said) & head_nouns(*_AMOUNTS)
    if is_of_things(words):
        # Its ends may say that it is one all the same: "customers payable", "profit members bring".
        first, *_, last = words.split() * 2
        amount = (content_words(last) - content_words(counted.said)) & head_nouns(Kind.MONEY)
        amount |= {first.lower()} & word_list("result")
    if figure.kind not in ("", Kind.COUNT) or (amount and not figure.kind):
        return figure
    own = read_noun(figure.words)
    plain = own is not None and not own.words
    called = _metrics_by_noun().get(counted.noun, "") if plain else ""
    return replace(figure, counted=words, concept=figure.concept or called)


def _of_part(figure: Figure) -> str:
    """A figure's words with those of its part behind the noun: "employees of Acme Stores"."""
    if not figure.part or not figure.words.endswith(f" {figure.part}"):
        return figure.words
    return f"{figure.words.removesuffix(figure.part)}of {figure.part}"


def _said(spans: Sequence[Span]) -> str:
    """The words of a clause without whose and when, and without those that only ask."""
    kept = [
        span.said
        for span in spans
        if span.kind not in _SET_FORMS
        and (span.kind, span.value) != ("LIGHT", "whole")
        and not (span.kind == "FILLER" and span.value in _SAYS_NOTHING)
        and any(map(str.isalpha, span.said))
    ]
    return " ".join(kept)


@functools.cache
def _metrics_by_noun() -> Mapping[str, str]:
    """What the lexicon counts: noun → key; "people" are counted as employees."""
    counts = [metric for metric in all_metrics().values() if metric.kind is Kind.COUNT]
    nouns = ((read_noun(metric.names[0]), metric.key) for metric in counts)
    return {noun.noun: key for noun, key in nouns if noun is not None and not noun.words}


@functools.cache
def _rates() -> frozenset[str]:
    """What things have, and are not: the interest rate of some notes counts none."""
    return content_words("rate coupon yield")


@functools.cache
def _unlike() -> frozenset[str]:
    """What is held in kinds of its own, as shares are, and what only amounts are."""
    return content_words("shares percent percentage dollars days accrued accumulated deferred")
