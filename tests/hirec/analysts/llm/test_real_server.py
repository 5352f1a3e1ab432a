"""The whole path of a question over HTTP: llama.cpp's server, a tiny model with random weights.

Its replies are of the shape and mean nothing. So whatever comes out is an error with a name or an
answer that nobody can mistake for a checked one, within bounded time, and the index stays as it is.
"""

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.llm.chat import LlmError
from hirec.settings import LlmSettings, RetrievalSettings, Settings
from hirec.types import Answer, Verdict

QUESTIONS = (
    "What was Harbor Peak Foods' total net sales in fiscal year 2022?",
    "Why did Harbor Peak Foods' net sales change in fiscal 2022?",
    "What is the difference in fiscal 2023 net sales between Harbor Peak Foods and Harbor Pike "
    "Foods, in USD millions?",
)


def settings(url: str, **more: Any) -> Settings:
    llm = LlmSettings(base_url=url, model="tiny", attempts=2, backoff_s=0.05, **more)
    return Settings(analyst="llm", llm=llm, retrieval=RetrievalSettings(passages=3))


def fingerprint(folder: Path) -> dict[str, str]:
    """What the index holds; traces are no part of it, nor what SQLite keeps beside its file."""
    files = [p for p in folder.rglob("*") if p.is_file() and "traces" not in p.parts]
    return {
        p.name: hashlib.sha256(p.read_bytes()).hexdigest()
        for p in files
        if not p.name.endswith(("-wal", "-shm"))
    }


@pytest.fixture(scope="module")
def hirec(sample_index: Path, llm_server: Any) -> Iterator[HiREC]:
    opened = HiREC.open(sample_index, settings(llm_server.url))
    yield opened
    opened.close()


def test_every_question_ends_in_an_answer_or_a_named_error(
    hirec: HiREC, sample_index: Path
) -> None:
    before = fingerprint(sample_index)
    outcomes = hirec.ask_many(QUESTIONS, workers=2)
    for outcome in outcomes:
        assert outcome.usage.input_tokens > 0
        assert outcome.usage.output_tokens > 0
        if isinstance(outcome, Answer):
            assert outcome.usage.calls >= 2
            assert outcome.verdict is not Verdict.VERIFIED
            assert outcome.reason
        else:
            assert isinstance(outcome, LlmError)
    assert fingerprint(sample_index) == before


def test_a_conversation_over_http_ends_likewise(hirec: HiREC) -> None:
    turns = [(QUESTIONS[0], "$7,547 million")]
    try:
        answer = hirec.ask("And in 2021?", history=turns)
    except LlmError as error:
        spent = error.usage
    else:
        spent = answer.usage
        assert answer.trace.steps[0].stage == "questions"
        assert answer.verdict is not Verdict.VERIFIED
    assert spent.calls >= 1


def test_a_server_killed_in_the_middle_of_a_question(
    sample_index: Path, start_llm_server: Callable[[], Any]
) -> None:
    before = fingerprint(sample_index)
    server = start_llm_server()
    hirec = HiREC.open(sample_index, settings(server.url))
    heard = []

    def kill_after_the_first_call(step: Any) -> None:
        heard.append(step.stage)
        if step.stage == "curation":
            threading.Thread(target=server.kill).start()

    started = time.monotonic()
    try:
        with pytest.raises(LlmError) as caught:
            hirec.ask(QUESTIONS[0], listener=kill_after_the_first_call)
    finally:
        hirec.close()
    assert time.monotonic() - started < 60
    assert heard[0] == "scope"
    assert caught.value.usage.calls >= 1
    assert fingerprint(sample_index) == before
