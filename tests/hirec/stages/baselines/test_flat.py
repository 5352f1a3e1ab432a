import numpy as np
import pytest

from hirec.settings import RetrievalSettings
from hirec.stages.baselines.flat import RERANKED, FlatRetriever

SETTINGS = RetrievalSettings(passage_pool=80)


class Shortest:
    """A cross-encoder that likes short passages."""

    def score(self, question, passages):
        assert question
        return np.array([1.0 / len(text) for text in passages], dtype=np.float32)


def test_dense_is_the_cosine_to_every_passage(corpus, encoder, query):
    found = FlatRetriever.dense(corpus, SETTINGS, None).passages(query, ())
    cosines = corpus.vectors @ encoder.encode_queries([query.text])[0]
    assert [c.score for c in found] == pytest.approx(sorted(cosines, reverse=True)[:80])


def test_the_cross_encoder_orders_the_first_fifty_and_the_others_follow(corpus, query):
    plain = FlatRetriever.dense(corpus, SETTINGS, None).passages(query, ())
    reranked = FlatRetriever.dense(corpus, SETTINGS, Shortest()).passages(query, ())
    by_length = sorted(plain[:RERANKED], key=lambda c: len(c.passage.retrieval_text))
    assert [c.passage for c in reranked[:RERANKED]] == [c.passage for c in by_length]
    assert reranked[RERANKED:] == plain[RERANKED:]


def test_hybrid_adds_the_reciprocal_ranks_of_both(corpus, query):
    found = FlatRetriever.hybrid(corpus, SETTINGS).passages(query, ())
    best = found[0].passage.passage_id
    ids = [p.passage_id for p in corpus.passages]
    ranks = [
        1 + int((scores > scores[ids.index(best)]).sum())
        for scores in (corpus.lexical(query.text), corpus.dense(query.text))
    ]
    assert found[0].score == pytest.approx(1 / (60 + ranks[0]) + 1 / (60 + ranks[1]))


def test_filings_are_ranked_by_their_best_passage(corpus, query):
    retriever = FlatRetriever.bm25(corpus, SETTINGS)
    passages = retriever.passages(query, ())
    assert [f.filing_id for f in retriever.documents(query)] == list(
        dict.fromkeys(c.passage.filing_id for c in passages)
    )
