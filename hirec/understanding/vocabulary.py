"""The words of ``words.yaml``, and the words of general English."""

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from hirec.companies.vocabulary import word_ranks
from hirec.understanding.normalize import tokenize
from hirec.yaml_files import load_yaml

Words = tuple[str, ...]

_CHOICE = re.compile(r"\{([^{}]*)\}")
"""Words of which one is said: "{year|quarter}"."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a phrase says: a span type of the grammar and the value it carries."""

    kind: str
    value: str


@functools.cache
def _content() -> Mapping[str, Mapping[str, object]]:
    text = resources.files("hirec.understanding").joinpath("words.yaml").read_text("utf-8")
    content: Mapping[str, Mapping[str, object]] = load_yaml(text)
    return content


@functools.cache
def entries() -> Mapping[Words, tuple[Entry, ...]]:
    """Phrases as folded words → what they may say, in the file's order."""
    found: dict[Words, list[Entry]] = {}
    for kind, values in _content().items():
        if kind == "short":
            continue
        for value, phrases in values.items():
            written = map(str, phrases) if isinstance(phrases, list) else ()
            for phrase in itertools.chain.from_iterable(map(_spelled_out, written)):
                found.setdefault(folded(phrase), []).append(Entry(kind, value))
    return {words: tuple(said) for words, said in found.items()}


def _spelled_out(phrase: str) -> Iterator[str]:
    """Every phrase that braces stand for: "{the |}prior {year|quarter}"."""
    if (choice := _CHOICE.search(phrase)) is None:
        yield phrase
        return
    for one in choice[1].split("|"):
        yield from _spelled_out(f"{phrase[: choice.start()]}{one}{phrase[choice.end() :]}")


@functools.cache
def starts() -> Mapping[str, int]:
    """First word of a phrase → most words of such a phrase."""
    longest: dict[str, int] = {}
    for words in (*entries(), *short_forms()):
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return longest


@functools.cache
def short_forms() -> Mapping[Words, str]:
    """Short forms as folded words → what they stand for."""
    return {folded(said): str(meant) for said, meant in _content()["short"].items()}


@functools.cache
def general_words() -> frozenset[str]:
    """Words of general English: the whole words of the packaged encoder's vocabulary."""
    return frozenset(word_ranks())


KINDS_OF_PARTS = ("segment", "region", "product")
"""Kinds of parts of a company for which headings have names of their own."""


def domain_of(phrase: str) -> str:
    """What kind of thing is chosen among, where a phrase says a known one, or several."""
    said = (folded(phrase), folded(phrase.removesuffix("s")))
    return next((e.value for one in said for e in entries().get(one, ()) if e.kind == "DOMAIN"), "")


def kind_of_parts(phrase: str) -> str:
    """The kind of parts that a phrase ends on, "geographic segments"; empty where it is unknown."""
    kind = domain_of(phrase) or domain_of(phrase.split()[-1]) if phrase else ""
    return kind if kind in KINDS_OF_PARTS else ""


def names_of_parts(words: Sequence[str]) -> frozenset[int]:
    """Places of words that name a part, where its kind ends the name: "the Cash App segment"."""
    places: set[int] = set()
    for at, word in enumerate(words):
        if at and domain_of(word) in KINDS_OF_PARTS:
            name = itertools.takewhile(lambda n: words[n][0].isupper(), range(at - 1, -1, -1))
            places |= set(name)
    return frozenset(places)


def parts_called(kind: str) -> tuple[str, ...]:
    """What headings call parts of a known kind; nothing of another."""
    phrases = _content()["DOMAIN"].get(kind)
    return tuple(map(str, phrases)) if isinstance(phrases, list) else ()


_EMPTY = frozenset({"FILLER", "DO", "BE", "AND", "OR", "TO", "WH", "LINK", "LIMIT"})


_NOW = "current"
STATES = "US"
"""The country; in lower case it is the pronoun."""


def telling_words(phrase: str, *, dated: bool = False) -> str:
    """A phrase without the words that ask for nothing and join nothing.

    ``dated``: its period is said elsewhere, so that "current" says which taxes, not when.
    """
    tokens = tokenize(phrase)
    kept = [
        token.text
        for token in tokens
        if token.text[0].isalnum()
        and (
            token.text == STATES
            or (dated and token.lower == _NOW)
            or not _EMPTY & {e.kind for e in entries().get((token.lower,), ())}
        )
    ]
    return " ".join(kept)


def folded(phrase: str) -> Words:
    """A phrase as its tokens in lower case."""
    if phrase.isascii() and phrase.replace(" ", "").isalpha():  # most of the 7,000 in the files
        return tuple(phrase.lower().split())
    return tuple(token.lower for token in tokenize(phrase))
