"""Decomposition with routing, RQ-RAG's way (Chan et al., 2024), by a general model's prompts.

In each round the model rewrites the question, takes it apart, tells its readings apart, or says
that what was found is enough; each query is searched for. RQ-RAG trains a model to do so and
explores several such paths; here one path is taken, the model's first choice, to a depth of two.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from hirec.evaluation.strategies.strategy import Gathered, Reading, Search, shown
from hirec.llm.chat import ChatModel
from hirec.prompts import load_prompt
from hirec.settings import Settings
from hirec.stages.recorder import Recorder
from hirec.types import Answer

MAX_QUERIES = 3


class Route(BaseModel):
    """What is done next, and what is searched for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    route: Literal["answer", "rewrite", "decompose", "disambiguate"]
    queries: list[Annotated[str, StringConstraints(max_length=300)]] = Field(max_length=MAX_QUERIES)


class Decomposition:
    """Routes a question, and searches for each part of it."""

    def __init__(
        self, search: Search, reading: Reading, chat: ChatModel, settings: Settings
    ) -> None:
        """Take who searches, who routes and who reads.

        Args:
            search: Finds passages for each part.
            reading: Answers from what was gathered.
            chat: Routes the question.
            settings: ``baselines.depth``, and how much of each passage is shown.

        """
        self._search = search
        self._reading = reading
        self._chat = chat
        self._settings = settings
        self._prompt = load_prompt("route_question")

    def gather(self, question: str, recorder: Recorder) -> Gathered:
        """Route and search in turns; raises LlmError where the model cannot be asked."""
        gathered = Gathered()
        asked: set[str] = set()
        for depth in range(1, self._settings.baselines.depth + 1):
            with recorder.step("routing", depth) as detail:
                route = self._route(question, gathered)
                detail.update(route=route.route, queries=route.queries)
            queries = [] if route.route == "answer" else route.queries
            queries = list(dict.fromkeys(q.strip() for q in queries if q.strip()))
            if depth == 1 and not queries:
                queries = [question]  # there is nothing yet that an answer could rest on
            new = [query for query in queries if query not in asked]
            if not new:
                break
            asked.update(new)
            for query in new:
                self._search(query, gathered, recorder)
        return gathered

    def read(self, question: str, gathered: Gathered, recorder: Recorder) -> Answer:
        """Answer from all passages of all searches."""
        return self._reading(question, tuple(gathered.shown.values()), recorder)

    def _route(self, question: str, gathered: Gathered) -> Route:
        request = self._prompt.request(
            Route,
            passages=shown(tuple(gathered.shown.values()), self._settings),
            question=question,
        )
        return self._chat.chat(request).value
