"""What ranking methods are made of, each part made when a method first asks for it."""

import functools

from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.analysts.protocol import Analyst
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.index import Index
from hirec.llm.client import LlmClient
from hirec.llm.local import open_client
from hirec.models.cross_encoder import CrossEncoder, load_cross_encoder
from hirec.models.encoder import Encoder, load_encoder
from hirec.settings import Reading, Settings
from hirec.tournament.by_model import ByModel
from hirec.types import QuestionError


class Workbench:
    """Index, models and analyst under one tree of settings; close it at the end."""

    def __init__(self, settings: Settings, index: Index | None = None) -> None:
        """``index`` is needed only where a collection is searched."""
        self.settings = settings
        self._index = index

    @property
    def index(self) -> Index:
        """The collection; raises QuestionError where there is none."""
        if self._index is None:
            raise QuestionError("A collection is searched in an index: give one with --index.")
        return self._index

    @functools.cached_property
    def encoder(self) -> Encoder:
        """The settings' bi-encoder; raises ModelError."""
        return load_encoder(self.settings.models)

    @functools.cached_property
    def cross_encoder(self) -> CrossEncoder | None:
        """The settings' reranker, None where there is none; raises ModelError."""
        return load_cross_encoder(self.settings.models)

    @functools.cached_property
    def client(self) -> LlmClient:
        """The settings' language model; raises LlmNotSetError."""
        return open_client(self.settings)

    @functools.cached_property
    def analyst(self) -> Analyst:
        """Who reads questions: the rules, unless the settings leave all reading to a model."""
        rules = RuleAnalyst(self.encoder)
        if self.settings.reading is not Reading.LLM:
            return rules
        return LlmAnalyst(self.client, rules, self.settings)

    @functools.cached_property
    def by_model(self) -> ByModel:
        """What a model does in tournaments; raises LlmNotSetError."""
        settings = self.settings.tournament
        return ByModel.of(settings, self.client if settings.by_model else None)

    def close(self) -> None:
        """Close the connection to a language model, if one was opened."""
        if "client" in self.__dict__:
            self.client.close()
