"""The language-model client of a reader process."""

import functools

from hirec.llm.client import LlmClient
from hirec.settings import LlmSettings


def client_of(settings: LlmSettings) -> LlmClient:
    """A client that this process keeps: its server is tried out once, not for each file."""
    return _kept(settings.model_dump_json())


@functools.lru_cache(maxsize=1)
def _kept(settings_json: str) -> LlmClient:
    return LlmClient(LlmSettings.model_validate_json(settings_json))
