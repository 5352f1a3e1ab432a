"""hirec within the real packages of other frameworks; run by ``make test-adapters``."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.types import QuestionError
from tests.serving.conftest import NET_SALES

K = 3
STRANGER = "What were Nobody Corp's sales in 2022?"
WHERE = ("filing_id", "page_number", "passage_id", "title", "section", "kind")


@pytest.fixture(scope="module")
def expected(sample_index: Path) -> list[tuple[str, str, float]]:
    """Id, text and score of what hirec itself finds."""
    found = HiREC.open(sample_index).retrieve(NET_SALES).candidates[:K]
    assert len(found) == K
    return [(each.passage.passage_id, each.passage.text, each.score) for each in found]


def test_langchain(sample_index: Path, expected: list[Any]) -> None:
    from langchain_core.runnables import RunnableLambda

    from serving.adapters.langchain import HirecRetriever

    retriever = HirecRetriever(index_dir=str(sample_index), k=K)
    documents = retriever.invoke(NET_SALES)
    told = [(each.id, each.page_content, each.metadata["score"]) for each in documents]
    assert told == expected
    assert all(each.metadata.keys() >= set(WHERE) for each in documents)
    assert asyncio.run(retriever.ainvoke(NET_SALES)) == documents
    chain = retriever | RunnableLambda(lambda found: [each.metadata["filing_id"] for each in found])
    assert chain.invoke(NET_SALES)[0] == "HPFD_2022_10K"
    assert retriever.invoke(STRANGER) == []
    with pytest.raises(QuestionError):
        retriever.invoke(" ")
    with pytest.raises(ValueError, match="k"):
        HirecRetriever(index_dir=str(sample_index), k=0)


def test_llamaindex(sample_index: Path, expected: list[Any]) -> None:
    from llama_index.core.postprocessor import SimilarityPostprocessor

    from serving.adapters.llamaindex import HirecRetriever

    retriever = HirecRetriever(str(sample_index), k=K)
    nodes = retriever.retrieve(NET_SALES)
    assert [(each.node.node_id, each.node.get_content(), each.score) for each in nodes] == expected
    assert all(each.node.metadata.keys() >= set(WHERE) for each in nodes)
    best = SimilarityPostprocessor(similarity_cutoff=expected[0][2]).postprocess_nodes(nodes)
    assert best[0].node.node_id == expected[0][0]
    assert [each.node.node_id for each in asyncio.run(retriever.aretrieve(NET_SALES))] == [
        each[0] for each in expected
    ]
    assert retriever.retrieve(STRANGER) == []


def test_haystack(sample_index: Path, expected: list[Any]) -> None:
    from haystack import Pipeline
    from haystack.components.builders import PromptBuilder

    from serving.adapters.haystack import HirecRetriever

    pipeline = Pipeline()
    pipeline.add_component("retriever", HirecRetriever(str(sample_index), top_k=K))
    template = "{% for each in documents %}{{ each.meta.filing_id }};{% endfor %}{{ query }}"
    pipeline.add_component("prompt", PromptBuilder(template, required_variables="*"))
    pipeline.connect("retriever.documents", "prompt.documents")
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["serving.adapters.haystack"])
    given = {"retriever": {"query": NET_SALES}, "prompt": {"query": "Q"}}
    for each in (pipeline, again):
        got = each.run(given, include_outputs_from={"retriever"})
        documents = got["retriever"]["documents"]
        assert [(one.id, one.content, one.score) for one in documents] == expected
        assert all(one.meta.keys() >= set(WHERE) for one in documents)
        ids = [one.meta["filing_id"] for one in documents]
        assert got["prompt"]["prompt"] == "".join(f"{one};" for one in ids) + "Q"
    alone = HirecRetriever(str(sample_index))
    alone.warm_up()
    assert len(alone.run(NET_SALES, top_k=1)["documents"]) == 1
    assert alone.run(STRANGER)["documents"] == []
