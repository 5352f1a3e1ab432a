"""One page given in the place of an index, to the analyst and the stages of ``ask``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hirec.analysts.protocol import Analyst, History
from hirec.companies import CompanyDirectory
from hirec.settings import Settings
from hirec.stages.answering import AnswerStage, abstain
from hirec.stages.curation import EvidenceLoop
from hirec.stages.given import GivenPassages
from hirec.stages.readings import read_again
from hirec.stages.recorder import Recorder
from hirec.types import Answer, Asked, CannotAnswer, Filing, Identity, Passage, Scope


class GivenPage:
    """Answers questions over passages that are given with them."""

    def __init__(self, analyst: Analyst, settings: Settings) -> None:
        """``settings`` are those of a search; every passage of the page is shown."""
        self._analyst = analyst
        self._settings = settings
        self._answers = AnswerStage(analyst, settings.sandbox)

    def ask(
        self,
        question: str,
        passages: Sequence[Passage],
        identity: Identity,
        history: History = (),
    ) -> Answer:
        """Answer from the passages alone; they are those of one filing.

        A question that leans on the turns before it is asked as what it comes to with them.

        Args:
            question: As typed.
            passages: The page; none gives an abstention.
            identity: Whose filing it is and of which period.
            history: The (question, answer) turns before it, oldest first.

        """
        if not passages:
            return abstain(question, "The page holds no text.")
        filing_id = passages[0].filing_id
        companies = CompanyDirectory.build({filing_id: identity})
        filing = Filing(
            filing_id, identity, companies.key_of(filing_id), (), 1, len(passages), identity.company
        )
        filings = {filing_id: filing}
        recorder = Recorder(question)
        try:
            asked = self._standing_alone(question, history, companies)
        except CannotAnswer as refusal:
            return abstain(question, str(refusal))

        def ask(one: Asked) -> Answer:
            return self._as_asked(one, passages, filings, companies, recorder)

        def scope() -> Scope:
            return self._scope(asked, companies)

        return read_again(asked, ask(asked), scope, ask, recorder, certain=self._analyst.certain)

    def _scope(self, asked: Asked, companies: CompanyDirectory) -> Scope:
        scope = asked.scope or self._analyst.scope(asked.text, companies, None)
        return replace(scope, given=True)

    def _as_asked(
        self,
        asked: Asked,
        passages: Sequence[Passage],
        filings: Mapping[str, Filing],
        companies: CompanyDirectory,
        recorder: Recorder,
    ) -> Answer:
        try:
            scope = self._scope(asked, companies)
            query = self._analyst.rewrite(asked.text, scope, asked.parsed)
        except CannotAnswer as refusal:
            return abstain(asked.text, str(refusal))
        shown = self._settings.retrieval.model_copy(update={"passages": len(passages)})
        settings = self._settings.model_copy(update={"retrieval": shown})
        loop = EvidenceLoop(GivenPassages(passages), self._analyst, settings)
        collected = loop.collect(query, filings, recorder)
        if not collected.answerable:
            return abstain(asked.text, f"Not on the page: {', '.join(collected.missing)}.")
        return self._answers.answer(query, collected.evidence, filings, collected.filings, recorder)

    def _standing_alone(
        self, question: str, history: History, companies: CompanyDirectory
    ) -> Asked:
        """The question with what it takes over; raises CannotAnswer where it is several."""
        if not history:
            return Asked(question)
        asked = self._analyst.questions(question, history, companies, None)
        if len(asked) != 1:
            raise CannotAnswer("Several things are asked at once.")
        return asked[0]
