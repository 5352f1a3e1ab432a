"""What analysts judge companies by, as ``judgements.yaml`` lists it."""

import functools
import re
from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ConfigDict, Field

from hirec.lexicon.files import read_entries

_JUDGING = (
    "healthy", "strong", "weak", "sound", "solid", "robust", "good", "poor", "adequate",
    "sufficient", "comfortable", "sustainable", "stable", "consistent", "volatile", "excessive",
    "conservative", "aggressive", "reasonable", "prudent", "safe", "risky", "attractive",
    "efficient", "impressive", "concerning", "worrying",
)  # fmt: skip
"""Words that judge what they are said of."""
NAMED = "named_figure"
"""Key of the judgement about a figure that the question names itself."""


class Judgement(BaseModel):
    """One judgement; fields are explained at the top of ``judgements.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    topics: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    reads: str = Field(min_length=1)
    source: str = Field(min_length=1)


@functools.cache
def all_judgements() -> Mapping[str, Judgement]:
    """Every judgement by key; raises ``pydantic.ValidationError`` on a broken file."""
    return read_entries("judgements.yaml", Judgement)


def find_judgement(text: str) -> str:
    """The key of the judgement that a text asks for; empty where it asks for none."""
    judging = judges(text)
    for key, entry in all_judgements().items():
        if _says(text, entry.asked) or (judging and _says(text, entry.topics)):
            return key
    return ""


def judges(text: str) -> bool:
    """Whether a word of the text judges: "healthy", "sustainable"."""
    return _says(text, _JUDGING)


def _says(text: str, phrases: Iterable[str]) -> bool:
    found = (
        re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) for words in phrases
    )
    return any(found)
