"""What a file is read with beside itself, as one canonical text that the ledger keeps.

A file is read again whenever that text is no longer the one it was read with. So corrections, what
siblings teach and what EDGAR's list says need no bookkeeping of their own.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from hirec.types import Form

if TYPE_CHECKING:
    from indexing.identity.findings import Findings

Saying = Mapping[str, str]
"""Fields of an identity as text, and under ``source`` who says it."""

LABEL = "label"
SIBLING = "sibling"
LIST = "list"


def write_told(label: Mapping[str, str], taught: Iterable[Saying] = ()) -> str:
    """The canonical text: the user's values first, then others'; empty where nobody says any."""
    sayings = [{**label, "source": LABEL}] if label else []
    sayings += [dict(saying) for saying in taught]
    return json.dumps(sayings, ensure_ascii=False, sort_keys=True) if sayings else ""


def read_told(text: str) -> list[dict[str, str]]:
    """The sayings of a canonical text."""
    return json.loads(text) if text else []


def taught_part(text: str) -> list[dict[str, str]]:
    """Sayings that are not the user's."""
    return [saying for saying in read_told(text) if saying["source"] != LABEL]


def label_part(text: str) -> dict[str, str]:
    """The user's values."""
    for saying in read_told(text):
        if saying["source"] == LABEL:
            return {key: value for key, value in saying.items() if key != "source"}
    return {}


def as_findings(text: str) -> "list[Findings]":
    """Findings for ``identify``, typed again."""
    # Whoever only keeps these texts does not wait for what identifies filings.
    from indexing.identity.findings import Findings

    return [Findings(**{k: _typed(k, v) for k, v in s.items()}) for s in read_told(text)]  # type: ignore[arg-type]


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
