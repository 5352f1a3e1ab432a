"""Baselines over the real index of the sample; a chat server on this machine plays the model."""

import json
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import pytest

from hirec.evaluation.strategies.by_name import opened
from hirec.settings import Settings
from hirec.testing.chat_server import LocalLlm, completion

SALES = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"


@pytest.fixture
def asked(sample_index) -> Callable[..., Any]:
    """``asked(system, replies, more settings)`` → what is measured, and the server.

    ``replies`` hold for each task the replies in order, the last one again and again; a reply may
    be a function of the prompt. Evidence is read by the rules.
    """

    @contextmanager
    def run(name, replies, questions=(), **more):
        turns: dict[str, int] = {}

        def script(body):
            task = body["response_format"]["json_schema"]["name"]
            lines = replies[task]
            line = lines[min(turns.get(task, 0), len(lines) - 1)]
            turns[task] = turns.get(task, 0) + 1
            said = line(body["messages"][-1]["content"]) if callable(line) else line
            return completion(json.dumps(said), tokens=(100, 10))

        with LocalLlm(script) as server:
            settings = Settings.model_validate(
                {"analyst": "rules", "llm": {"base_url": server.url, "model": "replica"}, **more}
            )
            with opened(sample_index, {name: (name, settings)}, questions) as systems:
                yield systems[name], server

    return run
