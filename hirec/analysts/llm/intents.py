"""A question's intent by a language model (FinCards, equation 3), in the fields that cards supply.

It points: at figures, which are the rules' own and those of the lexicon that share a word with the
question, and at words of the question. So equivalent questions come to the same keys whatever they
call a figure. The companies and periods are the scope's, on which the whole search rests, and the
topic follows from the figures.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict, Field, create_model

from hirec.analysts.rule.retrieval.cards import topics_wanted
from hirec.analysts.rule.retrieval.rewrite import strip_scope
from hirec.lexicon import all_metrics, content_words, get_metric, rows_needed
from hirec.llm.chat import ChatModel, ChatRequest
from hirec.llm.pointing import list_of, one_of
from hirec.prompts import load_prompt
from hirec.ranking.lexical import tokenize
from hirec.types import AnswerForm, Query, Relation

_FIGURES = 12
"""Most figures that are shown."""
_SHARED = 0.5
"""Least share of a name's words that the question has to say."""
_MOST_METRICS = 4
_MOST_WORDS = 8


class IntentReply(BaseModel):
    """What a question demands; ids stand for figures and words that were shown."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    metrics: list[str]
    words: list[str]
    figure: bool
    relation: Relation
    form: AnswerForm


@dataclass(frozen=True, slots=True)
class Choices:
    """What a model may point at."""

    figures: Mapping[str, str]
    """Id → lexicon key, or words where the lexicon has none."""
    words: Mapping[str, str]
    """Id → word of the question."""


class IntentMaker:
    """Asks a model for intents, a call a question."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def intended(self, query: Query) -> Query:
        """The query with the model's intent in the place of the rules'.

        Raises :class:`~hirec.llm.chat.LlmError`; a reply that cannot be used is an
        :class:`~hirec.llm.errors.LlmUnusableError`.
        """
        shown = show(query)
        reply = self._chat.chat(_request(query, shown)).value
        stated = (shown.figures[at] for at in reply.metrics)
        metrics = tuple(dict.fromkeys(leaf for key in stated for leaf in rows_needed(key)))
        keywords = tokenize([" ".join(shown.words[at] for at in reply.words)])[0]
        intent = replace(
            query.intent,
            topic=topics_wanted(metrics),
            metrics=metrics,
            relation=reply.relation,
            needs_number=reply.figure,
            keywords=tuple(dict.fromkeys(keywords)),
            form=reply.form,
        )
        return replace(query, intent=intent)


def show(query: Query) -> Choices:
    """Figures and words under ids, the rules' figures first."""
    figures = dict.fromkeys((*query.intent.metrics, *_alike(query.core)))
    stated = strip_scope(query.core, query.scope).split()
    words = dict.fromkeys(word for word in stated if tokenize([word])[0])
    return Choices(_under("M", list(figures)[:_FIGURES]), _under("W", list(words)))


def intent_reply(shown: Choices) -> type[IntentReply]:
    """The shape for what is shown: nothing else can be pointed at."""
    metrics, words = list(shown.figures), list(shown.words)
    return create_model(
        "IntentReply",
        __base__=IntentReply,
        metrics=_listed(metrics, _MOST_METRICS),
        words=_listed(words, _MOST_WORDS),
    )


def _request(query: Query, shown: Choices) -> ChatRequest[IntentReply]:
    named = {at: _named(key) for at, key in shown.figures.items()}
    return load_prompt("map_intent").request(
        intent_reply(shown),
        figures=_lines(named),
        words=_lines(shown.words),
        question=query.text,
    )


def _alike(text: str) -> Iterator[str]:
    """Keys of the lexicon that share most of a name with a text, the likest first."""
    stated = content_words(text)
    shares = {
        key: max(_share(content_words(name), stated) for name in metric.names)
        for key, metric in all_metrics().items()
    }
    close = (key for key, share in shares.items() if share[0] >= _SHARED)
    return iter(sorted(close, key=lambda key: shares[key], reverse=True))


def _share(name: frozenset[str], stated: frozenset[str]) -> tuple[float, int]:
    """Share of a name's words that are said, and how many these are."""
    shared = len(name & stated)
    return shared / len(name) if name else 0.0, shared


def _named(key: str) -> str:
    metric = get_metric(key)
    return metric.names[0] if metric else key


def _under(letter: str, texts: Sequence[str]) -> dict[str, str]:
    return {f"{letter}{number}": text for number, text in enumerate(texts, start=1)}


def _lines(texts: Mapping[str, str]) -> str:
    return "\n".join(f"{at} {text}" for at, text in texts.items()) or "(none)"


def _listed(ids: Sequence[str], most: int) -> tuple[type[list[str]], object]:
    """A list of ids, each at most once by its length; of none, a list that stays empty."""
    return list_of(one_of(ids or ("none",))), Field(max_length=min(most, len(ids)))
