"""How what pydantic refuses is told."""

from pydantic import ValidationError


def first_problem(error: ValidationError, whole: str = "") -> str:
    """``field: what is wrong with it`` of the first problem; ``whole`` names what has no field."""
    problem = error.errors()[0]
    return f"{'.'.join(map(str, problem['loc'])) or whole}: {problem['msg']}"
