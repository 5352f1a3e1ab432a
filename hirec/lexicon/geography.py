"""Names of states, countries and regions, as ``places.yaml`` and ``words.yaml`` list them."""

import functools
import re
from collections.abc import Mapping
from typing import Any

from hirec.lexicon.files import text_of, word_list
from hirec.lexicon.names import words_in
from hirec.yaml_files import load_yaml

_BESIDE = frozenset({"and", "&", "of", "the", "other", "rest", "excluding"})
_NOTE = re.compile(r"\(\w{1,3}\)|^the\s+", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_SHORT = ("U.S", "US", "USA", "U.S.A", "U.K", "UK", "South Korea", "Mainland China")
_REGIONS = word_list("region_words")


@functools.cache
def states() -> Mapping[str, str]:
    """States of the country by their two letters."""
    named: Mapping[str, str] = _places()["states"]
    return named


@functools.cache
def countries() -> tuple[str, ...]:
    """Countries, and parts of them under which companies are incorporated."""
    return tuple(_places()["countries"])


def is_region(label: str) -> bool:
    """Whether a label is made of the words of places alone: "Europe, Middle East and Africa"."""
    words = words_in(_BRACKETS.sub(" ", label)) - _BESIDE
    return is_country(label) or (bool(words) and words <= _REGIONS | _words_of_places())


def is_country(label: str) -> bool:
    """Whether a label names a country or a state, and no region of several."""
    return _one_place().fullmatch(_NOTE.sub("", label).strip(" .:")) is not None


def is_state(label: str) -> bool:
    """Whether a label names a state of the country."""
    return _NOTE.sub("", label).strip(" .:") in states().values()


@functools.cache
def _one_place() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, (*states().values(), *countries(), *_SHORT))), re.I)


@functools.cache
def _words_of_places() -> frozenset[str]:
    return frozenset().union(*(words_in(name) for name in (*states().values(), *countries())))


@functools.cache
def _places() -> Mapping[str, Any]:
    places: Mapping[str, Any] = load_yaml(text_of("places.yaml"))
    return places
