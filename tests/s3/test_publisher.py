"""Two processes publish to one place of a real S3 server at the same moment (`make test-s3`)."""

import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("obstore", reason="pip install 'hirec[cloud]'")

from hirec.index import Index
from hirec.index.object_store import ObjectStore
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.conditional import ConflictError, conditional
from indexing.lease import IndexBusyError
from indexing.publisher import publishing
from indexing.publishing import publish

SETTINGS = Settings(index=IndexSettings(workers=2))
PUBLISH = """
import sys
from pathlib import Path
from hirec.types import HirecError
from indexing.publishing import publish
print("ready", flush=True)
sys.stdin.readline()
try:
    print(publish(Path(sys.argv[1]), sys.argv[2]).number)
except HirecError as error:
    print(type(error).__name__, error)
"""
KILLED = """
import os, sys, time
from indexing.publisher import publishing
with publishing(sys.argv[1], lasts_s=2):
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.fixture(scope="module")
def indexes(filings: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two indexes that do not follow each other."""
    folder = tmp_path_factory.mktemp("indexes")
    paths = sorted(filings.iterdir())
    for number, part in enumerate((paths[:3], paths[3:])):
        build(part, folder / str(number), SETTINGS, encoder=HashingEncoder())
    return [folder / "0", folder / "1"]


def test_of_eight_who_write_at_once_one_does(server: int, uri) -> None:
    for number in range(20):
        shared = conditional(uri(server, "race"), str(number))

        def one(at: int, shared=shared) -> int:
            try:
                shared.write(str(at).encode(), None)
            except ConflictError:
                return -1
            return at

        with ThreadPoolExecutor(8) as pool:
            (won,) = [at for at in pool.map(one, range(8)) if at >= 0]
        content, tag = shared.read()
        assert content == str(won).encode()
        shared.write(b"next", tag)
        with pytest.raises(ConflictError):
            shared.write(b"late", tag)


@pytest.mark.parametrize("attempt", range(3))
def test_two_processes_are_held_apart(server: int, uri, indexes: list[Path], attempt: int) -> None:
    place = uri(server, f"apart-{attempt}")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PUBLISH, str(index), place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for index in indexes
    ]
    for process in started:
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[0].strip() for process in started]
    (winner,) = [at for at, each in enumerate(said) if each == "1"]
    other = said[1 - winner]
    assert "is publishing at" in other or "at the same moment" in other or "another index" in other
    assert set(Index.open(place).filings) == set(Index.open(indexes[winner]).filings)


def test_a_killed_publisher_is_waited_for(server: int, uri, indexes: list[Path]) -> None:
    place = uri(server, "killed")
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, place], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    process.kill()
    process.wait()
    with pytest.raises(IndexBusyError, match=f"Process {process.pid} on"):
        publish(indexes[0], place)
    for _ in range(20):
        try:
            publish(indexes[0], place)
            break
        except IndexBusyError:
            time.sleep(0.5)
    assert Index.open(place).filings


def test_a_later_generation_follows_and_faults_do_not_matter(
    server: int, uri, proxy, indexes: list[Path], filings: Path, tmp_path: Path
) -> None:
    shutil.copytree(indexes[0], tmp_path / "index")
    proxy.every(7, "503")
    publish(tmp_path / "index", uri(proxy.port, "later"))
    build([filings], tmp_path / "index", SETTINGS, encoder=HashingEncoder())
    publish(tmp_path / "index", uri(proxy.port, "later"))
    assert "503" in proxy.seen
    assert len(Index.open(uri(server, "later")).filings) == 6
    with publishing(uri(server, "later")) as lease:
        assert lease.number == 3
    there = ObjectStore(uri(server, "later")).names("")
    assert "publisher.json" in there
