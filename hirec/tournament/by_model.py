"""What of the tournament a language model does, by the settings; the rest is the rules'."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hirec.analysts.protocol import Analyst
from hirec.llm.chat import ChatModel
from hirec.llm.errors import LlmNotSetError, LlmUnusableError
from hirec.tournament.judge import Judge
from hirec.tournament.settings import Actor, TournamentSettings
from hirec.types import Card, Filing, Passage, Query

if TYPE_CHECKING:
    from hirec.analysts.llm.cards import CardMaker
    from hirec.analysts.llm.intents import IntentMaker


@dataclass(frozen=True, slots=True)
class ByModel:
    """Who takes part besides the rules."""

    judge: Judge | None = None
    """Decides in the place of the rules."""
    cards: "CardMaker | None" = None
    """Completes the cards of the rules."""
    intents: "IntentMaker | None" = None
    """Says what a question demands in the place of the rules."""

    @classmethod
    def of(cls, settings: TournamentSettings, chat: ChatModel | None) -> "ByModel":
        """What the settings ask for; raises LlmNotSetError where there is no model for it."""
        if not settings.by_model:
            return cls()
        if chat is None:
            raise LlmNotSetError("The tournament asks a language model, and none was given.")
        from hirec.analysts.llm.cards import CardMaker
        from hirec.analysts.llm.intents import IntentMaker
        from hirec.tournament.llm_judge import LlmJudge

        return cls(
            LlmJudge(chat) if settings.judge is Actor.LLM else None,
            CardMaker(chat, settings.card_batch) if settings.cards is Actor.LLM else None,
            IntentMaker(chat) if settings.intent is Actor.LLM else None,
        )

    def intended(self, query: Query) -> tuple[Query, str]:
        """The query as the tournament takes it, and why a model's intent is not in it; else empty.

        The rules' intent stands where the reply cannot be used.
        """
        if self.intents is None:
            return query, ""
        try:
            return self.intents.intended(query), ""
        except LlmUnusableError as error:
            return query, str(error)

    def make_cards(
        self, analyst: Analyst, passages: Sequence[Passage], filings: Mapping[str, Filing]
    ) -> list[Card]:
        """A card of each passage: the analyst's, completed where a model is to.

        Args:
            analyst: Makes them by the rules.
            passages: In any order, which the cards keep.
            filings: By filing_id; that of each passage.

        """
        cards = [analyst.card(passage, filings[passage.filing_id]) for passage in passages]
        return self.cards.complete(passages, cards) if self.cards else cards
