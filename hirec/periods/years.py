"""Years as labels and texts print them."""

import re

_PRINTED = re.compile(r"(?<![\d.$])(?<!\d\d\d,)(?:19|20)\d{2}(?!\d|,\d|\.\d)")
"""A year as text prints it."""
_SHORT = re.compile(r"\bFY?'?(?P<two>\d\d)\b")


def years_in(text: str) -> tuple[int, ...]:
    """Years printed in a text, each once: 2019, FY19."""
    found = [int(match[0]) for match in _PRINTED.finditer(text)]
    found += [2000 + int(match["two"]) for match in _SHORT.finditer(text)]
    return tuple(dict.fromkeys(found))
