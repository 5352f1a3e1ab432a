"""Company names in a question: exact spellings first, then misspelt ones."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hirec.companies.names import compact, is_legal_word, words
from hirec.companies.register import Kind
from hirec.companies.spellings import (
    FOREIGN,
    Meaning,
    Near,
    Spellings,
    clear,
    misspells_a_word,
    worth_asking,
)
from hirec.companies.spotting import Span
from hirec.companies.usage import Usage, Wording
from hirec.companies.vocabulary import is_ordinary, is_real

_LONGEST_NAME = 7
"""Words of the longest name looked for."""
_MISSPELT_WORDS = 4
_ONE_WORD_TOO_MANY = 2
_CLEARLY_A_SYMBOL = 3
_LONG_ENOUGH = 4
_SHORTEST_STRANGE = 3
_WORD_BONUS = 0.9
_BREAK = re.compile(r"[?;:()\"“”]|(?<!\b[A-Z])\.\s|['’]s\s")
_GRAMMAR = words("function")
_EDGE_WORDS = frozenset(("the", "and", "a", "an", "of", "in", "for", "to", "at", "by", "or"))


@dataclass(frozen=True, slots=True)
class Named(Span):
    """A span that names companies: one, or several of which the question has to choose."""

    keys: tuple[str, ...] = ()
    usage: Usage = Usage.SURE


def exact_names(wording: Wording, spellings: Spellings) -> list[Named]:
    """Spans that spell companies, longest first at each word.

    A well-known company that is not in the index is named too, by no key at all.
    """
    found: list[Named] = []
    position = 0
    while position < len(wording.tokens):
        step = 1
        for span, length in _runs(wording, position):
            if (named := _named(wording, spellings, span)) is not None:
                if not _is_other_company(wording, position + length):
                    found.append(named)
                    step = length
                break
        position += step
    return found


def misspelt_names(wording: Wording, spellings: Spellings, taken: Sequence[Span]) -> list[Named]:
    """Spans that misspell one company of the index, or may misspell some of several."""
    windows = _windows(wording, spellings, taken)
    near = spellings.near([compact(wording.said(window)) for window in windows])
    ranked = sorted(
        ((window, asked) for window, each in zip(windows, near, strict=True)
         if (asked := worth_asking(each))),
        key=lambda pair: pair[1][0].cost - _WORD_BONUS * wording.word_count(pair[0]),
    )  # fmt: skip
    found: list[Named] = []
    for window, companies in ranked:
        taken_already = any(_overlap(window, other) for other in found)
        if not taken_already and _meant_as_name(wording, window, companies[0]):
            sure = _is_beyond_doubt(wording, spellings, window, companies)
            keys = (companies[0].key,) if sure else ()
            own = window if companies[0].spelling.endswith("s") else wording.owner(window)
            found.append(Named(own.start, own.end, keys))
    return found


def _is_beyond_doubt(
    wording: Wording, spellings: Spellings, window: Span, companies: Sequence[Near]
) -> bool:
    """Whether a span can but misspell the nearest company, which is of the index.

    Where all its words are words ("Wills Fargo"), one of the right ones has to be the name's own.
    """
    parts = [word for word in wording.words(window) if not is_legal_word(word)]
    right = [word.lower() in spellings.name_words for word in parts]
    if companies[0].key == FOREIGN or not clear(parts, right, companies):
        return False
    if spellings.is_crowded(companies[0]):
        return False
    if all(map(is_real, parts)):
        own = [word for word, fits in zip(parts, right, strict=True) if fits]
        if all(map(is_ordinary, own)):
            return False
    apart = not wording.goes_on(window) and not wording.follows_a_name(window)
    return apart and not wording.continues(window)


def strange_names(wording: Wording) -> list[Span]:
    """Words that are none, or end on a legal form, where a company stands: none of the index."""
    found: list[Span] = []
    for position, token in enumerate(wording.tokens):
        if wording.cued(token):
            found.append(token)
        for span, _ in _runs(wording, position, _MISSPELT_WORDS):
            if _is_strange(wording, span):
                found.append(span)
                break
    return found


def _is_strange(wording: Wording, span: Span) -> bool:
    said = wording.words(span)
    plain = [word.lower() for word in said]
    if any(word in _GRAMMAR for word in plain) or wording.is_figure_in(span):
        return False
    if len({word[0].isupper() for word in said}) > 1:
        return False
    legal = len(said) > 1 and is_legal_word(said[-1]) and not is_ordinary(said[-1])
    odd = [word for word in plain if not is_real(word) and len(word) >= _SHORTEST_STRANGE]
    if not legal and not odd:
        return False
    if said[0][0].isupper() and not wording.shouted:
        return wording.placed(span) or (len(said[0]) > 5 and wording.named_in_capitals(span))
    return wording.placed(span) and not any(misspells_a_word(compact(word)) for word in odd)


def _meant_as_name(wording: Wording, window: Span, nearest: Near) -> bool:
    """Whether lower-case letters misspell a name rather than an ordinary word."""
    said = wording.said(window)
    if (said[0].isupper() and not wording.shouted) or wording.placed(window):
        return True
    return not misspells_a_word(compact(said), nearest.spelling)


def _windows(wording: Wording, spellings: Spellings, taken: Sequence[Span]) -> list[Span]:
    """Runs of words of which one is none, or is but another word where a name stands."""
    windows: list[Span] = []
    for position in range(len(wording.tokens)):
        for span, length in _runs(wording, position, _MISSPELT_WORDS):
            run = wording.tokens[position : position + length]
            if any(_overlap(span, other) for other in taken) or any(map(wording.is_figure, run)):
                continue
            plain = [wording.said(word).lower() for word in run]
            foreign = [word for word in plain if word not in spellings.name_words]
            odd = [word for word in plain if not is_real(word)]
            named = len(foreign) < len(plain) and (
                wording.placed(span) or all(wording.said(word)[0].isupper() for word in run)
            )
            if set(foreign) <= set(odd) if odd else named and len(foreign) < _ONE_WORD_TOO_MANY:
                windows.append(span)
    return windows


def _runs(
    wording: Wording, position: int, longest: int = _LONGEST_NAME
) -> Iterator[tuple[Span, int]]:
    """Runs of words that begin at a position, longest first, not crossing a sentence's end."""
    run = wording.tokens
    first = wording.said(run[position]).lower()
    most = 1 if first in _EDGE_WORDS else min(longest, len(run) - position)
    for length in range(most, 0, -1):
        span = Span(run[position].start, run[position + length - 1].end)
        last = wording.said(run[position + length - 1]).lower()
        if not _BREAK.search(wording.said(span)) and (length == 1 or last not in _EDGE_WORDS):
            yield span, length


