"""What a small model learns of a large one to write hypothetical passages (FinSage 4.2.1).

The teacher sees a question with the passage that answers it and writes how filings would print
it, two passages a pair; the student is to write them from the question alone. Pairs are those
whose question and passage are most alike, as in the paper. The teacher's cache of replies makes a
run that was killed go on where it stopped.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from hirec.analysts.llm.hypothesizing import hypotheses_request
from hirec.analysts.llm.replies import HypothesesReply
from hirec.llm.chat import ChatModel
from hirec.llm.errors import LlmUnusableError
from hirec.models.encoder import Encoder
from hirec.prompts import load_prompt
from training.data.record import Record
from training.lessons.lesson import Lesson, lesson_of

_LONGEST = 1200
"""Characters of a passage that the teacher is shown."""
_FEWEST = 6
"""Words of a passage worth learning."""


class HypothesisTeacher:
    """Asks a model for hypothetical passages of known pairs."""

    def __init__(self, model: ChatModel, encoder: Encoder) -> None:
        self._model = model
        self._encoder = encoder
        self.refused: Counter[str] = Counter()
        """How many pairs gave no lesson, by reason."""

    def lessons(
        self, records: Sequence[Record], count: int, progress: Callable[[int], None] | None = None
    ) -> Iterator[Lesson]:
        """Lessons of the ``count`` records whose question and passage are most alike.

        Raises :class:`hirec.llm.chat.LlmError` where the model cannot be asked; a reply that
        cannot be used costs its pair.

        Args:
            records: Questions with the passages that answer them.
            count: Pairs asked about.
            progress: Called with the number of pairs asked about.

        """
        for at, record in enumerate(self._alike(records)[:count], start=1):
            lesson = self._lesson(record)
            if progress:
                progress(at)
            if lesson is not None:
                yield lesson

    def _alike(self, records: Sequence[Record]) -> list[Record]:
        """By the cosine of question and passage, each question once, the most alike first."""
        known = list({record.query: record for record in records}.values())
        if not known:
            return []
        questions = self._encoder.encode_queries([record.query for record in known])
        passages = self._encoder.encode_passages([record.positive for record in known])
        order = np.argsort(-(questions * passages).sum(axis=1), kind="stable")
        return [known[at] for at in order]

    def _lesson(self, record: Record) -> Lesson | None:
        request = load_prompt("write_hypotheses").request(
            HypothesesReply, question=record.query, passage=record.positive[:_LONGEST]
        )
        try:
            reply = self._model.chat(request).value
        except LlmUnusableError:
            self.refused["reply cannot be used"] += 1
            return None
        if any(len(passage.split()) < _FEWEST for passage in reply.passages):
            self.refused["too short"] += 1
            return None
        return lesson_of(hypotheses_request(record.query), reply, None, record.group)
