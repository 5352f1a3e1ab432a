"""A scribe that plays a script."""

from collections.abc import Callable, Sequence

import pytest

from hirec.testing.chat_model import Line, ScriptedChatModel
from indexing.enrichment.llm.scribe import Scribe

MakeScribe = Callable[[Sequence[Line]], Scribe]


@pytest.fixture
def playing() -> MakeScribe:
    """A function that makes a scribe whose model gives one reply after another."""
    return lambda lines: Scribe(ScriptedChatModel.playing(lines))
