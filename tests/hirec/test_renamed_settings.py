"""Old names of settings are refused in files, and read in records."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from hirec.renamed_settings import RENAMED, old_names, with_new_names
from hirec.settings import Settings
from hirec.settings_base import SettingsError


def tree(name: str, value: object) -> dict[str, Any]:
    """The smallest tree of settings in which a name has a value."""
    for key in reversed(name.split(".")):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def known(name: str) -> bool:
    """Whether the settings of today have a name."""
    held: Any = Settings()
    for key in name.split("."):
        if not isinstance(held, BaseModel) or key not in type(held).model_fields:
            return False
        held = getattr(held, key)
    return True


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_an_old_name_is_refused_with_the_new_one(old: str, new: str) -> None:
    assert not known(old)
    assert known(new)
    with pytest.raises(ValidationError, match=f"{old} is now called {new}"):
        Settings.model_validate(tree(old, {}))


def test_a_file_with_an_old_name_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "old.yaml"
    path.write_text("llm: {base_url: 'http://host/v1', model: m}\nretrieval: {entries: 9}\n")
    with pytest.raises(SettingsError) as refused:
        Settings.load(path)
    assert str(refused.value) == (
        f"Settings {path}: retrieval.entries is now called retrieval.max_filings_per_question."
    )


def test_a_record_is_read_under_the_new_names() -> None:
    record = {
        "analyst": "rules",
        "server": {"model": "m"},
        "models": {"max_tokens": 128, "device": "cpu"},
        "tournament": {"human": {"start": 1000.0, "batch": 20}, "screening": {"survivors": 5}},
    }
    assert with_new_names(record) == {
        "analyst": "rules",
        "vllm": {"model": "m"},
        "models": {"encoder_max_tokens": 128, "device": "cpu"},
        "tournament": {
            "human_aligned": {"elo_initial": 1000.0, "batch": 20},
            "screening": {"min_survivors": 5},
        },
    }
    assert list(old_names(record)) == [
        "models.max_tokens",
        "tournament.screening.survivors",
        "tournament.human.start",
        "tournament.human",
        "server",
    ]
    assert Settings.model_validate(with_new_names(record)).models.encoder_max_tokens == 128


def test_what_is_no_tree_is_left_to_the_settings() -> None:
    odd = {"models": 3, "tournament": None, "curation": {"max_rounds": 2}}
    assert list(old_names(odd)) == []
    assert with_new_names(odd) == odd
