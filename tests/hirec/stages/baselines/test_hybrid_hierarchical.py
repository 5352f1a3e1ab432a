from collections import Counter

import pytest

from hirec.settings import RetrievalSettings
from hirec.stages.baselines.hybrid_hierarchical import HybridHierarchicalRetriever


@pytest.fixture
def hhr(corpus):
    return HybridHierarchicalRetriever(corpus, RetrievalSettings())


def test_five_filings_and_ten_passages_of_each(hhr, corpus, query):
    filings = hhr.documents(query)
    assert len(filings) == 5
    counts = Counter(c.passage.filing_id for c in hhr.passages(query, filings))
    assert counts == {
        f.filing_id: min(10, corpus.index.filings[f.filing_id].passage_count) for f in filings
    }


def test_only_the_passages_of_the_filings_given_compete(hhr, query):
    filings = hhr.documents(query)[:1]
    assert {c.passage.filing_id for c in hhr.passages(query, filings)} == {filings[0].filing_id}
