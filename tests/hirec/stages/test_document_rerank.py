from dataclasses import replace

import numpy as np
import pytest

from hirec.index import Index
from hirec.settings import RetrievalSettings
from hirec.stages.documents import DocumentStage
from hirec.types import Scope


class Prefers:
    """A cross-encoder that likes covers with a word."""

    def __init__(self, word):
        self.word = word
        self.read = []

    def score(self, question, passages):
        assert question
        self.read += passages
        return np.array([self.word in text for text in passages], dtype=np.float32)


@pytest.fixture(scope="module")
def index(hashed_index):
    return Index.open(hashed_index)


def rank(index, query, encoder, reader, **settings):
    return DocumentStage(index, encoder, RetrievalSettings(**settings), reader).rank(query)


def test_the_cross_encoder_reads_the_best_covers_and_adds_its_score(index, query, encoder):
    plain = rank(index, query, encoder, None)
    target = index.filings[plain[-1].filing_id]
    reader = Prefers(target.summary)
    found = rank(index, query, encoder, reader, document_rerank_weight=10)
    assert found[0].filing_id == target.filing_id
    assert dict(found[0].scores)["rerank"] == 1
    assert len(reader.read) == len(index.filings)


def test_it_reads_no_more_than_its_pool_and_nothing_at_weight_zero(index, query, encoder):
    reader = Prefers("x")
    rank(index, query, encoder, reader, document_rerank_weight=1, document_rerank_pool=2)
    assert len(reader.read) == 2
    idle = Prefers("x")
    assert rank(index, query, encoder, idle) == rank(index, query, encoder, None)
    assert idle.read == []


def test_an_unknown_company_is_never_replaced_by_another(index, query, encoder):
    asked = replace(query, scope=Scope(unknown_companies=("Zelmont Airways",)))
    assert rank(index, asked, encoder, None) == ()
