"""Company names in a question: exact spellings first, then misspelt ones."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hirec.companies.names import compact, is_legal_word
from hirec.companies.register import Kind
from hirec.companies.spellings import Meaning, Near, Spellings, clear, misspells_a_word, worth_asking
from hirec.companies.spotting import Span
from hirec.companies.usage import Usage, Wording
from hirec.companies.vocabulary import is_ordinary, is_real

_LONGEST_NAME = 7
"""Words of the longest name looked for."""
_MISSPELT_WORDS = 4
_CLEARLY_A_SYMBOL = 3
_SHORTEST_STRANGE = 5
_WORD_BONUS = 0.2
_BREAK = re.compile(r"[?;:()\"“”]|(?<!\b[A-Z])\.\s|['’]s\s")
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
        key=lambda pair: (pair[1][0].cost - _WORD_BONUS * len(wording.words(pair[0]))),
    )  # fmt: skip
    found: list[Named] = []
    for window, companies in ranked:
        if any(_overlap(window, other) for other in found):
            continue
        if _meant_as_name(wording, window, companies[0]):
            keys = tuple(each.key for each in companies)
            found.append(Named(window.start, window.end, keys[:1] if clear(companies) else ()))
    return found


def strange_names(wording: Wording) -> list[Span]:
    """Lower-case words that are none, where a company stands: one that is not in the index."""
    found: list[Span] = []
    for position, token in enumerate(wording.tokens):
        said = wording.said(token)
        if is_real(said) or len(compact(said)) < _SHORTEST_STRANGE or wording.is_figure(token):
            continue
        runs = [span for span, _ in _runs(wording, position, _MISSPELT_WORDS)]
        placed = [span for span in reversed(runs) if wording.placed(span)]
        if placed and not misspells_a_word(compact(said)):
            found.append(placed[0])
    return found


def _meant_as_name(wording: Wording, window: Span, nearest: Near) -> bool:
    """Whether lower-case letters misspell a name rather than an ordinary word."""
    said = wording.said(window)
    if (said[0].isupper() and not wording.shouted) or wording.placed(window):
        return True
    return not misspells_a_word(compact(said), nearest.spelling)


def _windows(wording: Wording, spellings: Spellings, taken: Sequence[Span]) -> list[Span]:
    """Runs of words with one that is none, beside it nothing but such and words of names."""
    windows: list[Span] = []
    for position, token in enumerate(wording.tokens):
        for span, length in _runs(wording, position, _MISSPELT_WORDS):
            words = wording.tokens[position : position + length]
            free = not any(_overlap(span, other) for other in taken)
            odd = [not is_real(wording.said(word)) for word in words]
            fits = all(
                strange or wording.said(word).lower() in spellings.name_words
                for strange, word in zip(odd, words, strict=True)
            )
            if free and any(odd) and fits and not any(map(wording.is_figure, words)):
                windows.append(Span(token.start, span.end))
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
    words = wording.words(span)
    plain = compact(said)
    meaning = spellings.meaning(said)
    symbol = spellings.symbol(said.upper()) if len(words) == 1 else None
    named_otherwise = meaning is not None or spellings.is_foreign(said)
    if symbol and (usage := _usage_of_symbol(wording, span, named_otherwise)):
        return Named(span.start, span.end, symbol.keys, usage)
    if meaning is None:
        if not spellings.is_foreign(said):
            return None
        meaning = Meaning(Kind.ALIAS, ())
    elif symbol and meaning.kind < Kind.NAME:
        meaning = Meaning(meaning.kind, tuple(dict.fromkeys((*meaning.keys, *symbol.keys))))
    usage = wording.usage(span)
    if usage is Usage.NONE or (len(plain) < 4 and said.islower() and not wording.placed(span)):
        return None
    if len(words) > 1 and usage is Usage.SURE and not spellings.is_written(said):
        # Ordinary words may happen to spell a name between them: "the sales force".
        split = all(word.islower() and is_ordinary(word) for word in words)
        usage = Usage.POSSIBLE if split and wording.placed(span) else Usage.NONE if split else usage
    if usage is Usage.NONE or (meaning.kind is Kind.LEAD and wording.goes_on(span)):
        return None
    return Named(span.start, span.end, meaning.keys, usage)


def _usage_of_symbol(wording: Wording, span: Span, named_otherwise: bool) -> Usage:
    """Whether a word is a trading symbol: in capitals, or where only a company can stand."""
    said = wording.said(span)
    if wording.cued(span):
        return Usage.SURE
    if named_otherwise or len(said) == 1:
        return Usage.NONE
    sure = said.isupper() and not wording.shouted and not is_ordinary(said)
    if sure or (len(said) >= _CLEARLY_A_SYMBOL and not is_real(said)):
        return Usage.SURE
    if is_ordinary(said) and not said.isupper():
        return Usage.NONE
    return Usage.POSSIBLE if wording.placed(span) else Usage.NONE


def _is_other_company(wording: Wording, following: int) -> bool:
    """Whether the name goes on to a legal suffix over capitalised words: another company's name."""
    run = wording.tokens
    for position in range(following, min(following + 4, len(run))):
        word = wording.said(run[position])
        gap = wording.text[run[position - 1].end : run[position].start]
        if not re.fullmatch(r",?\s+(?:&\s+)?", gap) or not word[0].isupper():
            return False
        if is_legal_word(word) or word.upper() == "REIT":
            return position > following
    return False


def _overlap(left: Span, right: Span) -> bool:
    return left.start < right.end and right.start < left.end
