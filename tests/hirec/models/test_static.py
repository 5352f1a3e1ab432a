import numpy as np
import pytest

from hirec.models.static import StaticEncoder, distill, load_static_encoder
from hirec.testing.encoder import HashingEncoder
from hirec.types import ModelError

TABLE = np.array([[1, 0], [0, 2], [3, 4]], dtype=np.float32)


def tokenize(texts):
    return [[int(word) for word in text.split()] for text in texts]


@pytest.fixture
def encoder():
    return StaticEncoder(tokenize, TABLE, "abc")


def test_a_text_is_the_mean_of_its_rows_at_unit_length(encoder):
    vectors = encoder.encode_passages(["0 0 1", "2"])
    mean = np.array([2 / 3, 2 / 3])
    assert vectors[0] == pytest.approx(mean / np.linalg.norm(mean))
    assert vectors[1] == pytest.approx([0.6, 0.8])


def test_a_text_without_entries_has_no_direction(encoder):
    assert encoder.encode_queries([""]).tolist() == [[0.0, 0.0]]
    assert encoder.encode_passages([]).shape == (0, 2)


def test_distilling_centres_reduces_and_weighs_by_rank():
    words = [f"word{number}" for number in range(40)]
    table = distill(HashingEncoder(16), words, dimension=4)
    assert table.shape == (40, 4)
    assert table.dtype == np.float32
    raw = HashingEncoder(16).encode_passages(words)
    centred = raw - raw.mean(axis=0)
    # The weight a / (a + p) rises with the rank, p being 1 / (2.7 + rank) as a share of the sum.
    shares = np.array([1 / (2.7 + rank) for rank in range(1, 41)])
    weights = 0.001 / (0.001 + shares / shares.sum())
    kept = np.linalg.norm(table / weights[:, None], axis=1)
    assert (kept <= np.linalg.norm(centred, axis=1) + 1e-5).all()
    assert kept.sum() > 0


def test_an_encoder_without_vocabulary_is_refused(tmp_path):
    with pytest.raises(ModelError, match="passage_encoder"):
        load_static_encoder(HashingEncoder(), tmp_path)


def test_what_was_distilled_once_is_read_again(small_encoder, tmp_path):
    first = load_static_encoder(small_encoder, tmp_path)
    (file,) = tmp_path.iterdir()
    assert small_encoder.fingerprint in file.name
    changed = np.load(file)
    changed[:] = 1
    np.save(file, changed)
    second = load_static_encoder(small_encoder, tmp_path)
    assert second.encode_passages(["net sales"])[0] == pytest.approx([0.25] * 16)
    assert first.encode_passages(["net sales"])[0] != pytest.approx([0.25] * 16)
    assert first.fingerprint == second.fingerprint


def test_a_damaged_table_is_made_anew(small_encoder, tmp_path):
    good = load_static_encoder(small_encoder, tmp_path).encode_passages(["net sales"])
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"no table")
    again = load_static_encoder(small_encoder, tmp_path).encode_passages(["net sales"])
    assert again[0] == pytest.approx(good[0], abs=0.01)
