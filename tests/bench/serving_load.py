"""Requests a second, waiting times, errors and memory of a served index under load.

``python tests/bench/serving_load.py INDEX QUESTIONS.jsonl [--clients 16] [--seconds 60]`` starts
`hirec serve` in a process of its own and asks it the file's questions over loopback, each client
one after the other; what is refused with 429 is asked again after Retry-After. Then it streams to
fewer clients and takes the time to the first event. At the end the answers of each question are
held against those of `HiREC.ask`. With ``--add FOLDER`` a builder adds that folder's filings to the
index meanwhile, ten at a time: give a copy of an index, and filings of other companies than those
that are asked about.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

_HERE = Path(__file__).parents[2]
_MAIN = "from serving.cli.app import main; main()"
_SUFFIXES = (".htm", ".html", ".pdf", ".txt")
_FIELDS = ("text", "verdict", "reason", "value", "unit", "scale", "citations", "program")
Work = Callable[[httpx.Client, str], None]


class Load:
    """What came back, gathered over all clients."""

    def __init__(self, url: str, questions: list[str]) -> None:
        self.url = url
        self.questions = questions
        self.seconds: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.answers: dict[str, set[str]] = {}
        self._lock = threading.Lock()

    def ask(self, client: httpx.Client, question: str) -> None:
        """Ask until it is taken; the waiting counts."""
        begun = time.perf_counter()
        while True:
            got = client.post(f"{self.url}/ask", json={"question": question})
            with self._lock:
                self.statuses[got.status_code] += 1
            if got.status_code != 429:
                break
            time.sleep(float(got.headers["Retry-After"]))
        taken = time.perf_counter() - begun
        with self._lock:
            self.seconds.append(taken)
            if got.status_code == 200:
                self.answers.setdefault(question, set()).add(_told(got.json()))

    def stream(self, client: httpx.Client, question: str) -> None:
        """The time to the first event, that a question was taken."""
        begun = time.perf_counter()
        with client.stream("POST", f"{self.url}/ask/events", json={"question": question}) as got:
            first = None
            for line in got.iter_lines():
                if first is None and line.startswith("event:"):
                    first = time.perf_counter() - begun
            with self._lock:
                self.statuses[got.status_code] += 1
                if first is not None:
                    self.seconds.append(first)

    def run(self, work: Work, clients: int, seconds: float) -> float:
        """Let so many clients work; returns the seconds until the last had ended."""
        begun = time.perf_counter()
        ends = begun + seconds

        def one(number: int) -> None:
            with httpx.Client(timeout=300) as client:
                at = number * 7
                while time.perf_counter() < ends:
                    work(client, self.questions[at % len(self.questions)])
                    at += 1

        threads = [threading.Thread(target=one, args=(number,)) for number in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - begun


def _told(answer: dict[str, Any]) -> str:
    return json.dumps({name: answer[name] for name in _FIELDS}, sort_keys=True)


class Builder:
    """Adds filings to the index, ten at a time, while it is entered; a folder of None: none."""

    def __init__(self, index: Path, folder: Path | None) -> None:
        found = sorted(folder.rglob("*")) if folder else []
        self._files = [str(path) for path in found if path.suffix in _SUFFIXES]
        self._index = index
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._add)
        self.added = 0
        self.builds = 0

    def __enter__(self) -> "Builder":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _add(self) -> None:
        for at in range(0, len(self._files), 10):
            if self._ended.is_set():
                return
            some = self._files[at : at + 10]
            command = [sys.executable, "-c", _MAIN, "index", *some, "--index", str(self._index)]
            subprocess.run(
                [*command, "--json"], check=True, capture_output=True, env=_environment()
            )
            self.added += len(some)
            self.builds += 1


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(_HERE)}


def _report(name: str, load: Load, seconds: float) -> None:
    times = sorted(load.seconds)
    cuts = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
    shown = ", ".join(f"p{p} {cuts[p - 1]:.2f} s" for p in (50, 95, 99))
    print(f"{name}: {len(times) / seconds:.1f} a second, {shown}; statuses {dict(load.statuses)}")


def _memory(process: int) -> str:
    """Resident MiB of a process, and how much of it is its own and no file's."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    said = dict(line.split(":", 1) for line in status.splitlines())
    resident, own = (int(said[name].split()[0]) // 1024 for name in ("VmRSS", "RssAnon"))
    return f"{resident} MiB ({own} its own)"


def _differing(index: Path, load: Load) -> int:
    """Questions for which an answer over HTTP is not that of Python."""
    from hirec import HiREC

    hirec = HiREC.open(index)
    same = (
        answers == {_told(hirec.ask(question).to_dict())}
        for question, answers in load.answers.items()
    )
    return sum(not each for each in same)


def main() -> None:
    """Print a line a measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--streams", type=int, default=8, help="Clients that stream afterwards.")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--add", type=Path, help="Filings that a builder adds meanwhile.")
    given = parser.parse_args()
    lines = given.questions.read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines if line.strip()]
    served = ["serve", "--index", f"bench={given.index.resolve()}", "--port", "0", "--json"]
    command = [sys.executable, "-c", _MAIN, *served, "--workers", str(given.workers)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=_environment(),
    ) as server:  # fmt: skip
        assert server.stdout is not None
        address = f"{json.loads(server.stdout.readline())['address']}/api/indexes/bench"
        try:
            _measure(server.pid, address, questions, given)
        finally:
            server.terminate()


def _measure(process: int, address: str, questions: list[str], given: argparse.Namespace) -> None:
    warm = Load(address, questions)
    with httpx.Client(timeout=300) as client:
        for question in questions:
            warm.ask(client, question)
    before = _memory(process)
    _report("one client, every question once", warm, sum(warm.seconds))
    load = Load(address, questions)
    middle: list[str] = []
    timer = threading.Timer(given.seconds / 2, lambda: middle.append(_memory(process)))
    timer.start()
    with Builder(given.index, given.add) as builder:
        seconds = load.run(load.ask, given.clients, given.seconds)
    _report(f"{given.clients} clients", load, seconds)
    print(f"added meanwhile: {builder.added} filings in {builder.builds} builds")
    print(f"resident before {before}, half-way {middle[0]}, after {_memory(process)}")
    streams = Load(address, questions)
    seconds = streams.run(streams.stream, given.streams, given.seconds / 3)
    _report(f"{given.streams} streams, first event", streams, seconds)
    print(f"answers that differ from Python's: {_differing(given.index, load)}")


if __name__ == "__main__":
    main()
