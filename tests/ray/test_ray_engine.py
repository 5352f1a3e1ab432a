"""A build on a Ray cluster of two nodes (`make test-ray`)."""

import os
import shutil
import sqlite3
import threading
import time

import pytest

ray = pytest.importorskip("ray", reason="pip install 'hirec[ray]'")
from ray.cluster_utils import Cluster  # noqa: E402

from hirec.settings import IndexSettings, Settings  # noqa: E402
from indexing.builder import build  # noqa: E402
from indexing.engine import Reading  # noqa: E402
from indexing.pool import Job  # noqa: E402
from indexing.ray_engine import RayEngine  # noqa: E402

SETTINGS = Settings(index=IndexSettings(workers=2))


@pytest.fixture(scope="module")
def cluster():
    """Two nodes of one processor each."""
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


@pytest.fixture(scope="module")
def engine(cluster):
    made = RayEngine(cluster.address)
    assert made.cores() == 2
    return made


@pytest.fixture(scope="module")
def filings(sample_dir, tmp_path_factory):
    """Some files of the sample, and one that is no filing."""
    folder = tmp_path_factory.mktemp("filings")
    for path in sorted(sample_dir.glob("*.*ml"))[:8]:
        shutil.copy2(path, folder)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 no more")
    return folder


@pytest.fixture(scope="module")
def local(filings, tmp_path_factory):
    folder = tmp_path_factory.mktemp("local") / "index"
    build([filings], folder, SETTINGS)
    return folder


def content(index) -> dict[str, bytes | str]:
    """Every byte of the passages and vectors, and what the catalog holds of filings and files."""
    files = {p.relative_to(index).as_posix(): p.read_bytes() for p in index.rglob("*.parquet")}
    files |= {p.name: p.read_bytes() for p in index.glob("documents-*")}
    connection = sqlite3.connect(index / "catalog.db")
    rows = connection.execute("SELECT filing_id, state, error, sha256 FROM ledger ORDER BY path")
    files["ledger"] = repr(rows.fetchall())
    connection.close()
    return files


def test_the_index_is_the_pools_bit_for_bit(engine, filings, local, tmp_path):
    report = build([filings], tmp_path / "index", SETTINGS, engine=engine)
    assert report.done == 8
    (failed,) = report.failed
    assert failed.path.endswith("broken.pdf")
    assert content(tmp_path / "index") == content(local)


def test_filings_at_a_uri_give_the_same_passages(engine, filings, local, tmp_path):
    report = build([filings.as_uri()], tmp_path / "index", SETTINGS, engine=engine)
    assert (report.done, len(report.failed)) == (8, 1)
    made, expected = content(tmp_path / "index"), content(local)
    assert made.pop("ledger").count("'done'") == expected.pop("ledger").count("'done'") == 8
    assert made == expected


def test_a_node_that_goes_away_costs_nothing(cluster, engine, filings, local, tmp_path):
    doomed = cluster.add_node(num_cpus=1)
    wide = Settings(index=IndexSettings(workers=3))
    killed = threading.Event()

    def kill(event) -> None:
        if event.stage == "reading" and event.done == 2 and not killed.is_set():
            killed.set()
            cluster.remove_node(doomed, allow_graceful=False)

    build([filings], tmp_path / "index", wide, kill, engine=engine)
    assert killed.is_set()
    assert content(tmp_path / "index") == content(local)


def poisoned(path, target) -> str:
    if path.name == "poison":
        os._exit(1)
    if path.name == "slow":
        time.sleep(60)
    target.write_bytes(path.read_bytes())
    return path.name


def test_what_kills_or_stops_its_reader_is_named_and_the_rest_is_read(engine, tmp_path):
    names = ("one", "poison", "two", "slow", "three")
    for name in names:
        (tmp_path / name).write_text(name, encoding="utf-8")
    jobs = [Job(name, (tmp_path / name, tmp_path / "out" / name)) for name in names]
    jobs += [Job("kept", None), Job("gone", (tmp_path / "gone", tmp_path / "out" / "gone"))]
    with engine.readers(Reading(poisoned, 3), 2) as readers:
        found = {outcome.key: outcome for outcome in readers.ordered(jobs)}
    assert list(found) == [*names, "kept", "gone"]
    assert [found[name].value for name in ("one", "two", "three")] == ["one", "two", "three"]
    assert "quarantined" in found["poison"].failure
    assert "took longer than 3 s" in found["slow"].failure
    assert (found["kept"].value, found["kept"].failure) == (None, "")
    assert "no regular file" in found["gone"].failure
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"one", "two", "three"}
