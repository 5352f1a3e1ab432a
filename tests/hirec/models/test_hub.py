import pytest

from hirec.models.cross_encoder import PairCrossEncoder
from hirec.models.encoder import load_encoder
from hirec.models.hub import local_folder
from hirec.settings import ModelSettings
from hirec.types import ModelError

UNREACHABLE = "http://127.0.0.1:9"
"""Nobody listens on the port of discarded bytes."""


@pytest.fixture(autouse=True)
def no_hub(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", UNREACHABLE)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))


def test_a_folder_is_itself(tmp_path):
    assert local_folder(str(tmp_path), "encoder") == tmp_path


@pytest.mark.parametrize("name", ["intfloat/multilingual-e5-large", "/no/such/folder", "a b/c"])
def test_no_folder_and_no_hub_is_one_clear_sentence(name):
    with pytest.raises(ModelError, match=r"^Cannot fetch the encoder .*: give a folder with its"):
        local_folder(name, "encoder")


def test_both_models_say_so():
    with pytest.raises(ModelError, match="Cannot fetch the encoder 'intfloat/multilingual-e5"):
        load_encoder(ModelSettings(encoder="intfloat/multilingual-e5-large"))
    with pytest.raises(ModelError, match="Cannot fetch the cross-encoder 'mixedbread-ai/mxbai"):
        PairCrossEncoder("mixedbread-ai/mxbai-rerank-base-v1", ModelSettings())


def test_what_was_fetched_before_is_used_without_a_hub(tmp_path):
    snapshot = tmp_path / "models--a--b" / "snapshots" / ("0" * 40)
    snapshot.mkdir(parents=True)
    (snapshot / "model.safetensors").touch()
    refs = tmp_path / "models--a--b" / "refs"
    refs.mkdir()
    (refs / "main").write_text("0" * 40)
    assert local_folder("a/b", "encoder") == snapshot
