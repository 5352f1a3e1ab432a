"""What the reading baselines share: searching, and reading what was gathered.

As in HiREC's comparison (section 5.1) every baseline's evidence goes to the same reader, so that a
difference is one of evidence. Nothing is curated; what was gathered is read, at the same room a
passage that hirec's own reading has.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from hirec.analysts.protocol import Analyst
from hirec.index import Index
from hirec.llm.chat import LlmError
from hirec.llm.meter import metered
from hirec.pipeline import HiREC
from hirec.prompts import Delimited, delimited
from hirec.settings import Settings
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.types import (
    Answer,
    Candidate,
    CannotAnswer,
    Passage,
    Query,
    RankedFiling,
    Retrieval,
)

_SEARCHES = frozenset(("documents", "passages"))


@dataclass
class Gathered:
    """Filings and passages of all searches, each in the order in which it was first found."""

    filings: dict[str, RankedFiling] = field(default_factory=dict)
    candidates: dict[str, Candidate] = field(default_factory=dict)
    shown: dict[str, Passage] = field(default_factory=dict)
    """What is read of them."""
    searches: int = 0

    def show(self, passages: Iterable[Passage]) -> None:
        """Add passages to what is read."""
        self.shown.update((passage.passage_id, passage) for passage in passages)


class Search:
    """Finds passages for any text by one of hirec's retrievers.

    The scope is what the text names; what names nothing searches everything.
    """

    def __init__(self, index: Index, retriever: Retriever, rules: Analyst, passages: int) -> None:
        """Take what is searched, and how.

        Args:
            index: As of one build.
            retriever: Made over the same generation.
            rules: Scopes and rewrites each text, so that no model is asked to search.
            passages: How many a search returns.

        """
        self.index = index
        self._retriever = retriever
        self._rules = rules
        self._passages = passages

    def query(self, text: str) -> Query | None:
        """The text made ready for retrieval; None where it cannot be understood."""
        scope = self._rules.scope(text, self.index.companies, None)
        try:
            return self._rules.rewrite(text, scope)
        except CannotAnswer:
            return None

    def filings(self, text: str) -> tuple[RankedFiling, ...]:
        """Filings for a text, best first."""
        query = self.query(text)
        return self._retriever.documents(query) if query is not None else ()

    def __call__(self, text: str, gathered: Gathered, recorder: Recorder) -> list[Passage]:
        """Search once more; returns the first passages, which are among those read then."""
        query = self.query(text)
        if query is None:
            return []
        gathered.searches += 1
        found = retrieve(self._retriever, query, recorder, gathered.searches)
        for filing in found.filings:
            gathered.filings.setdefault(filing.filing_id, filing)
        first = [candidate.passage for candidate in found.candidates[: self._passages]]
        gathered.show(first)
        for candidate in found.candidates:
            gathered.candidates.setdefault(candidate.passage.passage_id, candidate)
        return first


class Strategy(Protocol):
    """A way to gather evidence, and to read it."""

    def gather(self, question: str, recorder: Recorder, /) -> Gathered:
        """Gather evidence; raises :class:`~hirec.llm.chat.LlmError` where no model replies."""
        ...

    def read(self, question: str, gathered: Gathered, recorder: Recorder, /) -> Answer:
        """Answer from what was gathered.

        Args:
            question: As it was asked.
            gathered: By this strategy.
            recorder: Takes the steps.

        """
        ...


class Reading:
    """Reads passages by the system's own analyst, its steps entered into the recorder."""

    def __init__(self, system: HiREC) -> None:
        self._system = system

    def __call__(self, question: str, passages: Sequence[Passage], recorder: Recorder) -> Answer:
        """Answer from these passages alone."""
        answer = self._system.given(passages).ask(question)
        for step in answer.trace.steps:
            if step.stage not in _SEARCHES:  # nothing was searched: they were given
                recorder.add(step)
        return answer


class StrategySystem:
    """A strategy as what :func:`~hirec.evaluation.run.evaluate` measures."""

    def __init__(self, index: Index, strategy: Strategy) -> None:
        self.index = index
        self._strategy = strategy

    def ask(self, question: str, /) -> Answer:
        """Gather, then read; the trace has the steps of both."""
        recorder = Recorder(question)
        with metered() as meter:
            try:
                gathered = self._strategy.gather(question, recorder)
                answer = self._strategy.read(question, gathered, recorder)
            except LlmError as error:
                error.usage = meter.usage
                raise
        return replace(
            answer,
            question=question,
            filings=tuple(gathered.filings),
            ranked=_ranked(gathered),
            trace=recorder.trace(),
            usage=meter.usage,
        )

    def retrieve(self, question: str, /) -> Retrieval:
        """Gather only."""
        recorder = Recorder(question)
        gathered = self._strategy.gather(question, recorder)
        by_id = gathered.candidates
        candidates = tuple(
            by_id.get(passage.passage_id, Candidate(passage, 0.0)) for passage in _ranked(gathered)
        )
        filings = tuple(gathered.filings.values())
        return Retrieval(question, filings, candidates, trace=recorder.trace())


def _ranked(gathered: Gathered) -> tuple[Passage, ...]:
    """What is read, then what else was found."""
    found = {key: candidate.passage for key, candidate in gathered.candidates.items()}
    return tuple((gathered.shown | found).values())


def shown(passages: Sequence[Passage], settings: Settings) -> Delimited:
    """Passages for a prompt, as many characters of each as curation is shown."""
    chars = settings.curation.passage_chars
    return delimited(
        {
            f"P{at}": f"{passage.title}\n{passage.text[:chars]}"
            for at, passage in enumerate(passages, start=1)
        }
    )
