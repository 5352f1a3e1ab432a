"""What filings have to say in a place made for it, as ``duties.yaml`` lists it."""

import functools
import re
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from hirec.lexicon.files import read_entries


class Duty(BaseModel):
    """One thing to be said; fields are explained at the top of ``duties.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

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
    for duty in all_duties().values():
        pattern = rf"(?<!\w)(?:{'|'.join(duty.asked)})(?!\w)"
        if re.search(pattern, question, re.IGNORECASE):
            return duty
    return None
