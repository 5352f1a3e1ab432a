"""How well a tagger reads questions of writers that it has not learnt from."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hirec.understanding.roles import NOTHING, Frame, RoleTagger, bare_words
from training.roles.marked import Marked

_STEPS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_WORD = re.compile(r"[\w&%.]+")


@dataclass(frozen=True, slots=True)
class RolesReport:
    """What training came to; shares are of questions of writers left out."""

    learnt: int
    """Marked questions that the model has learnt from."""
    held_out: int
    asked: float
    """Share of which it says rightly what is asked."""
    whole: float
    """Share of which the words of every figure are right as well."""
    by_probability: tuple[tuple[float, int, float], ...]
    """Least probability, readings of that, and the share of them that is right."""
    size_bytes: int


def measure(
    tagger: RoleTagger, held_out: Sequence[Marked], learnt: int, size_bytes: int
) -> RolesReport:
    """Read each question; it is right where what is asked and all words of its figures are."""
    read = [(question, tagger.read(question.text)) for question in held_out]
    right = [is_right(question, frame) for question, frame in read]
    tried = [
        (frame.probability, ok)
        for (_, frame), ok in zip(read, right, strict=True)
        if frame.computes
    ]
    return RolesReport(
        learnt,
        len(held_out),
        _share([frame.asked == question.asked for question, frame in read]),
        _share(right),
        tuple(
            (least, len(above), _share(above))
            for least in _STEPS
            if (above := [ok for probability, ok in tried if probability >= least])
        ),
        size_bytes,
    )


def is_right(question: Marked, frame: Frame) -> bool:
    """Whether a reading is the marked one; of what is none of these no words count."""
    if frame.asked != question.asked or frame.asked == NOTHING:
        return frame.asked == question.asked
    gold: dict[str, str] = {}
    for span in question.spans:
        said = bare_words(question.text[span.start : span.end])
        gold[span.role] = f"{gold.get(span.role, '')} {said}"
    return _words(gold) == _words(frame.words)


def _words(roles: Mapping[str, str]) -> dict[str, list[str]]:
    found = {role: _WORD.findall(said.lower()) for role, said in roles.items()}
    return {role: words for role, words in found.items() if words}


def _share(right: Sequence[bool]) -> float:
    return round(sum(right) / len(right), 4) if right else 0.0
