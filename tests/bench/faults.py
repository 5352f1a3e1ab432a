"""Builds that meet trouble at random moments: ``python tests/bench/faults.py FILINGS``.

Each trouble meets a build of an index of its own, at a moment drawn from the seed; the same command
then runs again until it ends. The index has to be that of an undisturbed build: every filing,
cover, vector and byte of the passages, and every row of the ledger but for times and attempts.

``worker``    a reader is killed
``driver``    the builder is killed
``node``      a node of a Ray cluster is killed (needs the extra ``ray``)
``disk``      the disk is full, and is made larger (needs root, for a file system in memory)
``clock``     the clock jumps by up to two days at every look at it
``changing``  a file is another while it is read, and becomes itself again
``poison``    a file kills its readers: quarantined after two tries, read when asked for

An object store that fails has a tool of its own (``store_faults.py``).
"""

import argparse
import functools
import json
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest import mock

from processes import descendants

from hirec.index import Index
from hirec.index.catalog import Catalog
from hirec.index.layout import Layout
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.engine import Engine, LocalEngine, Readers, Reading
from indexing.notes import QUARANTINED
from indexing.plan import BuildOptions
from indexing.report import BuildEvent, Progress, ignore
from indexing.writer import WriteError

SETTINGS = Settings(index=IndexSettings(workers=2))
_gone = functools.partial(suppress, ProcessLookupError, FileNotFoundError)
"""A process may end while it is looked at."""
RUNS = 4
"""A build that has not ended after so many has failed."""
TWO_DAYS_S = 2 * 86_400


@dataclass(frozen=True, slots=True)
class Trial:
    """One disturbed build."""

    filings: Path
    index: Path
    rng: random.Random
    bytes_needed: int = 0
    """By the index of an undisturbed build."""
    timers: list[threading.Timer] = field(default_factory=list)

    def run(self, progress: Progress = ignore, **options: Any) -> bool:
        """Build once; whether all files are in the index."""
        report = build(
            [self.filings], self.index, SETTINGS, progress, encoder=HashingEncoder(), **options
        )
        return not report.failed

    def at_a_moment(self, act: Callable[[], None]) -> Progress:
        """Acts once, a moment after an event of the build that is drawn by lot."""
        files = len(list(self.filings.iterdir()))
        stage, last = self.rng.choice(
            [("reading", files - 1)] * 4 + [("embedding", 0), ("writing", 0)]
        )
        at, wait_s = self.rng.randint(0, last), self.rng.uniform(0, 0.05)

        def watch(event: BuildEvent) -> None:
            if (event.stage, event.done) == (stage, at):
                self.timers.append(threading.Timer(wait_s, act))
                self.timers[-1].start()

        return watch


def worker(trial: Trial) -> None:
    """Kill one reader."""

    def kill() -> None:
        # Readers are the children of a child, the server that forks them.
        below = set(descendants(os.getpid()))
        direct = {process for process in below if _parent(process) == os.getpid()}
        if readers := sorted(below - direct):
            with _gone():
                os.kill(trial.rng.choice(readers), signal.SIGKILL)

    trial.run(trial.at_a_moment(kill))


def driver(trial: Trial) -> None:
    """Kill the builder, and with it its readers."""
    context = multiprocessing.get_context("forkserver")
    process = context.Process(target=_killed, args=(trial,))
    process.start()
    process.join()


def _killed(trial: Trial) -> None:
    os.setsid()
    trial.run(trial.at_a_moment(lambda: os.killpg(0, signal.SIGKILL)))


def node(trial: Trial) -> None:
    """Kill a node of a cluster of two."""
    cluster, engine = _cluster()
    doomed = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    gone = threading.Event()

    def kill() -> None:
        cluster.remove_node(doomed, allow_graceful=False)
        gone.set()

    trial.run(trial.at_a_moment(kill), engine=engine)
    if not gone.wait(1):
        cluster.remove_node(doomed)


@functools.cache
def _cluster() -> tuple[Any, Engine]:
    from ray.cluster_utils import Cluster

    from indexing.ray_engine import RayEngine

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    return cluster, RayEngine(cluster.address)


