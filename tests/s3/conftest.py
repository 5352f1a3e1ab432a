"""A real S3 server on this machine, and a proxy before it that makes trouble."""

import shutil
from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest


def _beside(name: str) -> ModuleType:
    """A module of this folder, which is no package."""
    spec = util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_proxy, _weed = _beside("proxy"), _beside("weed")


@pytest.fixture(scope="session")
def uri() -> Callable[[int, str], str]:
    """Gives the URI of a place, by the server's or the proxy's port and its name."""
    return _weed.uri


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Port of a server that holds one bucket and can be asked by one key."""
    try:
        weed = _weed.Weed(tmp_path_factory.mktemp("weed"))
    except FileNotFoundError as error:
        pytest.skip(str(error))
    with weed:
        yield weed.port


@pytest.fixture
def proxy(server: int) -> Iterator[object]:
    """Before the server; makes no trouble until it is told."""
    with _proxy.Proxy(server) as made:
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
