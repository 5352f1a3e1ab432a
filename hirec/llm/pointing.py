"""Parts of a reply's shape that point: ids that a prompt shows, and lists of them."""

from collections.abc import Sequence
from types import GenericAlias
from typing import Annotated, Any, cast

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError


def list_of(member: type[Any]) -> type[Any]:
    """The type of a list of a type made at run time."""
    return cast("type[Any]", GenericAlias(list, (member,)))


def one_of(ids: Sequence[str]) -> type[Any]:
    """The type of one of the ids; another is refused by its name."""
    known = frozenset(ids)

    def check(said: str) -> str:
        if said not in known:
            raise PydanticCustomError("unknown_id", "'{said}' was not shown", {"said": said[:40]})
        return said

    schema = {"type": "string", "enum": list(ids)}
    return cast("type[Any]", Annotated[str, AfterValidator(check), WithJsonSchema(schema)])
