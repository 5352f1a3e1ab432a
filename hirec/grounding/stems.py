"""Words of labels and questions as they are compared: stems, and how near a misspelt one is."""

import re

from hirec.caching import remembered
from hirec.lexicon import normalize_label
from hirec.lexicon.files import word_list
from hirec.lexicon.names import stemmed

_STOPWORDS = word_list("stem_silent")
_PREFIX = re.compile(r"\b(pre|non|e|multi|anti|post|sub|inter|semi|micro|bio) (?=[a-z]{3})")
"""Printed with a hyphen or without, "pre-tax" is one word: "pretax"."""
_GRAM = 3


def stem(word: str) -> str:
    """Porter's stem of an English word in lower case."""
    return stemmed((word,))[0]


@remembered
def ordered_stems(text: str) -> tuple[str, ...]:
    """Stems of the words that carry meaning, in order, digits left out."""
    joined = _PREFIX.sub(r"\1", normalize_label(text))
    words = [w for w in joined.split() if w not in _STOPWORDS and not w.isdigit()]
    return tuple(stemmed(words))


@remembered
def stem_set(text: str) -> frozenset[str]:
    """The stems without their order."""
    return frozenset(ordered_stems(text))


@remembered
def grams(text: str) -> frozenset[str]:
    """Letter trigrams of the stems: a misspelt word shares most of them."""
    padded = f" {' '.join(ordered_stems(text))} "
    return frozenset(padded[at : at + _GRAM] for at in range(len(padded) - _GRAM + 1))


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard's index of two sets, 0 where both are empty."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0
