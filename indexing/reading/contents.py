"""Tables of contents: lists of headings with page numbers, which hold no figures."""

import itertools
import re
from collections.abc import Sequence

_PAGE = re.compile(r"(?:[FSA]-)?\d{1,3}", re.IGNORECASE)
_HEADING = re.compile(
    r"item\s+\d|part\s+[iv]+\b|section\s+\d|article\s+[ivx\d]+\b|exhibits?\b|schedules?\b|signatures?\b"
    r"|notes?\s+(?:to|\d)|.*\bstatements?\s+of\b|.*\bbalance\s+sheets?\b|.*report\s+of\s+independent"
    r"|risk\s+factors|\d{1,2}\.\d{1,2}\.?\s",
    re.IGNORECASE,
)
_FEWEST = 4


def is_contents(rows: Sequence[Sequence[str]]) -> bool:
    """True where rows end in page numbers that never fall and their labels are headings.

    ``rows`` are the printed texts of each row from left to right, empty cells left out.
    """
    listed = [row for row in rows if len(row) > 1 and _PAGE.fullmatch(row[-1].strip())]
    if len(listed) < _FEWEST or len(listed) * 5 < sum(len(row) > 1 for row in rows) * 4:
        return False
    if any(re.search(r"[$%]|\d,\d{3}", text) for row in listed for text in row):
        return False
    pages = [_number(row[-1]) for row in listed]
    falls = sum(later < page for page, later in itertools.pairwise(pages))
    headings = sum(_HEADING.match(" ".join(row).strip()) is not None for row in listed)
    named = any("page" in row[-1].lower().split() for row in rows if row)
    return falls * 6 <= len(listed) and (headings > 1 or (named and headings > 0))


def _number(text: str) -> int:
    """A page's place in order; pages such as F-2 come after the plain ones."""
    digits = int(re.sub(r"\D", "", text))
    return digits if text.strip().isdigit() else 1000 + digits
