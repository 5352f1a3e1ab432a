"""What a passage shows to a reranker: rows by their names, without their figures.

"When retrieving tables, attributes such as titles, periods, and indicators are more important than
the numerical values" (HiREC, section 4.1.2). A figure costs four or five tokens, so a statement
that is cut off at 256 tokens loses its lower half to numbers that no question asks for by value.
"""

import re

_FIGURE = re.compile(r"[\s$€£¥()%,.\d–—-]*|n/?[am]\.?|nm", re.IGNORECASE)
"""A cell that holds no word."""
_YEAR = re.compile(r"\W*(?:19|20)\d\d\W*")
_CELLS = re.compile(r"\s*\|\s*")


def without_figures(text: str) -> str:
    """Drop the figures of rendered table rows; years and prose stay as they are."""
    return "\n".join(_named(line) if "|" in line else line for line in text.split("\n"))


def _named(row: str) -> str:
    cells = _CELLS.split(row.strip().strip("|"))
    kept = [c for c in cells if _YEAR.fullmatch(c) or not _FIGURE.fullmatch(c)]
    return " | ".join(dict.fromkeys(kept)).strip()
