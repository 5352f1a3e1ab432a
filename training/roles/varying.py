"""Marked questions with other figures in their places, so that wordings are learnt, not figures."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from training.roles.marked import Marked, RoleSpan

_SWAPPED = 0.6
"""Of the figures of a question that is varied."""
_LIKE = 0.6
"""Of those by figures of the same role in what is asked alike."""
_VARIED = 0.75
_SMALL = 0.25
"""Of questions in small letters."""
_OPEN = 0.3
"""Of questions without the mark at their end."""
_ANY = "any"
_PART = "part"
_MEASURE, _KIND = "M", "K"

Pools = Mapping[str, Sequence[str]]


def pools_of(questions: Iterable[Marked]) -> Pools:
    """Words of figures, by the kinds of places that they may stand in."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for question in questions:
        for span in question.spans:
            said = question.text[span.start : span.end]
            for kind in _kinds(question, span):
                found[kind].append(said)
    return found


def _kinds(question: Marked, span: RoleSpan) -> tuple[str, ...]:
    if span.role in (_MEASURE, _KIND):
        return (span.role,)
    return (_PART,) if question.among_parts else (f"{question.asked}:{span.role}", _ANY)


def varied(question: Marked, pools: Pools, rng: random.Random) -> Marked:
    """The question as it is, or with other figures, small letters, no mark at its end."""
    if rng.random() > _VARIED:
        return question
    text, at = "", 0
    spans: list[RoleSpan] = []
    for span in question.spans:
        said = question.text[span.start : span.end]
        kinds = _kinds(question, span)
        if rng.random() < _SWAPPED:
            said = rng.choice(pools[kinds[0] if rng.random() < _LIKE else kinds[-1]])
        text += question.text[at : span.start]
        spans.append(RoleSpan(span.role, len(text), len(text) + len(said)))
        text, at = text + said, span.end
    text += question.text[at:]
    text = text.lower() if rng.random() < _SMALL else text
    bare = text.rstrip("?. ")
    ends = max((span.end for span in spans), default=0)
    text = bare if rng.random() < _OPEN and len(bare) >= ends else text
    return Marked(question.asked, text, tuple(spans))
