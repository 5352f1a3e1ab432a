"""Everyday words of a question, read as the names that filings print.

Only whole phrases of the lexicon's ``everyday.yaml`` are replaced: every other word of the question
stays and has to be met, so nothing that narrows a figure is lost.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hirec.grounding.stems import ordered_stems
from hirec.lexicon.files import text_of, word_list
from hirec.understanding.normalize import Token, normalize, tokenize
from hirec.understanding.vocabulary import folded
from hirec.yaml_files import load_yaml

_SILENT = word_list("phrase_silent")
_LEADS_ON = frozenset(("under", "on", "for", "to"))


@dataclass(frozen=True, slots=True)
class Rereading:
    """A question in the words of filings."""

    text: str
    readings: tuple[str, ...]
    """Which words were read as which: "“running costs” is read as “operating expenses”."."""
    unclear: str = ""
    """What to ask back where a phrase may mean several figures."""


class _Match(NamedTuple):
    """An everyday phrase of so many words at tokens ``first`` to ``last`` (exclusive)."""

    words: int
    last: int
    first: int
    meanings: tuple[str, ...]


def reread(question: str, names: Iterable[str]) -> Rereading | None:
    """The question with its everyday phrases replaced, long ones first; None where it has none.

    ``names``: of companies, which may stand inside a phrase and are kept: "bills Acme left unpaid".
    """
    text = normalize(question)
    tokens = tokenize(text)
    kept = frozenset(word for name in names for word in folded(normalize(name))) - _SILENT
    taken: list[_Match] = []
    for match in sorted(_matches(tokens, kept), reverse=True):
        if all(match.last <= other.first or other.last <= match.first for other in taken):
            taken.append(match)
    readings: list[str] = []
    unclear, reread_as = "", text
    for match in sorted(taken, key=lambda one: -one.first):
        start, stop = tokens[match.first].start, tokens[match.last - 1].end
        said, meant = text[start:stop], match.meanings[0]
        whose = _name_inside(text, tokens[match.first : match.last], kept)
        reread_as = f"{reread_as[:start]}{whose}{meant}{reread_as[stop:]}"
        readings.insert(0, f"“{said}” is read as “{meant}”.")
        if len(match.meanings) > 1:
            unclear = f"“{said}” may mean {' or '.join(match.meanings)}: ask for one of them."
    return Rereading(reread_as, tuple(readings), unclear) if readings else None


def _matches(tokens: Sequence[Token], kept: frozenset[str]) -> Iterator[_Match]:
    for first, token in enumerate(tokens):
        said: tuple[str, ...] = ()
        for at in range(first, len(tokens) if token.lower not in _SILENT | kept else first):
            if tokens[at].lower in _SILENT | kept:
                continue
            said = (*said, _stem(tokens[at].lower))
            if len(said) > _longest():
                break
            # A phrase of one word is said in that very form: "ads" are not what adds.
            meanings = _phrases().get(said if len(said) > 1 else (tokens[at].lower,))
            if meanings and (len(meanings) < 2 or not _goes_on(tokens[at + 1 :])):
                yield _Match(len(said), at + 1, first, meanings)


def _goes_on(tokens: Sequence[Token]) -> bool:
    """Whether more words say of what it is: "what did it owe under its revolving facility"."""
    return len(tokens) > 1 and tokens[0].lower in _LEADS_ON and tokens[1].text[0].islower()


def _name_inside(text: str, tokens: Sequence[Token], kept: frozenset[str]) -> str:
    """The company's name that stands inside a phrase, to be put before its meaning."""
    inside = [at for at, token in enumerate(tokens) if token.lower in kept]
    if not inside:
        return ""
    last = inside[-1]
    last += tokens[last + 1].text == "'s"  # a phrase does not end with a name
    return f"{text[tokens[inside[0]].start : tokens[last].end]} "


def _stem(word: str) -> str:
    """A word's stem; prepositions, which labels do without, stay as they are."""
    return next(iter(ordered_stems(word)), word)


@functools.cache
def _phrases() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Stems of each phrase, silent words left out → the printed names that it may mean."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for name, phrases in load_yaml(text_of("everyday.yaml")).items():
        for phrase in phrases:
            words = tuple(word for word in folded(phrase) if word not in _SILENT)
            stems = tuple(map(_stem, words)) if len(words) > 1 else words
            found[stems] = tuple(dict.fromkeys((*found.get(stems, ()), name)))
    return found


@functools.cache
def _longest() -> int:
    return max(map(len, _phrases()))
