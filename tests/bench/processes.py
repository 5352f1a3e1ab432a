"""Memory of this process and of the reader processes below it, sampled (Linux)."""

import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

_PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1_000_000


def resident_mb(process: int) -> float:
    """Resident memory in MB; 0 where the process has gone."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE_MB
    except (OSError, IndexError):
        return 0.0


def descendants(process: int) -> list[int]:
    """Process ids below a process, in no order."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            status = (entry / "stat").read_text()
        except OSError:
            continue
        parent = int(status.rpartition(")")[2].split()[1])
        parents.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    waiting = [process]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


class PeakMemory:
    """Samples memory while it is entered.

    ``parent_mb`` and ``readers_mb`` are the most that this process and any one process below it
    had; ``samples`` are (seconds, this process, all below it together).
    """

    def __init__(self, every_s: float = 0.05) -> None:
        self.parent_mb = 0.0
        self.readers_mb = 0.0
        self.samples: list[tuple[float, float, float]] = []
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _sample(self) -> None:
        elapsed = 0.0
        while not self._ended.wait(self._every_s):
            elapsed += self._every_s
            parent = resident_mb(os.getpid())
            readers = [resident_mb(process) for process in descendants(os.getpid())]
            self.parent_mb = max(self.parent_mb, parent)
            self.readers_mb = max([self.readers_mb, *readers])
            self.samples.append((elapsed, parent, sum(readers)))
