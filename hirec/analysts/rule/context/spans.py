"""Spans of text that answer a question: a sentence, cut to the part that is asked for."""

import re
from collections.abc import Sequence

from hirec.analysts.rule.context.view import words_of
from hirec.analysts.rule.rewrite import rewrite
from hirec.analysts.rule.statements import SentenceReader
from hirec.models.encoder import Encoder
from hirec.numbers import find_numbers
from hirec.types import CannotAnswer, Passage, Scope

_AMOUNT = re.compile(
    r"^\W*(?:how (?:much|many)|what (?:is|was|are|were) the (?:\w+\s+){0,4}?"
    r"(?:amount|number|percentage|rate|price|value|cost|increase|decrease|change)\b"
    r"|what (?:percent|amount|number))",
    re.IGNORECASE,
)
_CAUSE_ASKED = re.compile(
    r"^\W*why\b|\bwhat (?:caused|drove|led|contributed|resulted)|\breasons?\b|\bdriven\b", re.I
)
_CAUSE = re.compile(
    r"\b(?:(?:primarily |mainly |largely )?(?:due to|driven by|as a result of|because of|because|"
    r"attributable to|resulting from))\s",
    re.IGNORECASE,
)
_WHEN = re.compile(r"^\W*(?:when|what year|in which year|what date)\b", re.IGNORECASE)
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_DATE = re.compile(
    rf"\b\d{{1,2}} {_MONTH} (?:19|20)\d\d\b|\b(?:{_MONTH}\s+(?:\d{{1,2}},?\s+)?)?(?:19|20)\d\d\b"
)
_COPULA = re.compile(
    r"\b(?:is|are|was|were|means?|includes?|included|comprises?|consists? of|represents?|"
    r"relates? to|refers? to|reflects?|(?:is|are) defined as|depends? on)\s+",
    re.IGNORECASE,
)


class SpanFinder:
    """Finds the sentence that answers, and in it the span."""

    def __init__(self, encoder: Encoder) -> None:
        self._reader = SentenceReader(encoder)

    def find(self, question: str, passages: Sequence[Passage]) -> tuple[str, Passage]:
        """A span and its passage; raises CannotAnswer where no sentence is supported."""
        sentences = self._reader.rank(rewrite(question, Scope()), passages)
        if not sentences or not sentences[0].supported:
            raise CannotAnswer("No sentence of the context says what is asked.")
        return cut_span(question, sentences[0].text), sentences[0].passage


def cut_span(question: str, sentence: str) -> str:
    """The part of a sentence that is asked for; the sentence where no part stands out."""
    if _WHEN.search(question) and (date := _DATE.search(sentence)):
        return date[0]
    if _AMOUNT.search(question):
        numbers = [n for n in find_numbers(sentence) if n.text not in question]
        if numbers:
            return numbers[0].text
    if _CAUSE_ASKED.search(question) and (cause := _CAUSE.search(sentence)):
        return sentence[cause.start() :].rstrip(" .")
    copula = _COPULA.search(sentence)
    if copula is not None and set(words_of(sentence[: copula.start()])) & set(words_of(question)):
        rest = sentence[copula.end() :].rstrip(" .")
        amount = next(iter(find_numbers(rest)), None)
        return amount.text if amount is not None and amount.start == 0 else rest
    return sentence.rstrip(" .")
