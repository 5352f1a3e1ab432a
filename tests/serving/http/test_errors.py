"""Every kind of failure has its status and says its sentence."""

import pytest

from hirec.llm.errors import LlmUnreachableError
from hirec.types import HirecError, IndexMissingError, QuestionError
from serving.http.errors import STATUS, BusyError, error_json, headers_of, status_of


def test_the_nearest_kind_decides() -> None:
    assert status_of(QuestionError("x")) == 422
    assert status_of(LlmUnreachableError("x")) == 502
    assert status_of(IndexMissingError("x")) == 503
    assert status_of(HirecError("x")) == 500


def test_no_kind_hides_another() -> None:
    for at, (kind, _) in enumerate(STATUS):
        assert not any(issubclass(kind, before) for before, _ in STATUS[:at])


@pytest.mark.parametrize("error", [QuestionError("No."), BusyError("Wait.", 7)])
def test_the_body_is_that_of_the_command_line(error: HirecError) -> None:
    assert error_json(error) == {"error": type(error).__name__, "message": str(error)}


def test_who_has_to_wait_is_told_how_long() -> None:
    assert headers_of(BusyError("Wait.", 7)) == {"Retry-After": "7"}
    assert headers_of(QuestionError("No.")) == {}
