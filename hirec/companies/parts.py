"""Names of a company's parts, as a filing's cover summary lists them: segments, and brands."""

import re
from collections.abc import Sequence

_PARTS, _BRANDS = "Its segments and businesses", "Its products and brands"
_LISTED, _NAMED = (re.compile(rf"{said}: (?P<names>[^\n]*)\.") for said in (_PARTS, _BRANDS))


def parts_line(names: Sequence[str]) -> str:
    """The summary's line of a filing's parts; empty without any."""
    return f"{_PARTS}: {'; '.join(names)}." if names else ""


def brands_line(names: Sequence[str]) -> str:
    """The summary's line of products and brands; empty without any."""
    return f"{_BRANDS}: {'; '.join(names)}." if names else ""


def parts_in(summary: str) -> tuple[str, ...]:
    """The parts that a summary lists."""
    return _names(_LISTED, summary)


def brands_in(summary: str) -> tuple[str, ...]:
    """The products and brands that a summary lists."""
    return _names(_NAMED, summary)


def _names(line: re.Pattern[str], summary: str) -> tuple[str, ...]:
    listed = line.search(summary)
    return tuple(listed["names"].split("; ")) if listed else ()
