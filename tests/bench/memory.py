"""Memory of a long build: ``python tests/bench/memory.py [--filings 2000] [--format text]``.

Makes synthetic filings, indexes them without real embeddings, samples the resident memory of this
process and of its readers, and prints the median of each tenth of the run. Flat means that the
last tenth is no more than a few per cent above the third.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from processes import PeakMemory

from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build

_TENTHS = 10
DATA = Path(__file__).parents[2] / "data"
"""Where the generator is found, which is not installed."""


def tenths(values: list[float]) -> list[float]:
    """Medians of ten equal parts of a run."""
    step = max(1, len(values) // _TENTHS)
    parts = [values[place * step : (place + 1) * step] for place in range(_TENTHS)]
    return [statistics.median(part) for part in parts if part]


def main() -> None:
    """Make, index, sample, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--filings", type=int, default=2000)
    parser.add_argument("--format", default="text")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="index these filings instead of making any")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch) / "filings"
        if options.folder is None:
            count, kind = str(options.filings), str(options.format)
            command = ["-m", "generator", str(folder), "--filings", count, "--format", kind]
            subprocess.run([sys.executable, *command], check=True, cwd=DATA)
        settings = Settings(index=IndexSettings(workers=options.workers))
        with PeakMemory(every_s=0.1) as memory:
            index = Path(scratch) / "index"
            report = build([folder], index, settings, encoder=HashingEncoder())
    print(
        f"{report.done} files, {len(report.failed)} failed, {report.pages} pages in "
        f"{report.seconds:.1f} s ({report.done / report.seconds:.0f} files/s)"
    )
    for name, column in (("this process", 1), ("the readers together", 2)):
        middle = tenths([sample[column] for sample in memory.samples])
        said = " ".join(f"{value:.0f}" for value in middle)
        print(
            f"{name:22} MB by tenths of the run: {said}; last / third {middle[-1] / middle[2]:.3f}"
        )
    print(f"most: this process {memory.parent_mb:.0f} MB, one reader {memory.readers_mb:.0f} MB")


if __name__ == "__main__":
    main()
