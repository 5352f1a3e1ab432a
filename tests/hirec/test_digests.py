import hashlib
from pathlib import Path

import pytest

from hirec.digests import sha256_of


def test_a_folder_is_its_files_in_order_and_maybe_those_of_some_suffixes(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text("2")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "c.txt").write_text("1")
    (tmp_path / "d.bin").write_text("3")
    assert sha256_of(tmp_path) == hashlib.sha256(b"123").hexdigest()
    assert sha256_of(tmp_path, (".json", ".txt")) == hashlib.sha256(b"12").hexdigest()
    assert sha256_of(tmp_path / "d.bin") == hashlib.sha256(b"3").hexdigest()


def test_a_file_that_is_not_there_has_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sha256_of(tmp_path / "none")
