import pytest
from pydantic import TypeAdapter, ValidationError

from hirec.validation_errors import first_problem


def test_the_first_problem_is_told_with_its_place() -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(dict[str, list[int]]).validate_python({"pages": [1, "two"], "rows": ["x"]})
    assert first_problem(caught.value).startswith("pages.1: Input should be a valid integer")


def test_what_has_no_field_is_named_by_the_caller() -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(list[int]).validate_python(3)
    assert first_problem(caught.value, "the file").startswith("the file: Input should be")
