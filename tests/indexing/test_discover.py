"""Which files are taken."""

import os
from pathlib import Path

import pytest

from hirec.types import HirecError
from indexing.discover import below, discover


def test_folders_are_searched_for_filings_only(tmp_path: Path) -> None:
    wanted = ["a.pdf", "b/c.HTM", "b/d/e.html", "f.xhtml", "g.txt"]
    for name in [*wanted, "index.jsonl", "LICENSE", "b/x.xml", ".git/h.txt", "index/i.txt"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = discover([tmp_path, tmp_path / "b"], tmp_path / "index")
    assert found.files == [str(tmp_path / name) for name in wanted]
    assert found.folders == (str(tmp_path), str(tmp_path / "b"))
    assert found.refused == {}


def test_a_named_file_is_taken_whatever_its_suffix(tmp_path: Path) -> None:
    (tmp_path / "filing.dat").touch()
    assert discover([tmp_path / "filing.dat"], tmp_path / "i").files == [
        str(tmp_path / "filing.dat")
    ]


def test_a_link_keeps_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "6f1e").touch()
    (tmp_path / "acme.pdf").symlink_to(tmp_path / "6f1e")
    assert discover([tmp_path], tmp_path / "i").files == [str(tmp_path / "acme.pdf")]
    assert discover([tmp_path / "acme.pdf"], tmp_path / "i").files == [str(tmp_path / "acme.pdf")]


def test_nothing_found_and_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(HirecError, match=r"No filings found in .*: give a folder with \.htm "):
        discover([tmp_path], tmp_path / "i")
    with pytest.raises(HirecError, match="absent does not exist"):
        discover([tmp_path / "absent"], tmp_path / "i")


def test_a_name_that_is_no_text_is_refused_by_name(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.pdf")).touch()
    found = discover([tmp_path], tmp_path / "i")
    name = f"{tmp_path}/caf\\xe9.pdf"
    assert found.files == []
    assert found.refused == {name: f"the name {name} is not readable text; rename the file"}


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "loop.pdf").symlink_to(tmp_path / "loop.pdf")
    (tmp_path / "gone.pdf").symlink_to(tmp_path / "absent")
    (tmp_path / "around").symlink_to(tmp_path)
    wanted = [str(tmp_path / name) for name in ("gone.pdf", "loop.pdf")]
    assert discover([tmp_path], tmp_path / "i").files == wanted
    assert discover(wanted, tmp_path / "i").files == wanted


def test_below() -> None:
    assert below("/in/a/b/c.pdf", ["/out", "/in/a"]) == "b/c.pdf"
    assert below("s3://bucket/a/b.pdf", ["s3://bucket/a"]) == "b.pdf"
    assert below("/a.pdf", ["/"]) == "a.pdf"
    assert below("/in/ab/b.pdf", ["/in/a"]) is None
