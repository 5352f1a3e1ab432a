"""The words of a question, and where among them a company's name may stand."""

import functools
import re
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from hirec.companies.names import is_legal_word, words
from hirec.companies.vocabulary import is_ordinary
from hirec.lexicon import find_metrics
from hirec.types import Form

_TOKEN = re.compile(
    r"[Vv]s\.|[^\W_](?:(?:[\w&.]|-(?!(?:owned|operated|branded|run)\b))*\w)?|['’]s?(?!\w)|[^\w\s]",
    re.IGNORECASE,
)
"""A word with its inner ``&``, points and hyphens, but for "nike-owned"; a possessive; a sign."""
_SEVERAL = re.compile(r"[A-Z]{2,}s")
"""Initials of things in the plural: "RSUs Acme granted"."""
_PERIOD = re.compile(
    r"(?:fy|cy|q[1-4]|[1-4]q|h[12])?(?:19|20)?\d\d(?:q[1-4])?|q[1-4]|[1-4]q", re.IGNORECASE
)
_SENTENCE_END = frozenset("?.,;)")
_BREAKS = frozenset('?;:()"“”')
_MARKETS = frozenset(("nyse", "nasdaq"))
_ANNOUNCING = frozenset(("ticker", "symbol"))
_DOLLARS = frozenset(("m", "mm", "mn", "b", "bn", "k", "t", "tn"))
"""What "$" makes a unit and no symbol: "$m"."""
_GRAMMAR, _DETERMINERS, _BEFORE = words("function"), words("determiner"), words("before_company")
_TERMS, _GENERIC = words("terms"), words("generic")
_BEHIND, _AUXILIARIES, _PAST = words("behind_company"), words("auxiliary"), words("past")
_OPENING, _JOINING, _COMPARING = words("opening"), words("joining"), words("comparing")
_BOUGHT = re.compile(
    r"\b(?:(?:pay|paid|spen[dt]) (?:for|on)|acqui\w+(?: of)?|buy(?:ing)?|bought"
    r"|purchas(?:e|ed|ing)(?: of)?)(?: the)? $",
    re.IGNORECASE,
)
_ORDERS = frozenset({"take"})
"""Begin a question, and names."""
_PARTS, _CHOOSING = words("part"), frozenset(("which", "what"))
_SECURITIES = words("security")
_FORMS = frozenset(
    name.lower() for form in Form if form.value[0].isdigit() for name in (form.value, form.code)
)
"""Whose they are stands in front of them: "the alphabet 10-k"."""
_LISTED = frozenset((",", "and", "or", "vs", "vs.", "versus"))
_HEADING = frozenset((":", "-", "–", "—"))
"""Set a name off at the head of a question: "coke: dividends paid in 1997"."""
_OTHER_SIDE = frozenset(("to", "from", "with", "by"))
_SIDES = frozenset(("customer", "customers", "client", "supplier", "suppliers", "partner"))
_WHERE = frozenset(("at", "by"))
_ONE_OF_MANY = frozenset(("a", "an", "this", "any", "no"))


class Usage(IntEnum):
    """Whether a span is a name."""

    NONE = 0
    POSSIBLE = 1
    """It stands where a company stands, but is an ordinary word: a name if there is no other."""
    SURE = 2


class Token(NamedTuple):
    """``text[start:end]`` of the question."""

    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        """As word lists have it."""
        return self.text.lower()

    @property
    def is_word(self) -> bool:
        """Whether it is neither a sign nor a possessive's ending."""
        return self.text[0].isalnum()


class Span(NamedTuple):
    """``tokens[first:last]`` of a question."""

    first: int
    last: int

    def overlaps(self, other: "Span") -> bool:
        """Whether two spans share a token."""
        return self.first < other.last and other.first < self.last


_EDGE = Token(" ", 0, 0)
"""In the place of a token before the first or behind the last."""


