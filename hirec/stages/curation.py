"""The evidence loop: retrieve, curate, ask for what is missing (HiREC Algorithm 1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hirec.analysts.protocol import Curation, CurationTask, Draft, EvidenceCurator
from hirec.settings import CurationSettings, Settings
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.types import Candidate, Citation, Filing, Passage, Program, Query


@dataclass(frozen=True, slots=True)
class Collected:
    """What the loop ends with, over all rounds."""

    evidence: tuple[Passage, ...]
    answerable: bool
    """Whether an answer is worth a try: the analyst says so, or is not certain of the contrary."""
    missing: tuple[str, ...]
    nearest: tuple[Citation, ...]
    likely: Draft | None
    """The answer where the analyst finds none in the evidence that is kept."""
    filings: tuple[str, ...]
    ranked: tuple[Passage, ...]


class EvidenceLoop:
    """Runs at most ``rounds`` rounds.

    Passages kept once are considered again in each round; passages shown once are not retrieved
    again, so a complementary question brings new ones. The settings switch parts off one by one,
    as HiREC's table 3 does: the whole curation, the filter, the complementary question. What is
    off does not depend on the analyst.
    """

    def __init__(self, retriever: Retriever, analyst: EvidenceCurator, settings: Settings) -> None:
        """Take who finds and who chooses.

        Args:
            retriever: Made over the generation that is asked.
            analyst: Curates.
            settings: ``curation``: rounds, what is switched off, how much is kept.

        """
        self._retriever = retriever
        self._analyst = analyst
        self._settings = settings

    def collect(self, query: Query, filings: Mapping[str, Filing], recorder: Recorder) -> Collected:
        """Gather evidence for a query; the loop ends early where nothing more can be asked.

        An analyst that is certain has the last word on answerability. For another one the loop
        ends as Algorithm 1 does: what the last question brought is merged with what was kept, and
        the answer stage decides.

        Args:
            query: What is asked.
            filings: By filing_id; may be all of the index.
            recorder: Takes the steps of each round.

        """
        settings = self._settings.curation
        if not settings.enabled:
            return self._uncurated(query, recorder)
        found = _Found()
        asked: Query | None = query
        curation = Curation(kept=(), answerable=False)
        shown: tuple[Candidate, ...] = ()
        for number in range(1, settings.max_rounds + 1):
            if asked is None or not found.is_new(asked):
                break
            shown = self._show(asked, number, recorder, found)
            if number > 1 and not shown:
                break  # nothing new to judge: what was kept stays kept
            ranking = tuple(found.filings)
            task = CurationTask(
                query, shown, curation.kept, filings, ranking, settings.max_evidence
            )
            curation = self._curate(task, number, recorder)
            if curation.answerable:
                break
            asked = curation.complement if settings.complement else None
        if curation.answerable:
            return found.ending(curation.kept, curation)
        if self._analyst.certain:
            if not query.scope.given:
                last = self._last(query, filings, settings, recorder, found)
                if last is not None:
                    failed = replace(curation, nearest=last.nearest)
                    curation = last if last.answerable else failed
            return found.ending(curation.kept, curation)
        if asked is not None and found.is_new(asked):
            shown = self._show(asked, settings.max_rounds + 1, recorder, found)
        merged = {p.passage_id: p for p in (*curation.kept, *(c.passage for c in shown))}
        trying = replace(curation, answerable=bool(merged))
        return found.ending(tuple(merged.values()), trying)

    def _last(
        self,
        query: Query,
        filings: Mapping[str, Filing],
        settings: CurationSettings,
        recorder: Recorder,
        found: "_Found",
    ) -> Curation | None:
        """What everything shown is good for together, now that no more is looked for."""
        shown = tuple(p for key, p in found.passages.items() if key in found.shown)
        if not shown:
            return None
        ranking = tuple(found.filings)
        task = CurationTask(query, (), shown, filings, ranking, settings.max_evidence, last=True)
        return self._curate(task, settings.max_rounds + 1, recorder)

    def _uncurated(self, query: Query, recorder: Recorder) -> Collected:
        """The first passages found are the evidence; the answer stage decides."""
        found = _Found()
        self._show(query, 1, recorder, found)
        first = tuple(found.passages.values())[: self._settings.curation.max_evidence]
        with recorder.step("curation", 1) as detail:
            detail["ablation"] = "no curation"
            detail["kept"] = [passage.passage_id for passage in first]
        return found.ending(first, Curation(first, answerable=bool(first)))

    def _show(
        self, asked: Query, number: int, recorder: Recorder, found: "_Found"
    ) -> tuple[Candidate, ...]:
        """The candidates of one question that are to be shown, none of them shown before."""
        new = retrieve(self._retriever, asked, recorder, number, found.shown)
        found.filings.update(dict.fromkeys(filing.filing_id for filing in new.filings))
        for candidate in new.candidates:
            found.passages.setdefault(candidate.passage.passage_id, candidate.passage)
        shown = new.candidates[: self._settings.retrieval.passages]
        found.shown.update(candidate.passage.passage_id for candidate in shown)
        return shown

    def _curate(self, task: CurationTask, number: int, recorder: Recorder) -> Curation:
        settings = self._settings.curation
        with recorder.step("curation", number) as detail:
            curation = self._analyst.curate(task)
            if not settings.filter:
                shown = (*task.kept, *(candidate.passage for candidate in task.shown))
                everything = {passage.passage_id: passage for passage in shown}
                curation = replace(curation, kept=tuple(everything.values()))
            off = {"no filter": settings.filter, "no complement": settings.complement}
            if ablation := ", ".join(name for name, on in off.items() if not on):
                detail["ablation"] = ablation
            detail["shown"] = [candidate.passage.passage_id for candidate in task.shown]
            detail["kept"] = [passage.passage_id for passage in curation.kept]
            detail["answerable"] = curation.answerable
            detail["missing"] = list(curation.missing)
            detail["complement"] = curation.complement.text if curation.complement else None
            if curation.notes:
                detail["notes"] = list(curation.notes)
        return curation


@dataclass
class _Found:
    """What was found over all rounds, each in the order it was first met."""

    filings: dict[str, None] = field(default_factory=dict)
    passages: dict[str, Passage] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)

    def is_new(self, query: Query) -> bool:
        """Whether a question was not asked yet, in the same words; it counts as asked then."""
        words = query.text.casefold()
        known = words in self.asked
        self.asked.add(words)
        return not known

    def ending(self, evidence: tuple[Passage, ...], curation: Curation) -> Collected:
        likely = curation.likely  # rests on what is kept of it, too
        used = likely.operands if isinstance(likely, Program) else ()
        cited = {operand.passage_id for operand in used} - {p.passage_id for p in evidence}
        return Collected(
            (*evidence, *(passage for key, passage in self.passages.items() if key in cited)),
            curation.answerable,
            curation.missing,
            curation.nearest,
            curation.likely,
            tuple(self.filings),
            tuple(self.passages.values()),
        )
