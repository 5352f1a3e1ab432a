"""What running a program costs in each engine: ``python tests/bench/programs.py [RUNS]``."""

import sys
import time
from statistics import median, quantiles

from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import Program

PROGRAMS = {
    "monty": "new, old = 1250500000, 1000000000\nanswer = (new - old) / old * 100",
    "cpython": "import statistics\nanswer = statistics.mean([1250500000, 1000000000])",
}


def measure(source: str, runs: int) -> list[float]:
    """Milliseconds of each run."""
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        run(Program(source, (), "USD"), SandboxSettings())
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def main() -> None:
    """Print median and 95th percentile a program, for each engine."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for engine, source in PROGRAMS.items():
        taken = measure(source, runs)
        print(
            f"{engine:8} median {median(taken):6.1f} ms  p95 {quantiles(taken, n=20)[-1]:6.1f} ms"
        )


if __name__ == "__main__":
    main()
