"""Everyday words of a question, read as the names that filings print.

Only whole phrases of the lexicon's ``everyday.yaml`` are replaced: every other word of the question
stays and has to be met, so nothing that narrows a figure is lost.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hirec.grounding.stems import ordered_stems
from hirec.lexicon.everyday import everyday_phrases
from hirec.lexicon.files import word_list
from hirec.understanding.normalize import Token, normalize, tokenize
from hirec.understanding.vocabulary import folded

_SILENT = word_list("phrase_silent")
"""What may stand between the words of a phrase."""


@dataclass(frozen=True, slots=True)
class Rereading:
    """A question in the words of filings."""

    text: str
    readings: tuple[str, ...]
    """Which words were read as which: "“running costs” is read as “operating expenses”."."""
    unclear: str = ""
    """What to ask back where a phrase may mean several figures."""


def reread(question: str, names: Iterable[str]) -> Rereading | None:
    """The question with its everyday phrases replaced; None where it has none.

    ``names``: of companies, which may stand inside a phrase and are kept: "bills Acme left unpaid".
    """
    text = normalize(question)
    tokens = tokenize(text)
    kept = frozenset(word for name in names for word in folded(normalize(name))) - _SILENT
    found = [match for at in range(len(tokens)) for match in _phrases_at(tokens, at, kept)]
    if not found:
        return None
    taken: list[_Match] = []
    for match in sorted(found, key=lambda one: (-one.words, -one.last)):
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
    return Rereading(reread_as, tuple(readings), unclear)


@dataclass(frozen=True, slots=True)
class _Match:
    """An everyday phrase at tokens ``first`` to ``last`` (exclusive)."""

    words: int
    first: int
    last: int
    meanings: tuple[str, ...]


def _phrases_at(tokens: Sequence[Token], first: int, kept: frozenset[str]) -> Iterator[_Match]:
    """The phrases that begin at a token; one of a single word is said in that very form."""
    word = tokens[first].lower
    if word in _SILENT | kept:
        return
    if meanings := everyday_phrases().get(word):
        yield _Match(1, first, first + 1, meanings)
    said: tuple[str, ...] = ()
    for at in range(first, len(tokens)):
        if tokens[at].lower in _SILENT | kept:
            continue
        said = (*said, _stem(tokens[at].lower))
        if said not in _beginnings():
            return
        if meanings := _phrases().get(said):
            yield _Match(len(said), first, at + 1, meanings)


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
    """Stems of each everyday phrase, silent words left out → its meanings."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    several = (item for item in everyday_phrases().items() if " " in item[0])
    for phrase, meanings in several:
        stems = tuple(_stem(word) for word in folded(phrase) if word not in _SILENT)
        found[stems] = tuple(dict.fromkeys((*found.get(stems, ()), *meanings)))
    return found


@functools.cache
def _beginnings() -> frozenset[tuple[str, ...]]:
    return frozenset(stems[:end] for stems in _phrases() for end in range(1, len(stems) + 1))
