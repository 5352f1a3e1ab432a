"""Agents that ask a language model: a single prompt in four variants, roles, experts (PRISM).

Replies point: a schema lists exactly the ids shown. What cannot be used becomes
:class:`~hirec.tournament.judge.InvalidReply`; a model that cannot be reached stays an error.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hirec.analysts.llm.exhibit import show_passages
from hirec.analysts.llm.replies import order_reply, scores_reply
from hirec.lexicon.roles import all_roles
from hirec.llm.chat import ChatModel
from hirec.prompts import Delimited, delimited, load_prompt
from hirec.ranking.document_types import DOCUMENT_TYPES
from hirec.ranking.exemplars import ExemplarStore
from hirec.tournament.agents import Agent, Graph, Scores, by_place
from hirec.tournament.asking import asked
from hirec.tournament.experts import Chunk
from hirec.tournament.settings import AgentSettings
from hirec.types import Form, Query

_PASSAGES = 10
"""Most passages that a single prompt orders."""
_STEPPED = "p3"
"""The variant that writes its steps down."""
_SCORES = range(1, 11)
_GRADES = range(5)


@dataclass(frozen=True, slots=True)
class PromptedTypes:
    """Orders document types by a single prompt, with solved questions before it."""

    chat: ChatModel
    settings: AgentSettings
    store: ExemplarStore | None = None
    name: str = "prompt"

    def score(self, query: Query, items: Mapping[str, Form]) -> Scores:
        """Places as scores of those that the model names; raises InvalidReply."""
        variant = self.settings.prompt
        forms = _forms(items)
        request = load_prompt(f"rank_types_{variant}").request(
            order_reply(forms, len(forms), steps=variant == _STEPPED),
            types=", ".join(forms),
            exemplars=self._solved(query.text),
            question=query.text,
        )
        places = by_place(tuple(dict.fromkeys(asked(self.chat, request).order)))
        return {key: places[form.value] for key, form in items.items() if form.value in places}

    def _solved(self, question: str) -> Delimited:
        if self.store is None:
            return delimited({})
        found = self.store.nearest(question, self.settings.exemplar_count)
        texts = (f"{one.question}\norder: {', '.join(one.order)}" for one in found)
        return delimited({f"E{at}": text for at, text in enumerate(texts, start=1)})


@dataclass(frozen=True, slots=True)
class PromptedPassages:
    """Orders passages by a single prompt."""

    chat: ChatModel
    settings: AgentSettings
    name: str = "prompt"

    def score(self, query: Query, items: Mapping[str, Chunk]) -> Scores:
        """Places as scores of those that the model names; raises InvalidReply."""
        variant = self.settings.prompt
        shown = [chunk.passage for chunk in items.values()]
        exhibit = show_passages(shown, query, self.settings.passage_chars)
        request = load_prompt(f"rank_passages_{variant}").request(
            order_reply(list(exhibit.passages), _PASSAGES, steps=variant == _STEPPED),
            passages=exhibit.shown,
            question=query.text,
        )
        labels = dict.fromkeys(asked(self.chat, request).order)
        return by_place([exhibit.passages[label].passage_id for label in labels])


@dataclass(frozen=True, slots=True)
class RoleAgent:
    """Scores passages from the point of view of a role."""

    name: str
    chat: ChatModel
    chars: int
    """Of a passage, as shown."""

    def score(self, query: Query, items: Mapping[str, Chunk]) -> Scores:
        """From 1 to 10; raises InvalidReply."""
        exhibit = show_passages([chunk.passage for chunk in items.values()], query, self.chars)
        request = load_prompt("score_passages").request(
            scores_reply(list(exhibit.passages), _SCORES),
            passages=exhibit.shown,
            question=query.text,
            focus=all_roles()[self.name].focus,
        )
        reply = asked(self.chat, request).model_dump()
        return {exhibit.passages[label].passage_id: float(reply[label]) for label in reply}


@dataclass(frozen=True, slots=True)
class TypeGrader:
    """The expert for one document type."""

    form: Form
    chat: ChatModel

    @property
    def name(self) -> str:
        """The type's own."""
        return self.form.value

    def score(self, query: Query, items: Mapping[str, Form]) -> Scores:
        """From 0 to 4; raises InvalidReply."""
        forms = _forms(items)
        request = load_prompt("grade_types").request(
            scores_reply(forms, _GRADES),
            types=", ".join(forms),
            question=query.text,
            own=self.form.value,
        )
        reply = asked(self.chat, request).model_dump()
        return {key: float(reply[form.value]) for key, form in items.items()}


@dataclass(frozen=True, slots=True)
class QuestionAnalyzer:
    """Says how far each expert is to be heard."""

    chat: ChatModel

    def __call__(self, query: Query) -> Mapping[str, float]:
        """Weights that sum to 1; raises InvalidReply."""
        forms = [form.value for form in DOCUMENT_TYPES]
        request = load_prompt("weigh_experts").request(
            scores_reply(forms, _SCORES), types=", ".join(forms), question=query.text
        )
        reply = asked(self.chat, request).model_dump()
        return {form: weight / sum(reply.values()) for form, weight in reply.items()}


def role_agents(chat: ChatModel, settings: AgentSettings) -> Mapping[str, Agent[Chunk]]:
    """Every role of ``roles.yaml`` by the model."""
    return {name: RoleAgent(name, chat, settings.passage_chars) for name in all_roles()}


def asked_type_graph(chat: ChatModel) -> Graph[Form]:
    """Analyzer and five experts, each by the model."""
    experts = tuple(TypeGrader(form, chat) for form in DOCUMENT_TYPES)
    return Graph(experts, weigh=QuestionAnalyzer(chat))


def _forms(items: Mapping[str, Form]) -> list[str]:
    return list(dict.fromkeys(form.value for form in items.values()))