def disk(trial: Trial) -> None:
    """Let the disk be full, then larger."""
    trial.index.mkdir()
    size = trial.rng.randint(trial.bytes_needed // 10, trial.bytes_needed)
    mount = ["mount", "-t", "tmpfs", "-o"]
    subprocess.run([*mount, f"size={size}", "tmpfs", str(trial.index)], check=True)
    with suppress(WriteError):
        trial.run()
    subprocess.run(["mount", "-o", "remount,size=1G", str(trial.index)], check=True)


def clock(trial: Trial) -> None:
    """Let the clock of the builder jump."""
    real = time.time

    def jumping() -> float:
        return real() + trial.rng.uniform(-TWO_DAYS_S, TWO_DAYS_S)

    with mock.patch("time.time", jumping):
        trial.run()


def changing(trial: Trial) -> None:
    """Write another filing over one, and put it back when the build has ended."""
    path = trial.rng.choice(sorted(trial.filings.iterdir()))
    kept, status = path.read_bytes(), path.stat()
    other = trial.rng.choice(sorted(set(trial.filings.iterdir()) - {path})).read_bytes()
    trial.run(trial.at_a_moment(lambda: _written(path, other)))
    for timer in trial.timers:  # the build may have ended before its moment came
        timer.join()
    path.write_bytes(kept)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _written(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def poison(trial: Trial) -> None:
    """Let every reader of one file die; look at the ledger; ask for it again."""
    path = trial.rng.choice(sorted(trial.filings.iterdir()))
    for _ in range(2):  # the second run leaves it alone
        trial.run(engine=Poisoned(path.name))
    row = Catalog(Layout(trial.index)).ledger_row(str(path))
    assert row is not None
    assert row.error is not None
    assert row.error.startswith(QUARANTINED)
    assert row.attempts == 2
    trial.run(options=BuildOptions(retry_failed=True))


class Poisoned(LocalEngine):
    """Readers that die of a file of this name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def readers(self, reading: Reading, workers: int) -> AbstractContextManager[Readers]:
        """The pool of readers, with that file's death in it."""
        deadly = functools.partial(dies_of, self._name, reading.function)
        return super().readers(replace(reading, function=deadly), workers)


def dies_of(name: str, function: Callable[..., Any], path: Path, *others: Any) -> Any:
    """Read a file, unless it is the deadly one."""
    if path.name == name:
        os.kill(os.getpid(), signal.SIGKILL)
    return function(path, *others)


def content(index: Path) -> dict[str, Any]:
    """All that an index says, but for times, attempts and the number of its generation."""
    queries = {
        "filings": "SELECT filing_id, sha256, page_count, passage_count, identity, listed, "
        "passages FROM filings ORDER BY 1",
        "covers": "SELECT filing_id, summary, vector FROM covers ORDER BY 1",
        "ledger": "SELECT path, state, sha256, size, filing_id, error, pages, note FROM ledger "
        "ORDER BY 1",
    }
    with closing(sqlite3.connect(Layout(index).catalog)) as database:
        tables = {name: database.execute(sql).fetchall() for name, sql in queries.items()}
    opened = Index.open(index)
    every = list(opened.filings)
    vectors = HashingEncoder().encode_queries(["annual report", "dividend", "net sales of 2020"])
    return {
        **tables,
        "passages": {
            f"{key}@{digest}": Layout(index).passages_file(key, digest).read_bytes()
            for key, *_, digest in tables["filings"]
        },
        "order": every,
        "near": [opened.search_documents(vector, len(every)) for vector in vectors],
        "words": opened.cover_scores("annual report of fiscal 2020").tolist(),
    }


TROUBLES: dict[str, Callable[[Trial], None]] = {
    each.__name__: each for each in (worker, driver, node, disk, clock, changing, poison)
}


def tried(name: str, seed: int, filings: Path, undisturbed: Path) -> int:
    """Runs that it took to come to the same index as the undisturbed one; 0 where it is another."""
    index, expected = filings.with_name("index"), content(undisturbed)
    needed = sum(path.stat().st_size for path in undisturbed.rglob("*") if path.is_file())
    trial = Trial(filings, index, random.Random(f"{name} {seed}"), needed)
    try:
        TROUBLES[name](trial)
        runs = 1
        while runs < RUNS:
            runs += 1
            if trial.run():
                break
        found = content(index)
        different = [part for part in expected if found[part] != expected[part]]
        if different:
            print(f"{name}, seed {seed}: other {', '.join(different)}", file=sys.stderr)
        return 0 if different else runs
    finally:
        if os.path.ismount(index):
            subprocess.run(["umount", "--lazy", str(index)], check=True)
        shutil.rmtree(index, ignore_errors=True)


def _parent(process: int) -> int:
    with _gone():
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def copied(source: Path, scratch: Path, most: int) -> Path:
    """Some filings of a folder, in one that may be written to."""
    filings = scratch / "filings"
    filings.mkdir()
    found = [path for path in sorted(source.rglob("*")) if path.suffix in (".html", ".pdf", ".txt")]
    for path in found[:: max(1, len(found) // most)][:most]:
        shutil.copy2(path, filings)
    return filings


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line a trouble; 1 where any index came out otherwise."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("filings", type=Path)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--most", type=int, default=12, help="filings of the folder to build of")
    parser.add_argument("--troubles", nargs="+", choices=TROUBLES, default=list(TROUBLES))
    options = parser.parse_args(arguments)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        filings = copied(options.filings, scratch, options.most)
        undisturbed = scratch / "undisturbed"
        assert Trial(filings, undisturbed, random.Random(0)).run(), "filings that cannot be read"
        for name in options.troubles:
            started = time.monotonic()
            seeds = range(options.first, options.first + options.seeds)
            runs = [tried(name, seed, filings, undisturbed) for seed in seeds]
            wrong += runs.count(0)
            line = {"trouble": name, "seeds": len(runs), "same": len(runs) - runs.count(0)}
            took = round(time.monotonic() - started, 1)
            print(json.dumps({**line, "most_runs": max(runs), "seconds": took}), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
