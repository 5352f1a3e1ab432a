"""What a command needs beyond the base installation."""

from collections.abc import Iterator
from contextlib import contextmanager

from hirec.types import HirecError


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import inside what the extra ``name`` brings; ``what`` needs it, for the error.

    Raises :class:`HirecError` where a module is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        raise HirecError(
            f"{what} needs {package}, which is not installed: pip install 'hirec[{name}]'"
        ) from error
