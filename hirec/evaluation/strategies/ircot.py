"""IRCoT: retrieval interleaved with chain-of-thought sentences (Trivedi et al., 2023).

The question is searched for first. Then the model writes one sentence from what was found, and the
sentence is the next query, until it says that the answer is there or the searches are used up. As
in the paper a separate reader answers from all that was found. Settings as in HiREC, appendix C.2:
BM25, three searches of five passages.
"""

from pydantic import BaseModel, ConfigDict, Field

from hirec.evaluation.strategies.strategy import Gathered, Reading, Search, shown
from hirec.llm.chat import ChatModel
from hirec.prompts import load_prompt
from hirec.settings import Settings
from hirec.stages.recorder import Recorder
from hirec.types import Answer


class ReasonStep(BaseModel):
    """The next sentence of a chain of thought."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sentence: str = Field(max_length=400)
    done: bool


class Ircot:
    """Searches for what it has just thought."""

    def __init__(
        self, search: Search, reading: Reading, chat: ChatModel, settings: Settings
    ) -> None:
        """Take who searches, who thinks and who reads.

        Args:
            search: Finds passages for each sentence.
            reading: Answers from what was gathered.
            chat: Writes the sentences.
            settings: ``baselines.steps``, and how much of each passage is shown.

        """
        self._search = search
        self._reading = reading
        self._chat = chat
        self._settings = settings
        self._prompt = load_prompt("reason_step")

    def gather(self, question: str, recorder: Recorder) -> Gathered:
        """Search and think in turns; raises LlmError where the model cannot be asked."""
        gathered = Gathered()
        sentences: list[str] = []
        text = question
        for step in range(1, self._settings.baselines.steps + 1):
            self._search(text, gathered, recorder)
            if step == self._settings.baselines.steps:
                break  # nothing would be searched for after it
            with recorder.step("reasoning", step) as detail:
                thought = self._next(question, gathered, sentences)
                detail.update(sentence=thought.sentence, done=thought.done)
            text = thought.sentence.strip()
            if thought.done or not text or text in sentences:
                break
            sentences.append(text)
        return gathered

    def read(self, question: str, gathered: Gathered, recorder: Recorder) -> Answer:
        """Answer from all passages of all searches."""
        return self._reading(question, tuple(gathered.shown.values()), recorder)

    def _next(self, question: str, gathered: Gathered, sentences: list[str]) -> ReasonStep:
        request = self._prompt.request(
            ReasonStep,
            passages=shown(tuple(gathered.shown.values()), self._settings),
            question=question,
            reasoning="\n".join(sentences) or "(none yet)",
        )
        return self._chat.chat(request).value
