"""Reading pictures through a command that prints words as tesseract does."""

import shutil
from pathlib import Path

import pymupdf
import pytest

from hirec.types import Table
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


def test_figures_and_signs_of_small_print() -> None:
    row = "5\t1\t1\t1\t1\t1\t200\t400\t100\t50\t{}\t{}\n"
    words = [("3.0", "$6,177.4"), ("3.0", "6177"), ("90", "—_—"), ("90", "§$")]
    read = words_of("head\n" + "".join(row.format(*word) for word in words))
    assert [word[4] for word in read] == ["$6,177.4", "—", "$"]


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_a_printed_statement_is_read_by_the_real_command() -> None:
    rows = [("Net sales", "51,761", "46,298"), ("Cost of goods sold", "40,121", "35,918")]
    rows += [("Gross profit", "11,640", "10,380"), ("Operating loss", "(1,250)", "(870)")]
    printed = pymupdf.open()
    page = printed.new_page()
    page.insert_text((72, 80), "Consolidated Statements of Earnings", fontsize=12)
    page.insert_text((72, 98), "($ in millions)", fontsize=10)
    for x, year in ((330, "2023"), (430, "2022")):
        page.insert_text((x, 130), year, fontsize=10)
    for at, (label, *values) in enumerate(rows):
        page.insert_text((72, 150 + 18 * at), label, fontsize=10)
        for x, value in zip((330, 430), values, strict=True):
            page.insert_text((x, 150 + 18 * at), value, fontsize=10)
    scanned = pymupdf.open()
    scanned.new_page().insert_image(page.rect, pixmap=page.get_pixmap(dpi=200))
    document = read_pdf(scanned.tobytes(), "scan.pdf")
    assert document.notes == ("page 1 read by OCR",)
    (table,) = [block for block in document.pages[0].blocks if isinstance(block, Table)]
    assert [(row.label, *(cell.text for cell in row.cells)) for row in table.rows] == rows
    assert table.scale == 6


def test_a_failing_command_gives_no_words(tmp_path: Path) -> None:
    command = tmp_path / "broken"
    command.write_text("#!/bin/sh\nexit 3\n")
    command.chmod(0o755)
    assert Recogniser(str(command)).words(b"picture") == []
