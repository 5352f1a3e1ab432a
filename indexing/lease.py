"""Who may write an index: one process of a machine by a lock, one of all machines by a lease.

A lease has a number, higher than any before it, and ends unless its holder renews it. Clocks only
decide when somebody else may take over; that nobody writes under a lease that was taken over is the
catalog's doing, which knows the newest number (its *fence*) and refuses every other, and the
generations', whose next number only one can take.
"""

import fcntl
import json
import os
import platform
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from hirec.index.catalog import Catalog
from hirec.index.layout import Layout
from hirec.types import HirecError
from indexing.writer import OvertakenError, write_bytes, write_once, writing

LASTS_S = 60.0
"""From one renewal on; it is renewed three times as often."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class IndexBusyError(HirecError):
    """Another process is writing the index."""


class _Holder(BaseModel):
    """Content of ``leases/N.json``."""

    model_config = ConfigDict(frozen=True)

    machine: str
    """Different after each start of a machine."""
    host: str
    process: int
    until: float
    """Seconds since 1970; 0 where it was given back."""


class Lease:
    """The right to write an index, as long as no later lease is there."""

    def __init__(self, layout: Layout, number: int, lasts_s: float) -> None:
        """Renew a lease of this process from now on; see :func:`exclusive`.

        Args:
            layout: Where the index is.
            number: Of the lease.
            lasts_s: Seconds after which it ends unless it is renewed.

        """
        self.number = number
        self._layout = layout
        self._lasts_s = lasts_s
        self._given_back = threading.Event()
        self._renewing = threading.Thread(target=self._renew, daemon=True)
        self._renewing.start()

    def require(self) -> None:
        """Raise :class:`OvertakenError` where a later lease is there."""
        if _numbers(self._layout)[-1:] != [self.number]:
            raise OvertakenError(self._layout.root)

    def give_back(self) -> None:
        """Let others write at once."""
        self._given_back.set()
        self._renewing.join()
        if _numbers(self._layout)[-1:] == [self.number]:
            _tell(self._layout, self.number, until=0.0)

    def _renew(self) -> None:
        while not self._given_back.wait(self._lasts_s / 3):
            if _numbers(self._layout)[-1:] != [self.number]:
                return  # whatever is written next is refused
            _tell(self._layout, self.number, time.time() + self._lasts_s)


@contextmanager
def exclusive(layout: Layout, lasts_s: float = LASTS_S) -> Iterator[Lease]:
    """Hold the index's lock and a lease of it.

    A holder that died is waited for by nobody on its own machine, and ``lasts_s`` on others.

    Raises:
        IndexBusyError: another process, here or on another machine, holds them.
        IndexDamagedError: the catalog cannot be read.
        WriteError: the folder is not writable.

    """
    with writing(layout.lock):
        descriptor = os.open(layout.lock, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise IndexBusyError(
                f"Another process is writing the index in {layout.root}; wait until it has "
                "finished, then run the command again."
            ) from error
        lease = Lease(layout, _taken(layout, lasts_s), lasts_s)
        try:
            yield lease
        finally:
            lease.give_back()
    finally:
        os.close(descriptor)


def _taken(layout: Layout, lasts_s: float) -> int:
    """The number of a new lease; raises IndexBusyError where another machine holds one."""
    numbers = _numbers(layout)
    last = numbers[-1] if numbers else 0
    holder = _holder(layout, last) if numbers else None
    if holder is not None and holder.until > time.time() and holder.machine != _machine():
        ends = time.strftime("%H:%M:%S", time.localtime(holder.until))
        raise IndexBusyError(
            f"Process {holder.process} on {holder.host} is writing the index in {layout.root}; "
            f"wait until it has finished, or has not renewed its lease by {ends}, then run the "
            "command again."
        )
    content = _content(time.time() + lasts_s)
    number = max(last, Catalog(layout).fence()) + 1  # leases may have stayed behind in a copy
    with writing(layout.leases):
        layout.leases.mkdir(exist_ok=True)
        try:
            write_once(layout.lease_file(number), content)
        except FileExistsError as error:
            raise OvertakenError(layout.root) from error
        for earlier in numbers:
            layout.lease_file(earlier).unlink(missing_ok=True)
    return number


def _numbers(layout: Layout) -> list[int]:
    stems = (path.stem for path in layout.leases.glob("*.json"))
    return sorted(int(stem) for stem in stems if stem.isdecimal())


def _holder(layout: Layout, number: int) -> _Holder | None:
    """Who holds a lease; None where that cannot be read, as of one that is being replaced."""
    try:
        return _Holder.model_validate_json(layout.lease_file(number).read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def _tell(layout: Layout, number: int, until: float) -> None:
    with writing(layout.leases):
        write_bytes(layout.lease_file(number), _content(until))


def _content(until: float) -> bytes:
    holder = _Holder(machine=_machine(), host=platform.node(), process=os.getpid(), until=until)
    return json.dumps(holder.model_dump()).encode()


def _machine() -> str:
    return _BOOT.read_text().strip() if _BOOT.exists() else platform.node()
