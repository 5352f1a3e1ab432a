"""Points of view from which passages are scored, as ``roles.yaml`` lists them."""

import functools
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from hirec.lexicon.files import read_entries


class Role(BaseModel):
    """One point of view; fields are explained at the top of ``roles.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    focus: str = Field(min_length=1)
    topics: frozenset[str] = frozenset()


@functools.cache
def all_roles() -> Mapping[str, Role]:
    """Every role by key; raises ``pydantic.ValidationError`` on a broken file."""
    return read_entries("roles.yaml", Role)
