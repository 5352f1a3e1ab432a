"""Names of indexes."""

from pathlib import Path

import pytest

from serving.http.registry import RegistryError, named_folders


def test_an_index_is_named_after_its_folder_or_as_told(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    assert named_folders([str(folder), f"two={folder}"]) == {"one": folder, "two": folder}


@pytest.mark.parametrize("given", [["a=x", "b/a"], ["=x"], ["a b=x"], ["../x=y"], [""]])
def test_names_that_do_not_do(given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    with pytest.raises(RegistryError):
        named_folders(given)
