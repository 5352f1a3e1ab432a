"""Words that say in which power of ten amounts are printed, and how far they reach."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hirec.numbers import scale_of
from hirec.types import Reach
from indexing.reading.captions import is_unit_line, unit_inside

_SENTENCE_END = re.compile(r"(?<=[.;])\s+(?=[A-Z(•])")
_SAYS_SCALE = re.compile(
    r"\bin\s+(?:[\w.$]+\s+){0,4}?(?:thousands|millions|billions)\b", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"\btab(?:les?|ular)\b|\b(?:dollars?|amounts|figures|numbers)\b|\bfinancial\s+(?:statements|data|"
    r"information|tables)\b",
    re.IGNORECASE,
)
_WIDE = re.compile(
    r"\botherwise\s+\w+|\bexcept\s+(?:as|where|for|when)\b|\bunless\b|\btabular\b|\b(?:with)?in\s+"
    r"(?:the\s+|these\s+|all\s+|our\s+)*(?:\w+\s+)?tables\b|\btables\s+(?:are|in)\b"
    r"|\ball\s+(?:\w+\s+){0,3}(?:amounts|tables|figures|numbers|dollars)\b|\bthroughout\b"
    r"|\bthis\s+(?:annual\s+|quarterly\s+|current\s+)?(?:report|filing|document|form|section)\b",
    re.IGNORECASE,
)
_OF_ONE_TABLE = re.compile(
    r"\b(?:following|below|above|as\s+follows)\b|\btable\s+(?:presents|shows|sets|summarizes)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:following|these)\s+(?:\w+\s+)?tables\b|\btables\s+below\b", re.IGNORECASE
)
_SCALE_WORDS = ("thousand", "million", "billion", "000")
_LONGEST = 320
_REMARK_CHARS = 400


@dataclass(frozen=True, slots=True)
class Statement:
    """Words that say a scale, where they are printed and how far they reach."""

    words: str
    scale: int
    reach: Reach
    page_number: int


def general_words(text: str) -> str:
    """The sentence or remark that says the scale of tables in general; else empty.

    ``Unless otherwise noted, tables are presented in U.S. dollars in millions.`` is one. What
    introduces one table is none, nor is a quantity ("tens of billions in new funding").
    """
    lowered = text.lower()
    if not any(word in lowered for word in _SCALE_WORDS):
        return ""
    remark = text if is_unit_line(text) else unit_inside(text[:_REMARK_CHARS])
    if scale_of(remark) and _WIDE.search(remark) and not _OF_ONE_TABLE.search(text):
        return remark
    return next(_general_sentences(text), "")


def _general_sentences(text: str) -> Iterator[str]:
    for sentence in _SENTENCE_END.split(text):
        if len(sentence) > _LONGEST or not _SAYS_SCALE.search(sentence):
            continue
        named = _SUBJECT.search(sentence) and _WIDE.search(sentence)
        if named and not _OF_ONE_TABLE.search(sentence) and not unit_inside(sentence):
            yield sentence.strip(" •")


def announces_several(text: str) -> bool:
    """Whether an introduction speaks of several tables to come."""
    return _SEVERAL.search(text) is not None
