"""Shared fixtures: the sample collection, and one index built from it for the whole run."""

import os
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

_LONGEST_BUILD_S = 600


@pytest.fixture(scope="session")
def sample_dir() -> Path:
    """The committed sample collection."""
    return ROOT / "data" / "sample"


@pytest.fixture(scope="session")
def sample_index(sample_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of an index of the sample, built once a run: read it, copy it, never rebuild it.

    Of several test processes the first to come builds, the others wait.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, ready = shared / "sample-index", shared / "sample-index.ready"
    try:
        (shared / "sample-index.begun").touch(exist_ok=False)
    except FileExistsError:
        deadline = time.monotonic() + _LONGEST_BUILD_S
        while not ready.exists():
            assert time.monotonic() < deadline, "the process that builds the sample index failed"
            time.sleep(0.2)
        return folder
    from hirec.settings import IndexSettings, Settings
    from indexing.builder import build

    report = build([sample_dir], folder, Settings(index=IndexSettings(workers=1)))
    assert not report.failed
    ready.touch()
    return folder
