from pathlib import Path

import pymupdf
import pytest

from generator.layout import Figure, Grid, GridRow, Pages, Paragraph, paginate
from generator.pdf import wrap, write_pdf


def test_text_survives(tmp_path: Path) -> None:
    row = GridRow("Net sales", (Figure(7547, dollar=True), Figure(-31)), "sales")
    grid = Grid("STATEMENT", ("2023", "2022"), (row,), "(In millions)", (("Year Ended", 2),))
    text = "Shareholders’ “equity” — see note ☒"
    write_pdf(paginate([Paragraph(text), grid]), "Name", tmp_path / "a.pdf")
    with pymupdf.open(tmp_path / "a.pdf") as document:
        read = document[0].get_text()
        assert document.metadata["creationDate"] == ""
    assert "Shareholders’ “equity” — see note [X]" in read
    for part in ("STATEMENT", "Year Ended", "7,547", "(31)", "$"):
        assert part in read


def test_too_much_for_a_page_is_an_error(tmp_path: Path) -> None:
    page = tuple(Paragraph("line") for _ in range(60))
    with pytest.raises(ValueError, match="page 1"):
        write_pdf(Pages((page,)), "Name", tmp_path / "a.pdf")


def test_wrap_keeps_every_word() -> None:
    text = "one two three four five six seven eight nine ten"
    lines = wrap(text, "tiro", 60)
    assert " ".join(lines) == text
    assert len(lines) > 3
