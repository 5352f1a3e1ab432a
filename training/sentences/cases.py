"""Questions for words over filings of an index, with the sentences that a search brings.

One JSON object a line: ``question``, ``answer`` (words of the sentence that answers), ``file`` (the
filing's id), ``page`` (1-based) and ``begins`` (how that sentence begins). The sentence itself is
looked up in the index; one that says the same in another filing is right as well.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pydantic import TypeAdapter

from hirec import HiREC
from hirec.analysts.rule.sentences.asked import read_question
from hirec.analysts.rule.sentences.candidates import Said, said_in
from hirec.analysts.rule.sentences.features import SentenceFeatures
from hirec.grounding.scorer import packaged_scorer
from hirec.stages.recorder import Recorder
from hirec.types import CannotAnswer
from training.data.lines import read_lines
from training.grounding.examples import fold_of
from training.grounding.searched import LOOK_UP, LookUp, shown_for

_ALIKE = 0.5
"""Least share of their words that two sentences have in common which say the same."""
_APART = re.compile(r"[^a-z0-9%$.]+")
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
_EVERY = 3
"""One look-up in three: they teach that most figures are stated by no sentence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One line of a file of questions."""

    question: str
    answer: str
    file: str
    page: int
    begins: str


_ASKED = TypeAdapter(Asked)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A question with the features of the sentences found for it."""

    question: str
    words: bool
    """Asked of a sentence; False for a look-up of a figure."""
    fold: int
    texts: tuple[str, ...]
    features: npt.NDArray[np.float32]
    right: npt.NDArray[np.bool_]
    """Which sentences answer; all False where none was found."""


def read_cases(
    questions: Sequence[Path],
    look_ups: Sequence[Path],
    index: Path,
    progress: Callable[[str], None] | None = None,
) -> list[Case]:
    """Ask the questions of some files of an index; what cannot be searched for is left out.

    Raises :class:`TrainingError` for a line that is no question.
    """
    asker = _Asker(HiREC.open(index))
    asked = [one for path in questions for one in read_lines(path, _ASKED, "question")]
    plain = [one for path in look_ups for one in read_lines(path, LOOK_UP, "look-up")][::_EVERY]
    cases = []
    for done, case in enumerate(asker.cases(asked, plain), start=1):
        cases += [case] if case else []
        if progress and done % 100 == 0:
            progress(f"{done} of {len(asked) + len(plain)} questions")
    return cases


class _Asker:
    """Searches an index for questions and marks the sentences that answer."""

    def __init__(self, hirec: HiREC) -> None:
        self._hirec = hirec
        self._features = SentenceFeatures(packaged_scorer().interaction)

    def cases(self, asked: Sequence[Asked], plain: Sequence[LookUp]) -> Iterator[Case | None]:
        for one in asked:
            gold = self._gold(one)
            answer = _plain(one.answer)
            yield self._case(one.question, lambda said: _answers(said, answer, gold), words=True)  # noqa: B023
        for other in plain:
            number = _NUMBER.search(other.answer) if other.is_amount else None
            if number is not None and len(number[0]) > 1:
                printed = re.compile(rf"(?<![\d.,]){re.escape(number[0])}(?!\d)")
                yield self._case(
                    other.question,
                    lambda said: printed.search(said.text) is not None,  # noqa: B023
                    words=False,
                )

    def _gold(self, one: Asked) -> frozenset[str]:
        """Words of the sentence that a question was written over."""
        index = self._hirec.answerer.index
        passages = index.passages([one.file]) if one.file in index.filings else []
        begins = _plain(one.begins)
        texts = (said.text for said in said_in([p for p in passages if p.page_number == one.page]))
        plain = (_plain(text) for text in texts)
        found = (text for text in plain if text.startswith(begins))
        return frozenset(next(found, begins).split())

    def _case(self, question: str, answers: Callable[[Said], bool], *, words: bool) -> Case | None:
        hirec, answerer = self._hirec, self._hirec.answerer
        recorder = Recorder(question)
        try:
            query = answerer.understand(question, None, recorder)
        except CannotAnswer:
            return None
        said = said_in(shown_for(hirec, query, recorder))
        if not said or not query.scope.companies:
            return None
        filings = answerer.index.filings
        features = self._features.read(read_question(query), said, filings)
        first = filings[said[0].passage.filing_id]
        return Case(
            question,
            words,
            fold_of(first.identity.ticker or first.company_key),
            tuple(one.text for one in said),
            features.astype(np.float32),
            np.array([answers(one) for one in said]),
        )


def _answers(said: Said, answer: str, gold: frozenset[str]) -> bool:
    own = frozenset(_plain(said.text).split())
    return answer in _plain(said.text) and len(gold & own) >= _ALIKE * len(gold | own)


def _plain(text: str) -> str:
    return _APART.sub(" ", text.lower().replace("’", "'")).strip()
