"""hirec: ask questions over SEC filings and get answers whose every number can be traced."""

from typing import TYPE_CHECKING, Any

from hirec.settings import Settings
from hirec.types import Answer, HirecError

if TYPE_CHECKING:
    from hirec.pipeline import HiREC

__all__ = ["Answer", "HiREC", "HirecError", "Settings"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the module protocol (PEP 562)
    """Load the pipeline when it is first named: readers and ``--help`` do without its weight."""
    if name == "HiREC":
        from hirec.pipeline import HiREC

        return HiREC
    raise AttributeError(f"module 'hirec' has no attribute '{name}'")
