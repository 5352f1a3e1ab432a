"""Set a filing as plain text the way EDGAR kept it before HTML: a ``<PAGE>`` line a page break."""

from collections.abc import Sequence
from pathlib import Path


def write_text(pages: Sequence[str], path: Path) -> None:
    """Write the texts of the pages."""
    path.write_text("<PAGE>\n".join(pages), encoding="utf-8", newline="\n")
