"""Facts that filings state in words of a recognisable form, as ``disclosures.yaml`` lists them."""

import functools
import re
from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from hirec.lexicon.files import Entry, any_of, read_entries

Form = Literal[
    "count",
    "person",
    "firm",
    "jurisdiction",
    "address",
    "day",
    "symbol",
    "cik",
    "ein",
    "shares",
    "money",
    "year",
]


class Cue(Entry):
    """Words that stand beside a value."""

    words: str = Field(min_length=1)
    before: bool = False
    """The value stands in front of the words."""
    after: bool = False
    """The value stands behind the words."""
    reach: int = Field(ge=1, le=800)
    """Characters between the value's far end and the words, at most."""


class Disclosure(Entry):
    """One fact; fields are explained at the top of ``disclosures.yaml``."""

    key: str
    asked: tuple[str, ...] = Field(min_length=1)
    value: Form
    cues: tuple[Cue, ...] = ()
    where: tuple[str, ...] = ()
    home: tuple[str, ...] = ()
    filed: str = Field(min_length=1)
    beside: tuple[str, ...] = ()
    dated: str = ""


@functools.cache
def all_disclosures() -> Mapping[str, Disclosure]:
    """Every disclosure by key; raises ``pydantic.ValidationError`` on a broken file."""
    return read_entries("disclosures.yaml", Disclosure)


@functools.cache
def _phrases() -> tuple[tuple[re.Pattern[str], Disclosure], ...]:
    """Names in questions, longest first: "principal executive offices" is no officer."""
    named = [(name, entry) for entry in all_disclosures().values() for name in entry.asked]
    named.sort(key=lambda pair: -len(pair[0]))
    return tuple((any_of((re.escape(name),)), entry) for name, entry in named)


def find_disclosure(text: str) -> tuple[Disclosure, str] | None:
    """The disclosure that a text names, and the text without its name; None where it names none."""
    for pattern, entry in _phrases():
        if pattern.search(text):
            return entry, pattern.sub(" ", text)
    return None
