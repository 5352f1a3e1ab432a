"""How what pydantic refuses is told."""

from pydantic import ValidationError

_MAPPING = "expected an object with named fields"
"""What is said instead of pydantic's words, which name a class of ours."""


def first_problem(error: ValidationError, whole: str = "") -> str:
    """``field: what is wrong with it`` of the first problem; ``whole`` names what has no field."""
    problem = error.errors()[0]
    field = ".".join(map(str, problem["loc"])) or whole
    message = _MAPPING if problem["type"] == "model_type" else problem["msg"]
    return f"{field}: {message}" if field else message
