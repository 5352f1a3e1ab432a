"""The evidence loop: retrieve, curate, ask for what is missing (HiREC Algorithm 1)."""

from collections.abc import Mapping
from dataclasses import dataclass

from hirec.analysts.protocol import Analyst, Curation, CurationTask
from hirec.settings import Settings
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.types import Filing, Passage, Query


@dataclass(frozen=True, slots=True)
class Collected:
    """What the loop ends with, over all rounds."""

    evidence: tuple[Passage, ...]
    answerable: bool
    missing: tuple[str, ...]
    filings: tuple[str, ...]
    ranked: tuple[Passage, ...]


class EvidenceLoop:
    """Runs at most ``rounds`` rounds.

    Passages kept once are considered again in each round; passages shown once are not retrieved
    again, so a complementary question brings new ones.
    """

    def __init__(self, retriever: Retriever, analyst: Analyst, settings: Settings) -> None:
        self._retriever = retriever
        self._analyst = analyst
        self._settings = settings

    def collect(self, query: Query, filings: Mapping[str, Filing], recorder: Recorder) -> Collected:
        """Gather evidence for a query; the loop ends early where nothing more can be asked."""
        filings_found: dict[str, None] = {}
        ranked: dict[str, Passage] = {}
        shown_ids: set[str] = set()
        asked = query
        curation = Curation(kept=(), answerable=False)
        for number in range(1, self._settings.curation.rounds + 1):
            found = retrieve(self._retriever, asked, recorder, number, shown_ids)
            filings_found.update(dict.fromkeys(filing.filing_id for filing in found.filings))
            for candidate in found.candidates:
                ranked.setdefault(candidate.passage.passage_id, candidate.passage)
            shown = found.candidates[: self._settings.retrieval.passages]
            shown_ids.update(candidate.passage.passage_id for candidate in shown)
            task = CurationTask(
                query,
                shown,
                curation.kept,
                filings,
                tuple(filings_found),
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
            tuple(filings_found),
            tuple(ranked.values()),
        )

    def _curate(self, task: CurationTask, number: int, recorder: Recorder) -> Curation:
        with recorder.step("curation", number) as detail:
            curation = self._analyst.curate(task)
            detail["shown"] = [candidate.passage.passage_id for candidate in task.shown]
            detail["kept"] = [passage.passage_id for passage in curation.kept]
            detail["answerable"] = curation.answerable
            detail["missing"] = list(curation.missing)
            detail["complement"] = curation.complement.text if curation.complement else None
        return curation
