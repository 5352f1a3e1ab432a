"""Memory and time of this process and of the reader processes below it, sampled (Linux)."""

import os
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

_PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1_000_000
_TICKS_A_S = os.sysconf("SC_CLK_TCK")


def resident_mb(process: int) -> float:
    """Resident memory in MB; 0 where the process has gone."""
    return _memory_mb(process, 1)


def mapped_mb(process: int) -> float:
    """What of the resident memory are files mapped, which the system may take back, in MB."""
    return _memory_mb(process, 2)


def _memory_mb(process: int, column: int) -> float:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[column]) * _PAGE_MB
    except (OSError, IndexError):
        return 0.0


def cpu_s(process: int) -> float:
    """Processor seconds that a process has had; 0 where it has gone."""
    try:
        status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(status[11]) + int(status[12])) / _TICKS_A_S


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
    had; ``samples`` are (seconds, this process, all below it together). ``readers_cpu_s`` is what
    all that were below it have computed, but for what each did after it was seen last.
    """

    def __init__(self, every_s: float = 0.05) -> None:
        self.parent_mb = 0.0
        self.readers_mb = 0.0
        self.samples: list[tuple[float, float, float]] = []
        self._cpu_s: dict[int, float] = {}
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    @property
    def readers_cpu_s(self) -> float:
        """Processor seconds of all processes seen below this one."""
        return sum(self._cpu_s.values())

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
        started = time.monotonic()
        while not self._ended.wait(self._every_s):
            elapsed = time.monotonic() - started
            parent = resident_mb(os.getpid())
            below = descendants(os.getpid())
            readers = [resident_mb(process) for process in below]
            self._cpu_s |= {process: cpu_s(process) for process in below}
            self.parent_mb = max(self.parent_mb, parent)
            self.readers_mb = max([self.readers_mb, *readers])
            self.samples.append((elapsed, parent, sum(readers)))
