"""Solved questions as examples in a prompt, from a store of their own (PRISM 4.2).

The store holds questions and their solutions, never a candidate. It lives in memory: embedding
takes some 20 ms a question, once a run.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import faiss

from hirec.models.encoder import Encoder

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Exemplar:
    """A solved question."""

    question: str
    order: tuple[str, ...]
    """Names of candidates, best first."""


class ExemplarStore:
    """Solved questions by the cosine of their embeddings, in FAISS."""

    def __init__(
        self, exemplars: Sequence[Exemplar], encoder: Encoder, likeness: float = 0.95
    ) -> None:
        """Embed the questions.

        Args:
            exemplars: Solved questions; may be empty.
            encoder: Embeds them, and the question asked.
            likeness: Cosine from which a question counts as the one asked.

        """
        self._exemplars = list(exemplars)
        self._encoder = encoder
        self._likeness = likeness
        self._index = faiss.IndexFlatIP(encoder.dimension)
        if exemplars:
            self._index.add(encoder.encode_queries([one.question for one in exemplars]))

    def nearest(self, question: str, count: int) -> tuple[Exemplar, ...]:
        """At most ``count``, the nearest first, without the question itself and its near copies."""
        if not self._exemplars:
            return ()
        vector = self._encoder.encode_queries([question])
        faiss.omp_set_num_threads(1)  # as the index does: two threads are slower than one here
        cosines, places = self._index.search(vector, len(self._exemplars))
        asked, found = _words(question), []
        for cosine, at in zip(cosines[0], places[0], strict=True):
            exemplar = self._exemplars[at]
            if cosine < self._likeness and _words(exemplar.question) != asked:
                found.append(exemplar)
            if len(found) == count:
                break
        return tuple(found)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
