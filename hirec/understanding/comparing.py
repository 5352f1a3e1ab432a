"""Comparisons as the grammar has them, whatever words say them.

What is held against a company or a year ("below 2022", "exceed that of 2021") is "more than" or
"less than" it; what doubles grows by 100%; a rate "of" a figure is a share that is held against
a bound.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from hirec.types import PeriodRef
from hirec.understanding.annotate import ADJUNCTS, NAMES, Span

_BESIDE = {"above": "more", "below": "less", "under": "less", "beneath": "less"}
_POINTS = frozenset({"that of", "those of", "that in", "those in", "that", "those"})
_JOINS = frozenset({"VS", "OR"})
_AMONG = frozenset({"of", "between", "among", "out of"})
_TO_PART = frozenset({"from", "on", "in", "for", "by", "at", "with"})
_ABLE = frozenset({"could", "can", "would"})


def with_comparisons(spans: Sequence[Span]) -> list[Span]:
    """The spans of a clause with one kind of comparison each; see the module."""
    result = list(spans)
    for rule in (_relative, _among, _able, _less, _done, _held, _beside, _times, _folds, _rated):
        result = rule(result)
    return result


def _telling(spans: Sequence[Span], at: int, step: int = 1) -> Span | None:
    """The next telling span, a word that only points left out."""
    at += step
    while 0 <= at < len(spans) and (
        spans[at].kind == "FILLER" or spans[at].said.lower() in _POINTS
    ):
        at += step
    return spans[at] if 0 <= at < len(spans) else None


def _kind(span: Span | None) -> str:
    return span.kind if span else ""


def _is_polar(spans: Sequence[Span]) -> bool:
    first = _telling(spans, -1)
    while first is not None and first.kind in ADJUNCTS | {"AND"}:
        first = _telling(spans, spans.index(first))
    return _kind(first) in ("DO", "BE") or any(span.value == "polar" for span in spans)


def _relative(spans: list[Span]) -> list[Span]:
    """What moves, or is more, is held against a time or a company: "relative to 2022"."""
    moves = any(span.kind in ("MORE", "MOVE") for span in spans)
    return [
        replace(span, kind="VS", value="vs")
        if span.kind == "AS_SHARE"
        and span.said.lower() == "relative to"
        and (moves or _kind(_telling(spans, at)) in ADJUNCTS)
        else span
        for at, span in enumerate(spans)
    ]


def _among(spans: list[Span]) -> list[Span]:
    """What is chosen among are alternatives: "of Europe and Asia, which had the higher sales"."""
    first = next((at for at, span in enumerate(spans) if at and span.kind == "WHICH"), 0)
    listed = spans[1:first]
    if not any(span.kind == "WORD" for span in listed) or spans[0].said.lower() not in _AMONG:
        return spans
    joins = [span for span in listed[:-1] if span.kind == "AND"]
    told = [replace(s, kind="OR", value="or") if s in joins else s for s in spans[1:]]
    return [replace(spans[0], kind="FILLER"), *told]


def _able(spans: list[Span]) -> list[Span]:
    """Whether one "could have covered" another asks whether it was larger."""
    compared = [span for span in spans if span.kind == "COMPARE"]
    first = _telling(spans, -1)
    if not compared or first is None:
        return spans
    if first.said.lower() in _ABLE:
        return [replace(s, kind="DO", value="do") if s is first else s for s in spans]
    if first.kind == "DO":
        return spans
    covers = [span for span in compared if "cover" in span.said.lower()]
    return [replace(s, kind="WORD") if s in covers else s for s in spans]


def _less(spans: list[Span]) -> list[Span]:
    """Did it owe "less in 2023 than in 2022", unlike "revenue less costs"."""
    for at, span in enumerate(spans):
        joined = any(later.kind in _JOINS for later in spans[at + 1 :])
        if joined and span.said.lower() == "less" and span.kind in ("MINUS", "WORD"):
            return [*spans[:at], replace(span, kind="MORE", value="less"), *spans[at + 1 :]]
    return spans


def _done(spans: list[Span]) -> list[Span]:
    """What is done with more of something names nothing: "did Acme serve more customers in …"."""
    for at, (whose, verb) in enumerate(itertools.pairwise(spans)):
        more = _kind(_telling(spans, at + 1)) == "MORE"
        did = whose.kind == "COMPANY" and _kind(_telling(spans, at, -1)) == "DO"
        did |= whose.kind == "WHICH"  # "which held more cash, Acme or Borealis"
        if more and did and verb.kind == "WORD" and verb.said.islower():
            return [*spans[: at + 1], replace(verb, kind="FILLER"), *spans[at + 2 :]]
    return spans


def _held(spans: list[Span]) -> list[Span]:
    """What exceeds a company's or a year's is more than it is."""
    found: list[Span] = []
    for at, span in enumerate(spans):
        if (
            span.kind == "COMPARE"
            and _kind(_telling(spans, at)) in ADJUNCTS
            and not _named(spans, at)
        ):
            found += _than(span, span.value)
        else:
            found.append(span)
    return found


def _named(spans: Sequence[Span], at: int) -> bool:
    """Whether a figure is named behind: "exceed Borealis' costs", but not "beat it on sales"."""
    before = any(span.kind in NAMES for span in spans[:at])
    return before and any(span.kind in NAMES for span in spans[at + 1 :])


def _beside(spans: list[Span]) -> list[Span]:
    """A figure that was above or below another one, or its own of another year."""
    if not _is_polar(spans):
        return spans
    found: list[Span] = []
    for at, span in enumerate(spans):
        way = _BESIDE.get(span.said.lower(), "")
        before, behind = _kind(_telling(spans, at, -1)), _telling(spans, at)
        held = way and before in NAMES | ADJUNCTS and span.kind in ("WORD", "LIMIT", "FILLER")
        if held and _kind(behind) in ADJUNCTS and not _named(spans, at):
            found += _than(span, way)
        elif held and _kind(behind) in ADJUNCTS | {"CONCEPT"}:
            found.append(replace(span, kind="COMPARE", value=way))
        else:
            found.append(span)
    return found


def _than(span: Span, way: str) -> tuple[Span, Span]:
    return replace(span, kind="MORE", value=way), replace(span, kind="VS", value="vs", said="than")


def _times(spans: list[Span]) -> list[Span]:
    """Divide where it says "how many times A was B"; "how many times did it" counts."""
    for at in range(len(spans) - 2):
        many, times, figure = spans[at : at + 3]
        if (many.value, times.said.lower(), figure.kind) == ("count", "times", "CONCEPT") and any(
            span.kind == "BE" for span in spans[at + 3 :]
        ):
            joint = replace(many, kind="TIMES_AS", value="times", last=times.last)
            return [*spans[:at], joint, *spans[at + 2 :]]
    return spans


def _folds(spans: list[Span]) -> list[Span]:
    """What doubles grows by a hundred percent, what halves falls by fifty."""
    polar = _is_polar(spans)
    found: list[Span] = []
    for at, span in enumerate(spans):
        other = _kind(_telling(spans, at)) in NAMES | {"COMPANY"}  # "double Borealis' revenue"
        if span.kind == "FOLD" and (other or not polar):
            found.append(replace(span, kind="HYPOTHETICAL", value="hypothetical"))
        elif span.kind == "FOLD":
            way = "fall" if span.value.startswith("-") else "growth"
            bound = replace(span, kind="NUMBER", value=span.value.removeprefix("-"))
            at_least = replace(span, kind="LIMIT", value="more")
            found += [replace(span, kind="MOVE", value=way), at_least, bound]
        else:
            found.append(span)
    return found


def _rated(spans: list[Span]) -> list[Span]:
    """What is held against "15% of revenue", or half of it, is a share."""
    for at, bound in enumerate(spans[:-1]):
        rate = bound.kind == "NUMBER" and bound.value.endswith("%")
        if not rate or _kind(_telling(spans, at, -1)) not in ("LIMIT", "COMPARE", "VS"):
            continue
        share = replace(bound, kind="AS_SHARE", value="share")
        if bound.said.endswith(" of"):
            return [*spans[: at + 1], share, *_parted(spans[: at + 1], spans[at + 1 :])]
        if spans[at + 1].said.lower().split()[0] == "of":
            share = replace(spans[at + 1], kind="AS_SHARE", value="share")
            return [*spans[: at + 1], share, *_parted(spans[: at + 1], spans[at + 2 :])]
    return spans


def _parted(before: Sequence[Span], whole: list[Span]) -> list[Span]:
    """What parts a whole from its part, where none was named before: "10% of sales on R&D"."""
    joined = any(span.kind in ("LINK", "BE") for span in whole)
    if joined or any(span.kind in NAMES for span in before):
        return whole
    for at, span in enumerate(whole):
        sides = (whole[:at], whole[at + 1 :])
        named = all(any(s.kind in NAMES for s in side) for side in sides)
        if named and span.kind == "FILLER" and span.said.lower() in _TO_PART:
            return [*whole[:at], replace(span, kind="LINK", value="link"), *whole[at + 1 :]]
    return whole


def held_last(said: tuple[PeriodRef, ...], spans: Sequence[Span]) -> tuple[PeriodRef, ...]:
    """Two periods, the one last that is held against: "above 2021's level in 2022"."""
    telling = [span for span in spans if span.kind != "FILLER"]
    against = next(
        (b for a, b in itertools.pairwise(telling) if (a.kind, b.kind) == ("VS", "PERIOD")), None
    )
    if against is None or len(said) != 2:
        return said
    return tuple(sorted(said, key=lambda ref: ref in against.periods))
