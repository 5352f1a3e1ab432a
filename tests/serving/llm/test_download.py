"""Models come from a hub on this machine: redirected, broken off, with a wrong hash, or whole."""

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hirec.llm.errors import LlmNotSetError
from hirec.llm.models import FOLDER_VARIABLE, OFFICIAL, find_model, stored
from serving.llm.download import DownloadError, fetch_model, take_file

NAME = "qwen2.5-1.5b-instruct"
CONTENT = b"GGUF" + bytes(range(256)) * 8192


@dataclass
class Hub:
    """Redirects to where the file lies, as hubs do, with its hash on the redirect alone."""

    sha256: str = hashlib.sha256(CONTENT).hexdigest()
    cut_at: int | None = None
    status: int = 302
    paths: list[str] = field(default_factory=list)
    ranges: list[str] = field(default_factory=list)
    url: str = ""


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "models"))
    state = Hub()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.paths.append(self.path)
            if self.path != "/file":
                self.send_response(state.status)
                if state.sha256:
                    self.send_header("X-Linked-Etag", f'"{state.sha256}"')
                self.send_header("Location", "/file")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            asked = self.headers.get("Range", "")
            state.ranges.append(asked)
            start = int(asked.removeprefix("bytes=").removesuffix("-") or 0)
            if asked and start >= len(CONTENT):
                self.send_error(416)
                return
            self.send_response(206 if asked else 200)
            self.send_header("Content-Length", str(len(CONTENT) - start))
            self.end_headers()
            self.wfile.write(CONTENT[start : state.cut_at])

        def log_message(self, *args: object) -> None:
            del args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_official_file_is_brought_and_found_by_name(hub: Hub) -> None:
    told: list[tuple[int, int]] = []
    path = fetch_model(NAME, hub.url, lambda have, whole: told.append((have, whole)))
    assert path == stored(NAME) == find_model(NAME)
    assert path.read_bytes() == CONTENT
    assert hub.paths[0] == f"/{OFFICIAL[NAME].repository}/resolve/main/{OFFICIAL[NAME].file}"
    assert told[-1] == (len(CONTENT), len(CONTENT))
    fetch_model(NAME, hub.url)
    assert len(hub.paths) == 2  # what is there is not asked for again


def test_what_was_broken_off_is_continued(hub: Hub) -> None:
    hub.cut_at = 1_500_000
    with pytest.raises(DownloadError, match="the connection ended after 1500000 of"):
        fetch_model(NAME, hub.url)
    hub.cut_at = None
    assert fetch_model(NAME, hub.url).read_bytes() == CONTENT
    assert hub.ranges == ["", "bytes=1500000-"]


def test_a_rest_that_is_too_long_is_fetched_anew(hub: Hub) -> None:
    partial = stored(NAME).with_suffix(".part")
    partial.parent.mkdir(parents=True)
    partial.write_bytes(CONTENT + b"more")
    assert fetch_model(NAME, hub.url).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"sha256": "0" * 64}, "the hub says 000"),
        ({"sha256": ""}, "does not say its SHA-256"),
        ({"status": 404}, "could not be fetched"),
        ({"status": 503}, "could not be fetched"),
    ],
)
def test_nothing_but_the_whole_file_is_kept(hub: Hub, changed: dict, why: str) -> None:
    for name, value in changed.items():
        setattr(hub, name, value)
    with pytest.raises(DownloadError, match=why):
        fetch_model(NAME, hub.url)
    assert not stored(NAME).exists()
    with pytest.raises(LlmNotSetError, match=f"hirec llm get {NAME}"):
        find_model(NAME)


def test_a_file_that_is_there_is_taken(hub: Hub, tmp_path: Path) -> None:
    file = tmp_path / "own.gguf"
    file.write_bytes(CONTENT)
    assert take_file("own", file) == find_model("own")
    assert find_model(str(file)) == file
    assert not hub.paths


@pytest.mark.usefixtures("hub")
def test_what_cannot_be_taken_is_named(tmp_path: Path) -> None:
    file = tmp_path / "own.gguf"
    with pytest.raises(DownloadError, match="could not be copied"):
        take_file("own", file)
    file.write_bytes(b"PK")
    with pytest.raises(DownloadError, match="is no GGUF"):
        take_file("own", file)
    with pytest.raises(DownloadError, match="no model that hirec knows"):
        fetch_model("another")
    with pytest.raises(DownloadError, match="no address of a hub"):
        fetch_model(NAME, "file:///etc")
