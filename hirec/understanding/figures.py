"""Figures out of the words that name them."""

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hirec.lexicon import (
    Kind,
    amount_of_words,
    get_metric,
    metric_named,
    metric_of_words,
    words_in,
)
from hirec.types import Aggregated, Arithmetic, CompanyRef, Figure, Measure, PeriodRef, figures_of
from hirec.understanding.annotate import Annotation, Span

_ABSENT = frozenset({"FILLER", "COMPANY", "PERIOD", "EVENT", "FORMAT", "SOURCE", "GIVEN"})
_DROPPED = _ABSENT - {"FILLER"}
_JOINTS = frozenset({"TO", "AND", "VS"})
"""What joins two periods or companies that stand inside a name: "sold 2006 thru 2008 in total"."""
_BESIDE = frozenset({"LIGHT", "CONCEPT", "OPEN", "CLOSE"})
_VERBS = frozenset({"DO", "BE", "VERB"})
"""What is done names nothing."""
_MEASURES = frozenset(
    {"rate", "rates", "ratio", "price", "number", "yield", "percentage"} | {"impact", "effect"}
)
"""Nouns that make another figure of an amount that they stand behind."""
_UNCOUNTED = frozenset({Kind.MONEY, Kind.PER_SHARE})
_PREPOSITIONS = frozenset({"of", "on", "from", "for", "in", "to", "by", "with", "under", "over"})
_TOTAL = "total"
_LIGHT = frozenset({"the", "its", "annual", "yearly", "total", "overall"})
_PER = "per"
_BARE_PROFIT = ({"profit"}, {"profits"})
"""What is left at the bottom line, where nothing says which profit."""
_MORE_THAN_A_SIGN = re.compile(
    r"\((?!(?:net |in |used |provided )*(?:loss(?:es)?|income|earnings|gains?|benefits?|expenses?"
    r"|deficit|decreases?|increases?|credits?|charges?|provision|reductions?|in|by|for)\))([^()]*)\)",
    re.IGNORECASE,
)
_PER_SHARE = re.compile(
    r"\bper\b.*\bshares?\b|\bprices?\b.*\bshares\b"
    r"|\b(?:exercise|strike|conversion|repurchase|share|stock) prices?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A figure with the place of its words among the spans of the clause."""

    figure: Figure
    first: int
    last: int


class FigureReader:
    """Makes figures of the spans of one clause."""

    def __init__(self, annotation: Annotation, qualifiers: Sequence[str]) -> None:
        """``qualifiers`` hold for every figure: "expected", the clause said in front."""
        self._annotation = annotation
        self._qualifiers = tuple(qualifiers)

    def read(self, spans: Sequence[Span], kind: str = "") -> Named:
        """The figure that some telling spans name, with the fillers that stand between them."""
        first, last = spans[0].first, spans[-1].last
        inside = [s for s in self._annotation.spans if first <= s.first and s.last <= last]
        inside = [s for s in inside if s.kind != "MOVE" or s in spans]  # "sales growth in Asia"
        concepts = {s.value for s in inside if s.kind == "CONCEPT"}
        words = _opened(self.said(inside))
        concept = concepts.pop() if len(concepts) == 1 and _heads(inside) else ""
        whole = None if concepts or concept else amount_of_words(words)
        concept = whole.key if whole else concept
        if _PER_SHARE.search(words) and _kind(concept, "") != Kind.PER_SHARE:
            turned = metric_of_words(words)
            concept = turned.key if turned else ""  # a total is no figure per share
        if kind == Kind.COUNT and _kind(concept, "") in _UNCOUNTED:
            concept = ""  # "how many shares were used for diluted EPS"
        if _PER in words_in(words) and _is_total(concept):
            concept = ""  # no figure per share or store
        beside = [s for s in inside if s.kind not in _ABSENT | _VERBS | _BESIDE and not whole]
        if not concept and set(words.lower().split()) - _LIGHT in _BARE_PROFIT:
            concept = "net_income"
        if concept and beside and (turned := metric_of_words(words)):
            concept, beside = turned.key, []  # "other assets, current"
        if concept == "net_margin" and beside and "net" not in words_in(words):
            concept = ""  # the profit of a part is no net income
        before, taken_off, _ = words.partition(" net of ")
        if taken_off and concept and (whole := metric_of_words(before)) and whole.key != concept:
            concept = ""  # "debt net of repayments" is neither debt nor repayments
        if not concept and (led := self._total_before(first)):
            words = f"{led} {words}"
        figure = Figure(
            words=words,
            concept=concept,
            part=" ".join(self._of(beside)) if concept else "",
            kind=kind or _kind(concept, words),
            qualifiers=tuple(dict.fromkeys((*self._qualifiers, *_qualifiers(beside)))),
            row_name=True,
        )
        return Named(figure, first, last)

    def _total_before(self, first: int) -> str:
        """The word that makes a figure of no known name a total: its row says so, or is another."""
        before = (span for span in self._annotation.spans if span.last == first)
        return next((s.said for s in before if s.kind == "LIGHT" and s.said.lower() == _TOTAL), "")

    def said(self, spans: Sequence[Span]) -> str:
        """The words of spans as the text has them, without adjuncts and set forms."""
        pieces: list[str] = []
        end = -1
        for span in spans:
            at = spans.index(span)
            owner = span.said in ("'s", "'") and at > 0 and spans[at - 1].kind in _DROPPED
            whose = [s.kind for s in spans[at + 1 : at + 3]]
            owner |= span.said == "of" and whose[:1] == ["COMPANY"] and set(whose[1:]) <= _VERBS
            around = {s.kind for s in (*spans[max(at - 1, 0) : at], *spans[at + 1 : at + 2])}
            joint = span.kind in _JOINTS and len(around) == 1 and around <= _DROPPED
            loose = span.said.lower() in _PREPOSITIONS and whose[:1] == ["PERIOD"]
            if span.kind in _DROPPED | _VERBS or owner or joint or loose:
                continue
            tokens = self._annotation.tokens[span.first : span.last]
            gap = self._annotation.text[end : tokens[0].start] if end >= 0 else ""
            glue = gap if len(gap) < 2 and span.first == self._next(pieces, spans, span) else " "
            pieces.append(f"{glue if pieces else ''}{span.said}")
            end = tokens[-1].end
        return " ".join("".join(pieces).replace(" 's", "'s").split())

    @staticmethod
    def _next(pieces: Sequence[str], spans: Sequence[Span], span: Span) -> int:
        """Where the span before ends, if it was kept; -1 behind one that was left out."""
        at = spans.index(span)
        return spans[at - 1].last if pieces and spans[at - 1].kind not in _DROPPED else -1

    @staticmethod
    def _of(spans: Sequence[Span]) -> tuple[str, ...]:
        return tuple(span.said for span in spans)


def _opened(words: str) -> str:
    """Without brackets around what is more than a sign: "sales (Kites)", not "income (loss)".

    Another name of a figure, "research and development (R&D)", goes with its brackets.
    """
    return " ".join(_MORE_THAN_A_SIGN.sub(_told_apart, words).split())


def _told_apart(match: re.Match[str]) -> str:
    return "" if metric_named(match[1]) else match[1]


def _heads(spans: Sequence[Span]) -> bool:
    """Whether the concept is what is named, not what that belongs to: "taxes on net income"."""
    named = False
    for span, behind in itertools.zip_longest(spans, spans[1:]):
        if span.kind == "CONCEPT":
            last = behind.said.lower().split()[-1] if behind else ""
            return last not in _MEASURES or _kind(span.value, "") != Kind.MONEY
        if span.kind in ("AVERAGE", "AVERAGE_OF"):
            return False
        if named and span.kind in ("FILLER", "TO") and span.said.lower() in _PREPOSITIONS:
            return False
        named |= span.kind == "WORD"
    return True


def _kind(concept: str, words: str) -> str:
    metric = get_metric(concept)
    if metric is not None:
        return metric.kind.value
    if words.lower().split()[-1:] in (["margin"], ["margins"]):
        return Kind.PERCENT.value
    return Kind.PER_SHARE.value if _PER_SHARE.search(words) else ""


def _is_total(concept: str) -> bool:
    """Whether a concept is an amount as a whole, by no name per something."""
    metric = get_metric(concept)
    whole = metric is not None and metric.kind in (Kind.MONEY, Kind.SHARES)
    return whole and metric is not None and not any(_PER in words_in(name) for name in metric.names)


def _qualifiers(spans: Sequence[Span]) -> list[str]:
    """What a figure must meet beside its name: as said, an outlook by its one name."""
    found = [span for span in spans if span.kind == "QUALIFIER"]
    return ["expected" if span.value == "expected" else span.said for span in found]


def bound_to(
    figure: Figure, companies: Sequence[CompanyRef], periods: Sequence[PeriodRef]
) -> Figure:
    """The figure with the one company and the one period said beside it.

    Args:
        figure: Keeps its own where there is none, or several.
        companies: Said beside the figure.
        periods: Said beside it.

    """
    return replace(
        figure,
        company=companies[0] if len(companies) == 1 else figure.company,
        period=periods[0] if len(periods) == 1 else figure.period,
    )


def of_each(
    measures: Sequence[Measure], pairs: Sequence[tuple[CompanyRef, PeriodRef]]
) -> tuple[Measure, ...]:
    """Every measure of every company in its own period."""
    return tuple(
        rebound(measure, {id(f): bound_to(f, (company,), (period,)) for f in figures_of(measure)})
        for measure in measures
        for company, period in pairs
    )


def rebound(measure: Measure, bound: Mapping[int, Figure]) -> Measure:
    """The measure with other figures in the place of its own, by their ``id``."""
    match measure:
        case Figure():
            return bound.get(id(measure), measure)
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, rebound(left, bound), rebound(right, bound))
        case Aggregated(aggregate, figure, periods):
            return Aggregated(aggregate, bound.get(id(figure), figure), periods)
        case _:
            return measure
