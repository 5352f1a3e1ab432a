"""hirec's retrieval for a question and a pool: both stages, or the second one within filings."""

import functools
from collections.abc import Sequence
from dataclasses import replace

from hirec.evaluation.ranking.ranker import Pool
from hirec.evaluation.ranking.workbench import Workbench
from hirec.profiles import passage_stage
from hirec.stages.passage_features import PassagePool
from hirec.stages.passages import PassageSource, PassageStage
from hirec.stages.reader import Reader
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.systems import RetrieverFactory
from hirec.types import Asked, Candidate, Query, RankedFiling


class Search:
    """Retrieves for one method; what it remembers of filings saves no other method time."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._stage: tuple[PassageSource, PassageStage] | None = None

    def candidates(self, question: str, pool: Pool) -> tuple[Query, tuple[Candidate, ...]]:
        """The question as understood, and the passages that hirec retrieves, best first.

        Where filings are given the document stage is left out, and a company or period that they
        do not name is no reason to refuse. Raises CannotAnswer for a question that is refused.
        """
        if pool.filing_ids is None:
            recorder = Recorder(question)
            query = self._reader.understand(Asked(question), None, recorder)
            return query, retrieve(self._retriever, query, recorder).candidates
        query, filings = self._given(question, pool, pool.filing_ids)
        return query, self._passage_stage(pool.source).rank(query, filings)

    def compared(self, question: str, pool: Pool) -> PassagePool:
        """The passages that compete, with what a ranker may know of them; refuses as above."""
        if pool.filing_ids is None:
            query = self._reader.understand(Asked(question), None, Recorder(question))
            filings: Sequence[RankedFiling] = self._retriever.documents(query)
        else:
            query, filings = self._given(question, pool, pool.filing_ids)
        return self._passage_stage(pool.source).compared(query, filings)

    def _given(
        self, question: str, pool: Pool, filing_ids: Sequence[str]
    ) -> tuple[Query, Sequence[RankedFiling]]:
        analyst = self._bench.analyst
        scope = analyst.scope(question, pool.source.companies, None)
        query = analyst.rewrite(question, replace(scope, given=True))
        return query, [RankedFiling(filing_id, 1.0) for filing_id in filing_ids]

    def _passage_stage(self, source: PassageSource) -> PassageStage:
        """The stage over a source; it remembers filings, so it is kept while the source stays."""
        if self._stage is None or self._stage[0] is not source:
            bench = self._bench
            parts = (bench.analyst, bench.settings, bench.encoder, bench.cross_encoder)
            self._stage = (source, passage_stage(source, *parts))
        return self._stage[1]

    @functools.cached_property
    def _retriever(self) -> Retriever:
        bench = self._bench
        factory = RetrieverFactory(bench.index, bench.encoder, bench.analyst, bench.settings)
        return factory.make("hirec")

    @functools.cached_property
    def _reader(self) -> Reader:
        bench = self._bench
        return Reader(bench.index, bench.analyst, self._retriever, bench.settings)
