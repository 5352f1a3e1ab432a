"""JSON Schemas as strict servers want them: closed, complete and bounded."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from pydantic import BaseModel

from hirec.llm.errors import LlmSchemaError

LENGTHS = ("maxLength", "minLength", "maxItems", "minItems")
_BOUNDED_STRING = ("maxLength", "enum", "const", "pattern", "format")
_NOISE = ("title", "default", "discriminator")


def strict_schema(shape: type[BaseModel], *, lengths: bool = True) -> dict[str, Any]:
    """The schema of a pydantic model: objects closed, all fields required, no titles or defaults.

    ``lengths=False`` leaves out maxLength and maxItems for servers that refuse them. Raises
    :class:`LlmSchemaError` where a string lacks ``max_length``, a list lacks ``max_length`` or an
    object has free keys: a model under a grammar writes on until something bounds it.
    """
    schema = deepcopy(shape.model_json_schema())
    for path, node in list(_nodes(schema, shape.__name__)):
        _check(path, node)
        if "oneOf" in node:
            node["anyOf"] = node.pop("oneOf")  # what strict servers know; ours exclude each other
        for key in (*_NOISE, *(() if lengths else LENGTHS)):
            if key in node:
                del node[key]
        if node.get("type") == "object":
            node["additionalProperties"] = False
            node["required"] = list(node.get("properties", {}))
    return schema


def _nodes(node: object, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every sub-schema with where it is; names of properties are no sub-schemas."""
    if not isinstance(node, dict):
        return
    yield path, node
    for group in ("properties", "$defs"):
        for name, child in node.get(group, {}).items():
            yield from _nodes(child, f"{path}.{name}")
    for group in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for child in node.get(group, ()):
            yield from _nodes(child, path)
    yield from _nodes(node.get("items"), f"{path}[]")


def _check(path: str, node: Mapping[str, Any]) -> None:
    kind = node.get("type")
    if kind == "string" and not any(key in node for key in _BOUNDED_STRING):
        raise LlmSchemaError(f"{path} is a string without a bound; give it max_length.")
    if kind == "array" and "maxItems" not in node:
        raise LlmSchemaError(f"{path} is a list without a bound; give it max_length.")
    if kind == "object" and (not node.get("properties") or node.get("additionalProperties")):
        raise LlmSchemaError(f"{path} is an object with free keys; name its fields.")
    if not any(key in node for key in ("type", "$ref", "enum", "const", "anyOf", "oneOf", "allOf")):
        raise LlmSchemaError(f"{path} may be anything; say what it is.")
