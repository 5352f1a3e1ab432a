"""How far long work is, on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, ParamSpec

from serving.cli.lines import log_progress

Move = Callable[[int, int, str], None]
"""Called with (done, total, what is being done)."""
What = ParamSpec("What")


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


@contextmanager
def steps(
    name: str, line: Callable[Concatenate[int, int, What], object]
) -> Iterator[Callable[Concatenate[int, int, What], None]]:
    """A bar on a terminal, elsewhere what ``line`` makes of each step, as JSON.

    Yields what is called with (done, total, …), all of which ``line`` is given.
    """
    with progress_bar(name) as move:

        def show(done: int, total: int, /, *args: What.args, **kwargs: What.kwargs) -> None:
            if move is None:
                log_progress(line(done, total, *args, **kwargs))
            else:
                move(done, total, name)

        yield show
