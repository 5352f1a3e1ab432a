"""Understanding: a question becomes a :class:`hirec.types.ParsedQuestion`, once."""

from hirec.understanding.understand import understand

__all__ = ["understand"]
