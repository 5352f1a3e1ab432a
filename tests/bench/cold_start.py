"""Processor seconds of ``hirec ask`` and ``hirec --help`` from a cold shell, medians of a few.

``python tests/bench/cold_start.py INDEX [--question Q] [--repeats 5]``; ``--with PATH`` names
another checkout, whose figures are taken in turn with these.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).parents[2]
_MAIN = "from serving.cli.app import main; main()"


def _processor_seconds(tree: Path, arguments: list[str]) -> float:
    """What one process, with those that it starts, takes of the processors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    # An installed package is compiled once, not at every start.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", _MAIN, *arguments]
    subprocess.run(command, check=True, cwd="/", env=environment, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print one line a command and checkout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("--question", default="What was Harbor Peak Foods' net sales in 2022?")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--with", dest="other", type=Path)
    given = parser.parse_args()
    trees = [_HERE, *([given.other.resolve()] if given.other else [])]
    commands = {
        "ask": ["ask", given.question, "--index", str(given.index.resolve())],
        "--help": ["--help"],
    }
    taken: dict[tuple[str, Path], list[float]] = {}
    for _ in range(given.repeats):
        for name, arguments in commands.items():
            for tree in trees:
                taken.setdefault((name, tree), []).append(_processor_seconds(tree, arguments))
    for (name, tree), seconds in taken.items():
        middle, least = statistics.median(seconds), min(seconds)
        print(f"{name:8} {middle:.2f} s (least {least:.2f})  {tree.name}")


if __name__ == "__main__":
    main()
