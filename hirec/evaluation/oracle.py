"""Perfect retrieval: each question over its gold pages alone, or over its gold filing alone.

PRISM's oracle and single store. What is lost with gold pages is lost by reading and computing, not
by searching; what only is found in the gold filing is lost among look-alikes. A gold page that the
index does not hold is not given; a question without gold gets no evidence at all.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol, Self

from hirec.datasets.questions import Question
from hirec.index import Index
from hirec.types import Answer, Passage, Retrieval


class GivenEvidenceSystem(Protocol):
    """What can be asked with passages put before it, such as :class:`hirec.HiREC`."""

    @property
    def index(self) -> Index:
        """The filings it answers from."""
        ...

    def given(self, passages: Sequence[Passage], /) -> Self:
        """The same system with these passages in the place of retrieval."""
        ...

    def within(self, filing_ids: Sequence[str], /) -> Self:
        """The same system that searches these filings only."""
        ...

    def ask(self, question: str, /) -> Answer:
        """Answer one question."""
        ...

    def retrieve(self, question: str, /) -> Retrieval:
        """Rank filings and passages for one question."""
        ...


class GoldPages:
    """A system to :func:`~hirec.evaluation.run.evaluate` that reads gold pages only."""

    def __init__(self, system: GivenEvidenceSystem, questions: Sequence[Question]) -> None:
        self._system = system
        self._gold: defaultdict[str, dict[tuple[str, int | None], None]] = defaultdict(dict)
        for question in questions:
            for item in question.evidence:
                self._gold[_key(question.question)][item.filing, item.page] = None

    @property
    def index(self) -> Index:
        """The filings of the system."""
        return self._system.index

    def ask(self, question: str, /) -> Answer:
        """Answer from the gold pages of the question with these words."""
        return self._system.given(self._passages(question)).ask(question)

    def retrieve(self, question: str, /) -> Retrieval:
        """The gold pages themselves, where only retrieval is measured."""
        return self._system.given(self._passages(question)).retrieve(question)

    def _passages(self, question: str) -> list[Passage]:
        given: list[Passage] = []
        for name, page in self._gold[_key(question)]:
            filing = self.index.by_source(name)
            if filing is not None:
                passages = self.index.passages([filing.filing_id])
                given += [p for p in passages if page in (None, p.page_number)]
        return given


class SingleStore:
    """A system to :func:`~hirec.evaluation.run.evaluate` that searches gold filings only."""

    def __init__(self, system: GivenEvidenceSystem, questions: Sequence[Question]) -> None:
        self._system = system
        self._gold: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for question in questions:
            for item in question.evidence:
                if filing := system.index.by_source(item.filing):
                    self._gold[_key(question.question)][filing.filing_id] = None

    @property
    def index(self) -> Index:
        """The filings of the system."""
        return self._system.index

    def ask(self, question: str, /) -> Answer:
        """Answer from the gold filings of the question with these words."""
        return self._system.within(tuple(self._gold[_key(question)])).ask(question)

    def retrieve(self, question: str, /) -> Retrieval:
        """Their passages, where only retrieval is measured."""
        return self._system.within(tuple(self._gold[_key(question)])).retrieve(question)


def _key(question: str) -> str:
    return " ".join(question.split())
