"""Identities as JSON, as the catalog and the segments keep them."""

from pydantic import TypeAdapter

from hirec.types import Identity

IDENTITY: TypeAdapter[Identity] = TypeAdapter(Identity)
