"""Proxy statements: the meeting they call."""

import re
from datetime import date

from hirec.periods import find_date_spans
from hirec.types import Document
from indexing.identity.lines import page_text

_MEETING = re.compile(r"annual\s+(?:general\s+)?meeting|special\s+meeting", re.IGNORECASE)


def meeting_date(document: Document) -> date | None:
    """Day of the shareholders' meeting: the first date said soon after "annual meeting"."""
    for position in range(min(len(document.pages), 12)):
        text = page_text(document, position)
        for match in _MEETING.finditer(text):
            for span in find_date_spans(text[match.end() : match.end() + 350]):
                return span.day
    return None
