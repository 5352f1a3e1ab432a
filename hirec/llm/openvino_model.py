"""OpenVINO GenAI, which opens a GGUF itself: the engine for processors without a GPU."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hirec.llm.chat import Message
from hirec.llm.errors import LlmNotSetError, LlmRefusedError, LlmUnreachableError
from hirec.llm.exchange import Completion
from hirec.llm.unpacking import unpacked
from hirec.types import Usage

if TYPE_CHECKING:
    from openvino_genai import GenerationConfig, LLMPipeline

_CACHE_GIB = 1
"""Keys and values of some 30,000 tokens of a model of 1.5 billion parameters."""


class OpenVinoModel:
    """A model as :class:`hirec.llm.local.LocalModel` wants it; prefixes are kept."""

    def __init__(self, file: str, threads: int) -> None:
        """Load it; raises LlmNotSetError without the package, LlmUnreachableError."""
        try:
            import openvino_genai
        except ImportError as error:
            raise LlmNotSetError(
                "llm.engine openvino needs its package; install it with `pip install "
                "'hirec[local]'`, or choose another engine."
            ) from error
        self._genai: Any = openvino_genai
        scheduler = openvino_genai.SchedulerConfig()
        scheduler.enable_prefix_caching = True
        scheduler.cache_size = _CACHE_GIB
        options = {"INFERENCE_NUM_THREADS": threads or os.cpu_count() or 1}

        def load(path: Path, keep: bool) -> "LLMPipeline":
            more = {**options, "enable_save_ov_model": True} if keep else options
            return openvino_genai.LLMPipeline(str(path), "CPU", scheduler_config=scheduler, **more)

        try:
            self._pipeline = unpacked(Path(file), openvino_genai.__version__, load)
        except (RuntimeError, IndexError) as error:
            raise LlmUnreachableError(
                f"OpenVINO cannot load {file} ({_short(error)}); it takes GGUF files of Llama and "
                "Qwen2.5 models, others run with llm.engine llamacpp."
            ) from error
        self._name = Path(file).stem

    def reply(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        grammar: str,
        stopped: Callable[[], bool],
    ) -> Completion:
        """Reply greedily; raises LlmRefusedError where the engine does not take the request."""
        genai = self._genai
        history = genai.ChatHistory([{"role": m.role, "content": m.content} for m in messages])
        status = genai.StreamingStatus

        def heard(piece: str) -> object:
            del piece
            return status.CANCEL if stopped() else status.RUNNING

        try:
            result = self._pipeline.generate(
                history, self._configured(max_tokens, grammar), streamer=heard
            )
        except RuntimeError as error:
            raise LlmRefusedError(
                f"OpenVINO refuses the request ({_short(error)}); show the model less "
                "(retrieval.passages)."
            ) from error
        spent = result.perf_metrics
        usage = Usage(
            input_tokens=spent.get_num_input_tokens(),
            output_tokens=spent.get_num_generated_tokens(),
            calls=1,
        )
        cut = result.finish_reasons[0] == genai.GenerationFinishReason.LENGTH
        return Completion(result.texts[0], "", "length" if cut else "stop", self._name, usage)

    def _configured(self, max_tokens: int, grammar: str) -> "GenerationConfig":
        config = self._genai.GenerationConfig()
        config.max_new_tokens = max_tokens
        config.do_sample = False
        if grammar:
            config.structured_output_config = self._genai.StructuredOutputConfig(grammar=grammar)
        return config


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
