"""Points of view from which passages are scored, as ``roles.yaml`` lists them."""

import functools
from collections.abc import Mapping

from pydantic import Field

from hirec.lexicon.files import Entry, read_entries


class Role(Entry):
    """One point of view; fields are explained at the top of ``roles.yaml``."""

    focus: str = Field(min_length=1)
    topics: frozenset[str] = frozenset()


@functools.cache
def all_roles() -> Mapping[str, Role]:
    """Every role by key; raises ``pydantic.ValidationError`` on a broken file."""
    return read_entries("roles.yaml", Role)
