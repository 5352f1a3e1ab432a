"""Filings handed in over HTTP: refused by content, read in the background, found by questions."""

import fcntl
import shutil
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from serving.keys import KeyStore, Scope
from tests.serving.conftest import NET_SALES, RESEARCH, HirecServer, Start

HELD, PDF, HTML = "HPFD_2021_10K.pdf", "HPFD_2022_10K.pdf", "QVNE_2023_10K.htm"


@pytest.fixture(scope="module")
def small(sample_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of one filing."""
    folder = tmp_path_factory.mktemp("small") / "small"
    held = next(sample_dir.glob(f"{Path(HELD).stem}.*"))
    build([held], folder, Settings(index=IndexSettings(workers=1)))
    return folder


@pytest.fixture
def index(small: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small, tmp_path / "small"))


def content(sample_dir: Path, name: str) -> bytes:
    return next(sample_dir.glob(f"{Path(name).stem}.*")).read_bytes()


def hand_in(server: HirecServer, name: str, body: bytes) -> dict[str, Any]:
    got = server.client.post("/api/indexes/small/uploads", params={"name": name}, content=body)
    assert got.status_code == 202, got.text
    return got.json()


def settled(server: HirecServer, upload: dict[str, Any]) -> dict[str, Any]:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        got = server.client.get(f"/api/indexes/small/uploads/{upload['upload_id']}").json()
        if got["state"] in ("done", "failed"):
            return got
        assert got["state"] in ("waiting", "reading")
        time.sleep(0.2)
    raise AssertionError("the upload was not read")


def test_a_filing_is_read_and_found_by_the_next_question(
    start_server: Start, index: Path, sample_dir: Path, tmp_path: Path
) -> None:
    server = start_server("--index", index, "--uploads", tmp_path / "in")
    assert server.ask(NET_SALES, "small").json()["verdict"] != "verified"
    pdf = hand_in(server, "told by content.bin", content(sample_dir, PDF))
    html = hand_in(server, HTML, content(sample_dir, HTML))
    assert pdf["name"] == "told by content.bin.pdf"
    got = settled(server, pdf)
    assert (got["state"], got["filing_id"]) == ("done", Path(PDF).stem)
    assert settled(server, html)["filing_id"] == Path(HTML).stem
    answers = [server.ask(each, "small").json() for each in (NET_SALES, RESEARCH)]
    assert [each["verdict"] for each in answers] == ["verified"] * 2
    before = server.ask(NET_SALES, "small").json()["run"]
    assert before == answers[1]["run"]
    assert server.client.get("/api/indexes").json()[0]["filings"] == 3
    page = server.client.get(f"/api/indexes/small/filings/{Path(PDF).stem}/pages/8").json()
    assert page["picture"] is True
    again = settled(server, hand_in(server, "again.pdf", content(sample_dir, PDF)))
    assert (again["state"], again["filing_id"]) == ("done", Path(PDF).stem)
    broken = settled(server, hand_in(server, "broken.pdf", b"%PDF-1.7 and nothing else"))
    assert broken["state"] == "failed"
    assert "broken.pdf" in broken["error"]
    assert server.stop() == 0


def test_what_waits_for_another_builder_is_read_after_it_and_after_a_restart(
    start_server: Start, index: Path, sample_dir: Path, tmp_path: Path
) -> None:
    uploads = tmp_path / "in"
    with (index / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = start_server("--index", index, "--uploads", uploads)
        waits = hand_in(server, HTML, content(sample_dir, HTML))
        time.sleep(1)
        path = f"/api/indexes/small/uploads/{waits['upload_id']}"
        assert server.client.get(path).json()["state"] in ("waiting", "reading")
        assert server.stop() == 0
    (uploads / "small" / ".unfinished" / "torn").write_bytes(b"%PDF")
    server = start_server("--index", index, "--uploads", uploads)
    assert settled(server, waits)["filing_id"] == Path(HTML).stem
    assert not (uploads / "small" / ".unfinished").exists()
    assert server.stop() == 0


def test_what_is_no_filing_is_refused_by_its_content(
    start_server: Start, index: Path, tmp_path: Path
) -> None:
    server = start_server("--index", index, "--uploads", tmp_path / "in")
    path = "/api/indexes/small/uploads"

    def refused(name: str, body: Any, status: int) -> str:
        got = server.client.post(path, params={"name": name}, content=body)
        assert got.status_code == status, got.text
        return str(got.json()["message"])

    assert "gzip archive" in refused("a.pdf", b"\x1f\x8b" + b"x" * 99, 422)
    assert "ZIP archive" in refused("a.htm", b"PK\x03\x04 and more", 422)
    assert "binary file" in refused("a.txt", bytes(range(32)) * 9, 422)
    assert "empty" in refused("a.pdf", b"", 422)
    for name in ("../a.pdf", "a/b.pdf", "a\\b.pdf", ".a.pdf", "a\nb.pdf", ""):
        assert "cannot name a file" in refused(name, b"%PDF-1.7", 422)
    assert "name" in refused("a" * 201, b"%PDF-1.7", 422)
    large = (b"%PDF" + b"x" * 2**20 for _ in range(101))
    assert "bytes" in refused("large.pdf", large, 413)
    for upload_id in ("0" * 16, "..", "%2e%2e%2fx", "*", "%3f" * 16):
        assert server.client.get(f"{path}/{upload_id}").status_code in (404, 405)
    with socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1]))) as leaving:
        head = f"POST {path}?name=left.pdf HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n"
        leaving.sendall(head.encode() + b"\r\n%PDF-1.7")
        time.sleep(0.5)
    deadline = time.monotonic() + 20
    while kept := [each for each in (tmp_path / "in").rglob("*") if each.is_file()]:
        assert time.monotonic() < deadline, kept
        time.sleep(0.2)
    assert server.stop() == 0


def test_who_may_hand_in(start_server: Start, index: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.db"
    server = start_server("--index", index, "--keys", keys, "--uploads", tmp_path / "in")

    def header(*scopes: str) -> dict[str, str]:
        _, text = KeyStore(keys).create("test", [Scope.parse(each) for each in scopes], 1000)
        return {"Authorization": f"Bearer {text}"}

    path = "/api/indexes/small/uploads?name=a.pdf"
    every_other = header("ask", "read", "feedback", "operate", "ingest:other")
    for headers, status in (({}, 401), (every_other, 403), (header("ingest:small"), 422)):
        got = server.client.post(path, content=b"PK\x03\x04", headers=headers)
        assert got.status_code == status
    for scope, offered in (("ingest:small", True), ("ingest:other", False)):
        (listed,) = server.client.get("/api/indexes", headers=header("ask", scope)).json()
        assert listed["uploads"] is offered
    assert server.stop() == 0


def test_without_a_folder_nothing_is_taken(server: HirecServer) -> None:
    path = f"{server.index('sample')}/uploads"
    got = server.client.post(path, params={"name": "a.pdf"}, content=b"%PDF-1.7")
    assert got.status_code == 404
    assert "without --uploads" in got.json()["message"]
    large = server.client.post(path, params={"name": "a.pdf"}, content=b"x" * (2**20 + 1))
    assert large.status_code == 413
