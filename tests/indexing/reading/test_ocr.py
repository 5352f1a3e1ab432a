"""Reading pictures through a command that prints words as tesseract does."""

from pathlib import Path

import pymupdf
import pytest

from indexing.reading.ocr import Recogniser, words_of
from indexing.reading.pdf import read_pdf

TSV = (
    "level\tpage\tblock\tpar\tline\tword\tleft\ttop\twidth\theight\tconf\ttext\n"
    "5\t1\t1\t1\t1\t1\t200\t400\t100\t50\t96.5\tScanned\n"
    "5\t1\t1\t1\t1\t2\t320\t400\t100\t50\t95.0\treport\n"
    "5\t1\t1\t1\t1\t3\t440\t400\t100\t50\t4.0\t~~\n"
)


def scan() -> bytes:
    """A page that shows a picture and holds no text."""
    pdf = pymupdf.open()
    page = pdf.new_page()
    picture = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 40), 0)
    picture.clear_with(128)
    page.insert_image(pymupdf.Rect(0, 0, 200, 200), pixmap=picture)
    content: bytes = pdf.tobytes()
    return content


def test_boxes_become_points_and_doubtful_words_go() -> None:
    words = words_of(TSV)
    assert [word[4] for word in words] == ["Scanned", "report"]
    assert words[0][:4] == (72.0, 144.0, 108.0, 162.0)  # 200 px at 200 dpi = 72 points


def test_without_the_command_the_page_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    document = read_pdf(scan(), "scan.pdf")
    assert document.pages[0].blocks == ()
    assert document.notes[0].startswith("page 1 without readable text")


def test_with_a_command_the_page_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words.tsv").write_text(TSV)
    command = tmp_path / "tesseract"
    command.write_text(f"#!/bin/sh\n/bin/cat > /dev/null\n/bin/cat {tmp_path}/words.tsv\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    document = read_pdf(scan(), "scan.pdf")
    assert document.pages[0].text == "Scanned report"
    assert document.notes == ("page 1 read by OCR",)


def test_a_failing_command_gives_no_words(tmp_path: Path) -> None:
    command = tmp_path / "broken"
    command.write_text("#!/bin/sh\nexit 3\n")
    command.chmod(0o755)
    assert Recogniser(str(command)).words(b"picture") == []
