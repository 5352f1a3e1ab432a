"""What a question in a conversation leans on: "it", "that change", the figure it leaves out.

An antecedent is a span like any other. Where the words stand for it ("is that higher than in
2021?") it has their place; where nothing does ("by how much?") it stands in front, and so it does
before an operator that has nothing on its left ("as a percentage of revenue?").
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hirec.periods import years_earlier
from hirec.types import Aggregated, Arithmetic, CompanyRef, Figure, Measure, PeriodRef
from hirec.understanding.annotate import Annotation, Span
from hirec.understanding.parse import Piece
from hirec.understanding.pieces import Pieces

_INFIX = frozenset({"AS_SHARE", "VS", "OVER", "TIMES", "PLUS", "MINUS", "PER", "COMPARE"})
_DIVIDING = frozenset({"AS_SHARE", "OVER"})
_PAIRING = frozenset({"SHARE", "RATIO", "BETWEEN", "AND", "TIMES_AS"})
_FARTHEST = 10
"""Years that may be counted from a period to another."""
_JOINING = frozenset({"from", "since", "to", "than"})
"""What in front of a period says that another one belongs to it."""


@dataclass(frozen=True)
class Antecedents:
    """What the turns before offer to the words of a question."""

    measures: Mapping[str, tuple[Measure, ...]] = field(default_factory=dict)
    """By what stands for them: ``it``, ``change``."""
    referred: Mapping[str, tuple[PeriodRef, ...]] = field(default_factory=dict)
    """Periods of ``same``, ``before``, ``after`` and ``both``."""
    companies: tuple[CompanyRef, ...] = ()
    periods: tuple[PeriodRef, ...] = ()
    result: Measure | None = None
    """What the turn before computed: in arithmetic, "it" is that."""

    def completed(self, pieces: Pieces, annotation: Annotation) -> Pieces:
        """The pieces with the antecedent among them, if it is needed.

        What is held against something ("than Adobe's", "from 2021") is held against the
        antecedent's own company or period.
        """
        pieces = replace(pieces, pieces=tuple(_figures_only(pieces.pieces)))
        kinds = [piece.kind for piece in pieces.pieces]
        named = [at for at, kind in enumerate(kinds) if kind in ("NAME", "CONCEPT")]
        infix = [at for at, kind in enumerate(kinds) if kind in _INFIX]
        missing = not named or (bool(infix) and infix[0] < named[0])
        own = pieces.pieces
        if missing:
            own = (_piece("it"), *own)
        last = infix[-1] if infix else 0
        by_figure = bool(infix) and kinds[last] in _DIVIDING and "NUMBER" not in kinds[last:]
        if named and infix and last > named[-1] and by_figure:
            own = (*own, _piece("base"))  # "as a percentage of the 2007 amount"
        beside: list[Span] = []
        if missing or any(piece.value for piece in own if piece.kind == "CONCEPT"):
            said = {span.kind for span in pieces.adjuncts}
            leads = {
                token.lower
                for span in pieces.adjuncts
                for token in annotation.tokens[max(span.first - 2, 0) : span.first]
            }
            compared = any(piece.value == "compare" for piece in own)
            joined = (
                compared
                or "VS" in kinds + [join.kind for join in pieces.joins]
                or (leads & _JOINING and not _DIVIDING & set(kinds))
            )
            if joined and "COMPANY" in said:
                beside += [_span("COMPANY", company=c) for c in self.companies]
            elif joined and "PERIOD" in said:
                beside += [_span("PERIOD", periods=(ref,)) for ref in self.periods]
        return replace(pieces, pieces=own, adjuncts=(*beside, *pieces.adjuncts))

    def put(self, measures: Sequence[Measure]) -> tuple[Measure, ...]:
        """Measures with what "it" stands for; several only where it is all that is measured."""
        if len(measures) == 1 and isinstance(it := measures[0], Figure) and stands_for(it):
            return tuple(_bound(one, it) for one in self.measures.get(stands_for(it), ()))
        return tuple(self._put(measure) for measure in measures)

    def _put(self, measure: Measure) -> Measure:
        match measure:
            case Figure() if stands_for(measure):
                found = self.measures.get(stands_for(measure), ())
                one = self.result if stands_for(measure) == "it" else (*found, None)[0]
                return _bound(one, measure) if one else measure
            case Arithmetic(sign, left, right):
                if isinstance(right, Figure) and stands_for(right) == "it":
                    right = replace(right, concept="@base")  # what is divided by is no result
                return Arithmetic(sign, self._put(left), self._put(right))
            case _:
                return measure


def around(periods: Sequence[PeriodRef]) -> dict[str, tuple[PeriodRef, ...]]:
    """The periods of ``before``, ``after3`` and their like, counted in years from others."""
    return {
        f"{name}{count if count > 1 else ''}": tuple(
            years_earlier(ref, sign * count) for ref in periods
        )
        for name, sign in (("before", 1), ("after", -1))
        for count in range(1, _FARTHEST + 1)
    }


def _piece(value: str) -> Piece:
    """A word that is left out, as it would stand for a figure."""
    return Piece("CONCEPT", value, (Span("IT", value, 0, 0, value, 0.0),))


def _figures_only(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Pieces without an "it" that is the company: "how much revenue did it make".

    "That increase in revenue" is an increase like any other.
    """
    kinds = {piece.kind for piece in pieces}
    alone = not any(p.kind in ("NAME", "CONCEPT") and not p.value for p in pieces)
    for piece in pieces:
        if piece.kind != "CONCEPT" or not piece.value or alone or kinds & (_INFIX | _PAIRING):
            yield piece
        elif piece.value == "change":
            moves = tuple(replace(span, kind="MOVE") for span in piece.spans)
            yield Piece("MOVE", "change", moves)


def _span(
    kind: str, *, company: CompanyRef | None = None, periods: tuple[PeriodRef, ...] = ()
) -> Span:
    return Span(kind, "", 0, 0, "", 0.0, company, periods)


def stands_for(figure: Figure) -> str:
    """``it`` or ``change`` where a figure is but such a word; else empty."""
    return figure.concept.removeprefix("@") if figure.concept.startswith("@") else ""


def antecedent(value: str) -> Figure:
    """The figure that a word stands for, until it is known."""
    return Figure(value, f"@{value}")


def _bound(measure: Measure, it: Figure) -> Measure:
    """The antecedent of the company and period said beside its word."""
    match measure:
        case Figure():
            return replace(
                measure, company=it.company or measure.company, period=it.period or measure.period
            )
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, _bound(left, it), _bound(right, it))
        case Aggregated(aggregate, figure, periods):
            return Aggregated(aggregate, figure, (it.period,) if it.period else periods)
        case _:
            return measure
