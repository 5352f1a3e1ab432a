"""Reading what a model wrote: past its thinking, as JSON without surprises, into a shape."""

import json
import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

Shape = TypeVar("Shape", bound=BaseModel)

THINK = ("<think>", "</think>")
_MOST_COMPLAINTS = 5
_CONTROLS = dict.fromkeys(range(32), " ")
"""White space between tokens; in a string, where the grammars of some servers let them through,
they stand for nothing."""


class UnreadableError(Exception):
    """A reply is not what was asked for; the message can be shown to the model."""


def without_thinking(text: str) -> str:
    """The reply behind a leading ``<think>…</think>``; empty where the thinking never ends.

    Some templates open the block in the prompt, so that the reply holds only its end.
    """
    opening, closing = THINK
    stripped = text.strip()
    if stripped.startswith(opening) or (closing in stripped and stripped[:1] not in ("{", "[")):
        return stripped.partition(closing)[2].strip()
    return stripped


def read_reply(text: str, shape: type[Shape]) -> Shape:
    """The reply as a value of the shape.

    Raises :class:`UnreadableError` for anything but one JSON text of the shape: other words around
    it, a key given twice, numbers that are not finite (``1e999``, ``NaN``), fields missing, unknown
    or out of bounds.
    """
    body = without_thinking(text).translate(_CONTROLS)
    try:
        json.loads(
            body,
            parse_float=_finite,
            parse_int=_whole,
            parse_constant=_no_constant,
            object_pairs_hook=_unique,
        )
    except RecursionError:
        raise UnreadableError("The JSON is nested too deeply.") from None
    except ValueError as error:
        raise UnreadableError(f"Not valid JSON: {error}.") from error
    try:
        value = shape.model_validate_json(body)
    except ValidationError as error:
        raise UnreadableError(_complaints(error)) from error
    for number in _numbers(value.model_dump()):
        if not math.isfinite(number):
            raise UnreadableError("A number is not finite.")
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise UnreadableError(f"The number {text[:40]} is not finite.")
    return number


def _whole(text: str) -> int:
    """Integers as large as a float; Python's own limit of digits is a ValueError."""
    _finite(text)
    return int(text)


def _no_constant(text: str) -> float:
    raise UnreadableError(f"{text} is not a number of JSON.")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise UnreadableError(f"The key {twice[:60]!r} is given twice.")
    return dict(pairs)


def _complaints(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    answer = [
        f"{'.'.join(map(str, each['loc'])) or 'reply'}: {each['msg']}"
        for each in found[:_MOST_COMPLAINTS]
    ]
    return "; ".join(answer)


def _numbers(value: object) -> Iterator[float | Decimal]:
    if isinstance(value, float | Decimal):
        yield value
    elif isinstance(value, dict):
        for child in value.values():
            yield from _numbers(child)
    elif isinstance(value, list | tuple | set | frozenset):
        for child in value:
            yield from _numbers(child)
