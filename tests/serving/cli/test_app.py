"""The command as its user meets it: exit codes, one clear sentence, JSON, and a quick start."""

import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from serving.cli.app import COMMANDS, main


def call(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    """Exit code of ``hirec ARGUMENTS``."""
    monkeypatch.setattr(sys, "argv", ["hirec", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


BAD = {
    "missing index": ("ask", "What was the revenue?", "--index", "nowhere"),
    "missing settings": ("ask", "Revenue?", "--index", ".", "--settings", "nowhere.yaml"),
    "inspect without index": ("inspect", "ACME_2023_10K", "--index", "nowhere"),
    "inspect nothing": ("inspect", "--index", "nowhere"),
    "inspect two things": ("inspect", "A", "--ledger", "--index", "nowhere"),
    "inspect cards of a page": ("inspect", "A", "--cards", "--page", "1", "--index", "nowhere"),
    "page of nothing": ("inspect", "--ledger", "--page", "1", "--index", "nowhere"),
    "a passage of an unknown run": ("trace", "why", "x", "A#1.1", "--index", "nowhere"),
    "unknown run": ("trace", "show", "x", "--index", "nowhere"),
    "no bundle": ("trace", "replay", "nowhere", "--index", "nowhere"),
    "demo of nothing": ("demo", "--sample", "nowhere"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_sentence_and_exit_code_two(
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(monkeypatch, *BAD[name]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("hirec: ")
    assert said.err.count("\n") == 1
    if name.startswith(("missing", "inspect", "page", "unknown")):
        assert call(monkeypatch, *BAD[name], "--json") == 2
        error = json.loads(capsys.readouterr().err)
        assert error["error"].endswith("Error")
        assert error["message"] == said.err.removeprefix("hirec: ").rstrip("\n")
    assert not list(tmp_path.iterdir()), "a failed command leaves nothing behind"


def test_a_file_that_the_system_refuses_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = OSError(errno.ENOSPC, "No space left on device", "out/records.jsonl")

    def fail() -> None:
        raise refused

    monkeypatch.setattr("serving.cli.app.app", fail)
    assert call(monkeypatch, "eval") == 2
    assert capsys.readouterr().err == "hirec: out/records.jsonl: No space left on device.\n"
    assert call(monkeypatch, "eval", "--json") == 2
    assert json.loads(capsys.readouterr().err)["error"] == "OSError"


def test_help_loads_no_command() -> None:
    probe = (
        "import sys\nfrom serving.cli.app import main\nsys.argv = ['hirec', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({'torch', 'numpy', 'pydantic', 'hirec.types'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    for command in ("demo", "index", "ask", "inspect", "eval", "llm", "train", "serve"):
        assert command in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_each_command_says_of_itself(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch, name, "--help") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"Usage: hirec {name} " in said
    assert COMMANDS[name].summary.rstrip(".").split(";")[0] in said


def test_a_slip_of_a_name_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch, "inde") == 2
    assert "Did you mean 'index'?" in capsys.readouterr().err
