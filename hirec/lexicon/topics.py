"""Parts of a filing named in a question, and the words that filings themselves use for them."""

import functools
import re
from collections.abc import Mapping

from pydantic import Field

from hirec.lexicon.files import Entry, any_of, read_entries


class Topic(Entry):
    """One part of a filing; fields are explained at the top of ``topics.yaml``."""

    asked: tuple[str, ...] = Field(min_length=1)
    filed: str = Field(min_length=1)


@functools.cache
def all_topics() -> Mapping[str, Topic]:
    """Every topic by key, in the file's order; raises ``pydantic.ValidationError`` if broken."""
    return read_entries("topics.yaml", Topic)


@functools.cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((key, any_of(topic.asked, r"\w&")) for key, topic in all_topics().items())


def find_topics(text: str) -> tuple[str, ...]:
    """Keys of the topics named in ``text``, in the order in which it names them."""
    found = (
        (match.start(), key) for key, pattern in _patterns() if (match := pattern.search(text))
    )
    return tuple(key for _, key in sorted(found))
