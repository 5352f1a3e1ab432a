"""Questions that look forward: "expect for fiscal 2024", "the low end of the range"."""

import re
from dataclasses import dataclass

from hirec.analysts.rule.phrases import EXPECTED, HIGH, LOW

_EXPECTS = re.compile(
    r"\b(?:(?:was|were|is|are|does|did|do)\s+)?(?:expects?|anticipates?|forecasts?|projects)\b(?:\s+to\b)?"
    r"|\b(?:expected|anticipated|projected|forecast(?:ed)?|guided)\s+(?:to|for|by)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:(?P<low>low(?:er)?|bottom)|high(?:er)?|upper|top)\s+(?:end|bound|limit)\s+of\s+(?:(?:the|its)\s+)?",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\b(?:guidance|outlook|forecast|range)\b(?:\s+(?:for|of)\b)?"
    r"|\bthat\s+\|\s+(?:gave|provided|issued|announced)\b|\b(?:gave|given|provided|issued)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A masked core without the words that look forward, and what they ask for."""

    core: str
    prefix: str = ""
    """Prefix of the requirement's words; empty where the question does not look forward."""


def read_outlook(core: str) -> Outlook:
    """Take the forward-looking words out of a masked core."""
    bound = _BOUND.search(core)
    if bound:
        end = LOW if bound["low"] else HIGH
        return Outlook(
            _RANGE.sub(" ", _EXPECTS.sub(" ", _BOUND.sub(" ", core))), f"{EXPECTED} {end}"
        )
    if _EXPECTS.search(core):
        return Outlook(" ".join(_EXPECTS.sub(" ", core).split()), EXPECTED)
    return Outlook(core)
