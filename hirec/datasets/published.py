"""Files as their authors publish them, and one way to say where and why one cannot be read."""

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hirec.invalid import first_problem
from hirec.types import QuestionFileError

Shape = TypeVar("Shape", bound=BaseModel)


def read_text(path: Path) -> str:
    """The whole text of a file in UTF-8; raises :class:`QuestionFileError` with the reason."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except IsADirectoryError as error:
        raise QuestionFileError(f"{path} is a folder; name the file in it.") from error
    except OSError as error:
        raise QuestionFileError(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise QuestionFileError(f"{path} is not UTF-8 text: {error}.") from error


def read_json(path: Path) -> Any:  # noqa: ANN401 - what JSON may hold
    """A file of one JSON value, fractions as decimals; raises as :func:`read_text`."""
    return _parsed(read_text(path), str(path))


def read_rows(path: Path) -> Iterator[tuple[str, Any]]:
    """What a file of JSON Lines or of one JSON list holds, each with its place in words.

    Raises:
        QuestionFileError: as :func:`read_text`, or the file holds nothing or is no JSON.

    """
    text = read_text(path)
    if not text.strip() or text.strip() == "[]":
        raise QuestionFileError(f"{path} holds no question.")
    if text.lstrip().startswith("["):
        for number, content in enumerate(_parsed(text, str(path)), start=1):
            yield f"{path}, entry {number}", content
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            place = f"{path}, line {number}"
            yield place, _parsed(line, place)


def in_shape(shape: type[Shape], content: object, place: str) -> Shape:
    """What was read as ``shape``; raises :class:`QuestionFileError` with the place and field."""
    try:
        return shape.model_validate(content)
    except ValidationError as error:
        raise QuestionFileError(f"{place}: {first_problem(error)}.") from error


def _parsed(text: str, place: str) -> Any:  # noqa: ANN401 - what JSON may hold
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError as error:
        raise QuestionFileError(f"{place} is no JSON: {error}.") from error
    except RecursionError as error:
        raise QuestionFileError(f"{place} is no JSON of this kind: nested too deep.") from error
