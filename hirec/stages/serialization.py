"""Queries, intents and cards as the trace keeps them, and back: for an auditor."""

import functools
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from hirec.types import Card, Intent, Query


@functools.cache
def _adapter() -> TypeAdapter[Query]:
    return TypeAdapter(Query)


def query_json(query: Query) -> dict[str, Any]:
    """Question, scope, intent and parse, ready for JSON; what is as by default is left out.

    Facts are left out: they are answers with steps of their own.
    """
    content: dict[str, Any] = _adapter().dump_python(
        query, mode="json", exclude_defaults=True, exclude={"facts"}
    )
    return content


def query_of(content: Mapping[str, Any]) -> Query:
    """The query that a trace kept, without its parse, whose parts JSON does not tell apart.

    Raises ``pydantic.ValidationError`` where it is none.
    """
    return _adapter().validate_python({k: v for k, v in content.items() if k != "parsed"})


def intent_json(intent: Intent) -> dict[str, Any]:
    """An intent ready for JSON; what is as by default is left out."""
    content: dict[str, Any] = _intents().dump_python(intent, mode="json", exclude_defaults=True)
    return content


def intent_of(content: Mapping[str, Any]) -> Intent:
    """The intent that a trace kept; raises ``pydantic.ValidationError`` where it is none."""
    return _intents().validate_python(content)


@functools.cache
def _intents() -> TypeAdapter[Intent]:
    return TypeAdapter(Intent)


@functools.cache
def _cards() -> TypeAdapter[Card]:
    return TypeAdapter(Card)


def card_json(card: Card) -> dict[str, Any]:
    """A card ready for JSON; what is as by default is left out."""
    content: dict[str, Any] = _cards().dump_python(card, mode="json", exclude_defaults=True)
    return content


def card_of(content: Mapping[str, Any]) -> Card:
    """The card that a trace kept; raises ``pydantic.ValidationError`` where it is none."""
    return _cards().validate_python(content)
