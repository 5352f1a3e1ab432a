"""What analysts judge companies by, as ``judgements.yaml`` lists it."""

import functools
import re
from collections.abc import Collection, Mapping

from pydantic import Field

from hirec.lexicon.files import Entry, any_of, read_entries, word_list

NAMED = "named_figure"
"""Key of the judgement about a figure that the question names itself."""


class Judgement(Entry):
    """One judgement; fields are explained at the top of ``judgements.yaml``."""

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
    return _says(text, word_list("judging"))


def _says(text: str, phrases: Collection[str]) -> bool:
    return bool(phrases) and any_of(map(re.escape, phrases)).search(text) is not None
