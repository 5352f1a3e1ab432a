"""How often a key may ask: a bucket of tokens each, filled evenly."""

import math
import threading
import time
from collections.abc import Callable

from serving.http.errors import BusyError


class Rates:
    """Buckets by name; a name that was not seen yet has a full one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}
        """Name → (tokens, when they were counted)."""

    def spend(self, name: str, per_minute: int) -> None:
        """Take one token; raises :class:`BusyError` where there is none."""
        now, a_second = self._clock(), per_minute / 60
        with self._lock:
            tokens, then = self._buckets.get(name, (float(per_minute), now))
            tokens = min(float(per_minute), tokens + (now - then) * a_second)
            if tokens < 1:
                self._buckets[name] = (tokens, now)
                seconds = max(1, math.ceil((1 - tokens) / a_second))
                raise BusyError(
                    f"This key may make {per_minute} requests a minute; try again in {seconds} s.",
                    seconds,
                )
            self._buckets[name] = (tokens - 1, now)
