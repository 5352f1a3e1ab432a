import json

import numpy as np
import pytest

from hirec.index import Index
from hirec.pipeline import HiREC
from hirec.settings import ModelSettings, RetrievalSettings, Settings
from hirec.stages.passage_features import NAMES
from hirec.stages.passage_ranker import FORMAT, PassageRanker
from hirec.types import ModelError


def model(feature: str, gain: float = 4.0) -> dict[str, object]:
    """One tree: a feature above 0.5 raises the odds."""
    tree = [[NAMES.index(feature), 0.5, 1, 2], [-gain], [gain]]
    return {"format": FORMAT, "features": list(NAMES), "baseline": 0.0, "trees": [tree]}


@pytest.fixture
def question(sample_index) -> str:
    first = next(iter(Index.open(sample_index).filings.values()))
    return f"What were total assets of {first.identity.company}?"


def test_its_probability_is_a_path_of_its_own(sample_index, question, tmp_path):
    file = tmp_path / "ranker.json"
    file.write_text(json.dumps(model("table")))
    settings = Settings(models=ModelSettings(ranker=str(file)))
    found = HiREC.open(sample_index, settings).retrieve(question).candidates
    odds = {bool(one.passage.table_json): one.scores["learned"] for one in found}
    assert odds[True] == pytest.approx(1 / (1 + np.exp(-4.0)), abs=1e-3)
    assert odds.get(False, 0.018) == pytest.approx(1 / (1 + np.exp(4.0)), abs=1e-3)


def test_weight_0_leaves_the_order_as_it_is(sample_index, question, tmp_path):
    file = tmp_path / "ranker.json"
    file.write_text(json.dumps(model("table")))
    models = ModelSettings(ranker=str(file))
    off = Settings(models=models, retrieval=RetrievalSettings(ranker_weight=0))
    plain = HiREC.open(sample_index, Settings()).retrieve(question).candidates
    assert HiREC.open(sample_index, off).retrieve(question).candidates == plain


def test_a_file_of_another_kind_is_one_clear_sentence(tmp_path):
    with pytest.raises(ModelError, match=r"Cannot read the passage ranker .*none"):
        PassageRanker.load(tmp_path / "none.json")
    with pytest.raises(ModelError, match="hirec train ranker"):
        PassageRanker(model("table") | {"features": ["text"]})
