"""Names of a company's parts: segments and businesses, as a filing's cover summary lists them."""

import re
from collections.abc import Sequence

_LISTED = re.compile(r"Its segments and businesses: (?P<names>[^\n]*)\.")


def parts_line(names: Sequence[str]) -> str:
    """The summary's line of a filing's parts; empty without any."""
    return f"Its segments and businesses: {'; '.join(names)}." if names else ""


def parts_in(summary: str) -> tuple[str, ...]:
    """The parts that a summary lists."""
    listed = _LISTED.search(summary)
    return tuple(listed["names"].split("; ")) if listed else ()
