"""Files as their authors publish them, and one way to say where and why one cannot be read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hirec.json_files import parse_json, read_lines, readable
from hirec.types import QuestionFileError
from hirec.validation_errors import first_problem

Shape = TypeVar("Shape", bound=BaseModel)


def read_text(path: Path) -> str:
    """The whole text of a file in UTF-8; raises :class:`QuestionFileError` with the reason."""
    with readable(path, QuestionFileError):
        return path.read_text(encoding="utf-8-sig")


def read_json(path: Path) -> Any:  # noqa: ANN401 - what JSON may hold
    """A file of one JSON value, fractions as decimals; raises as :func:`read_text`."""
    return parse_json(read_text(path), str(path), QuestionFileError)


def read_rows(path: Path) -> Iterator[tuple[str, Any]]:
    """What a file of JSON Lines or of one JSON list holds, each with its place in words.

    Raises:
        QuestionFileError: as :func:`read_text`, or the file holds nothing or is no JSON.

    """
    first = next(read_lines(path, QuestionFileError), None)
    if first is None:
        raise QuestionFileError(f"{path} holds no question.")
    if not first[1].lstrip().startswith("["):
        for number, line in read_lines(path, QuestionFileError):
            place = f"{path}, line {number}"
            yield place, parse_json(line, place, QuestionFileError)
        return
    content = read_json(path)
    if not content:
        raise QuestionFileError(f"{path} holds no question.")
    for number, entry in enumerate(content, start=1):
        yield f"{path}, entry {number}", entry


def in_shape(shape: type[Shape], content: object, place: str) -> Shape:
    """What was read as ``shape``; raises :class:`QuestionFileError` with the place and field."""
    try:
        return shape.model_validate(content)
    except ValidationError as error:
        raise QuestionFileError(f"{place}: {first_problem(error)}.") from error
