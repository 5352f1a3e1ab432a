"""Abbreviations that filings define, in a question that says the other form.

"Traffic acquisition costs ("TAC")": tables print the one, people ask for the other. A definition is
recognised by its letters, as Schwartz and Hearst (2003) do it: those of the abbreviation begin
words of the phrase in front of its bracket, in order.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hirec.grounding.stems import ordered_stems
from hirec.lexicon import find_metrics
from hirec.understanding.normalize import Token, tokenize

_BRACKET = re.compile(
    r"\(\s*(?:the\s+|collectively,?\s+|or\s+)?[“”\"']?(?P<short>[A-Z][A-Za-z&]{1,7}?)s?[“”\"',]*\s*\)"
)
_INITIALS = re.compile(r"\s*\((?P<short>[A-Za-z&]{2,6})\)")
_WORD = re.compile(r"[A-Za-z][\w&’']*")
_REACH = 120
"""Characters in front of a bracket in which its phrase begins."""
_SILENT = 2
"""Words of a phrase that give no letter: "cost of revenue" is COR or CR."""


class Abbreviation(NamedTuple):
    """A phrase and what a text calls it after."""

    long: str
    short: str


def abbreviations(text: str) -> Iterator[Abbreviation]:
    """What a text defines in brackets, in its order."""
    for bracket in _BRACKET.finditer(text):
        short = bracket["short"]
        letters = [letter for letter in short if letter.isupper()]
        words = list(_WORD.finditer(text, max(0, bracket.start() - _REACH), bracket.start()))
        for count in range(len(letters), len(letters) + _SILENT + 1):
            phrase = words[-count:]
            if len(letters) > 1 and len(phrase) == count and _spell(phrase, letters):
                yield Abbreviation(text[phrase[0].start() : phrase[-1].end()], short)
                break


def _spell(phrase: list[re.Match[str]], letters: list[str]) -> bool:
    """Whether the words begin with the letters in order, the first with the first."""
    first = iter(word[0][0].upper() for word in phrase)
    return phrase[0][0][0].upper() == letters[0] and all(letter in first for letter in letters)


def without_initials(text: str) -> str:
    """A text without brackets that hold but the initials of the words before them, "(cogs)"."""

    def kept(match: re.Match[str]) -> str:
        letters = [*match["short"].upper().replace("&", "")]
        words = list(_WORD.finditer(text, max(0, match.start() - _REACH), match.start()))
        phrases = (words[-count:] for count in range(len(letters), len(letters) + _SILENT + 1))
        named = any(len(one) >= len(letters) and _spell(one, letters) for one in phrases)
        return "" if named else match[0]

    return _INITIALS.sub(kept, text)


def as_defined_by(question: str, texts: Iterable[str]) -> tuple[str, Abbreviation] | None:
    """The question with the other form of what the texts define, and which definition it is.

    None where it says neither form of any, or where the lexicon knows both forms for one thing.
    """
    tokens = tokenize(question)
    stems = [ordered_stems(token.text) for token in tokens]
    for one in dict.fromkeys(found for text in texts for found in abbreviations(text)):
        if find_metrics(one.short):
            continue
        if at := _phrase_at(stems, ordered_stems(one.long)):
            return _with(question, tokens[at[0]], tokens[at[1] - 1], one.short), one
        said = next((token for token in tokens if token.text == one.short), None)
        if said is not None:
            return _with(question, said, said, one.long), one
    return None


def _phrase_at(stems: list[tuple[str, ...]], phrase: tuple[str, ...]) -> tuple[int, int] | None:
    """First token of a phrase and the one behind its last; None where it is not said whole."""
    for first in range(len(stems)):
        said: tuple[str, ...] = ()
        for last in range(first, len(stems) if stems[first] else first):
            said += stems[last]
            if said == phrase:
                return first, last + 1
            if said != phrase[: len(said)]:
                break
    return None


def _with(question: str, first: Token, last: Token, other: str) -> str:
    return f"{question[: first.start]}{other}{question[last.end :]}"
