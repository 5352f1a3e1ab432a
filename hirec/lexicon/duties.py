"""What filings have to say in a place made for it, as ``duties.yaml`` lists it."""

import functools
from collections.abc import Mapping

from pydantic import Field

from hirec.lexicon.files import Entry, any_of, read_entries


class Duty(Entry):
    """One thing to be said; fields are explained at the top of ``duties.yaml``."""

    asked: tuple[str, ...] = Field(min_length=1)
    named: str = Field(min_length=1)
    sections: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    source: str = Field(min_length=1)


@functools.cache
def all_duties() -> Mapping[str, Duty]:
    """Every duty by key; raises ``pydantic.ValidationError`` on a broken file."""
    return read_entries("duties.yaml", Duty)


def find_duty(question: str) -> Duty | None:
    """The duty under which a filing would say what is asked; None where there is none."""
    found = (duty for duty in all_duties().values() if any_of(duty.asked).search(question))
    return next(found, None)
