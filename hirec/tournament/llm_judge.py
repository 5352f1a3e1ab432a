"""A language model as picker, judge and referee: cards under labels in, labels out.

Human-aligned reranking 3.3 and FinCards 3.4; the wording is ours. The shape of each request lists
exactly the labels shown (:mod:`hirec.llm.pointing`).
"""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field, create_model

from hirec.analysts.llm.replies import order_reply
from hirec.llm.chat import ChatModel
from hirec.llm.pointing import list_of, one_of
from hirec.prompts import Delimited, delimited, load_prompt
from hirec.tournament.asking import asked
from hirec.tournament.judge import Selected
from hirec.types import Card, Intent, Query

_NAMED = 6
"""Metrics and periods of a card that are shown."""
_SAID = 25
"""Words of its summary that are shown: a list of cards is most of a prompt."""


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SelectReply(_Reply):
    """The cards to keep, best first (Batch Picker)."""

    best: list[str]


class PreferReply(_Reply):
    """The better of two cards (Pairwise Referee)."""

    better: str


class LlmJudge:
    """A :class:`~hirec.tournament.judge.Judge` that asks a model, a call a question.

    A reply that cannot be used raises InvalidReply, which the tournament counts and answers with
    the order of the rules; a model that cannot be asked raises
    :class:`~hirec.llm.chat.LlmError`.
    """

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def select(
        self, query: Query, cards: Sequence[Card], least: int, most: int
    ) -> Sequence[Selected]:
        """Choose from ``least`` to ``most``; relevance falls evenly with the place in the reply."""
        if not cards:
            return ()
        labelled = _labelled(cards)
        fewest, largest = min(least, len(cards)), min(most, len(cards))
        request = load_prompt("select_cards").request(
            select_reply(list(labelled), fewest, largest),
            cards=_labelled_cards(labelled, query),
            question=query.text,
            least=str(fewest),
            most=str(largest),
        )
        summary = asked(self._chat, request).best
        return [
            Selected(labelled[label].passage_id, 100 * (1 - at / len(summary)))
            for at, label in enumerate(summary)
        ]

    def order(self, query: Query, cards: Sequence[Card]) -> Sequence[str]:
        """Order all cards; one card needs no question."""
        if len(cards) < 2:
            return [card.passage_id for card in cards]
        labelled = _labelled(cards)
        request = load_prompt("order_cards").request(
            order_reply(list(labelled), len(cards)),
            cards=_labelled_cards(labelled, query),
            question=query.text,
        )
        return [labelled[label].passage_id for label in asked(self._chat, request).order]

    def prefer(self, query: Query, first: Card, second: Card) -> str:
        """The better of two."""
        labelled = _labelled((first, second))
        request = load_prompt("compare_cards").request(
            prefer_reply(list(labelled)),
            cards=_labelled_cards(labelled, query),
            question=query.text,
        )
        return labelled[asked(self._chat, request).better].passage_id


def select_reply(labels: Sequence[str], least: int, most: int) -> type[SelectReply]:
    """The shape of a selection.

    Args:
        labels: Those of the cards shown.
        least: Fewest that are kept.
        most: Most that are.

    """
    best = (list_of(one_of(labels)), Field(min_length=least, max_length=most))
    return create_model("SelectReply", __base__=SelectReply, best=best)


def prefer_reply(labels: Sequence[str]) -> type[PreferReply]:
    """The shape for these two cards."""
    return create_model("PreferReply", __base__=PreferReply, better=(one_of(labels), ...))


def _labelled(cards: Sequence[Card]) -> dict[str, Card]:
    return {f"C{number}": card for number, card in enumerate(cards, start=1)}


def _labelled_cards(labelled: Mapping[str, Card], query: Query) -> Delimited:
    return delimited({label: card_text(card, query.intent) for label, card in labelled.items()})


def card_text(card: Card, intent: Intent) -> str:
    """A card as a model sees it: whose and of when, what it states, what it says.

    Of many metrics those that are asked for come first: the others are cut.
    """
    periods = ", ".join(period.label() for period in card.periods[:_NAMED])
    subject = " | ".join(filter(None, (*card.entities[:1], periods, card.section or card.topic)))
    stated = sorted(card.metrics, key=lambda key: key not in intent.metrics)
    metrics = ", ".join(key.replace("_", " ") for key in stated[:_NAMED])
    form = card.evidence_type.value.replace("_", " ")
    summary = " ".join(card.sketch.summary.split()[:_SAID])
    return "\n".join((subject, f"{form}: {metrics}" if metrics else form, summary))
