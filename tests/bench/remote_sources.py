"""A build from filings at a URI beside one from the same filings on this machine's disk.

    python tests/bench/remote_sources.py FILINGS s3://bucket/empty [--rounds 3]

The filings are copied to the URI first. Reading alone is timed (``BuildReport.reading_s``), in
turn, then a second run that finds nothing new. Prints medians, and whether the passages are the
same bytes.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from hirec.index.object_store import ObjectStore
from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from indexing.discover import SUFFIXES

_SETTINGS = Settings(index=IndexSettings(workers=2))


def main() -> None:
    """Upload, build in turn, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filings", type=Path)
    parser.add_argument("uri")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    count = _upload(arguments.filings, ObjectStore(arguments.uri))
    sources: dict[str, Path | str] = {"disk": arguments.filings, "uri": arguments.uri}
    reading: dict[str, list[float]] = {name: [] for name in sources}
    again: dict[str, list[float]] = {name: [] for name in sources}
    digests = set()
    with tempfile.TemporaryDirectory() as scratch:
        for turn in range(arguments.rounds):
            for name, source in sources.items():
                index = Path(scratch) / f"{name}-{turn}"
                report = build([source], index, _SETTINGS)
                reading[name].append(report.reading_s)
                started = time.monotonic()
                assert build([source], index, _SETTINGS).done == 0
                again[name].append(time.monotonic() - started)
                digests.add(tuple(sorted(path.name for path in index.rglob("*.parquet"))))
                print(json.dumps({name: report.reading_s, "pages": report.pages}), file=sys.stderr)
    told = {
        "filings": count,
        "reading_s": {name: round(median(times), 2) for name, times in reading.items()},
        "second_run_s": {name: round(median(times), 2) for name, times in again.items()},
        "same": len(digests) == 1,
    }
    print(json.dumps(told))


def _upload(folder: Path, place: ObjectStore) -> int:
    paths = [path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES]
    for path in paths:
        target = place.path(path.relative_to(folder).as_posix())
        if place.files.type_name == "local":
            place.files.create_dir(target.rpartition("/")[0], recursive=True)
        with place.files.open_output_stream(target) as stream:
            stream.write(path.read_bytes())
    return len(paths)


if __name__ == "__main__":
    main()
