"""A question that was given up ends before its next step, and its request to a model with it."""

import asyncio
import threading
import time

import pytest

from hirec.cancelling import QuestionCancelledError, cancellable, check_cancelled
from hirec.llm.loop import LoopThread
from hirec.stages.concurrency import in_parallel
from hirec.stages.recorder import Recorder


def test_no_step_begins_after_it_was_given_up_and_none_is_given_up_before() -> None:
    check_cancelled()
    flag = threading.Event()
    recorder = Recorder("x", listener=lambda _: flag.set())
    with cancellable(flag), recorder.step("scope"):
        check_cancelled()
    with cancellable(flag), pytest.raises(QuestionCancelledError), recorder.step("documents"):
        pytest.fail("the step ran")
    assert [step.stage for step in recorder.trace().steps] == ["scope"]


def test_the_parts_of_a_question_hear_of_it() -> None:
    flag = threading.Event()
    flag.set()
    with cancellable(flag), pytest.raises(QuestionCancelledError):
        in_parallel(lambda _: check_cancelled(), [1, 2], 2)


def test_what_a_model_is_asked_is_given_up() -> None:
    cancelled = threading.Event()

    async def asked() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    flag, loop = threading.Event(), LoopThread()
    threading.Timer(0.2, flag.set).start()
    begun = time.monotonic()
    with cancellable(flag), pytest.raises(QuestionCancelledError):
        loop.call(asked())
    assert time.monotonic() - begun < 10
    assert cancelled.wait(10)
    loop.close()
