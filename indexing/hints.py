"""What a file is read with beside itself, as one canonical text that the ledger keeps.

A file is read again whenever that text is no longer the one it was read with. So corrections, what
siblings say and what EDGAR's list says need no bookkeeping of their own.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from hirec.types import Form

if TYPE_CHECKING:
    from indexing.identity.findings import Findings

Hint = Mapping[str, str]
"""Fields of an identity as text, and under ``source`` who says it."""

LABEL = "label"
SIBLING = "sibling"
LIST = "list"
OF_ANOTHER_FILE = "[]"
"""No hints, in a text that is never written: its content was read from a file that has another by
now, and has to be read from one of those that are left."""


def write_hints(label: Mapping[str, str], inherited: Iterable[Hint] = ()) -> str:
    """The canonical text: the user's values first, then others'; empty where nobody says any."""
    hints = [{**label, "source": LABEL}] if label else []
    hints += [dict(hint) for hint in inherited]
    return json.dumps(hints, ensure_ascii=False, sort_keys=True) if hints else ""


def read_hints(text: str) -> list[dict[str, str]]:
    """The hints of a canonical text."""
    return json.loads(text) if text else []


def inherited_hints(text: str) -> list[dict[str, str]]:
    """Those that are not the user's."""
    return [hint for hint in read_hints(text) if hint["source"] != LABEL]


def label_hints(text: str) -> dict[str, str]:
    """The user's values."""
    for hint in read_hints(text):
        if hint["source"] == LABEL:
            return {key: value for key, value in hint.items() if key != "source"}
    return {}


def as_findings(text: str) -> "list[Findings]":
    """Findings for ``identify``, typed again."""
    # Whoever only keeps these texts does not wait for what identifies filings.
    from indexing.identity.findings import Findings

    return [Findings(**{k: _typed(k, v) for k, v in s.items()}) for s in read_hints(text)]  # type: ignore[arg-type]


def _typed(key: str, text: str) -> object:
    match key:
        case "form":
            return Form(text)
        case "fiscal_year" | "fiscal_quarter":
            return int(text)
        case "period_end" | "filing_date":
            return date.fromisoformat(text)
        case "amendment":
            return text == "yes"
        case _:
            return text
