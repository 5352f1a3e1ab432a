from pathlib import Path

import pytest

from hirec.settings import LlmServerSettings, LlmSettings, Settings
from serving.llm.command import ServerError, address, base_url, vllm_command


@pytest.fixture
def vllm(tmp_path: Path) -> str:
    path = tmp_path / "bin" / "vllm"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\nexit 0\n")
    path.chmod(0o755)
    return str(path)


def after(command: list[str], flag: str) -> str:
    return command[command.index(flag) + 1]


def test_the_command_serves_the_model_where_the_settings_ask_for_it(vllm):
    settings = Settings(
        llm=LlmSettings(base_url="http://127.0.0.1:8123/v1", model="qwen"),
        vllm=LlmServerSettings(model="Qwen/Qwen3-8B", executable=vllm, dtype="bfloat16"),
    )

    command = vllm_command(settings)

    assert command[:3] == [vllm, "serve", "Qwen/Qwen3-8B"]
    assert (after(command, "--host"), after(command, "--port")) == ("127.0.0.1", "8123")
    assert after(command, "--served-model-name") == "qwen"
    assert after(command, "--dtype") == "bfloat16"
    assert "--enable-prefix-caching" in command
    assert "--enable-lora" not in command


def test_structured_outputs_leave_no_free_white_space(vllm):
    command = vllm_command(Settings(vllm=LlmServerSettings(executable=vllm)))

    assert after(command, "--structured-outputs-config") == (
        '{"backend": "xgrammar", "disable_any_whitespace": true}'
    )


def test_adapters_are_served_under_their_names_and_extra_arguments_come_last(vllm):
    server = LlmServerSettings(
        executable=vllm,
        adapters={"curator": "loras/curator", "writer": "loras/writer"},
        max_lora_rank=32,
        extra_args=("--enforce-eager",),
    )

    command = vllm_command(Settings(vllm=server))

    start = command.index("--lora-modules")
    assert command[start + 1 : start + 3] == ["curator=loras/curator", "writer=loras/writer"]
    assert after(command, "--max-lora-rank") == "32"
    assert command[-1] == "--enforce-eager"


def test_without_an_address_the_server_listens_at_port_8000_of_this_machine():
    assert base_url(Settings()) == "http://127.0.0.1:8000/v1"
    assert address(Settings()) == ("127.0.0.1", 8000)


def test_it_listens_elsewhere_only_where_told_to():
    settings = Settings(vllm=LlmServerSettings(listen="0.0.0.0"))

    assert address(settings) == ("0.0.0.0", 8000)


def test_a_server_elsewhere_cannot_be_started_from_here():
    settings = Settings(llm=LlmSettings(base_url="https://api.example.com/v1", model="m"))

    with pytest.raises(ServerError, match="starts a server on this machine"):
        address(settings)


def test_a_missing_vllm_says_how_to_get_it():
    settings = Settings(vllm=LlmServerSettings(executable="no-such-vllm"))

    with pytest.raises(ServerError, match=r"pip install vllm.*vllm\.executable"):
        vllm_command(settings)
