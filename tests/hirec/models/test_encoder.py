from pathlib import Path

import numpy as np
import pytest

from hirec.models.encoder import fingerprint, load_encoder
from hirec.settings import ModelSettings, Settings
from hirec.types import ModelError


@pytest.fixture(scope="module")
def encoder():
    return load_encoder(ModelSettings())


def test_vectors_have_unit_length_and_meaning(encoder):
    query = encoder.encode_queries(["How much stock did the company hold in its warehouses?"])
    passages = encoder.encode_passages(["Inventories at year end", "Directors were elected"])
    assert query.shape == (1, encoder.dimension)
    assert query.dtype == np.float32
    assert np.linalg.norm(passages, axis=1) == pytest.approx([1, 1], abs=1e-5)
    near, far = passages @ query[0]
    assert near > far


def test_no_text_gives_no_vector(encoder):
    assert encoder.encode_passages([]).shape == (0, encoder.dimension)


def test_the_fingerprint_follows_everything_that_changes_vectors(encoder):
    assert encoder.fingerprint == fingerprint(ModelSettings())
    for other in (
        {"query_prefix": "query: "},
        {"encoder_max_tokens": 128},
        {"encoder": "elsewhere"},
    ):
        assert fingerprint(ModelSettings(**other)) != encoder.fingerprint
    assert fingerprint(ModelSettings(encoder_batch_size=8, device="cuda")) == encoder.fingerprint


def test_a_missing_model_is_one_clear_sentence(tmp_path):
    with pytest.raises(ModelError, match=r"Cannot load the encoder .* give a folder"):
        load_encoder(ModelSettings(encoder=str(tmp_path)))


def test_the_vocabulary_is_in_the_order_of_its_numbers(small_encoder):
    vocabulary = small_encoder.vocabulary()
    assert vocabulary[5:] == ["net", "sales", "cash", "es", "of"]
    assert small_encoder.token_ids(["net sales of cash", ""]) == [[5, 6, 9, 7], []]
    assert small_encoder.token_ids([]) == []


def test_an_e5_puts_its_prefixes_in_front(xlm_roberta):
    """XLM-RoBERTa, as multilingual E5 is, under the prefixes of the preset."""
    preset = Settings.load(Path(__file__).parents[3] / "configs" / "gpu.yaml").models
    e5 = load_encoder(
        preset.model_copy(
            update={"encoder": str(xlm_roberta), "device": "cpu", "encoder_max_tokens": 32}
        )
    )
    bare = load_encoder(ModelSettings(encoder=str(xlm_roberta), encoder_max_tokens=32))
    assert e5.dimension == 16
    said = bare.encode_passages(["query: sales grew", "passage: sales grew", "sales grew"])
    assert e5.encode_queries(["sales grew"])[0] == pytest.approx(said[0], abs=1e-5)
    assert e5.encode_passages(["sales grew"])[0] == pytest.approx(said[1], abs=1e-5)
    assert said[1] != pytest.approx(said[2], abs=1e-3)
