"""The models' methods, by models whose answer is known."""

import json
from pathlib import Path

import numpy as np
import pytest

from hirec.evaluation.ranking.methods import METHODS
from hirec.evaluation.ranking.ranker import Pool
from hirec.evaluation.ranking.workbench import Workbench
from hirec.index import Index
from hirec.settings import Settings
from hirec.settings_base import SettingsError
from hirec.stages.passage_features import NAMES
from hirec.stages.passage_ranker import FORMAT

ASKED = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
HARBOR = "HPFD_2022_10K"
READ = 5


class Shortest:
    """A cross-encoder to which a passage is the likelier the shorter it is."""

    name = "shortest"

    def score(self, question, passages):
        del question
        return np.array([1 / (1 + len(text)) for text in passages], dtype=np.float32)


@pytest.fixture
def bench(sample_index: Path, tmp_path: Path):
    """First tables, then all else."""
    tree = [[NAMES.index("table"), 0.5, 1, 2], [-4.0], [4.0]]
    content = {"format": FORMAT, "features": list(NAMES), "baseline": 0.0, "trees": [tree]}
    (tmp_path / "ranker.json").write_text(json.dumps(content), encoding="utf-8")

    def made(**retrieval: float) -> Workbench:
        settings = Settings.model_validate(
            {
                "models": {"ranker": str(tmp_path / "ranker.json")},
                "retrieval": {"rerank_pool": READ, **retrieval},
            }
        )
        workbench = Workbench(settings, Index.open(sample_index))
        workbench.__dict__["cross_encoder"] = Shortest()
        return workbench

    return made


def ranked(bench: Workbench, method: str) -> list[str]:
    ranking = METHODS[method](bench).rank(ASKED, Pool(bench.index, (HARBOR,)), 0)
    assert [s for _, s in ranking.passages] == sorted(
        (s for _, s in ranking.passages), reverse=True
    )
    return [passage_id for passage_id, _ in ranking.passages]


def test_features_put_first_what_the_trees_like(bench) -> None:
    bench = bench()
    kinds = {p.passage_id: bool(p.table_json) for p in Pool(bench.index, (HARBOR,)).passages}
    tables = [kinds[key] for key in ranked(bench, "features")]
    assert tables == sorted(tables, reverse=True)
    assert set(tables) == {True, False}


def test_a_cross_encoder_alone_reads_the_best_of_bm25(bench) -> None:
    bench = bench()
    found = ranked(bench, "cross-encoder")
    assert set(found) == set(ranked(bench, "bm25")[:READ])
    lengths = {p.passage_id: len(p.retrieval_text) for p in bench.index.passages((HARBOR,))}
    assert [lengths[key] for key in found] == sorted(lengths[key] for key in found)


def test_a_cascade_reads_the_best_of_the_features_and_weighs_both(bench) -> None:
    """A weight of 0 leaves the other part's order."""
    features = ranked(bench(), "features")[:READ]
    assert ranked(bench(rerank_weight=0), "cascade") == features
    one = bench(ranker_weight=0)
    lengths = {p.passage_id: len(p.retrieval_text) for p in one.index.passages((HARBOR,))}
    assert [lengths[k] for k in ranked(one, "cascade")] == sorted(lengths[k] for k in features)
    assert set(ranked(bench(), "cascade")) == set(features)


def test_over_a_collection_the_features_see_the_filings_found(bench) -> None:
    bench = bench()
    ranking = METHODS["features"](bench).rank(ASKED, Pool(bench.index, None), 0)
    assert any(key.startswith(HARBOR) for key, _ in ranking.passages)


@pytest.mark.parametrize("method", ["features", "cross-encoder", "cascade"])
def test_a_model_that_is_not_named_is_asked_for(sample_index: Path, method: str) -> None:
    bench = Workbench(Settings(), Index.open(sample_index))
    with pytest.raises(SettingsError, match=r"name one in models\."):
        METHODS[method](bench)
