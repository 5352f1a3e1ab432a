"""An encoder without weights: for tests, and for trying an index where no model is at hand."""

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from hirec.models.encoder import Vectors

_WORD = re.compile(r"\w+")


class HashingEncoder:
    """Words hashed into a fixed number of places; texts that share words are near each other."""

    def __init__(self, dimension: int = 64) -> None:
        """``dimension`` is the length of the vectors."""
        self.dimension = dimension
        self.fingerprint = f"hashing-{dimension}"

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions; shape (n, dimension)."""
        return self.encode_passages(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts; shape (n, dimension), unit length, all zero for a text without words."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(text.lower()):
                digest = hashlib.sha256(word.encode()).digest()
                vector[int.from_bytes(digest[:4], "big") % self.dimension] += 1.0
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        return vectors
