"""The part that a move is of, said behind it: "revenue growth in Europe"."""

from collections.abc import Sequence

from hirec.understanding.annotate import NAMES, Span

_OF_PART = frozenset({"in", "for", "at", "of", "within", "across"})
_BETWEEN = frozenset({"FILLER", "COMPANY", "PERIOD", "LIGHT"})
_NO_PART = frozenset(
    {"year", "years", "quarter", "quarters", "month", "months", "period", "term"}
    | {"dollars", "dollar", "percent", "percentage", "terms", "basis", "points"}
)
"""Words of when, and of how it is told: "growth in percent"."""


def before_moves(spans: Sequence[Span]) -> list[Span]:
    """The spans with such a part in front of the move: "revenue in Europe growth"."""
    for at, span in enumerate(spans):
        if span.kind == "MOVE" and at and spans[at - 1].kind in NAMES:
            end = _end_of_part(spans, at + 1)
            if end > at + 1:
                return [*spans[:at], *_without_owners(spans[at + 1 : end]), span, *spans[end:]]
    return list(spans)


def _without_owners(spans: Sequence[Span]) -> list[Span]:
    """Without what joins a company: "at Acme in Europe" is "Acme in Europe"."""
    behind = [span.kind for span in spans[1:]]
    pairs = zip(spans, [*behind, ""], strict=True)
    return [span for span, kind in pairs if (span.kind, kind) != ("FILLER", "COMPANY")]


def _end_of_part(spans: Sequence[Span], start: int) -> int:
    """Behind the last word of a part that begins at a place; the place itself without one."""
    first = next((at for at in range(start, len(spans)) if spans[at].kind not in _BETWEEN), start)
    words = [at for at in range(start, first) if spans[at].kind == "FILLER"]
    led = any(spans[at].said.lower() in _OF_PART for at in words)
    if not led or first >= len(spans) or spans[first].kind != "WORD":
        return start
    end = first
    while end < len(spans) and spans[end].kind in ("WORD", "AND"):
        end += 1
    while spans[end - 1].kind == "AND":
        end -= 1
    said = {span.said.lower() for span in spans[first:end]}
    more = end < len(spans) and spans[end].kind in ("CONCEPT", "MOVE")
    return start if more or said & _NO_PART else end
