"""An annotator that plays a script."""

from collections.abc import Callable, Sequence

import pytest

from hirec.testing.chat_model import Line, ScriptedChatModel
from indexing.enrichment.llm.annotator import Annotator

MakeScribe = Callable[[Sequence[Line]], Annotator]


@pytest.fixture
def playing() -> MakeScribe:
    """A function that makes an annotator whose model gives one reply after another."""
    return lambda lines: Annotator(ScriptedChatModel.playing(lines))
