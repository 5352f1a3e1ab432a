"""vLLM inside this process, for bulk work on a GPU: no server, whole batches at a time."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hirec.llm.chat import LlmError, Message
from hirec.llm.client import LlmClient
from hirec.llm.errors import LlmNotSetError, LlmRefusedError, LlmReplyError, LlmUnreachableError
from hirec.llm.exchange import Completion, Piece, counted
from hirec.settings import LlmSettings, Settings

if TYPE_CHECKING:
    from vllm import LLM, RequestOutput, SamplingParams
    from vllm.lora.request import LoRARequest

_GATHER_S = 0.01
"""Requests made at once meet in one batch within this time."""
_MOST_AT_ONCE = 100_000
_NO_LIMIT_S = 30 * 86_400.0


def offline_client(settings: Settings, options: Mapping[str, object] | None = None) -> LlmClient:
    """Load ``vllm.model`` into vLLM here and return the client that asks it.

    The same re-asks, limits, cache and counts as over HTTP; what ``chat_many`` is given runs as
    one batch (``vllm.LLM.chat`` with ``StructuredOutputsParams``), however long it takes.
    ``options`` go to ``vllm.LLM`` as they are. Raises :class:`LlmNotSetError` where vLLM is not
    installed, :class:`LlmUnreachableError` where it cannot load the model.
    """
    vllm, llm = settings.vllm, settings.llm
    loaded = _load(settings, options or {})
    chosen = llm.model_copy(
        update={
            "base_url": f"vllm:{vllm.model}",
            "model": llm.model or vllm.model,
            "concurrency": _MOST_AT_ONCE,
            "timeout_s": _NO_LIMIT_S,
            "deadline_s": _NO_LIMIT_S,
        }
    )
    return LlmClient(chosen, lambda asked: BatchExchange(loaded, asked, vllm.adapters))


@dataclass
class _Waiting:
    """A request until its batch has run."""

    messages: Sequence[Message]
    max_tokens: int
    schema: Mapping[str, Any] | None
    reply: "asyncio.Future[Completion]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class BatchExchange:
    """Collects the requests of a moment and runs them together; one batch at a time."""

    def __init__(self, engine: "LLM", settings: LlmSettings, adapters: Mapping[str, str]) -> None:
        """Take the engine, which is asked one batch at a time.

        Args:
            engine: Loaded.
            settings: Name of the model, and how it samples.
            adapters: Name → folder of LoRA matrices; a model of that name is the engine's with
                them.

        """
        self._engine = engine
        self._settings = settings
        self._adapters = adapters
        self._queue: list[_Waiting] = []
        self._work: asyncio.Task[None] | None = None

    async def complete(
        self, messages: Sequence[Message], max_tokens: int, name: str, schema: Mapping[str, Any]
    ) -> Completion:
        """Ask for JSON of a schema with the next batch."""
        del name
        return await self._queued(_Waiting(messages, max_tokens, schema))

    async def stream(self, messages: Sequence[Message], max_tokens: int) -> AsyncIterator[Piece]:
        """Ask for free text, which comes in one piece."""
        reply = await self._queued(_Waiting(messages, max_tokens, None))
        yield Piece(reply.text, reply.finish_reason, reply.usage)

    async def close(self) -> None:
        """Let the batch under way end."""
        if self._work is not None:
            await asyncio.wait([self._work])

    async def _queued(self, request: _Waiting) -> Completion:
        self._queue.append(request)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._run_batches())
        return await request.reply

    async def _run_batches(self) -> None:
        await asyncio.sleep(_GATHER_S)
        while self._queue:
            batch, self._queue = self._queue, []
            outcomes = await asyncio.to_thread(self._run, batch)
            for request, outcome in zip(batch, outcomes, strict=True):
                if request.reply.done():
                    continue
                if isinstance(outcome, LlmError):
                    request.reply.set_exception(outcome)
                else:
                    request.reply.set_result(outcome)
        self._work = None

    def _run(self, batch: Sequence[_Waiting]) -> Sequence[Completion | LlmError]:
        """One call of the engine; a request that vLLM refuses spoils none of the others."""
        from vllm.v1.engine.exceptions import EngineDeadError

        try:
            return self._chat(batch)
        except EngineDeadError as error:
            dead = f"The vLLM engine died ({error}); see its output, often memory, and start again."
            return [LlmUnreachableError(dead) for _ in batch]
        except (ValueError, TypeError) as error:
            if len(batch) > 1:
                return [outcome for one in batch for outcome in self._run([one])]
            answer = " ".join(str(error).split())[:300]
            return [
                LlmRefusedError(
                    f"vLLM refuses the request ({answer}); show the model less "
                    "(retrieval.passages) or raise vllm.max_model_len."
                )
            ]

    def _chat(self, batch: Sequence[_Waiting]) -> Sequence[Completion | LlmError]:
        outputs = self._engine.chat(
            [[_turn(message) for message in request.messages] for request in batch],
            [self._sampling(request) for request in batch],
            use_tqdm=False,
            lora_request=self._adapter(),
            chat_template_kwargs=self._settings.extra_body.get("chat_template_kwargs"),
        )
        return [self._completion(output) for output in outputs]

    def _sampling(self, request: _Waiting) -> "SamplingParams":
        from vllm import SamplingParams
        from vllm.sampling_params import StructuredOutputsParams

        schema = request.schema
        return SamplingParams(
            temperature=1.0 if self._settings.temperature is None else self._settings.temperature,
            max_tokens=request.max_tokens,
            structured_outputs=None if schema is None else StructuredOutputsParams(json=schema),
        )

    def _adapter(self) -> "LoRARequest | None":
        """The LoRA adapter by whose name the settings ask, as ``vllm serve`` does it."""
        name = self._settings.model
        if name not in self._adapters:
            return None
        from vllm.lora.request import LoRARequest

        number = 1 + list(self._adapters).index(name)
        return LoRARequest(name, number, self._adapters[name])

    def _completion(self, output: "RequestOutput") -> Completion | LlmError:
        if not output.outputs:
            return LlmReplyError("vLLM returned no reply; see its output and ask again.")
        reply = output.outputs[0]
        usage = counted(
            len(output.prompt_token_ids),
            output.num_cached_tokens or 0,
            len(reply.token_ids),
            self._settings.prices,
        )
        return Completion(reply.text, "", reply.finish_reason or "", self._settings.model, usage)


def _turn(message: Message) -> dict[str, str]:
    if message.images:
        raise ValueError("the offline engine takes no pictures; use a vision model behind a server")
    return {"role": message.role, "content": message.content}


def _load(settings: Settings, options: Mapping[str, object]) -> "LLM":
    try:
        from vllm import LLM
    except ImportError as error:
        raise LlmNotSetError(
            "The offline engine needs vLLM in this environment (`pip install 'hirec[vllm]'` on a "
            "GPU machine); or start a server with `hirec serve llm` and set llm.base_url."
        ) from error
    vllm = settings.vllm
    given: dict[str, Any] = {
        "model": vllm.model,
        "dtype": vllm.dtype,
        "max_model_len": vllm.max_model_len,
        "gpu_memory_utilization": vllm.gpu_memory,
        "enable_prefix_caching": True,
        "structured_outputs_config": {"backend": "xgrammar", "disable_any_whitespace": True},
    }
    if vllm.adapters:
        given |= {"enable_lora": True, "max_lora_rank": vllm.max_lora_rank}
    try:
        return LLM(**{**given, **options})
    except (OSError, ValueError, RuntimeError) as error:
        answer = " ".join(str(error).split())[:300]
        raise LlmUnreachableError(
            f"vLLM cannot load {vllm.model} ({answer}); check vllm.model, its memory and "
            "vllm.max_model_len."
        ) from error