class Wording:
    """One question with its tokens, and how its spans are used."""

    def __init__(self, question: str) -> None:
        self.text = question
        self.tokens = [Token(m[0], m.start(), m.end()) for m in _TOKEN.finditer(question)]
        self.shouted = question.upper() == question

    def text_of(self, span: Span) -> str:
        """The words of a span as the question has them."""
        return self.text[self.tokens[span.first].start : self.tokens[span.last - 1].end]

    def words(self, span: Span) -> list[str]:
        """The words of a span, without signs and a possessive's ending."""
        return [token.text for token in self.tokens[span.first : span.last] if token.is_word]

    def token(self, at: int) -> Token:
        """The token at a place; a blank one beyond the question's ends."""
        return self.tokens[at] if 0 <= at < len(self.tokens) else _EDGE

    def breaks(self, at: int) -> bool:
        """Whether no name goes on over a token: brackets, a possessive, a sentence's end."""
        token, following = self.token(at), self.token(at + 1)
        if token.text != ".":
            return token.text in _BREAKS or self.is_ending(at)
        initial = self.token(at - 1).text.rpartition(".")[2]
        return following.start > token.end and not (len(initial) == 1 and initial.isupper())

    def is_ending(self, at: int) -> bool:
        """Whether a token is a possessive's ending, behind a word."""
        token = self.token(at)
        return token.lower in ("'s", "’s") and token.start == self.token(at - 1).end

    def cued(self, at: int) -> bool:
        """Whether "$" or "NYSE:" announces a symbol."""
        before, earlier = self.token(at - 1), self.token(at - 2)
        if before.text == "$":
            scale = self.token(at).lower in _DOLLARS
            return before.end == self.token(at).start and not scale
        if before.text == ":":
            return earlier.lower in _MARKETS | _ANNOUNCING
        return before.lower in _ANNOUNCING

    def owner(self, span: Span) -> Span:
        """A span without the ending of a possessive."""
        return Span(span.first, span.last - self.is_ending(span.last - 1))

    def owns(self, span: Span) -> bool:
        """Whether a possessive's ending stands right behind a span."""
        behind = self.token(span.last)
        return behind.text[0] in "'’" and behind.start == self.token(span.last - 1).end

    def is_figure(self, at: int) -> bool:
        """Whether a token is (part of) a period or of a metric's name."""
        return self.is_period(at) or at in self._in_metrics

    def is_period(self, at: int) -> bool:
        """Whether a token is a year or a quarter."""
        return bool(_PERIOD.fullmatch(self.token(at).text))

    def holds_figure(self, span: Span) -> bool:
        """Whether a span holds a period or a metric."""
        return any(map(self.is_figure, range(*span)))

    def is_capital(self, span: Span) -> bool:
        """Whether a span begins with a capital that the question does not give every word."""
        return self.tokens[span.first].text[0].isupper() and not self.shouted

    def goes_on(self, span: Span, *, behind: bool = True) -> bool:
        """Whether a capitalised word before a span, or behind it, makes it part of another name."""
        if self._titled or not self.is_capital(span):
            return False
        before, after = span.first - 1, span.last
        before -= self.token(before).text == "&"
        after += self.token(after).text == "&"
        term = self.token(after).lower in _TERMS
        term |= is_legal_word(self.token(after).text)
        return self._is_proper(before) or (behind and not term and self._is_proper(after))

    def _is_proper(self, at: int) -> bool:
        token = self.token(at)
        verb = token.lower in _ORDERS or token.lower not in _GENERIC
        if at == 0 and is_ordinary(token.text) and verb:
            return False  # every question begins with a capital
        return (
            token.text[0].isupper()
            and token.lower.rstrip(".") not in _GRAMMAR
            and not self.is_figure(at)
            and _SEVERAL.fullmatch(token.text) is None
        )

    def follows_a_name(self, span: Span) -> bool:
        """Whether a lower-case span stands behind a word that can but be a name's."""
        before = self.token(span.first - 1)
        if not before.is_word or self.tokens[span.first].text[0].isupper():
            return False
        return not is_ordinary(before.text) and not self.is_figure(span.first - 1)

    def continues(self, span: Span) -> bool:
        """Whether lower-case words behind a lower-case span may belong to its name."""
        behind = self.token(span.last)
        if not behind.is_word or self.tokens[span.first].text[0].isupper() or self.placed(span):
            return False
        return behind.lower not in _GRAMMAR and not self.is_figure(span.last)

    def usage(self, span: Span) -> Usage:
        """How a span is used that spells a company's name."""
        parts, said = self.words(span), self.text_of(span)
        telling = len(said) > 3 or said[0].isdigit() or self.is_capital(span)
        if telling and not all(map(is_ordinary, parts)):
            return Usage.SURE
        several = len(parts) > 1 and self.token(span.first - 1).lower not in _ONE_OF_MANY
        if several or self._set_off(span):
            return Usage.SURE
        return Usage.POSSIBLE if self.placed(span) else Usage.NONE

    def placed(self, span: Span) -> bool:
        """Whether a span stands where questions put a company, whatever its case."""
        before, behind = self.token(span.first - 1), self.token(span.last)
        if before.lower in _CHOOSING and behind.lower in _PARTS:
            return True
        if before.lower == "of" and self.token(span.first - 2).lower in _PARTS:
            return True
        if before.lower in _DETERMINERS or not self._in_metrics.isdisjoint(range(*span)):
            return False
        if self.owns(span) or behind.lower in _SECURITIES | _FORMS:
            return True
        figure = behind is not _EDGE and self.is_figure(span.last)
        if self._opens(span):
            return figure or behind.lower in _LISTED | _HEADING
        if before.lower in _BEFORE:
            return self.closes(span) or self.is_period(span.last)
        if before.lower in _AUXILIARIES:
            return self.acts(span) and not figure
        if not self.is_figure(span.first - 1 - (not before.is_word)):
            return False
        acts = behind.lower in _PAST or (behind.is_word and behind.lower.endswith("ed"))
        return figure or behind.text in " ?.!" or acts

    def governed(self, span: Span) -> bool:
        """Whether an ordinary word stands where a company does, if the question names no other."""
        before = self.token(span.first - 1).lower
        if not self._in_metrics.isdisjoint(range(*span)):
            return False
        if before in _WHERE or before in _AUXILIARIES:
            return True
        if before == "," and self.token(span.last).text in " ,?":
            return True
        figure = self.token(span.last) is not _EDGE and self.is_figure(span.last)
        return before in _BEFORE and figure

    def acts(self, span: Span) -> bool:
        """Whether a span does something: "did X pay", "will the X plan"."""
        before, behind = self.token(span.first - 1), self.token(span.last)
        acting = self.token(span.first - 2) if before.lower == "the" else before
        return acting.lower in _AUXILIARIES and behind.text[0].islower()

    def is_dealt_with(self, name: str) -> bool:
        """Whether a name stands behind a word for the other side of a deal: "sold to X"."""
        before = self.text[: max(self.text.find(name), 0)].split()
        return bool(before) and before[-1].lower() in _OTHER_SIDE

    def is_bought(self, span: Span) -> bool:
        """Whether a span stands where what a company bought does: "pay for X", "acquired X"."""
        return _BOUGHT.search(self.text[: self.tokens[span.first].start]) is not None

    def is_other_side(self, span: Span) -> bool:
        """Whether a company is but whom another deals with: "Acme's sales to X", "customer X"."""
        before = self.token(span.first - 1).lower
        dealt = before in _SIDES or (before in _OTHER_SIDE and before != "by")
        return dealt and not self._compares and not self.owns(span)

    def ends_clause(self, span: Span) -> bool:
        """Whether a span stands behind "for" or "of" and before what is no more of a name."""
        before = self.token(span.first - 1).lower
        asked = span.first == 1 and before in ("is", "was", "are")
        return (asked or before in _BEFORE) and self.closes(span)

    def named_in_capitals(self, span: Span) -> bool:
        """Whether capitals and "of" or "for" before it make a name of a span."""
        if self._titled or self.shouted or self.token(span.first - 1).lower not in _BEFORE:
            return False
        return all(word[0].isupper() for word in self.words(span))

    def closes(self, span: Span) -> bool:
        """Whether what stands behind a span begins another part of the sentence."""
        behind = self.token(span.last)
        return behind is _EDGE or behind.text in _SENTENCE_END or behind.lower in _BEHIND

    def stands_beside(self, span: Span, others: Sequence[Span]) -> bool:
        """Whether a span is joined to one of the others in a comparison."""
        if not self._compares:
            return any(self._both_governed(span, other) for other in others)
        earlier, before = self.token(span.first - 2), self.token(span.first - 1)
        if before.lower == "of" and earlier.lower in ("that", "those"):
            return True
        return any(self._joined(span, other) for other in others)

    def _both_governed(self, left: Span, right: Span) -> bool:
        """Whether one "of" or "for" governs both: "the revenue of X and Acme"."""
        first, second = sorted((left, right))
        apart = second.first - first.last == 1 and self.token(first.last).lower in ("and", "&")
        ends = self.closes(second) or self.is_period(second.last)
        return apart and self.token(first.first - 1).lower in _BEFORE and ends

    def _joined(self, left: Span, right: Span) -> bool:
        first, second = sorted((left, right))
        start = first.last + self.owns(first)
        between = {token.lower for token in self.tokens[start : second.first]}
        return bool(between) and between <= _JOINING

    @functools.cached_property
    def _compares(self) -> bool:
        return any(token.lower in _COMPARING for token in self.tokens)

    @functools.cached_property
    def _titled(self) -> bool:
        """Whether words of grammar and of finance have capitals too, as in a title."""
        plain = [
            token.text
            for at, token in enumerate(self.tokens[1:], 1)
            if token.lower in _GRAMMAR or self.is_figure(at)
        ]
        letters = [word for word in plain if word.isalpha() and not word.isupper()]
        return 2 * sum(word[0].isupper() for word in letters) > len(letters)

    @functools.cached_property
    def _in_metrics(self) -> frozenset[int]:
        """Tokens of metrics' names."""
        # In capitals, since the lexicon knows short acronyms in capitals only.
        shouted = self.text.upper()
        text = shouted if len(shouted) == len(self.text) else self.text
        mentions = find_metrics(text)
        return frozenset(
            at
            for at, token in enumerate(self.tokens)
            if any(each.start <= token.start and token.end <= each.end for each in mentions)
        )

    def is_determined(self, span: Span) -> bool:
        """Whether a word such as "their" stands before a span: a thing, and no company."""
        return self.token(span.first - 1).lower in _DETERMINERS

    def leads(self, span: Span) -> bool:
        """Whether only words of asking and periods stand before a span, and something behind."""
        earlier = range(span.first)
        plain = all(self.token(at).lower in _GRAMMAR | _OPENING or not self.token(at).is_word
                    or self.is_period(at) for at in earlier)  # fmt: skip
        return (
            plain
            and not self.is_determined(span)
            and (self.token(span.last).is_word and not self.holds_figure(span))
        )

    def _opens(self, span: Span) -> bool:
        before = self.tokens[: span.first]
        return all(token.lower in _OPENING or not token.is_word for token in before)

    def _set_off(self, span: Span) -> bool:
        """Whether capitals set a span of ordinary words off from its sentence."""
        parts = self.words(span)
        if self._titled or self.shouted:
            return False
        if not all(word[0].isupper() or word in ("of", "and") for word in parts):
            return False
        before, behind = self.token(span.first - 1), self.token(span.last)
        before = self.token(span.first - 2) if before.text == "(" else before
        inside = before.text[-1].isalnum() or before.text in ",:"
        return len(parts) > 1 or self.owns(span) or inside or not behind.text[0].islower()
