"""Pages of PDFs drawn in a process of its own, which may crash or be slow without harm."""

import functools
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

from pebble import ProcessExpired, ProcessPool

from hirec.types import Box, ReadError
from indexing.reading.pdf_view import PagePicture, PrintedText, draw_page, find_printed, page_size

R = TypeVar("R")
_LONGEST_S = 20.0
_KEPT_BYTES = 64 * 2**20
_PAGES_A_PROCESS = 500
"""The process is replaced after so many, whatever its libraries leak."""


class Pictures:
    """Draws pages and finds printed words on them; threads may share it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Path, int, int, int], PagePicture] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    @functools.cached_property
    def _pool(self) -> ProcessPool:
        context = multiprocessing.get_context("spawn")
        return ProcessPool(1, max_tasks=_PAGES_A_PROCESS, context=context)

    def page(self, path: Path, page_number: int, width_px: int) -> PagePicture:
        """A page of a PDF; raises :class:`ReadError`. Pictures seen lately are kept.

        Args:
            path: Of the PDF; one that was written anew is drawn anew.
            page_number: From 1.
            width_px: Narrower where that would take too many pixels.

        """
        key = (path, path.stat().st_mtime_ns, page_number, width_px)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        picture = self._done(draw_page, path, page_number, width_px)
        with self._lock:
            if key not in self._kept:  # drawn for another thread meanwhile
                self._kept[key] = picture
                self._bytes += len(picture.png)
            while self._bytes > _KEPT_BYTES:
                self._bytes -= len(self._kept.popitem(last=False)[1].png)
        return picture

    def size(self, path: Path, page_number: int) -> tuple[float, float]:
        """Width and height of a page as shown, in points; raises :class:`ReadError`."""
        return self._done(page_size, path, page_number)

    def find(self, path: Path, texts: Sequence[PrintedText]) -> list[Box | None]:
        """As :func:`find_printed`; raises :class:`ReadError`."""
        return self._done(find_printed, path, texts)

    def close(self) -> None:
        """End the process, if there is one."""
        if "_pool" in self.__dict__:
            self._pool.stop()  # type: ignore[no-untyped-call]
            self._pool.join()

    def _done(self, work: Callable[..., R], path: Path, *rest: object) -> R:
        pool = self._pool
        try:
            done: R = pool.schedule(work, [path, *rest], timeout=_LONGEST_S).result()
        except TimeoutError as error:
            raise ReadError(f"{path.name} was not drawn within {_LONGEST_S:g} s.") from error
        except RuntimeError as error:  # the pool broke down, or had before
            self._give_up(pool)
            raise ReadError(f"{path.name} could not be drawn: {error}.") from error
        except (ProcessExpired, MemoryError, OSError) as error:
            raise ReadError(f"{path.name} could not be drawn: {error}.") from error
        return done

    def _give_up(self, pool: ProcessPool) -> None:
        """Let the next page have a pool of its own: a broken one stays broken."""
        with self._lock:
            if self.__dict__.get("_pool") is pool:
                del self._pool
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()
