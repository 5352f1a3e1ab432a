"""BM25 over a list of texts, built on the spot: 30 to 300 ms for the passages of a few filings."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import Stemmer


@contextmanager
def _without_jax() -> Iterator[None]:
    """Let nothing inside import JAX: bm25s would start it, which takes 3/4 of a GPU's memory."""
    hidden = "jax" not in sys.modules
    if hidden:
        sys.modules["jax"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if hidden:
            del sys.modules["jax"]


with _without_jax():
    import bm25s
    from bm25s.stopwords import STOPWORDS_EN

_WORD = re.compile(r"[^\W\d_](?:[\w&]*[^\W\d_])?|\d(?:[\d,.]*\d)?")
_SILENT = frozenset(STOPWORDS_EN)
_STEMMER = Stemmer.Stemmer("english")


def tokenize(texts: Sequence[str]) -> list[list[str]]:
    """Split into lower-case stems; letters and digits part ("FY2015" gives "fy", "2015")."""
    ids, numbers = stem_ids(texts)
    stems = list(numbers)
    return [[stems[number] for number in text] for text in ids]


def stem_ids(texts: Sequence[str]) -> tuple[list[list[int]], dict[str, int]]:
    """The stems of each text as numbers, and the number of each stem.

    What bm25s's tokenizer gives, in a third of its time: each word is looked up once.
    """
    words = [_WORD.findall(text.lower()) for text in texts]
    known = sorted(set().union(*words) - _SILENT)
    numbers: dict[str, int] = {}
    ids = {
        word: numbers.setdefault(stem, len(numbers))
        for word, stem in zip(known, _STEMMER.stemWords(known), strict=True)
    }
    return [[ids[word] for word in text if word in ids] for text in words], numbers


class LexicalIndex:
    """BM25 (Lucene's variant, k1 1.5, b 0.75) over texts in memory."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        self._bm25 = None
        if any(text.strip() for text in texts):
            ids, vocabulary = stem_ids(texts)
            if vocabulary:
                self._bm25 = bm25s.BM25()
                self._bm25.index((ids, vocabulary), show_progress=False)

    def scores(self, query: str) -> npt.NDArray[np.float32]:
        """Score every text against the query; shape (n,), zeros where no term is shared."""
        terms = tokenize([query])[0] if query.strip() else []
        if self._bm25 is None or not terms:
            return np.zeros(self._size, dtype=np.float32)
        return np.asarray(self._bm25.get_scores(terms), dtype=np.float32)
