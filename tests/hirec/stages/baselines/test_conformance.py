"""What every retriever keeps to, the hierarchy and the baselines alike."""

import pytest

from hirec.settings import RetrievalSettings, Settings
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.systems import SYSTEMS, RetrieverFactory
from hirec.testing.analyst import ScriptedAnalyst

SETTINGS = Settings(retrieval=RetrievalSettings(passage_pool=80))


@pytest.fixture(scope="module")
def factory(corpus, encoder) -> RetrieverFactory:
    return RetrieverFactory(corpus.index, encoder, ScriptedAnalyst(), SETTINGS)


@pytest.fixture(params=SYSTEMS)
def retriever(factory, request) -> Retriever:
    return factory.make(request.param)


def test_filings_and_passages_are_distinct_and_best_first(retriever, query):
    found = retrieve(retriever, query, Recorder(query.text))
    filings = [filing.filing_id for filing in found.filings]
    passages = [candidate.passage.passage_id for candidate in found.candidates]
    assert filings
    assert passages
    assert len(set(filings)) == len(filings)
    assert len(set(passages)) == len(passages)
    for ranking in (found.filings, found.candidates):
        scores = [item.score for item in ranking]
        assert scores == sorted(scores, reverse=True)
    assert {candidate.passage.filing_id for candidate in found.candidates} <= set(filings)


def test_what_was_seen_gives_its_place_to_others(retriever, query):
    filings = retriever.documents(query)
    first = [c.passage.passage_id for c in retriever.passages(query, filings)]
    seen = set(first[:5])
    second = [c.passage.passage_id for c in retriever.passages(query, filings, seen)]
    assert not seen & set(second)
    assert second[:10] == first[5:15]


def test_the_same_question_gives_the_same_ranking(retriever, query):
    one, two = (retrieve(retriever, query, Recorder(query.text)) for _ in range(2))
    assert one == two


def test_the_trace_says_what_was_found(retriever, query):
    recorder = Recorder(query.text)
    found = retrieve(retriever, query, recorder, number=2, seen={"X#1.1"})
    documents, passages = recorder.trace().steps
    assert (documents.stage, documents.round) == ("documents", 2)
    assert [f["filing"] for f in documents.detail["filings"]] == [
        filing.filing_id for filing in found.filings
    ]
    assert len(passages.detail["passages"]) == len(found.candidates)
    assert passages.detail["seen"] == 1


def test_the_name_is_the_system_s(retriever, request):
    assert retriever.name == request.node.callspec.params["retriever"]
