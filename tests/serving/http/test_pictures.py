"""Pages are drawn in a process that may fail without harm, and kept while they do not change."""

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from hirec.types import Box, ReadError
from indexing.reading.pdf_view import PrintedText
from serving.http.pictures import Pictures


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    made = Pictures()
    yield made
    made.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with pymupdf.open() as pdf:
        pdf.new_page(width=300, height=400).insert_text((50, 50), "1,234")
        pdf.save(tmp_path / "page.pdf")
    return tmp_path / "page.pdf"


def test_a_page_is_drawn_once_until_the_file_changes(pictures: Pictures, file: Path) -> None:
    first = pictures.page(file, 1, 600)
    assert pymupdf.Pixmap(first.png).width == 600
    assert pictures.page(file, 1, 600) is first
    assert pictures.size(file, 1) == (300, 400)
    assert pictures.find(file, [PrintedText(1, "1,234", Box(40, 30, 90, 60), True)]) == [
        Box(40, 30, 90, 60)
    ]
    with pymupdf.open() as pdf:
        pdf.new_page(width=300, height=300)
        pdf.save(file)
    assert pictures.page(file, 1, 600).height == 300


def test_a_bad_file_is_a_named_failure_and_the_next_is_drawn(
    pictures: Pictures, file: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7\n" + b"\0" * 1000)
    with pytest.raises(ReadError):
        pictures.page(bad, 1, 600)
    with pytest.raises(ReadError, match="there is no 9"):
        pictures.page(file, 9, 600)
    assert pictures.page(file, 1, 600).width == 300


def test_a_crash_of_the_process_is_a_named_failure(pictures: Pictures, file: Path) -> None:
    with pytest.raises(ReadError, match="could not be drawn"):
        pictures._done(_crash, file)
    assert pictures.page(file, 1, 600).width == 300


def test_a_pool_that_broke_down_is_given_up(pictures: Pictures, file: Path) -> None:
    pictures.page(file, 1, 600)
    broken = pictures._pool
    broken.stop()
    broken.join()
    with pytest.raises(ReadError, match="could not be drawn"):
        pictures.page(file, 1, 700)
    assert pictures.page(file, 1, 700).png


def _crash(path: Path) -> None:
    import os

    del path
    os._exit(3)
