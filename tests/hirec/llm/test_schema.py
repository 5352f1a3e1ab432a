"""Schemas are closed, complete and bounded before a server sees them."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, create_model

from hirec.llm.errors import LlmSchemaError
from hirec.llm.schema import strict_schema


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Inner(BaseModel):
    title: str = Field("", max_length=5)
    default: int = 3


class Outer(BaseModel):
    """Said to the model."""

    inner: Inner
    many: list[Inner] = Field(max_length=2)
    colour: Colour = Colour.RED
    kind: Literal["a", "b"]
    maybe: Annotated[str, Field(max_length=9)] | None = None
    number: float = 0.0


def test_objects_are_closed_and_complete() -> None:
    schema = strict_schema(Outer)
    inner = schema["$defs"]["Inner"]
    assert schema["required"] == ["inner", "many", "colour", "kind", "maybe", "number"]
    assert schema["additionalProperties"] is inner["additionalProperties"] is False
    assert inner["required"] == ["title", "default"]
    assert inner["properties"]["title"] == {"maxLength": 5, "type": "string"}
    assert schema["properties"]["maybe"]["anyOf"][0]["maxLength"] == 9
    assert schema["properties"]["many"]["maxItems"] == 2
    assert schema["description"] == "Said to the model."
    assert Outer.model_json_schema()["properties"]["number"]["default"] == 0.0


def test_lengths_can_be_left_out() -> None:
    text = str(strict_schema(Outer, lengths=False))
    assert "maxLength" not in text
    assert "maxItems" not in text


class Free(BaseModel):
    model_config = ConfigDict(extra="allow")
    a: int


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (str, r"Shape\.field is a string without a bound"),
        (str | None, r"Shape\.field is a string"),
        (list[int], r"Shape\.field is a list without a bound"),
        (Annotated[list[str], Field(max_length=2)], r"Shape\.field\[\] is a string"),
        (dict[str, int], "free keys"),
        (Free, "free keys"),
        (Any, "may be anything"),
    ],
)
def test_what_has_no_bound_is_refused(kind: Any, says: str) -> None:
    shape = create_model("Shape", field=(kind, ...))
    with pytest.raises(LlmSchemaError, match=says):
        strict_schema(shape)
