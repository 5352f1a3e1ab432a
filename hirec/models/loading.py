"""Loading models: on a device that is there, with failures named, without the library's remarks."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from hirec.types import ModelError


@contextmanager
def loading(role: str, source: str, device: str, expected: str) -> Iterator[None]:
    """Load a model inside.

    Args:
        role: What it is for: ``encoder``, ``cross-encoder``.
        source: What the settings call it.
        device: A torch device.
        expected: What its folder should hold, for the error.

    Raises:
        ModelError: no such device, or the library found the weights absent or damaged.

    """
    _check_device(device)
    try:
        with (
            memory_of(device, "free some of it, or set models.device to cpu"),
            quiet_transformers(),
        ):
            yield
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelError(
            f"Cannot load the {role} '{source}' on {device} ({type(error).__name__}): give a "
            f"folder with {expected}."
        ) from error


@contextmanager
def memory_of(device: str, remedy: str) -> Iterator[None]:
    """Name the fault where a GPU's memory does not do; raises :class:`ModelError`.

    Args:
        device: As torch names it.
        remedy: What the user can do.

    """
    try:
        yield
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        raise ModelError(f"The memory of {device} is too small for this: {remedy}.") from error


@contextmanager
def quiet_transformers() -> Iterator[None]:
    """No progress bars and no warnings of transformers inside; what matters, we say ourselves."""
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    level = logging.get_verbosity()
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of its own calls to itself
            yield
    finally:
        logging.set_verbosity(level)


def _check_device(device: str) -> None:
    import torch

    try:
        named = torch.device(device)
    except RuntimeError as error:
        raise ModelError(f"models.device '{device}' is no device of torch.") from error
    if named.type == "cuda" and not torch.cuda.is_available():
        raise ModelError(
            f"models.device is {device}, and torch finds no GPU here: set models.device to cpu, or "
            "install a torch that is built for the GPU."
        )
    if named.type == "cuda" and (named.index or 0) >= torch.cuda.device_count():
        raise ModelError(
            f"models.device is {device}, and torch finds {torch.cuda.device_count()} GPU here, "
            "counted from cuda:0."
        )