def _named(wording: Wording, spellings: Spellings, span: Span) -> Named | None:
    """What an exact spelling names; None for words that are no name here."""
    said = wording.said(span)
    parts = wording.words(span)
    plain = compact(said)
    meaning = spellings.meaning(said)
    symbol = spellings.symbol(said.upper()) if len(parts) == 1 else None
    if symbol and (usage := _usage_of_symbol(wording, span, meaning is not None)):
        return Named(span.start, span.end, symbol.keys, usage)
    if meaning is None:
        return None
    if symbol and meaning.kind < Kind.NAME and said in (said.upper(), said.lower()):
        meaning = Meaning(meaning.kind, tuple(dict.fromkeys((*meaning.keys, *symbol.keys))))
    usage = wording.usage(span)
    if usage is Usage.NONE or (len(plain) < 4 and said.islower() and not wording.placed(span)):
        return None
    if len(parts) > 1 and usage is Usage.SURE and not spellings.is_written(said):
        # Ordinary words may happen to spell a name between them: "the sales force".
        split = all(word.islower() and is_ordinary(word) for word in parts)
        usage = Usage.POSSIBLE if split and wording.placed(span) else Usage.NONE if split else usage
    loose = meaning.kind is Kind.LEAD or len(plain) < _LONG_ENOUGH
    if usage is Usage.NONE or wording.goes_on(span, behind=loose) or wording.follows_a_name(span):
        return None
    if meaning.kind is Kind.LEAD and wording.continues(span):
        return None
    return Named(span.start, span.end, meaning.keys, usage)


def _usage_of_symbol(wording: Wording, span: Span, named_otherwise: bool) -> Usage:
    """Whether a word is a trading symbol: in capitals, or where only a company can stand."""
    said = wording.said(span)
    if wording.cued(span):
        return Usage.SURE
    mixed = said != said.upper() and said != said.lower()
    if named_otherwise or len(said) == 1 or mixed or is_legal_word(said):
        return Usage.NONE
    if wording.goes_on(span) or wording.follows_a_name(span):
        return Usage.NONE
    sure = said.isupper() and not wording.shouted and not is_ordinary(said)
    if sure or (len(said) >= _CLEARLY_A_SYMBOL and not is_real(said)):
        return Usage.SURE
    if said.lower() in _GRAMMAR:
        return Usage.NONE
    return Usage.POSSIBLE if wording.placed(span) else Usage.NONE


def _is_other_company(wording: Wording, following: int) -> bool:
    """Whether the name goes on over capitalised words to a legal form or a possessive.

    Then it is the beginning of another's: "Acme Credit Corp", "Acme Bottling's".
    """
    run = wording.tokens
    for position in range(following, min(following + 4, len(run))):
        word = wording.said(run[position])
        gap = wording.text[run[position - 1].end : run[position].start]
        if not re.fullmatch(r",?\s+(?:&\s+)?", gap) or not word[0].isupper():
            return False
        if is_legal_word(word) or word.upper() == "REIT":
            return position > following
        if wording.is_figure(run[position]):
            return False
        if wording.owns(run[position]):
            return True
    return False


def _overlap(left: Span, right: Span) -> bool:
    return left.start < right.end and right.start < left.end
