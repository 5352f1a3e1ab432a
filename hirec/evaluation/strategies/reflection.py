"""Self-RAG's reflection (Asai et al., 2024) by a general model's prompts.

Self-RAG trains a model to write reflection tokens; here each is asked for: is retrieval needed, is
a passage relevant, does it support the answer written from it, is the answer useful. As there,
each relevant passage gives an answer of its own, and the one with the best marks is taken, support
and usefulness weighted as in the paper (1 and 0.5). A trained model's token probabilities are finer
than these marks: this is as far as a general model goes.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hirec.evaluation.strategies.strategy import Gathered, Reading, Search, shown
from hirec.llm.chat import ChatModel, LlmError
from hirec.numbers import find_numbers
from hirec.prompts import load_prompt
from hirec.settings import Settings
from hirec.stages.answering import abstain
from hirec.stages.recorder import Recorder
from hirec.types import Answer, Passage, Verdict

_SUPPORT = {"fully": 1.0, "partially": 0.5, "no": 0.0}
_USEFUL_WEIGHT = 0.5
_MEMORY = "Answered from the model's memory: no filing was looked at."


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class NeedsRetrieval(_Reply):
    """Whether anything has to be looked up."""

    retrieve: Literal["yes", "no"]


class Recalled(_Reply):
    """An answer from memory."""

    answer: str = Field(max_length=400)


class Relevance(_Reply):
    """Whether a passage helps."""

    relevant: Literal["yes", "no"]


class Marks(_Reply):
    """How far a passage supports an answer, and what the answer is worth."""

    support: Literal["fully", "partially", "no"]
    useful: int = Field(ge=1, le=5)

    @property
    def score(self) -> float:
        """Support and usefulness (from -1 to 1), weighted."""
        return _SUPPORT[self.support] + _USEFUL_WEIGHT * (self.useful - 3) / 2


class Reflection:
    """Asks itself whether to search, and which of its answers stands."""

    def __init__(
        self, search: Search, reading: Reading, chat: ChatModel, settings: Settings
    ) -> None:
        """Take who searches, who marks and who reads.

        Args:
            search: Finds passages.
            reading: Answers from each relevant passage by itself.
            chat: Gives the marks.
            settings: How much of each passage is shown.

        """
        self._search = search
        self._reading = reading
        self._chat = chat
        self._settings = settings

    def gather(self, question: str, recorder: Recorder) -> Gathered:
        """Search where the model wants it; what it calls irrelevant is not read.

        Where it calls everything so, all of it is read: the marks decide then.
        """
        gathered = Gathered()
        with recorder.step("reflection", 1) as detail:
            request = load_prompt("reflect_retrieve").request(NeedsRetrieval, question=question)
            needed = self._chat.chat(request).value.retrieve
            detail["retrieve"] = needed
        if needed == "no":
            return gathered
        passages = self._search(question, gathered, recorder)
        with recorder.step("reflection", 2) as detail:
            relevant = self._relevant(question, passages)
            detail["relevant"] = [passage.passage_id for passage in relevant]
        gathered.shown.clear()
        gathered.show(relevant or passages)
        return gathered

    def read(self, question: str, gathered: Gathered, recorder: Recorder) -> Answer:
        """Of the answers from each passage the one with the best marks; of equals the first."""
        if not gathered.searches:
            return self._recalled(question, recorder)
        answers = [
            self._reading(question, (passage,), recorder) for passage in gathered.shown.values()
        ]
        given = [answer for answer in answers if not answer.abstained]
        if not given:
            return answers[0] if answers else abstain(question, "No passage was found.")
        if len(given) == 1:
            return given[0]
        with recorder.step("reflection", 3) as detail:
            marks = self._marks(question, given)
            detail["marks"] = [mark.model_dump() for mark in marks]
        best = max(range(len(given)), key=lambda at: (marks[at].score, -at))
        return given[best]

    def _relevant(self, question: str, passages: Sequence[Passage]) -> list[Passage]:
        prompt = load_prompt("reflect_passage")
        requests = [
            prompt.request(Relevance, passage=shown((p,), self._settings), question=question)
            for p in passages
        ]
        replies = self._chat.chat_many(requests)
        kept = []
        for passage, reply in zip(passages, replies, strict=True):
            if isinstance(reply, LlmError):
                raise reply
            if reply.value.relevant == "yes":
                kept.append(passage)
        return kept

    def _marks(self, question: str, answers: Sequence[Answer]) -> list[Marks]:
        prompt = load_prompt("reflect_answer")
        requests = [
            prompt.request(
                Marks,
                passage=shown(answer.evidence or answer.ranked, self._settings),
                question=question,
                answer=answer.text,
            )
            for answer in answers
        ]
        marks = []
        for reply in self._chat.chat_many(requests):
            if isinstance(reply, LlmError):
                raise reply
            marks.append(reply.value)
        return marks

    def _recalled(self, question: str, recorder: Recorder) -> Answer:
        """What the model says without a source; never verified."""
        with recorder.step("answer"):
            request = load_prompt("recall_answer").request(Recalled, question=question)
            text = self._chat.chat(request).value.answer
        answer = Answer(question, text, Verdict.UNVERIFIED, _MEMORY)
        numbers = find_numbers(text)
        if not numbers:
            return answer
        first = numbers[0]
        return replace(
            answer, value=first.value.scaleb(first.scale), unit=first.unit, scale=first.scale
        )
