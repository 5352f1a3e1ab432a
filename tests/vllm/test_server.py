"""Our client against real `vllm serve`, started as the launcher starts it."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, Field

from hirec.llm.chat import ChatRequest, LlmError, Message
from hirec.llm.client import LlmClient
from hirec.settings import LlmSettings


class Curated(BaseModel):
    kept: list[Literal["p1", "p2", "p3"]] = Field(max_length=3)
    answerable: bool
    missing: str = Field(max_length=20)


def requests(count: int) -> list[ChatRequest[Curated]]:
    static = Message("system", "Curate the passages and say what is missing. " * 40)
    return [
        ChatRequest("curate", "1", (static, Message("user", f"No. {number}")), Curated, 96)
        for number in range(count)
    ]


def test_hirec_serve_llm_starts_it_and_every_reply_is_whole(
    tiny_qwen: str, tiny_adapter: str, vllm_executable: str, port: int, tmp_path: Path
):
    url = f"http://127.0.0.1:{port}/v1"
    preset = tmp_path / "preset.yaml"
    preset.write_text(
        yaml.safe_dump(
            {
                "llm": {"base_url": url, "model": "tiny"},
                "server": {
                    "model": tiny_qwen,
                    "executable": vllm_executable,
                    "max_model_len": 2048,
                    "adapters": {"curator": tiny_adapter},
                    "extra_args": ["--enforce-eager", "--enable-prompt-tokens-details"],
                },
            }
        )
    )
    hirec = Path(sys.executable).parent / "hirec"
    command = [str(hirec), "serve", "llm", "--json", "--settings", str(preset)]
    command += ["--log", str(tmp_path / "vllm.log")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as launcher:
        try:
            assert launcher.stdout is not None
            assert launcher.stderr is not None
            line = launcher.stdout.readline()
            assert line, launcher.stderr.read()
            ready = json.loads(line)
            assert ready["ready"]
            assert ready["base_url"] == url
            print(f"\nserver ready after {ready['seconds']} s")
            for model in ("tiny", "curator"):
                with LlmClient(LlmSettings(base_url=url, model=model)) as client:
                    replies = client.chat_many(requests(12))
                assert [reply for reply in replies if isinstance(reply, LlmError)] == []
        finally:
            launcher.send_signal(signal.SIGTERM)
        assert launcher.wait(timeout=60) == 0
