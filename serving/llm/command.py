"""What vLLM is started with: the command line that the settings stand for."""

import json
import shutil
from pathlib import Path
from urllib.parse import urlsplit

from hirec.settings import Settings
from hirec.types import HirecError

DEFAULT_BASE_URL = "http://127.0.0.1:8000/v1"
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class ServerError(HirecError):
    """The language model server cannot be started, or ended before it was asked to."""


def base_url(settings: Settings) -> str:
    """Where the server will answer: the address at which the settings ask for it."""
    return settings.llm.base_url or DEFAULT_BASE_URL


def address(settings: Settings) -> tuple[str, int]:
    """Host and port of :func:`base_url`; raises ServerError where that is another machine's."""
    parts = urlsplit(base_url(settings))
    host = parts.hostname or ""
    if host not in _LOOPBACK and host != settings.vllm.listen:
        raise ServerError(
            f"llm.base_url is at {host}, and `hirec serve llm` starts a server on this machine: "
            f"give it http://127.0.0.1:8000/v1, or start vLLM on {host}."
        )
    return settings.vllm.listen or host, parts.port or 80


def vllm_command(settings: Settings) -> list[str]:
    """The command line for vLLM; raises :class:`ServerError` where vLLM is not installed.

    Structured outputs leave no free white space (a small model fills it until its limit); prefixes
    are cached, because every prompt of ours begins with its static part.
    """
    vllm = settings.vllm
    host, port = address(settings)
    structured = {"backend": "xgrammar", "disable_any_whitespace": True}
    command = [_executable(vllm.executable), "serve", vllm.model]
    command += ["--host", host, "--port", str(port)]
    command += ["--served-model-name", settings.llm.model or vllm.model]
    command += ["--dtype", vllm.dtype, "--max-model-len", str(vllm.max_model_len)]
    command += ["--gpu-memory-utilization", f"{vllm.gpu_memory:g}"]
    command += ["--structured-outputs-config", json.dumps(structured), "--enable-prefix-caching"]
    if vllm.adapters:
        command += ["--enable-lora", "--max-lora-rank", str(vllm.max_lora_rank)]
        command += ["--lora-modules", *(f"{name}={at}" for name, at in vllm.adapters.items())]
    return [*command, *vllm.extra_args]


def _executable(name: str) -> str:
    found = shutil.which(str(Path(name).expanduser()))
    if found is None:
        raise ServerError(
            f"vLLM was not found ('{name}'). It pins its own torch, so give it an environment of "
            "its own (`python -m venv vllm-env && vllm-env/bin/pip install vllm`) and put "
            "`vllm-env/bin/vllm` into vllm.executable or --executable."
        )
    return found
