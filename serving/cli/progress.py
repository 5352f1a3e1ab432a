"""How far long work is, on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Move = Callable[[int, int, str], None]
"""Called with (done, total, what is being done)."""


@contextmanager
def progress_bar(name: str) -> Iterator[Move | None]:
    """Draw a bar on a terminal; yields what moves it, or None where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total, words: bar.update(
            task, completed=done, total=total, description=words
        )
