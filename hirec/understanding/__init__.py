"""Understanding: a question becomes a :class:`hirec.types.ParsedQuestion`, once."""

from hirec.understanding.understand import parse_of, understand
from hirec.understanding.vocabulary import telling_words

__all__ = ["parse_of", "telling_words", "understand"]
