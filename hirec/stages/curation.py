"""The evidence loop: retrieve, curate, ask for what is missing (HiREC Algorithm 1)."""

from collections.abc import Mapping
from dataclasses import dataclass

from hirec.analysts.protocol import Analyst, Curation, CurationTask
from hirec.settings import Settings
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever
from hirec.types import Candidate, Filing, Passage, Query


@dataclass(frozen=True, slots=True)
class Collected:
    """What the loop ends with, over all rounds."""

    evidence: tuple[Passage, ...]
    answerable: bool
    missing: tuple[str, ...]
    filings: tuple[str, ...]
    ranked: tuple[Passage, ...]


class EvidenceLoop:
    """Runs at most ``rounds`` rounds; passages kept once are considered again in each round."""

    def __init__(self, retriever: Retriever, analyst: Analyst, settings: Settings) -> None:
        self._retriever = retriever
        self._analyst = analyst
        self._settings = settings

    def collect(self, query: Query, filings: Mapping[str, Filing], recorder: Recorder) -> Collected:
        """Gather evidence for a query; the loop ends early where nothing more can be asked."""
        seen_filings: dict[str, None] = {}
        seen_passages: dict[str, Passage] = {}
        asked = query
        curation = Curation(kept=(), answerable=False)
        for number in range(1, self._settings.curation.rounds + 1):
            candidates = self._retrieve(asked, number, recorder, seen_filings)
            for candidate in candidates:
                seen_passages.setdefault(candidate.passage.passage_id, candidate.passage)
            shown = candidates[: self._settings.retrieval.passages]
            task = CurationTask(
                query,
                shown,
                curation.kept,
                filings,
                tuple(seen_filings),
                self._settings.curation.evidence,
            )
            curation = self._curate(task, number, recorder)
            if curation.answerable or curation.complement is None:
                break
            if curation.complement == asked:
                break
            asked = curation.complement
        return Collected(
            curation.kept,
            curation.answerable,
            curation.missing,
            tuple(seen_filings),
            tuple(seen_passages.values()),
        )

    def _retrieve(
        self, asked: Query, number: int, recorder: Recorder, seen: dict[str, None]
    ) -> tuple[Candidate, ...]:
        with recorder.step("documents", number) as detail:
            ranked = self._retriever.documents(asked)
            detail["question"] = asked.document_text
            detail["filings"] = [
                {"filing": f.filing_id, "score": round(f.score, 4), **dict(f.scores)}
                for f in ranked
            ]
        seen.update(dict.fromkeys(filing.filing_id for filing in ranked))
        with recorder.step("passages", number) as detail:
            candidates = self._retriever.passages(asked, ranked)
            detail["question"] = asked.passage_text
            detail["passages"] = [
                {"passage": c.passage.passage_id, "score": round(c.score, 5), **c.scores}
                for c in candidates
            ]
        return candidates

    def _curate(self, task: CurationTask, number: int, recorder: Recorder) -> Curation:
        with recorder.step("curation", number) as detail:
            curation = self._analyst.curate(task)
            detail["shown"] = [candidate.passage.passage_id for candidate in task.shown]
            detail["kept"] = [passage.passage_id for passage in curation.kept]
            detail["answerable"] = curation.answerable
            detail["missing"] = list(curation.missing)
            detail["complement"] = curation.complement.text if curation.complement else None
        return curation
