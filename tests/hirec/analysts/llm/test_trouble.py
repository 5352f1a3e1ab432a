"""A question over HTTP where the server fails, task by task: a named error, within bounded time."""

import hashlib
import json
import re
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.llm.client import LlmClient
from hirec.llm.errors import (
    LlmDeclinedError,
    LlmEmptyReplyError,
    LlmReplyError,
    LlmTimeoutError,
    LlmTruncatedError,
    LlmUnavailableError,
    LlmUnreachableError,
)
from hirec.settings import LlmSettings, RetrievalSettings, Settings
from hirec.testing.chat_server import LocalLlm, Served, completion, failure, slow
from hirec.types import Verdict

QUESTION = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
SETTINGS = Settings(retrieval=RetrievalSettings(passages=5))
TASKS = ("curate", "program")
TOKENS = 15
"""Prompt and completion that the server counts for one reply."""
LONGEST_S = 120.0

TROUBLES = {
    "429": (failure(429), LlmUnavailableError),
    "500": (failure(500), LlmUnavailableError),
    "503 that asks for an hour": (failure(503, retry_after="3600"), LlmUnavailableError),
    "silence": (slow(completion("{}"), 2.0), LlmTimeoutError),
    "a trickle": (Served(b"{" * 1000, trickle_s=0.05), LlmTimeoutError),
    "a broken connection": (Served(completion("{}").body, cut_at=20), LlmUnreachableError),
    "a reply that never ends": (completion('{"keep":["P1', "length"), LlmTruncatedError),
    "a reply cut short": (completion('{"keep":["P1'), LlmReplyError),
    "no reply": (completion(""), LlmEmptyReplyError),
    "1e999": (completion('{"answerable":1e999}'), LlmReplyError),
    "another shape": (completion('{"answer":42}'), LlmReplyError),
    "a key twice": (completion('{"more":true,"more":false}'), LlmReplyError),
    "a label that was not shown": (
        completion('{"keep":["P99"],"answerable":true,"more":false}'),
        LlmReplyError,
    ),
    "depth": (completion("[" * 100_000), LlmReplyError),
    "a refusal": (completion(None, refusal="I cannot."), LlmDeclinedError),
}


class Server:
    """Answers honestly, but for one task: there with trouble, each time or for so many times."""

    def __init__(self, task: str = "", trouble: Served | None = None, times: int = 1000) -> None:
        self._task, self._trouble, self._times = task, trouble, times

    def __call__(self, request: dict[str, Any]) -> Served:
        task = request["response_format"]["json_schema"]["name"]
        if task == self._task and self._trouble is not None and self._times > 0:
            self._times -= 1
            return self._trouble
        return completion(json.dumps(honest(task, request["messages"][1]["content"])))


def honest(task: str, prompt: str) -> dict[str, Any]:
    if task == "curate":
        shown = re.findall(r"<(P\d+)>\n(.*?)\n</\1>", prompt, re.DOTALL)
        label = next(at for at, text in shown if re.search(r"2022.*\nRows:.*Net sales", text))
        return {"keep": [label], "answerable": True, "more": False}
    row = re.search(r"^(\d+) Net sales \| (.*7,547)", prompt, re.M)
    assert row is not None
    column = "abc"[row[2].count(" | ")]
    return {"figure": {"op": "value", "cells": [f"{row[1]}{column}"]}}


@pytest.fixture(scope="module")
def opened(sample_index: Path) -> Iterator[HiREC]:
    hirec = HiREC.open(sample_index, SETTINGS)
    yield hirec
    hirec.close()


def fingerprint(folder: Path) -> dict[str, str]:
    """What the index holds, but for what SQLite keeps beside its file."""
    files = [p for p in folder.rglob("*") if p.is_file() and "traces" not in p.parts]
    return {
        p.name: hashlib.sha256(p.read_bytes()).hexdigest()
        for p in files
        if not p.name.endswith(("-wal", "-shm"))
    }


def over_http(opened: HiREC, url: str, trouble: Served) -> tuple[HiREC, LlmClient]:
    """The system with another analyst: the index is opened once for all these tests.

    It is impatient only with a server that lags, so that no slow machine fails.
    """
    lags = bool(trouble.delay_s or trouble.trickle_s)
    llm = LlmSettings(
        base_url=url,
        model="replica",
        attempts=2,
        backoff_s=0.01,
        timeout_s=1 if lags else 30,
        deadline_s=20,
    )
    client = LlmClient(llm)
    analyst = LlmAnalyst(client, opened._analyst, SETTINGS)
    return HiREC(opened.index, analyst, opened.answerer.retriever, SETTINGS, client), client


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("name", TROUBLES)
def test_trouble_in_any_task_is_a_named_error_with_what_was_spent(
    opened: HiREC, sample_index: Path, task: str, name: str
) -> None:
    trouble, error = TROUBLES[name]
    before = fingerprint(sample_index)
    with LocalLlm(Server(task, trouble)) as server:
        hirec, client = over_http(opened, server.url, trouble)
        started = time.monotonic()
        with client, pytest.raises(error, match=r"\w") as caught:
            hirec.ask(QUESTION)
        assert time.monotonic() - started < LONGEST_S
    # The canary and the honest replies before it are paid for, whatever came after.
    paid = 1 + TASKS.index(task)
    assert caught.value.usage.calls >= paid
    assert caught.value.usage.input_tokens + caught.value.usage.output_tokens >= paid * TOKENS
    assert fingerprint(sample_index) == before


@pytest.mark.parametrize(
    "name", [n for n in TROUBLES if n not in ("a refusal", "503 that asks for an hour")]
)
def test_trouble_that_passes_leaves_the_answer_as_it_is(opened: HiREC, name: str) -> None:
    trouble, _ = TROUBLES[name]
    with LocalLlm(Server("curate", trouble, times=1)) as server:
        hirec, client = over_http(opened, server.url, trouble)
        with client:
            answer = hirec.ask(QUESTION)
    assert (answer.verdict, answer.reason) == (Verdict.VERIFIED, "")
    assert answer.value == Decimal(7547) * 10**6
    assert answer.usage.calls >= 1 + len(TASKS)
    assert answer.usage.input_tokens + answer.usage.output_tokens == answer.usage.calls * TOKENS
