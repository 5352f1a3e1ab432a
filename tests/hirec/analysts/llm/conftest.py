"""The LLM analyst over the real index of the sample."""

import pytest

from hirec import HiREC
from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.index import Index
from hirec.models.encoder import load_encoder
from hirec.systems import RetrieverFactory
from hirec.testing.chat_model import ScriptedChatModel
from tests.hirec.analysts.llm.scripting import QUESTION, SETTINGS, Model


@pytest.fixture(scope="module")
def parts(sample_index):
    index = Index.open(sample_index)
    encoder = load_encoder(SETTINGS.models)
    rules = RuleAnalyst(encoder)
    return index, rules, RetrieverFactory(index, encoder, rules, SETTINGS).make("hirec", SETTINGS)


@pytest.fixture
def ask(parts):
    """``ask(question, **replies)`` → (answer, requests)."""
    index, rules, retriever = parts

    def run(question=QUESTION, settings=SETTINGS, history=(), **replies):
        chat = ScriptedChatModel(Model(**replies))
        analyst = LlmAnalyst(chat, rules, settings)
        answer = HiREC(index, analyst, retriever, settings).ask(question, history=history)
        return answer, chat.requests

    return run
