"""What becomes of damaged inputs: ``python tests/bench/damage.py SAMPLE_DIR COUNT SEED``.

Makes COUNT damaged inputs out of the whole filings in SAMPLE_DIR, indexes them with small limits,
and checks that each is accounted for. Ends with exit code 1 where one is not.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from damages import make_damaged
from processes import PeakMemory

from hirec.index.catalog import Catalog, LedgerRow, LedgerState
from hirec.index.layout import Layout
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.report import BuildEvent, BuildReport

BASE_MB = 400
"""What a reader has of the libraries: 250 to 320 as they are used, by the system's paging."""
MIB = 1.048576
"""MB of one; limits are set in the first, memory is told in the second."""
SLACK_S = 5.0
"""Time a reader may take beyond its limit, to be ended and replaced."""


def faults(folder: Path, index: Path, reports: list[BuildReport]) -> list[str]:
    """What is wrong with the account of a folder, in words."""
    ledger = {row.path: row for row in Catalog(Layout(index)).ledger()}
    came = {
        os.fsencode(entry.path).decode(errors="backslashreplace") for entry in os.scandir(folder)
    }
    said = [f"not in the ledger: {name!r}" for name in sorted(came - ledger.keys())]
    said += [f"nobody gave: {name!r}" for name in sorted(ledger.keys() - came)]
    for row in ledger.values():
        said += [f"{Path(row.path).name!r}: {fault}" for fault in _row_faults(row)]
    first, second = reports
    if len(first.failed) + first.done != len(came):
        said.append(f"{first.done} done + {len(first.failed)} failed of {len(came)}")
    if second.done or len(second.failed) != len(first.failed):
        said.append("a second build did not leave everything as it was")
    if any((index / "unfinished").glob("*")):
        said.append("unfinished files were left behind")
    return said


def _row_faults(row: LedgerRow) -> list[str]:
    said = []
    if row.state not in (LedgerState.DONE, LedgerState.FAILED):
        said.append(f"is left as {row.state.value}")
    if row.state is LedgerState.FAILED and not row.error:
        said.append("failed without a reason")
    if row.error and ("\n" in row.error or len(row.error) > 600):
        said.append(f"its reason is no sentence: {row.error[:200]!r}")
    if row.error and "a fault of the reader" in row.error:
        said.append(row.error)
    if "-whole" in row.path and row.state is not LedgerState.DONE:
        said.append(f"is whole, yet failed: {row.error}")
    return said


class Longest:
    """Progress callback that keeps the longest silence between two files."""

    def __init__(self) -> None:
        self.silence_s = 0.0
        self.after = ""
        self._last = time.monotonic()

    def __call__(self, event: BuildEvent) -> None:
        now = time.monotonic()
        if now - self._last > self.silence_s:
            self.silence_s, self.after = now - self._last, event.path
        self._last = now


def main() -> int:
    """Damage, index, check, report as one JSON object; exit code 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sample", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--huge-mb", type=int, default=200)
    parser.add_argument("--timeout-s", type=float, default=20.0)
    parser.add_argument("--memory-mb", type=int, default=512)
    parser.add_argument("--out", type=Path, help="keep the inputs and their index here")
    options = parser.parse_args()
    limits = IndexSettings(workers=2, timeout_s=options.timeout_s, memory_mb=options.memory_mb)
    with tempfile.TemporaryDirectory() as scratch:
        root = options.out or Path(scratch)
        folder, index = root / "in", root / "index"
        folder.mkdir(parents=True)
        made = make_damaged(options.sample, folder, options.count, options.seed, options.huge_mb)
        longest = Longest()
        with PeakMemory() as memory:
            reports = [
                build([folder], index, Settings(index=limits), progress, encoder=HashingEncoder())
                for progress in (longest, lambda _: None)
            ]
        wrong = faults(folder, index, reports)
        if longest.silence_s > limits.timeout_s + SLACK_S:
            wrong.append(f"{longest.after!r} took {longest.silence_s:.1f} s")
        if memory.readers_mb > limits.memory_mb * MIB + BASE_MB:
            wrong.append(f"a reader came to {memory.readers_mb:.0f} MB")
        rows = Catalog(Layout(index)).ledger()
    endings = Counter(
        "quarantined"
        if "quarantined" in (row.error or "")
        else "over the time limit"
        if "took longer" in (row.error or "")
        else "over the memory limit"
        if "needs more than" in (row.error or "")
        else row.state.value
        for row in rows
    )
    account = {
        "inputs": len(made),
        "kinds": len(set(made)),
        "endings": dict(endings),
        "seconds": round(reports[0].seconds, 1),
        "second_build_s": round(reports[1].seconds, 2),
        "longest_silence_s": round(longest.silence_s, 1),
        "reader_peak_mb": round(memory.readers_mb),
        "parent_peak_mb": round(memory.parent_mb),
        "wrong": wrong,
    }
    print(json.dumps(account, ensure_ascii=True, indent=2))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
