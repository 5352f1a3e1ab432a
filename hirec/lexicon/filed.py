"""Which document types say most about what is asked, as ``filed.yaml`` lists it."""

import functools
import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from hirec.lexicon.files import Entry, any_of, read_entries
from hirec.types import Form

OTHERWISE = "otherwise"
"""Key of the entry that holds whatever is asked."""

When = Literal["day", "quarter", "year", "figure", "outlook"]
"""What a parse may say of a question."""


class Filed(Entry):
    """A kind of information; fields are explained at the top of ``filed.yaml``."""

    asked: tuple[str, ...] = ()
    when: When | None = None
    grades: Mapping[Form, Annotated[float, Field(ge=0, le=4)]] = Field(min_length=1)
    source: str = Field(min_length=1)


@functools.cache
def all_filed() -> Mapping[str, Filed]:
    """Every kind by key; raises ``pydantic.ValidationError`` on a broken file."""
    return read_entries("filed.yaml", Filed)


@functools.cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    return {key: any_of(kind.asked, r"\w&") for key, kind in all_filed().items() if kind.asked}


def find_filed(text: str) -> tuple[str, ...]:
    """Keys of the kinds that a question names, in the order of the file."""
    return tuple(key for key, pattern in _patterns().items() if pattern.search(text))
