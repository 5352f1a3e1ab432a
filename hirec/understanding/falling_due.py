"""Years in which a part of a whole falls due, beside the day of which that is told."""

import re
from collections.abc import Sequence
from datetime import date

from hirec.periods import find_periods
from hirec.types import Figure, PeriodRef
from hirec.understanding.annotate import Annotation, Span

DUE = frozenset(
    {"due", "maturing", "mature", "matures", "maturity", "expiring", "expire", "expires"}
    | {"expected", "anticipated", "projected", "scheduled", "forecast"}
)
"""Words that give what a figure holds a year of its own: "the debt due in 2019"."""
_AS_OF = re.compile(r"\bas (?:of|at)(?: (?:the )?(?:end|close) of)?(?: (?:the|fiscal|year))*$")
_FALLING = frozenset(
    {"fall", "falls", "fell", "falling", "come", "comes", "coming", "payable", "is"}
)
_LISTING = frozenset({",", "and", "or", "&", "to", "through", "fiscal", "-", "–"})
_WITHIN = frozenset({"in", "by", "on", "during", "within", "for", "the", "year", "fiscal"})


def due_spans(
    annotation: Annotation, said: Sequence[Span], figures: Sequence[Figure]
) -> list[Span]:
    """The periods in which something falls due.

    Args:
        annotation: Of the clause.
        said: Its periods.
        figures: It names.

    """
    due: list[Span] = []
    for span in said:
        if _is_due(annotation, span) or (due and _is_listed(annotation, due[-1], span)):
            due.append(span)
    return due or _to_come(annotation, said, figures)


def sources(annotation: Annotation) -> tuple[PeriodRef, ...]:
    """Of when the filing is that a question names: "per the 2016 annual report"."""
    named = (span for span in annotation.spans if span.kind == "SOURCE")
    return tuple(ref for span in named for ref in find_periods(span.said))


def due_words(words: str) -> str:
    """The words at the end of a name that say only that it falls due; empty where none do."""
    said = words.split()
    kept = len(said)
    while kept and said[kept - 1].lower() in DUE | _FALLING:
        kept -= 1
    return " ".join(said[kept:]) if kept and any(w.lower() in DUE for w in said[kept:]) else ""


def _is_due(annotation: Annotation, span: Span) -> bool:
    words = _before(annotation, span)
    while words and words[-1] in _WITHIN:
        words.pop()
    return bool(words) and words[-1] in DUE


def _is_listed(annotation: Annotation, before: Span, span: Span) -> bool:
    """Whether a period goes on a list: "due in 2023, 2024 and 2025"."""
    between = annotation.tokens[before.last : span.first]
    return all(token.lower in _LISTING for token in between)


def _to_come(annotation: Annotation, said: Sequence[Span], figures: Sequence[Figure]) -> list[Span]:
    """The year of a lone figure that lies behind the day of which it is told.

    An expected one may be of any year ("as of 2023, the 2024 expense"), and the filing that is
    named may tell it ("expected for 2027, per the 2022 report").
    """
    told = [span for span in said if _is_told(annotation, span) or _is_day(span)]
    others = [one for one in said if one not in told]
    expected = len(figures) == 1 and "expected" in figures[0].qualifiers
    if expected and (len(told), len(others)) == (0, 1) and sources(annotation):
        return others
    if (len(figures), len(told), len(others)) != (1, 1, 1):
        return []
    return others if expected or _begins(told[0]) < _begins(others[0]) else []


def _is_told(annotation: Annotation, span: Span) -> bool:
    return _AS_OF.search(" ".join(_before(annotation, span))) is not None


def _before(annotation: Annotation, span: Span) -> list[str]:
    return [token.lower for token in annotation.tokens[: span.first]]


def _is_day(span: Span) -> bool:
    days = [ref.period.end is not None and ref.period.months == 0 for ref in span.periods]
    return bool(days) and all(days)


def _begins(span: Span) -> int:
    """The first year of a span; 0 where it only points at one: "that year"."""
    years = (ref.period.year or date.max.year for ref in span.periods)
    return min(years, default=0)
