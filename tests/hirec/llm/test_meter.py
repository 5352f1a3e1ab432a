"""Spending is counted where it happens, in all meters around it and from any thread."""

import contextvars
from concurrent.futures import ThreadPoolExecutor

import pytest

from hirec.llm.chat import ChatRequest, LlmError
from hirec.llm.meter import metered, report
from hirec.stages.recorder import Recorder
from hirec.testing.chat_model import ScriptedChatModel
from hirec.types import Usage

ONE = Usage(10, 2, 1, 0.5, 4, 0, 0.25)


def test_usage_adds_up() -> None:
    assert Usage(20, 4, 2, 1.0, 8, 0, 0.5) == ONE + ONE
    assert ONE + Usage() == ONE


def test_meters_nest() -> None:
    report(ONE)
    with metered() as outer:
        report(ONE)
        with metered() as inner:
            report(ONE)
        report(ONE)
    report(ONE)
    assert inner.usage == ONE
    assert outer.usage == ONE + ONE + ONE


def test_threads_add_at_once() -> None:
    with metered() as meter, ThreadPoolExecutor(8) as pool:
        context = [contextvars.copy_context() for _ in range(400)]
        list(pool.map(lambda each: each.run(report, Usage(calls=1)), context))
    assert meter.usage.calls == 400


def test_the_trace_counts_by_step(request_: ChatRequest) -> None:
    good, bad = {"score": 1, "why": "so"}, LlmError("down", Usage(3, 0, 1))
    model = ScriptedChatModel.playing([good, good, bad])
    recorder = Recorder("How good is it?")
    with recorder.step("scope"):
        model.chat_many([request_, request_])
    with recorder.step("documents"):
        pass
    with pytest.raises(LlmError), recorder.step("answer"):
        model.chat(request_)
    trace = recorder.trace()
    assert [step.usage.calls for step in trace.steps] == [2, 0, 1]
    assert trace.usage() == trace.steps[0].usage + Usage(3, 0, 1)
    assert [[call["task"] for call in step.detail.get("calls", [])] for step in trace.steps] == [
        ["judge", "judge"],
        [],
        ["judge"],
    ]
    assert trace.steps[2].detail["calls"][0]["input_tokens"] == 3
