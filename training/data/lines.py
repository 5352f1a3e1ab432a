"""JSON Lines of one type, read with the line and the field of what is wrong."""

from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from hirec import json_files
from hirec.validation_errors import first_problem
from training.errors import TrainingError

Item = TypeVar("Item")


def read_lines(path: Path, adapter: TypeAdapter[Item], noun: str) -> list[Item]:
    """Each line that is not blank, validated.

    Args:
        path: Of the file of JSON Lines.
        adapter: Of the type.
        noun: What a line should be, for messages.

    Raises:
        TrainingError: the file cannot be read, or a line is no such thing.

    """
    found = []
    for number, line in json_files.read_lines(path, TrainingError):
        try:
            found.append(adapter.validate_json(line))
        except ValidationError as error:
            problem = first_problem(error, "the line")
            raise TrainingError(f"{path}, line {number}, is no {noun}: {problem}.") from error
    return found
