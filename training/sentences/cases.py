"""Questions for words over filings of an index, with the sentences that a search brings.

One JSON object a line: ``question``, ``answer`` (words of the sentence that answers), ``file`` (the
filing's id), ``page`` (1-based) and ``begins`` (how that sentence begins). The sentence itself is
looked up in the index; one that says the same in another filing is right as well.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pydantic import TypeAdapter

from hirec import HiREC
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.analysts.rule.sentences.asked import read_question
from hirec.analysts.rule.sentences.candidates import Said, said_in
from hirec.analysts.rule.sentences.features import SentenceFeatures
from hirec.grounding.scorer import packaged_scorer
from hirec.models.encoder import load_encoder
from hirec.stages.reader import Reader
from hirec.stages.recorder import Recorder
from hirec.types import Asked as AskedQuestion
from hirec.types import CannotAnswer, Query
from training.data.lines import read_lines
from training.grounding.examples import fold_of
from training.grounding.searched import LOOK_UP, LookUp, shown_for

_ALIKE, _LITTLE_ALIKE = 0.5, 0.25
"""Least share of their words that two sentences have in common which say the same.

Less will do where the answer is of several words, which no other sentence has by chance.
"""
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
        cases.append(case)
        if progress and done % 100 == 0:
            progress(f"{done} of at most {2 * (len(asked) + len(plain))} searches")
    return cases


class _Asker:
    """Searches an index for questions and marks the sentences that answer."""

    def __init__(self, hirec: HiREC) -> None:
        self._hirec = hirec
        self._features = SentenceFeatures(packaged_scorer().interaction)
        answerer, settings = hirec.answerer, hirec.settings
        analyst = RuleAnalyst(load_encoder(settings.models))
        self._reader = Reader(answerer.index, analyst, answerer.retriever, settings)

    def cases(self, asked: Sequence[Asked], plain: Sequence[LookUp]) -> Iterator[Case]:
        for one in asked:
            answers = partial(_answers, answer=_plain(one.answer), gold=self._gold(one))
            yield from self._cases(one.question, answers, words=True)
        for other in plain:
            number = _NUMBER.search(other.answer) if other.is_amount else None
            if number is not None and len(number[0]) > 1:
                printed = re.compile(rf"(?<![\d.,]){re.escape(number[0])}(?!\d)")
                yield from self._cases(
                    other.question, partial(_states, printed=printed), words=False
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

    def _cases(
        self, question: str, answers: Callable[[Said], bool], *, words: bool
    ) -> Iterator[Case]:
        """A question as it is searched for, and over any filing of its companies."""
        recorder = Recorder(question)
        for any_filing in (False, True):
            one = AskedQuestion(question, any_filing=any_filing)
            try:
                query = self._reader.understand(one, None, recorder)
            except CannotAnswer:
                continue
            said = said_in(shown_for(self._hirec, query, recorder))
            if said and query.scope.companies:
                yield self._case(query, said, answers, words=words)

    def _case(
        self, query: Query, said: Sequence[Said], answers: Callable[[Said], bool], *, words: bool
    ) -> Case:
        filings = self._hirec.answerer.index.filings
        features = self._features.read(read_question(query), said, filings)
        first = filings[said[0].passage.filing_id]
        return Case(
            query.text,
            words,
            fold_of(first.identity.ticker or first.company_key),
            tuple(one.text for one in said),
            features.astype(np.float32),
            np.array([answers(one) for one in said]),
        )


def _answers(said: Said, answer: str, gold: frozenset[str]) -> bool:
    own = frozenset(_plain(said.text).split())
    least = _LITTLE_ALIKE if " " in answer else _ALIKE
    return answer in _plain(said.text) and len(gold & own) >= least * len(gold | own)


def _states(said: Said, printed: re.Pattern[str]) -> bool:
    return printed.search(said.text) is not None


def _plain(text: str) -> str:
    return _APART.sub(" ", text.lower().replace("’", "'")).strip()
