"""Filings over HTTP: filters, identity, pages with pictures, passages, the file itself."""

import hashlib
from pathlib import Path

import pymupdf
import pytest

from tests.serving.conftest import HirecServer

PDF, HTML = "HPFD_2022_10K", "QVNE_2023_10K"


def get(server: HirecServer, path: str, **query: object):
    return server.client.get(f"{server.index('sample')}{path}", params=query)


def test_filings_pass_all_filters(server: HirecServer) -> None:
    everything = get(server, "/filings").json()
    assert everything["total"] == len(everything["filings"]) == 52
    some = get(server, "/filings", company="harbor peak", form="10-K", year=2022).json()
    assert [row["filing_id"] for row in some["filings"]] == [PDF]
    page = get(server, "/filings", offset=50, limit=10).json()
    assert page["filings"] == everything["filings"][50:]
    assert get(server, "/filings", company="no such").json() == {"total": 0, "filings": []}
    symbol = get(server, "/filings", company="HPFD", limit=1).json()
    own = [row for row in everything["filings"] if row["ticker"] == "HPFD"]
    assert symbol == {"total": len(own), "filings": own[:1]}
    assert get(server, "/filings", limit=0).status_code == 422


def test_identity_is_told_field_by_field(server: HirecServer) -> None:
    got = get(server, f"/filings/{PDF}").json()
    assert got["identity"]["company"] == "HARBOR PEAK FOODS, INC."
    assert got["identity"]["sources"]["company"]
    missing = get(server, "/filings/ACME_2020_10K")
    assert missing.status_code == 404
    assert "There is no filing ACME_2020_10K" in missing.json()["message"]


def test_a_page_of_a_pdf_is_drawn_as_it_is_shown(server: HirecServer, sample_dir: Path) -> None:
    got = get(server, f"/filings/{PDF}/pages/8").json()
    with pymupdf.open(sample_dir / f"{PDF}.pdf") as pdf:
        shown = pdf[7].rect
    assert got["picture"] is True
    assert got["size"] == {"width": shown.width, "height": shown.height}
    assert "Net sales" in got["passages"][1]["text"]
    picture = get(server, f"/filings/{PDF}/pages/8/picture", width=900)
    assert picture.headers["content-type"] == "image/png"
    assert pymupdf.Pixmap(picture.content).width == 900
    assert get(server, f"/filings/{PDF}/pages/8/picture", width=90_000).status_code == 422


def test_a_page_of_html_has_tables_and_no_picture(server: HirecServer) -> None:
    got = get(server, f"/filings/{HTML}/pages/9").json()
    assert (got["picture"], got["size"], got["source"]) == (False, None, "")
    tables = [passage["table"] for passage in got["passages"] if passage["table"]]
    assert tables[0]["rows"][0]["cells"]
    refused = get(server, f"/filings/{HTML}/pages/9/picture")
    assert refused.status_code == 404
    assert "is no PDF" in refused.json()["message"]


@pytest.mark.parametrize("page", [0, 15])
def test_a_page_that_is_not_there(server: HirecServer, page: int) -> None:
    for end in ("", "/text", "/picture"):
        got = get(server, f"/filings/{PDF}/pages/{page}{end}")
        assert got.status_code == 404
        assert got.json()["message"] == f"{PDF} has 14 pages; there is no {page}."


def test_text_and_passages(server: HirecServer) -> None:
    text = get(server, f"/filings/{PDF}/pages/8/text")
    assert text.headers["content-type"].startswith("text/plain")
    passage = get(server, f"/passages/{PDF}%238.2").json()
    assert passage["text"] in text.text
    assert passage["table"]["rows"][0]["label"] == "Net sales"
    assert get(server, f"/passages/{PDF}%238.99").status_code == 404
    assert get(server, "/passages/nothing").status_code == 404


@pytest.mark.parametrize("filing", [PDF, HTML])
def test_the_original_file_comes_as_it_lies(
    server: HirecServer, sample_dir: Path, filing: str
) -> None:
    got = get(server, f"/filings/{filing}/file")
    (path,) = sample_dir.glob(f"{filing}.*")
    assert hashlib.sha256(got.content).digest() == hashlib.sha256(path.read_bytes()).digest()
    assert got.headers["content-disposition"].startswith("attachment")
    assert got.headers["content-security-policy"].startswith("sandbox")


def test_paths_outside_are_not_found(server: HirecServer) -> None:
    for path in (
        "/filings/..%2F..%2Fmanifest.json",
        "/filings/%2Fetc%2Fpasswd/file",
        "/traces/..%2Fmanifest",
    ):
        assert get(server, path).status_code == 404
