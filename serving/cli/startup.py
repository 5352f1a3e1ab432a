"""Starting without the garbage collector: modules and what they make at import stay."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile, and never again among what was made.

    A seventh of a cold question's processor time went into such looks, and as much into the last
    one, when the process ends.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
