"""Hypotheses by a model, asked where retrieval wants them."""

import pytest

from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.index import Index
from hirec.llm.errors import LlmReplyError, LlmUnreachableError
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import retrieve
from hirec.systems import RetrieverFactory
from hirec.testing.chat_model import ScriptedChatModel
from tests.hirec.analysts.llm.scripting import QUESTION, SETTINGS

WRITTEN = ["Net sales of the period were:", "| 2022 | 2021 and net sales of both years"]


@pytest.fixture
def writer(parts):
    _, rules, _ = parts

    def make(reply, by="llm"):
        retrieval = SETTINGS.retrieval.model_copy(update={"hypotheses": by})
        chat = ScriptedChatModel(lambda _: reply)
        settings = SETTINGS.model_copy(update={"retrieval": retrieval})
        return LlmAnalyst(chat, rules, settings), chat

    return make


@pytest.fixture
def query(parts):
    index, rules, _ = parts
    return rules.rewrite(QUESTION, rules.scope(QUESTION, index.companies, None))


def test_they_stand_beside_the_lexicons(writer, parts, query):
    analyst, chat = writer({"passages": WRITTEN})
    own = parts[1].hypothesize(query)
    assert own
    assert analyst.hypothesize(query) == (*own, *WRITTEN)
    assert QUESTION in chat.requests[0].messages[-1].content
    assert writer({"passages": WRITTEN}, by="rules")[0].hypothesize(query) == own


def test_a_reply_that_cannot_be_used_costs_a_hint_and_no_more(writer, parts, query):
    analyst, _ = writer(LlmReplyError("no JSON"))
    assert analyst.hypothesize(query) == parts[1].hypothesize(query)
    with pytest.raises(LlmUnreachableError):
        writer(LlmUnreachableError("nobody listens"))[0].hypothesize(query)


def test_retrieval_asks_and_ranks_by_them(writer, sample_index, parts, query):
    """A hypothesis in the words of one note brings that note up."""
    index = Index.open(sample_index)
    (filing,) = {c.passage.filing_id for c in retrieved(parts[2], query)[:1]}
    last = index.passages([filing])[-1]
    analyst, chat = writer({"passages": [last.text[:600], last.text[:600]]})
    factory = RetrieverFactory(index, *_of(parts), SETTINGS)
    with_model = retrieved(factory.by(analyst).make("hirec"), query)
    assert chat.requests
    assert share(with_model, last) > share(retrieved(factory.make("hirec"), query), last)


def _of(parts):
    from hirec.models.encoder import load_encoder

    return load_encoder(SETTINGS.models), parts[1]


def retrieved(retriever, query):
    return retrieve(retriever, query, Recorder(QUESTION)).candidates


def share(candidates, passage) -> float:
    found = [c.scores["hyde"] for c in candidates if c.passage.passage_id == passage.passage_id]
    return found[0] if found else 0.0
