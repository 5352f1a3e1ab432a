import json

import numpy as np
import pytest

from hirec.grounding.trees import Trees
from hirec.index import Index
from hirec.stages.passage_features import NAMES
from hirec.stages.passage_ranker import PassageRanker
from training.data.mined import Miner
from training.data.record import Record
from training.errors import TrainingError
from training.ranker import PoolBuilder, RankingPool, fit, train_ranker


@pytest.fixture(scope="module")
def index(sample_index):
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def records(index):
    return list(Miner(index, seed=1).mine(1, 1))


def test_a_record_becomes_the_passages_that_compete_for_its_question(index, records):
    held = [one for one in map(PoolBuilder(index).pool_of, records[:12]) if one]
    assert len(held) > 6
    for one in held:
        pages = {
            (p.filing_id, p.page_number)
            for p, right in zip(one.passages, one.right, strict=True)
            if right
        }
        assert pages <= {(one.record.filing_id, page) for page in one.record.pages}
        assert one.features.shape == (len(one.passages), len(NAMES))


def test_a_better_path_never_speaks_against_a_passage():
    rng = np.random.default_rng(1)
    record = Record("?", "", (), "facts")
    held = []
    for _ in range(30):
        features = rng.random((40, len(NAMES)))
        right = features[:, NAMES.index("text")] + rng.normal(0, 0.3, 40) < 0.4  # the wrong way
        held.append(RankingPool(record, (), features, right, np.zeros(40)))
    trees = Trees.from_json(fit(held))
    low, high = np.full((2, 1, len(NAMES)), 0.5)
    low[0, NAMES.index("text")], high[0, NAMES.index("text")] = 0.1, 0.9
    assert trees.decide(high)[0] >= trees.decide(low)[0]


def test_the_model_and_what_it_is_worth_on_companies_left_out(index, records, tmp_path):
    report = train_ranker(index, records, tmp_path, seed=1)
    PassageRanker.load(tmp_path / "ranker.json")
    assert report.records + report.refused == len(records)
    told = json.loads((tmp_path / "ranker-report.json").read_text())
    assert set(told["figures"]) == {record.source for record in records}
    for figures in told["figures"].values():
        assert {"weights", "ranker", "both", "gain"} == set(figures)
        gain = figures["both"]["hit@5"]["value"] - figures["weights"]["hit@5"]["value"]
        assert figures["gain"]["hit@5"]["value"] == pytest.approx(gain)


def test_records_of_one_company_are_too_few(index, records, tmp_path):
    alone = [record for record in records if record.group == records[0].group]
    with pytest.raises(TrainingError, match="fewer than 4 companies"):
        train_ranker(index, alone, tmp_path)
