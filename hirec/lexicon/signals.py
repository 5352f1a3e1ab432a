"""Standing words of filings, and what they tell about the passage that says them."""

import functools
import re
from collections.abc import Mapping

from hirec.lexicon.files import Entry, read_entries

_WORD = re.compile(r"[a-z][a-z-]+")


class Signal(Entry):
    """The words of one signal; fields are explained at the top of ``signals.yaml``."""

    words: frozenset[str] = frozenset()
    phrases: tuple[str, ...] = ()


Signals = Mapping[str, tuple[str, ...]]
"""Signal → its words that are said, in lower case; signals that are not said are left out."""


@functools.cache
def all_signals() -> Mapping[str, Signal]:
    """Every signal by key; raises ``pydantic.ValidationError`` if the file is broken."""
    return read_entries("signals.yaml", Signal)


@functools.cache
def _vocabulary() -> tuple[Mapping[str, tuple[str, ...]], tuple[tuple[str, str], ...]]:
    """Word → its signals; phrases with theirs."""
    words: dict[str, tuple[str, ...]] = {}
    for key, signal in all_signals().items():
        for word in sorted(signal.words):
            words[word] = (*words.get(word, ()), key)
    phrases = ((phrase, key) for key, signal in all_signals().items() for phrase in signal.phrases)
    return words, tuple(phrases)


def find_signals(text: str) -> Signals:
    """Which signals a text gives, each with the words that give it."""
    words, phrases = _vocabulary()
    lowered = text.lower()
    found: dict[str, tuple[str, ...]] = {}
    for word in sorted(words.keys() & set(_WORD.findall(lowered))):
        for key in words[word]:
            found[key] = (*found.get(key, ()), word)
    for phrase, key in phrases:
        if phrase in lowered:
            found[key] = (*found.get(key, ()), phrase)
    return found
