"""The systems that can be asked and measured: hirec, and what it is compared with."""

import copy
from collections.abc import Callable, Mapping
from typing import Self

from hirec.analysts.protocol import Analyst
from hirec.index import Index
from hirec.models.cross_encoder import load_cross_encoder
from hirec.models.encoder import Encoder
from hirec.profiles import Parts, profile_of
from hirec.settings import Settings
from hirec.stages.baselines import Corpus, FlatRetriever, HybridHierarchicalRetriever
from hirec.stages.retriever import Retriever
from hirec.types import QuestionError

Progress = Callable[[int, int], None]
"""Called with (passages that have an embedding, all passages)."""


class RetrieverFactory:
    """Makes retrievers over one index; the baselines share passages, BM25 and embeddings."""

    def __init__(
        self,
        index: Index,
        encoder: Encoder,
        analyst: Analyst,
        settings: Settings,
        progress: Progress | None = None,
    ) -> None:
        """Load the reranker; all else waits until it is needed.

        Raises ModelError for a bad reranker.

        Args:
            index: As of one build.
            encoder: That of the index.
            analyst: Rewrites questions and makes cards.
            settings: The whole tree.
            progress: Hears of passages while they are embedded for a baseline.

        """
        self._index = index
        self._encoder = encoder
        self._analyst = analyst
        self._cross_encoder = load_cross_encoder(settings.models)
        self._settings = settings
        self._progress = progress
        self._corpus = Corpus(index, encoder, progress)

    def by(self, analyst: Analyst) -> Self:
        """The same with another analyst, who writes hypotheses and cards."""
        other = copy.copy(self)
        other._analyst = analyst
        return other

    def over(self, index: Index) -> Self:
        """The same models over another generation of the index."""
        other = copy.copy(self)
        other._index = index
        other._corpus = Corpus(index, self._encoder, self._progress)
        return other

    def make(self, system: str, settings: Settings | None = None) -> Retriever:
        """Retriever of a system of :data:`SYSTEMS`; raises :class:`QuestionError` for another.

        ``settings`` replaces the factory's own for this retriever, its models left aside.
        """
        if system not in _MAKERS:
            raise QuestionError(f"Unknown system '{system}': choose one of {', '.join(SYSTEMS)}.")
        return _MAKERS[system](self, settings or self._settings)

    def _hierarchy(self, settings: Settings) -> Retriever:
        parts = Parts(self._index, self._encoder, self._analyst, self._cross_encoder)
        return profile_of(self._index).hierarchy(parts, settings)

    def _flat_bm25(self, settings: Settings) -> Retriever:
        return FlatRetriever.bm25(self._corpus, settings.retrieval)

    def _dense(self, settings: Settings) -> Retriever:
        return FlatRetriever.dense(self._corpus, settings.retrieval, self._cross_encoder)

    def _hybrid(self, settings: Settings) -> Retriever:
        return FlatRetriever.hybrid(self._corpus, settings.retrieval)

    def _hhr(self, settings: Settings) -> Retriever:
        return HybridHierarchicalRetriever(self._corpus, settings.retrieval)


_MAKERS: Mapping[str, Callable[[RetrieverFactory, Settings], Retriever]] = {
    "hirec": RetrieverFactory._hierarchy,
    "flat-bm25": RetrieverFactory._flat_bm25,
    "dense": RetrieverFactory._dense,
    "hybrid": RetrieverFactory._hybrid,
    "hhr": RetrieverFactory._hhr,
}
SYSTEMS = tuple(_MAKERS)
