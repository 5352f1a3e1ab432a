import numpy as np
import pytest

from hirec.index import Index
from hirec.pipeline import HiREC
from hirec.settings import Settings
from hirec.stages.passage_features import NAMES, PassagePool, asked_stems, read_features
from hirec.stages.recorder import Recorder


@pytest.fixture(scope="module")
def pool(sample_index) -> PassagePool:
    index = Index.open(sample_index)
    system = HiREC.open(sample_index, Settings())
    company = next(iter(index.filings.values()))
    question = f"What were total assets of {company.identity.company}?"
    query = system.answerer.understand(question, None, Recorder(question))
    filings = system.answerer.retriever.documents(query)
    return system.answerer.retriever._passages.compared(query, filings)


def column(pool: PassagePool, name: str) -> np.ndarray:
    return read_features(pool)[:, NAMES.index(name)]


def test_every_passage_has_every_feature_and_no_name_is_used_twice(pool):
    table = read_features(pool)
    assert table.shape == (len(pool.passages), len(NAMES))
    assert len(set(NAMES)) == len(NAMES)
    assert np.isfinite(table).all()


def test_paths_are_shares_of_the_pools_best(pool):
    for name in ("text", "core"):
        assert column(pool, name).max() == pytest.approx(1.0)
        assert column(pool, f"{name}_rank")[column(pool, name).argmax()] == 0


def test_words_of_the_company_are_no_words_asked_for(pool):
    assert {"asset", "total"} <= asked_stems(pool.query)
    said = pool.query.scope.companies[0].said.lower()
    assert not any(stem in said.split() for stem in asked_stems(pool.query))


def test_the_page_has_at_least_the_words_of_its_passages(pool):
    assert (column(pool, "page_met") >= column(pool, "asked_met") - 1e-9).all()


def test_an_empty_pool_has_no_rows(pool):
    empty = PassagePool(
        pool.query,
        [],
        {name: np.zeros(0, dtype=np.float32) for name in pool.paths},
        [],
        [],
        np.zeros(0, dtype=np.float32),
        pool.filings,
    )
    assert read_features(empty).shape == (0, len(NAMES))


def test_filings_farther_behind_weigh_less(pool):
    weights = dict(zip([p.filing_id for p in pool.passages], pool.weights, strict=True))
    assert max(weights.values()) == 1.0
    assert min(weights.values()) > 0
