"""Errors keep what they carry when they are copied or come from another process."""

import pickle
from copy import copy

import pytest

from hirec.llm import errors
from hirec.llm.chat import LlmError
from hirec.types import Usage

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type)]
NAMED = [kind for kind in KINDS if issubclass(kind, LlmError)]


@pytest.mark.parametrize("kind", NAMED)
def test_they_survive_a_copy(kind: type[LlmError]) -> None:
    error = kind("It failed; mend it.", Usage(calls=2))
    for again in (copy(error), pickle.loads(pickle.dumps(error))):
        assert (type(again), str(again)) == (kind, "It failed; mend it.")
        assert vars(again) == vars(error)
