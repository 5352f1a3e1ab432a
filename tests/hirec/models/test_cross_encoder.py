from pathlib import Path

import numpy as np
import pytest

from hirec.models.cross_encoder import PairCrossEncoder, load_cross_encoder
from hirec.pipeline import HiREC
from hirec.settings import IndexSettings, ModelSettings, Settings
from hirec.types import ModelError
from indexing.builder import build

CONFIGS = Path(__file__).parents[3] / "configs"

PASSAGES = ["sales grew", "the company fell " * 9, "", "sales", "the sales of the company grew"]


@pytest.fixture(params=["bert", "deberta"])
def source(request) -> str:
    return str(request.getfixturevalue(request.param))


def load(source: str, **settings: object) -> PairCrossEncoder:
    return PairCrossEncoder(source, ModelSettings(**settings))


def test_the_reranker_named_is_loaded(bert):
    loaded = load_cross_encoder(ModelSettings(cross_encoder=str(bert), reranker_backend="torch"))
    assert isinstance(loaded, PairCrossEncoder)


def test_no_reranker_named_is_no_reranker():
    assert load_cross_encoder(ModelSettings()) is None


def test_scores_are_probabilities_and_differ(source):
    scores = load(source, reranker_backend="torch").score("what grew", PASSAGES)
    assert scores.shape == (5,)
    assert scores.dtype == np.float32
    assert ((scores > 0) & (scores < 1)).all()
    assert len(set(scores.tolist())) == 5


def test_scores_are_the_sigmoid_of_the_log_odds(source):
    model = load(source, reranker_backend="torch")
    odds = model.logits("what grew", PASSAGES)
    assert model.score("what grew", PASSAGES) == pytest.approx(1 / (1 + np.exp(-odds)))


def test_no_passage_gives_no_score(source):
    assert load(source, reranker_backend="torch").score("what grew", []).shape == (0,)


@pytest.mark.parametrize("backend", ["torch", "onnx", "openvino"])
def test_batches_change_no_score_and_keep_the_order(source, backend):
    model = load(
        source, reranker_backend=backend, reranker_dtype="float32", reranker_batch_tokens=64
    )
    together = model.score("what grew", PASSAGES)
    alone = [float(model.score("what grew", [passage])[0]) for passage in PASSAGES]
    assert together == pytest.approx(alone, abs=1e-5)


@pytest.mark.parametrize("backend", ["onnx", "openvino"])
def test_a_converted_model_says_what_torch_says(source, backend):
    torch = load(source, reranker_backend="torch", reranker_dtype="float32").score(
        "what grew", PASSAGES
    )
    converted = load(source, reranker_backend=backend, reranker_dtype="float32").score(
        "what grew", PASSAGES
    )
    assert converted == pytest.approx(torch, abs=1e-4)


@pytest.mark.parametrize(
    ("backend", "dtype"), [("torch", "bfloat16"), ("openvino", "bfloat16"), ("onnx", "int8")]
)
def test_fewer_bits_are_near(source, backend, dtype):
    exact = load(source, reranker_backend="torch", reranker_dtype="float32").score(
        "what grew", PASSAGES
    )
    rough = load(source, reranker_backend=backend, reranker_dtype=dtype).score(
        "what grew", PASSAGES
    )
    assert rough == pytest.approx(exact, abs=0.1)


def test_the_name_tells_what_ran(bert):
    assert (
        load(str(bert), reranker_backend="torch", reranker_dtype="float32").name
        == f"{bert} (torch float32)"
    )
    named = load(str(bert), reranker_backend="openvino", reranker_dtype="bfloat16").name
    assert named == f"{bert} (openvino bfloat16)"


def test_a_passage_too_long_is_cut_and_the_question_kept(bert):
    model = load(str(bert), reranker_max_tokens=16, reranker_backend="torch")
    long = model.score("what grew", ["sales " * 400, "sales " * 500])
    assert long[0] == pytest.approx(long[1], abs=1e-6)


def test_a_folder_without_weights_is_one_clear_sentence(tmp_path):
    with pytest.raises(ModelError, match=r"Cannot load the cross-encoder .* give a folder"):
        load(str(tmp_path))


@pytest.fixture(scope="module", params=["gpu", "lofin"])
def preset(request, xlm_roberta, deberta) -> Settings:
    """A preset of the paper's models, with tiny ones of the same architectures in their place."""
    settings = Settings.load(CONFIGS / f"{request.param}.yaml")
    tiny = {"encoder": str(xlm_roberta), "cross_encoder": str(deberta), "max_tokens": 48}
    models = settings.models.model_copy(
        update=tiny | {"device": "cpu", "reranker_backend": "torch"}
    )
    return settings.model_copy(update={"models": models, "index": IndexSettings(workers=1)})


def test_an_index_of_the_paper_s_models_is_built_and_ranked(preset, sample_dir, tmp_path):
    filing = "BRHS_2022_10K"
    build([sample_dir / f"{filing}.html"], tmp_path, preset)
    hirec = HiREC.open(tmp_path, preset)
    candidates = hirec.retrieve("What was its net sales in fiscal 2022?").candidates
    read = [c for c in candidates if "rerank" in c.scores]
    assert len(candidates) == len(read) > 0
    if not preset.retrieval.fact_weight:  # then the cross-encoder alone ranks, and reads all
        assert len(candidates) == len(hirec.index.passages([filing]))
        assert [c.score for c in candidates] == pytest.approx(
            [c.scores["rerank"] for c in candidates], abs=1e-4
        )
