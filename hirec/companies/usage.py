"""How a span of a question is used: as a name, or as words like any others."""

import functools
import re
from enum import IntEnum

from hirec.companies.spotting import Span, goes_on, tokens
from hirec.companies.vocabulary import is_ordinary
from hirec.lexicon import find_metrics

_PERIOD = re.compile(r"(?:fy|cy|q[1-4]|[1-4]q|h[12])?['’]?(?:19|20)?\d\d(?:q[1-4])?|q[1-4]|[1-4]q",
                     re.IGNORECASE)  # fmt: skip
_POSSESSIVE = re.compile(r"['’]s?(?!\w)")
_DETERMINED = re.compile(
    r"\b(?:the|an?|any|each|every|no|this|that|these|those|its|their|his|her|our|my|your|some|all"
    r"|other|which|what|per)\s+$",
    re.IGNORECASE,
)
_OF = re.compile(r"\b(?:of|for|by|at|from|about|than)\s+$", re.IGNORECASE)
_CLOSED = re.compile(
    r"\s*(?:$|[?.,;)]|(?:in|for|during|as|at|over|from|since|and|or|vs|versus|to|with|than)\b)", re.I
)
_LISTED = re.compile(r"\s*,|\s+(?:and|or|vs\.?|versus)\b", re.IGNORECASE)
_DOES = re.compile(r"\b(?:did|does|has|had|will)\s+$", re.IGNORECASE)
_CUE = re.compile(
    r"(?:\$|\b(?:ticker|symbol)(?:\s+symbol)?:?\s+|\b(?:NYSE|NASDAQ)\s*:\s*)$", re.IGNORECASE
)
_BEGINS = re.compile(r"^\W*(?:(?:please|show|give|tell|get|find|list|compare|me|us|and|hi|hey)\W+)*$",
                     re.IGNORECASE)  # fmt: skip
_TITLE_CASE = 0.6


class Usage(IntEnum):
    """Whether a span is a name."""

    NONE = 0
    POSSIBLE = 1
    """It stands where a company stands, but is an ordinary word: a name if there is no other."""
    SURE = 2


class Wording:
    """One question with its tokens, and what its spans look like."""

    def __init__(self, question: str) -> None:
        self.text = question
        self.tokens = tokens(question)
        words = [self.said(token) for token in self.tokens]
        letters = [word for word in words if word[0].isalpha()]
        capital = sum(word[0].isupper() for word in letters)
        self.shouted = question.upper() == question
        self.lowered = question.lower() == question
        self._titled = len(letters) > 3 and capital > _TITLE_CASE * len(letters)

    def said(self, span: Span) -> str:
        """The words of a span."""
        return self.text[span.start : span.end]

    def words(self, span: Span) -> list[str]:
        """The tokens of a span."""
        return [self.said(t) for t in self.tokens if span.start <= t.start and t.end <= span.end]

    def cued(self, span: Span) -> bool:
        """Whether "$" or "NYSE:" announces a symbol."""
        return bool(_CUE.search(self.text[: span.start]))

    def is_figure(self, span: Span) -> bool:
        """Whether a span is (part of) a period or of a metric's name."""
        if _PERIOD.fullmatch(self.said(span)):
            return True
        return any(start <= span.start and span.end <= end for start, end in self._metrics)

    def goes_on(self, span: Span) -> bool:
        """Whether a capitalised word beside a span makes it part of a longer name."""
        if self._titled or self.shouted:
            return False
        beside = [t for t in self.tokens if t.end <= span.start][-1:]
        beside += [t for t in self.tokens if t.start >= span.end][:1]
        return any(goes_on(self.text, span, t) and not self.is_figure(t) for t in beside)

    def usage(self, span: Span) -> Usage:
        """How a span is used that spells a company's name."""
        words = self.words(span)
        said = self.said(span)
        if not all(is_ordinary(word) for word in words) and (
            len(said) > 3 or said[0].isdigit() or (said[0].isupper() and not self.shouted)
        ):
            return Usage.SURE
        if self._capitalised(span, words):
            return Usage.SURE
        if len(words) > 1 and not re.search(r"\b(?:an?|this|any|no)\s+$", self.text[: span.start]):
            return Usage.SURE
        return Usage.POSSIBLE if self.placed(span) else Usage.NONE

    def placed(self, span: Span) -> bool:
        """Whether a span stands where questions put a company, whatever its case."""
        before, behind = self.text[: span.start], self.text[span.end :]
        if _DETERMINED.search(before):
            return False
        if any(start < span.end and span.start < end for start, end in self._metrics):
            return False
        if _POSSESSIVE.match(behind):
            return True
        following = next((t for t in self.tokens if t.start >= span.end), None)
        figure = following is not None and self.is_figure(following)
        if _BEGINS.match(before):
            return figure or bool(_LISTED.match(behind))
        if _OF.search(before) and _CLOSED.match(behind):
            return True
        if _DOES.search(before):
            return bool(re.match(r"\s+[a-z]", behind)) and not figure
        previous = next((t for t in reversed(self.tokens) if t.end <= span.start), None)
        if previous is None or not self.is_figure(previous):
            return False
        return figure or not behind.strip(" ?.!")

    @functools.cached_property
    def _metrics(self) -> list[tuple[int, int]]:
        return [(mention.start, mention.end) for mention in find_metrics(self.text)]

    def _capitalised(self, span: Span, words: list[str]) -> bool:
        """Whether capitals set a span of ordinary words off from its sentence."""
        if self._titled or self.shouted or not all(w[0].isupper() or w in ("of", "and") for w in words):
            return False
        if len(words) > 1 or _POSSESSIVE.match(self.text[span.end :]):
            return True
        inside = re.search(r"[\w,]\s*\(?$", self.text[: span.start])
        return bool(inside) or not self.text[span.end :].strip()[:1].islower()
