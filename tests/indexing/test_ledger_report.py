"""The ledger's report: every file that wants a look, in its group, with what to do about it."""

import shutil
from pathlib import Path

import pymupdf
import pytest

from hirec.index.catalog import Catalog
from hirec.index.layout import Layout
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.labels import Label
from indexing.ledger_report import Group, ledger_report
from indexing.plan import BuildOptions

SETTINGS = Settings(index=IndexSettings(workers=1))


def report(index_dir: Path, *paths: Path, **options: object) -> dict[str, Group]:
    build([*paths], index_dir, SETTINGS, encoder=HashingEncoder(), options=BuildOptions(**options))  # type: ignore[arg-type]
    return {group.name: group for group in ledger_report(Catalog(Layout(index_dir)), "IDX")}


def said(group: Group) -> dict[str, str]:
    return {Path(entry.path).name: entry.what for entry in group.entries}


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2020)
    return tmp_path / "in"


def test_an_index_without_trouble_has_no_groups(folder: Path, tmp_path: Path) -> None:
    assert report(tmp_path / "index", folder) == {}


def test_refused_files_have_their_reason(folder: Path, tmp_path: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    group = report(tmp_path / "index", folder)["refused"]
    assert said(group).keys() == {"broken.pdf"}
    assert "not a readable PDF" in said(group)["broken.pdf"]
    assert "--retry-failed" in group.remedy


def test_weak_identities_name_the_field_and_the_command(folder: Path, tmp_path: Path) -> None:
    (folder / "BOLT_2019_10K.txt").write_text(
        "FORM 10-K\nANNUAL REPORT PURSUANT TO SECTION 13 OF THE SECURITIES EXCHANGE ACT OF 1934\n"
        "Item 1. Business\nWe make things.\n"
    )
    group = report(tmp_path / "index", folder)["weak"]
    assert said(group).keys() == {"BOLT_2019_10K.txt"}
    assert "company BOLT (name)" in said(group)["BOLT_2019_10K.txt"]
    assert "hirec index --index IDX --relabel FILE key=value" in group.remedy
    assert "--labels labels.csv" in group.remedy


def test_duplicates_say_of_what_and_how(folder: Path, tmp_path: Path, write_filing) -> None:
    shutil.copy(folder / "acme.txt", folder / "copy.txt")
    write_filing(folder / "drawn.pdf", "ACME", 2020)
    write_filing(folder / "other.txt", "ACME", 2020, "We make other things.")
    found = said(report(tmp_path / "index", folder)["duplicates"])
    assert found == {
        "copy.txt": f"same content as {folder / 'acme.txt'}",
        "drawn.pdf": "another rendering of ACME_2020_10K",
        "other.txt": "same company, form and period as ACME_2020_10K",
    }


def test_pages_without_ocr_and_damaged_pages_have_remedies_of_their_own(
    folder: Path, tmp_path: Path, write_filing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # where there is no tesseract
    path = write_filing(folder / "bolt.pdf", "BOLT", 2020)
    with pymupdf.open(path) as pdf:
        picture = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 60, 60), False)
        picture.clear_with(200)
        pdf.new_page().insert_image(pymupdf.Rect(50, 50, 550, 700), pixmap=picture)
        pdf.saveIncr()
    group = report(tmp_path / "index", folder)["partly read"]
    assert said(group)["bolt.pdf"].startswith("page 2 without readable text")
    assert group.remedy == "install tesseract-ocr and run again with --retry-failed"

    data = write_filing(folder / "crux.pdf", "CRUX", 2020).read_bytes()
    (folder / "crux.pdf").write_bytes(data[: data.rfind(b"startxref")])
    group = report(tmp_path / "index", folder)["partly read"]
    assert said(group)["crux.pdf"] == (
        "the file's cross-reference table is broken; its one page was read"
    )
    assert group.remedy.endswith("; the rest only says how the file was read")


def test_corrections_are_listed_with_the_way_back(folder: Path, tmp_path: Path) -> None:
    label = Label(str(folder / "acme.txt"), {"fiscal_year": "2019", "ticker": "ACM"})
    group = report(tmp_path / "index", folder, labels=[label])["corrected"]
    assert said(group) == {"acme.txt": "fiscal_year=2019, ticker=ACM"}
    assert group.remedy.endswith("hirec index --index IDX --relabel FILE key=")


def test_corrections_of_files_that_have_gone_wait(folder: Path, tmp_path: Path) -> None:
    report(tmp_path / "index", folder)
    (folder / "acme.txt").unlink()
    label = Label(str(folder / "acme.txt"), {"fiscal_year": "2019"})
    group = report(tmp_path / "index", labels=[label])["corrected"]
    assert said(group)["acme.txt"].startswith("fiscal_year=2019 (not read with it yet")


def test_contradictions_that_the_user_settled_are_none(folder: Path, tmp_path: Path) -> None:
    page = (
        '<html><body><div style="display:none"><ix:header xmlns:ix="http://www.xbrl.org/2013/'
        'inlineXBRL"></ix:header></div>'
        + "".join(
            f"<p>{line}</p>" for line in (folder / "acme.txt").read_text().splitlines() if line
        )
        + "</body></html>"
    )
    header = (
        "<SEC-HEADER>\nCONFORMED SUBMISSION TYPE: 10-K\nCONFORMED PERIOD OF REPORT: 20190630\n"
        "COMPANY CONFORMED NAME: ACME INDUSTRIES INC\nCENTRAL INDEX KEY: 0000000042\n"
        "</SEC-HEADER>\n"
    )
    (folder / "acme.txt").unlink()
    (folder / "acme.txt").write_text(header + page)
    groups = report(tmp_path / "index", folder)
    assert "period_end" in said(groups["conflicting"])["acme.txt"]
    settled = {"period_end": "2020-12-31", "fiscal_year": "2020", "form": "10-K", "cik": "42"}
    label = Label("acme.txt", settled)
    assert "conflicting" not in report(tmp_path / "index", labels=[label])
