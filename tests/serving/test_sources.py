"""The original file is served only where it is still what was indexed."""

import shutil
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from serving.sources import SourceMissingError, source_of


def test_a_filing_at_a_uri_is_named_by_it(sample_dir: Path, tmp_path: Path) -> None:
    uri = (sample_dir / "QVNE_2023_10K.html").as_uri()
    build([uri], tmp_path / "index", Settings(index=IndexSettings(workers=1)))
    with pytest.raises(SourceMissingError, match=f"QVNE_2023_10K was read from {uri}, and only"):
        source_of(Index.open(tmp_path / "index"), "QVNE_2023_10K")


def test_a_file_is_found_until_it_changes_or_goes(sample_dir: Path, tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for name in ("HPFD_2022_10K.pdf", "QVNE_2023_10K.html"):
        shutil.copy(sample_dir / name, files)
    build([files], tmp_path / "index", Settings(index=IndexSettings(workers=1)))
    index = Index.open(tmp_path / "index")
    assert source_of(index, "HPFD_2022_10K").is_pdf
    assert source_of(index, "QVNE_2023_10K").media_type == "text/html"
    changed = files / "HPFD_2022_10K.pdf"
    changed.write_bytes(changed.read_bytes() + b"\n")
    with pytest.raises(SourceMissingError, match=r"HPFD_2022_10K \(HPFD_2022_10K.pdf\) is not"):
        source_of(index, "HPFD_2022_10K")
    (files / "QVNE_2023_10K.html").unlink()
    with pytest.raises(SourceMissingError):
        source_of(index, "QVNE_2023_10K")
