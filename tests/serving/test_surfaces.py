"""Python, command line, HTTP, OpenAI's chat and MCP come to the same answer, field by field."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from openai import OpenAI

from hirec import HiREC
from tests.serving.conftest import ROOT, HirecServer

_SPENT = ("trace_id", "seconds_by_stage")
_TIMES = ("seconds", "program_seconds")
KINDS = 5
"""The sample's questions have so many kinds; of each the first."""
EACH = 1


def questions() -> list[str]:
    """Five of the sample's questions, one of every kind."""
    chosen: dict[str, list[str]] = {}
    for line in (ROOT / "data" / "sample" / "questions.jsonl").read_text().splitlines():
        asked = json.loads(line)
        kind = chosen.setdefault(asked["type"], [])
        if len(kind) < EACH:
            kind.append(asked["question"])
    assert len(chosen) == KINDS
    return [question for kind in chosen.values() for question in kind]


def timeless(content: Any) -> Any:
    """Without what differs from run to run: ids and times."""
    if isinstance(content, dict):
        left_out = (*_SPENT, *_TIMES)
        return {k: timeless(v) for k, v in content.items() if k not in left_out}
    return [timeless(each) for each in content] if isinstance(content, list) else content


@pytest.fixture(scope="module")
def by_python(sample_index: Path) -> dict[str, Any]:
    hirec = HiREC.open(sample_index)
    found = {}
    for question in questions():
        content = timeless(hirec.ask(question).to_dict())
        found[question] = json.loads(json.dumps(content))
    verdicts = {answer["verdict"] for answer in found.values()}
    assert verdicts >= {"verified", "abstained"}
    return found


def without_run(content: dict[str, Any]) -> dict[str, Any]:
    assert content["run"]["history"] == []
    return {key: value for key, value in timeless(content).items() if key != "run"}


def test_http(by_python: dict[str, Any], server: HirecServer) -> None:
    for question, expected in by_python.items():
        assert without_run(server.ask(question).json()) == expected


def test_openai(by_python: dict[str, Any], server: HirecServer) -> None:
    with OpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0) as client:
        for question, expected in by_python.items():
            messages = [{"role": "user", "content": question}]
            got = client.chat.completions.create(model="hirec", messages=messages)
            assert without_run((got.model_extra or {})["hirec"]) == expected
            text = got.choices[0].message.content
            assert text is not None
            assert text.startswith(f"{expected['text']}\n\nVerdict: {expected['verdict']}")
            for annotation in got.choices[0].message.annotations or ():
                assert annotation.url_citation.title in text


def test_mcp(by_python: dict[str, Any], served_index: Path) -> None:
    code = "from serving.cli.app import main; main()"
    arguments = ["-c", code, "serve", "mcp", "--index", str(served_index)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    async def ask_all() -> list[dict[str, Any]]:
        started = StdioServerParameters(command=sys.executable, args=arguments, env=environment)
        async with Client(started) as client:
            got = [await client.call_tool("ask", {"question": each}) for each in by_python]
        return [each.structured_content or {} for each in got]

    for answer, expected in zip(asyncio.run(ask_all()), by_python.values(), strict=True):
        same = ("text", "verdict", "reason", "value", "unit")
        assert {name: answer[name] for name in same} == {name: expected[name] for name in same}
        shown = answer["citations"]
        cited = [{k: each[k] for k in shown[0]} for each in expected["citations"]] if shown else []
        assert shown == cited[:10]
        assert answer["more_citations"] == len(expected["citations"]) - len(shown)
        program = expected["program"]
        assert answer["program"] == (program["source"] if program else "")


def test_command_line(by_python: dict[str, Any], served_index: Path) -> None:
    script = (
        "import sys\nfrom serving.cli.app import main\n"
        "for question in sys.stdin.read().splitlines():\n"
        "    sys.argv = ['hirec', 'ask', question, '--json', '--index', sys.argv[-1]]\n"
        "    try:\n        main()\n    except SystemExit:\n        pass\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, str(served_index)],
        input="\n".join(by_python),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    said = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [each["question"] for each in said] == list(by_python)
    for content in said:
        assert without_run(content) == by_python[content["question"]]
