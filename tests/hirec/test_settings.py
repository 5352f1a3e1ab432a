"""Settings refuse at construction what could only fail later."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from hirec.settings import LlmSettings, Settings
from hirec.settings_base import SettingsError


def test_there_is_no_language_model_by_default() -> None:
    assert Settings().llm.base_url == ""


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"base_url": "localhost:8000", "model": "m"}, "base_url must look like"),
        ({"base_url": "http://", "model": "m"}, "base_url must look like"),
        ({"base_url": "http://127.0.0.1:8000/v1"}, "without model"),
        ({"base_url": "http://me:secret@host/v1", "model": "m"}, "must hold no secret"),
        ({"base_url": "http://host/v1?key=secret", "model": "m"}, "must hold no secret"),
        ({"base_url": "http://host/v1", "model": "m", "mode": "replay"}, "needs cache"),
        ({"engine": "openvino"}, "needs file"),
        ({"engine": "llamacpp", "mode": "replay", "file": "f"}, "needs cache"),
        ({"engine": "vllm", "base_url": "http://host/v1", "model": "m"}, "is for engine server"),
        ({"engine": "abacus"}, "engine"),
        ({"api_key_env": "sk-abc-123"}, "api_key_env"),
        ({"api_key": "sk-abc"}, "api_key"),
        ({"temperature": 3}, "temperature"),
    ],
)
def test_language_models_that_cannot_work(chosen: dict, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        LlmSettings.model_validate(chosen)


def test_a_model_that_is_to_judge_has_to_be_there() -> None:
    chosen = {"tournament": {"method": "v1", "judge": "llm"}}
    with pytest.raises(ValidationError, match="tournament by llm needs a language model"):
        Settings.model_validate(chosen)
    with pytest.raises(ValidationError, match="needs a method that asks a judge"):
        Settings.model_validate({"tournament": {"judge": "llm"}})
    model = {"base_url": "http://host/v1", "model": "m"}
    assert Settings.model_validate({**chosen, "llm": model}).tournament.judge == "llm"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"llm: {base_url: [}", "are not YAML: while parsing"),
        (b"index: {workers: \xff}", "are not YAML: 'utf-8' codec can't decode byte 0xff"),
        (b"index: {workers: many}", ": index.workers: Input should be a valid integer"),
    ],
)
def test_a_preset_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, content: bytes, said: str
) -> None:
    (tmp_path / "preset.yaml").write_bytes(content)
    with pytest.raises(SettingsError) as refused:
        Settings.load(tmp_path / "preset.yaml")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
