"""Words by what they speak of, see ``words.yaml``, and phrases that patterns are made of."""

import re

from hirec.lexicon.files import word_list
from hirec.lexicon.names import TOKEN


def words_of(*kinds: str) -> frozenset[str]:
    """Every word of these lists; raises ``KeyError`` for another name."""
    return frozenset().union(*(word_list(kind, __package__) for kind in kinds))


def said_in(text: str, words: frozenset[str]) -> str:
    """The first word of a text that is one of these, in lower case; empty where none is."""
    said = (token.lower() for token in TOKEN.findall(text))
    return next((word for word in said if word in words), "")


ABOUT = "approximately|about|roughly|around|some"
"""What may stand before a number and says no more than that it is round."""
BOUND = "over|more than|nearly|almost|at least|less than|up to|in excess of"
"""What says of a number on which side of it an amount is."""
ROUNDING = f"(?:{ABOUT}|{BOUND}|only)"
STATING = r"(?:was|were|is|are|total(?:l?ed|s)?|amounted)"
"""Verbs that lead from a name to its amount."""
FOOTNOTE = re.compile(r"\s*(?:\(\s*\w{1,2}\s*\)|\*)")
"""``Operating leases (3)``"""
AHEAD = re.compile(
    r"\b(?:expect\w*|anticipat\w*|guidance|outlook|forecast\w*|project(?:s|ed)|estimates? that"
    r"|plans? to|intend\w*|(?-i:target\w*)|will|would)\b",
    re.IGNORECASE,
)
"""A sentence that looks forward tells what is not there yet; Target is a company."""
