"""How a span of a question is used: as a name, or as words like any others."""

import functools
import re
from enum import IntEnum

from hirec.companies.names import words
from hirec.companies.spotting import Span, goes_on, tokens
from hirec.companies.vocabulary import is_ordinary
from hirec.lexicon import find_metrics

_PERIOD = re.compile(r"(?:fy|cy|q[1-4]|[1-4]q|h[12])?['’]?(?:19|20)?\d\d(?:q[1-4])?|q[1-4]|[1-4]q",
                     re.IGNORECASE)  # fmt: skip
_POSSESSIVE = re.compile(r"['’]s?(?!\w)")
_POSSESSIVE_END = re.compile(r"['’]s$", re.IGNORECASE)
_DETERMINED = re.compile(
    r"\b(?:the|an?|any|each|every|no|this|that|these|those|its|their|his|her|our|my|your|some|all"
    r"|other|which|what|per)\s+$",
    re.IGNORECASE,
)
_OF = re.compile(r"\b(?:of|for|by|at|from|about|than)\s+$", re.IGNORECASE)
_CLOSED = re.compile(
    r"\s*(?:$|[?.,;)]|(?:in|for|during|as|at|over|from|since|and|or|vs|versus|to|with|than)\b)",
    re.I,
)
_LISTED = re.compile(r"\s*,|\s+(?:and|or|vs\.?|versus)\b", re.IGNORECASE)
_PAST = re.compile(r"\s+(?:\w+ed|paid|made|spent|had|has|held|took|sold|bought)\b", re.IGNORECASE)
_DOES = re.compile(r"\b(?:did|does|has|had|will)\s+$", re.IGNORECASE)
_CUE = re.compile(
    r"(?:\$|\b(?:ticker|symbol)(?:\s+symbol)?:?\s+|\b(?:NYSE|NASDAQ)\s*:\s*)$", re.IGNORECASE
)
_BEGINS = re.compile(
    r"^\W*(?:(?:please|show|give|tell|get|find|list|compare|me|us|and|hi|hey)\W+)*$", re.IGNORECASE
)
_GRAMMAR = words("function")


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
        self.shouted = question.upper() == question

    @functools.cached_property
    def _titled(self) -> bool:
        """Whether words of grammar and of finance have capitals too, as in a title."""
        plain = [
            self.said(token)
            for token in self.tokens[1:]
            if self.said(token).lower() in _GRAMMAR or self.is_figure(token)
        ]
        letters = [word for word in plain if word.isalpha() and not word.isupper()]
        return 2 * sum(word[0].isupper() for word in letters) > len(letters)

    def said(self, span: Span) -> str:
        """The words of a span."""
        return self.text[span.start : span.end]

    def words(self, span: Span) -> list[str]:
        """The tokens of a span."""
        return [self.said(t) for t in self.tokens if span.start <= t.start and t.end <= span.end]

    def cued(self, span: Span) -> bool:
        """Whether "$" or "NYSE:" announces a symbol."""
        return bool(_CUE.search(self.text[: span.start]))

    def owner(self, span: Span) -> Span:
        """A span without the "s" of a possessive at its end."""
        possessive = _POSSESSIVE_END.search(self.said(span))
        return Span(span.start, span.start + possessive.start()) if possessive else span

    def owns(self, span: Span) -> bool:
        """Whether a possessive ending stands right behind a span."""
        return bool(_POSSESSIVE.match(self.text[span.end :]))

    def word_count(self, span: Span) -> int:
        """Words of a span, the "s" of a possessive at its end not counted."""
        return len(self.words(span)) - bool(_POSSESSIVE_END.search(self.said(span)))

    def is_figure(self, span: Span) -> bool:
        """Whether a span is (part of) a period or of a metric's name."""
        if self._is_period(span):
            return True
        return any(start <= span.start and span.end <= end for start, end in self._metrics)

    def is_figure_in(self, span: Span) -> bool:
        """Whether a span holds a period or a metric."""
        inside = (t for t in self.tokens if span.start <= t.start and t.end <= span.end)
        return any(map(self.is_figure, inside))

    def goes_on(self, span: Span, *, behind: bool = True) -> bool:
        """Whether a capitalised word before a span, or behind it, makes it part of another name."""
        if self._titled or self.shouted or not self.text[span.start].isupper():
            return False
        beside = [t for t in self.tokens if t.end <= span.start][-1:]
        beside += [t for t in self.tokens if t.start >= span.end][:1] if behind else []
        return any(goes_on(self.text, span, t) and not self.is_figure(t) for t in beside)

    def follows_a_name(self, span: Span) -> bool:
        """Whether a lower-case span stands behind a word that can but be a name's."""
        before = next((t for t in reversed(self.tokens) if t.end <= span.start), None)
        if before is None or self.text[span.start].isupper():
            return False
        apart = self.text[before.end : span.start].strip()
        return not apart and not is_ordinary(self.said(before)) and not self.is_figure(before)

    def continues(self, span: Span) -> bool:
        """Whether lower-case words behind a lower-case span may belong to its name."""
        following = next((t for t in self.tokens if t.start >= span.end), None)
        if following is None or self.text[span.start].isupper() or self.placed(span):
            return False
        apart = self.text[span.end : following.start].strip()
        plain = self.said(following).lower()
        return not apart and plain not in _GRAMMAR and not self.is_figure(following)

    def usage(self, span: Span) -> Usage:
        """How a span is used that spells a company's name."""
        parts = self.words(span)
        said = self.said(span)
        if not all(is_ordinary(word) for word in parts) and (
            len(said) > 3 or said[0].isdigit() or (said[0].isupper() and not self.shouted)
        ):
            return Usage.SURE
        if self._capitalised(span, parts):
            return Usage.SURE
        if len(parts) > 1 and not re.search(r"\b(?:an?|this|any|no)\s+$", self.text[: span.start]):
            return Usage.SURE
        return Usage.POSSIBLE if self.placed(span) else Usage.NONE

    def named_in_capitals(self, span: Span) -> bool:
        """Whether capitals and "of" or "for" before it make a name of a span."""
        if self._titled or self.shouted or not _OF.search(self.text[: span.start]):
            return False
        return all(word[0].isupper() for word in self.words(span))

    def placed(self, span: Span) -> bool:
        """Whether a span stands where questions put a company, whatever its case."""
        before, behind = self.text[: span.start], self.text[span.end :]
        if _DETERMINED.search(before):
            return False
        if any(start < span.end and span.start < end for start, end in self._metrics):
            return False
        if self.owns(span):
            return True
        following = next((t for t in self.tokens if t.start >= span.end), None)
        figure = following is not None and self.is_figure(following)
        if _BEGINS.match(before):
            return figure or bool(_LISTED.match(behind))
        if _OF.search(before) and (_CLOSED.match(behind) or self._is_period(following)):
            return True
        if _DOES.search(before):
            return bool(re.match(r"\s+[a-z]", behind)) and not figure
        previous = next((t for t in reversed(self.tokens) if t.end <= span.start), None)
        if previous is None or not self.is_figure(previous):
            return False
        return figure or not behind.strip(" ?.!") or bool(_PAST.match(behind))

    @functools.cached_property
    def _metrics(self) -> list[tuple[int, int]]:
        # In capitals, since the lexicon knows short acronyms in capitals only.
        shouted = self.text.upper()
        text = shouted if len(shouted) == len(self.text) else self.text
        return [(mention.start, mention.end) for mention in find_metrics(text)]

    def _is_period(self, span: Span | None) -> bool:
        return span is not None and bool(_PERIOD.fullmatch(self.said(span)))

    def _capitalised(self, span: Span, parts: list[str]) -> bool:
        """Whether capitals set a span of ordinary words off from its sentence."""
        if (
            self._titled
            or self.shouted
            or not all(w[0].isupper() or w in ("of", "and") for w in parts)
        ):
            return False
        if len(parts) > 1 or self.owns(span):
            return True
        inside = re.search(r"[\w,]\s*\(?$", self.text[: span.start])
        return bool(inside) or not self.text[span.end :].strip()[:1].islower()
