"""Cards completed by a language model (human-aligned reranking 3.1): hybrid with those by rules.

The rules' verbatim fields stand. The model says what a passage is good for and points at the lines
that say what it states; these become the summary and a span, so no word of it is the model's own.
Numbers that it points at are taken where the rules found none. A passage without a usable reply
keeps the rules' card, marked as a placeholder.
"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from hirec.analysts.orders import without_orders
from hirec.llm.chat import ChatModel, ChatRequest, LlmError
from hirec.llm.errors import LlmUnusableError
from hirec.llm.pointing import list_of, one_of
from hirec.numbers import find_numbers
from hirec.prompts import Delimited, delimited, load_prompt
from hirec.types import SUMMARY_WORDS, Card, CardOrigin, ClaimRole, EvidenceSpan, Passage

_LINE = re.compile(r"\S.*?(?:[.!?;](?=\s+[A-Z(•“\"])|(?=\s*\n)|(?=\s*$))", re.S)
_MOST_LINES = 3
_MOST_NUMBERS = 6
_CHARS = 1000
"""Of a passage that are shown."""


class CardReply(BaseModel):
    """One card: what the passage is good for, and where it says so."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    role: ClaimRole
    lines: list[str]
    numbers: list[str]


class CardsReply(BaseModel):
    """The cards of a batch: a field for each passage, named by its label."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def of(self, label: str) -> CardReply:
        """The card of a passage that was shown."""
        card: CardReply = getattr(self, label)
        return card


@dataclass(frozen=True, slots=True)
class _Span:
    """A place in the text of a passage."""

    label: str
    """Of its passage."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Passages as a model is shown them, and what the ids stand for."""

    passages: Mapping[str, Passage]
    shown: Delimited
    lines: Mapping[str, _Span]
    numbers: Mapping[str, _Span]


class CardMaker:
    """Completes cards by rules, ``batch`` passages a request; all requests go out at once.

    Requests are cached as all are: a run that was killed asks only what is missing.
    """

    def __init__(self, chat: ChatModel, batch: int) -> None:
        self._chat = chat
        self._batch = batch

    def complete(self, passages: Sequence[Passage], cards: Sequence[Card]) -> list[Card]:
        """The cards, given by rules in the order of the passages, each completed or a placeholder.

        Raises :class:`~hirec.llm.chat.LlmError` where the model cannot be asked at all.
        """
        starts = range(0, len(passages), self._batch)
        batches = [show(passages[at : at + self._batch]) for at in starts]
        outcomes = self._chat.chat_many([_request(batch) for batch in batches])
        made: list[Card] = []
        for batch, outcome in zip(batches, outcomes, strict=True):
            if isinstance(outcome, LlmError):
                if not isinstance(outcome, LlmUnusableError):
                    raise outcome
                own = cards[len(made) : len(made) + len(batch.passages)]
                made += [replace(card, made=CardOrigin.PLACEHOLDER) for card in own]
                continue
            for label in batch.passages:
                made.append(_merged(cards[len(made)], label, outcome.value.of(label), batch))
        return made


def show(passages: Sequence[Passage]) -> Batch:
    """The passages under labels, lines and numbers under ids."""
    labelled = {f"P{number}": passage for number, passage in enumerate(passages, start=1)}
    lines: dict[str, _Span] = {}
    numbers: dict[str, _Span] = {}
    ids = itertools.count(1)
    texts: dict[str, str] = {}
    for label, passage in labelled.items():
        shown = [passage.title]
        for start, end in _lines(passage.text):
            line, at = passage.text[start:end], str(next(ids))
            lines[at] = _Span(label, start, end)
            marked, copied = [], 0
            for letter, number in zip(ascii_lowercase, find_numbers(line), strict=False):
                numbers[f"{at}{letter}"] = _Span(label, start + number.start, start + number.end)
                marked.append(f"{line[copied : number.start]}[{letter}] ")
                copied = number.start
            shown.append(f"{at} {''.join(marked)}{line[copied:]}".replace("\n", " "))
        texts[label] = "\n".join(shown)
    return Batch(labelled, delimited(texts), lines, numbers)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Lines and sentences up to a length, at least one; orders to a machine are left out."""
    for at, match in enumerate(_LINE.finditer(text)):
        if at and match.end() > _CHARS:
            return
        if without_orders(match[0]) == match[0]:
            yield match.start(), min(match.end(), match.start() + _CHARS)


def _request(batch: Batch) -> ChatRequest[CardsReply]:
    return load_prompt("make_cards").request(cards_reply(batch), passages=batch.shown)


def cards_reply(batch: Batch) -> type[CardsReply]:
    """The shape for these passages: a card each, which can point at nothing but its own lines."""
    cards: dict[str, Any] = {label: (_card_reply(label, batch), ...) for label in batch.passages}
    return create_model("CardsReply", __base__=CardsReply, **cards)


def _card_reply(label: str, batch: Batch) -> type[CardReply]:
    lines, numbers = (
        [at for at, span in ids.items() if span.label == label]
        for ids in (batch.lines, batch.numbers)
    )
    least, most = min(1, len(lines)), min(_MOST_LINES, len(lines))
    return create_model(
        f"Card{label}",
        __base__=CardReply,
        lines=(_listed(lines), Field(min_length=least, max_length=most)),
        numbers=(_listed(numbers), Field(max_length=min(_MOST_NUMBERS, len(numbers)))),
    )


def _listed(ids: Sequence[str]) -> type[Any]:
    """A list of ids; of none, a list that stays empty."""
    return list_of(one_of(ids or ("none",)))


def _merged(card: Card, label: str, reply: CardReply, batch: Batch) -> Card:
    """The rules' card with what the model adds; one without a line of its own is a placeholder."""
    text = batch.passages[label].text
    lines = _places(reply.lines, batch.lines)
    if not lines:
        return replace(card, made=CardOrigin.PLACEHOLDER)
    words = " ".join(text[span.start : span.end] for span in lines).split()
    spans = [EvidenceSpan("claim", span.start, span.end) for span in lines]
    numbers = card.numbers
    if not numbers:
        found = _places(reply.numbers, batch.numbers)
        numbers = tuple(text[span.start : span.end] for span in found)
        spans += [EvidenceSpan("numbers", span.start, span.end) for span in found]
    return replace(
        card,
        claim_role=reply.role,
        numbers=numbers,
        spans=(*card.spans, *spans),
        sketch=replace(card.sketch, summary=" ".join(words[:SUMMARY_WORDS])),
        made=CardOrigin.HYBRID,
    )


def _places(ids: Sequence[str], known: Mapping[str, _Span]) -> list[_Span]:
    """What ids stand for, each once, in the order of the text."""
    return sorted({known[at] for at in ids}, key=lambda span: span.start)
