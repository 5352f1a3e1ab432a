"""A build by a Ray cluster of two nodes on this machine beside the pool, at equal cores.

    python tests/bench/engines.py FILINGS… [--rounds 3]

Reading alone is timed (``BuildReport.reading_s``), in turn, and the cluster is up before. Prints
the medians, the share of the pool's speed, and whether both indexes hold the same bytes.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from pathlib import Path
from statistics import median

from ray.cluster_utils import Cluster

from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from indexing.engine import Engine, LocalEngine
from indexing.ray_engine import RayEngine

_CORES = 2


def main() -> None:
    """Build in turn, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filings", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": _CORES // 2})
    cluster.add_node(num_cpus=_CORES - _CORES // 2)
    engines: dict[str, Engine] = {"pool": LocalEngine(), "ray": RayEngine(cluster.address)}
    seconds: dict[str, list[float]] = {name: [] for name in engines}
    digests = set()
    with tempfile.TemporaryDirectory() as scratch:
        for turn in range(arguments.rounds):
            for name, engine in engines.items():
                index = Path(scratch) / f"{name}-{turn}"
                report = build(
                    arguments.filings,
                    index,
                    Settings(index=IndexSettings(workers=_CORES)),
                    engine=engine,
                )
                seconds[name].append(report.reading_s)
                digests.add(_digest(index))
                print(json.dumps({name: report.reading_s, "pages": report.pages}), file=sys.stderr)
    medians = {name: round(median(times), 1) for name, times in seconds.items()}
    share = round(median(seconds["pool"]) / median(seconds["ray"]), 3)
    print(json.dumps({"seconds": medians, "efficiency": share, "same": len(digests) == 1}))


def _digest(index: Path) -> str:
    files = sorted((*index.rglob("*.parquet"), *index.glob("documents-*")))
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.relative_to(index).as_posix().encode() + file.read_bytes())
    return whole.hexdigest()


if __name__ == "__main__":
    main()
