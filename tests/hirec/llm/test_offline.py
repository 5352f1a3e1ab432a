"""Without vLLM; what it does with vLLM is tried by `make test-vllm` (tests/vllm)."""

import importlib.util

import pytest

from hirec.llm.errors import LlmNotSetError
from hirec.llm.offline import offline_client
from hirec.settings import Settings


@pytest.mark.skipif(importlib.util.find_spec("vllm") is not None, reason="vLLM is installed")
def test_without_vllm_it_says_what_to_install_or_to_start():
    with pytest.raises(LlmNotSetError, match=r"hirec\[vllm\].*hirec serve llm"):
        offline_client(Settings())
