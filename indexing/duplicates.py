"""Near-duplicates inside one filing: every passage is kept, and says which one came first."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from hirec.types import Passage

THRESHOLD = 0.7
"""Cosine above which FinSage (its pre-processing) takes two passages for one."""
_ROWS_AT_ONCE = 1024


def link_duplicates(passages: Sequence[Passage]) -> list[Passage]:
    """The same passages, each near-duplicate naming the first of its kind in ``duplicate_of``.

    Two passages are near-duplicates where the cosine of their TF-IDF vectors, counted within the
    filing, is over 0.7. In reading order a passage follows the earliest one that is itself nobody's
    duplicate, so links are never chains.
    """
    firsts = first_of_kind([passage.text for passage in passages])
    return [
        passage if first == place else replace(passage, duplicate_of=passages[first].passage_id)
        for place, (passage, first) in enumerate(zip(passages, firsts, strict=True))
    ]


def first_of_kind(texts: Sequence[str]) -> list[int]:
    """For each text the index of the first near-duplicate, its own where there is none."""
    if len(texts) < 2:
        return list(range(len(texts)))
    vectors = _tf_idf(texts)
    firsts = list(range(len(texts)))
    for start in range(0, len(texts), _ROWS_AT_ONCE):
        block = vectors[start : start + _ROWS_AT_ONCE]
        near = (block @ vectors[: start + block.shape[0]].T).tocoo()
        close = (near.data > THRESHOLD) & (near.col < near.row + start)
        pairs = sorted(zip(near.row[close] + start, near.col[close], strict=True))
        for later, earlier in pairs:
            if firsts[later] == later and firsts[earlier] == earlier:
                firsts[later] = int(earlier)
    return firsts


def _tf_idf(texts: Sequence[str]) -> csr_matrix:
    """Unit vectors, shape (texts, words): counts times ``ln((1 + n) / df)``.

    Without the customary 1 added to each weight, or the words of every sentence would make
    strangers alike.
    """
    words = [text.lower().split() for text in texts]
    said_all = list(chain.from_iterable(words))
    places = {word: place for place, word in enumerate(dict.fromkeys(said_all))}
    columns = np.fromiter(map(places.__getitem__, said_all), np.int32, len(said_all))
    rows = np.repeat(np.arange(len(texts), dtype=np.int32), [len(stated) for stated in words])
    counts = csr_matrix(
        (np.ones(len(columns), dtype=np.float32), (rows, columns)),
        shape=(len(texts), max(len(places), 1)),
    )
    counts.sum_duplicates()
    known = np.bincount(counts.indices, minlength=counts.shape[1])
    weights = np.log((1 + len(texts)) / np.maximum(known, 1)).astype(np.float32)
    counts.data *= weights[counts.indices]
    return _unit(counts)


def _unit(vectors: csr_matrix) -> csr_matrix:
    lengths: npt.NDArray[np.float32] = np.sqrt(
        np.add.reduceat(np.append(vectors.data**2, 0), vectors.indptr[:-1])
    )
    sizes = np.diff(vectors.indptr)
    lengths[(sizes == 0) | (lengths == 0)] = 1
    vectors.data /= np.repeat(lengths, sizes)
    return vectors
