"""The pool of questions: bounded, watched, and ended when nobody waits."""

import asyncio
import threading
from typing import Any

import pytest

from hirec.cancelling import QuestionCancelledError, check_cancelled
from hirec.types import StageRecord
from serving.http.errors import BusyError
from serving.http.questions import Questions


def until_cancelled(listener: Any) -> dict[str, Any]:
    """Works until it is given up."""
    listener(StageRecord("scope", 0, 0.0))
    while True:
        check_cancelled()
        threading.Event().wait(0.01)


def test_a_full_pool_refuses_and_frees_places_of_what_was_given_up() -> None:
    async def story() -> None:
        pool = Questions(workers=1, longest_wait_s=1)
        first, second = pool.take(until_cancelled), pool.take(lambda _: {"n": 2})
        assert (first.ahead, second.ahead) == (0, 1)
        with pytest.raises(BusyError) as refused:
            pool.take(lambda _: {})
        assert refused.value.retry_after_s >= 1
        assert pool.taken == 2
        step = await first.next_step(10)
        assert step is not None
        assert step.stage == "scope"
        with first:
            pass
        with pytest.raises(QuestionCancelledError):
            await first.answer()
        assert await second.answer() == {"n": 2}
        assert await second.next_step(10) is None
        assert pool.taken == 0
        pool.close()

    asyncio.run(story())


def test_who_is_refused_later_is_told_to_come_back_later() -> None:
    async def story() -> None:
        pool = Questions(workers=1, longest_wait_s=0)
        running = pool.take(until_cancelled)
        told = []
        for _ in range(100):
            with pytest.raises(BusyError) as refused:
                pool.take(until_cancelled)
            told.append(refused.value.retry_after_s)
        assert told == sorted(told)
        assert len(set(told)) > 10
        assert told[0] < 3
        assert told[-1] <= 60
        with running:
            pass
        pool.close()

    asyncio.run(story())


def test_a_question_that_waits_and_is_given_up_never_begins() -> None:
    async def story() -> None:
        pool, ran = Questions(workers=1, longest_wait_s=1), threading.Event()
        first = pool.take(until_cancelled)
        with pool.take(lambda _: {"ran": ran.set()}) as second:
            pass
        with first:
            pass
        with pytest.raises(QuestionCancelledError):
            await second.answer()
        assert not ran.is_set()
        pool.close()

    asyncio.run(story())


def test_closing_ends_what_runs_and_refuses_the_rest() -> None:
    async def story() -> None:
        pool = Questions(workers=1, longest_wait_s=1)
        running = pool.take(until_cancelled)
        await asyncio.to_thread(pool.close)
        with pytest.raises(QuestionCancelledError):
            await running.answer()
        with pytest.raises(BusyError):
            pool.take(lambda _: {})

    asyncio.run(story())


def test_more_may_wait_where_questions_are_quick() -> None:
    async def story() -> None:
        pool = Questions(workers=1, longest_wait_s=2)
        for number in range(40):
            assert await pool.take(lambda _, n=number: {"n": n}).answer() == {"n": number}
        running = [pool.take(until_cancelled) for _ in range(50)]
        assert [each.ahead for each in running] == list(range(50))
        for each in running:
            with each:
                pass
        pool.close()

    asyncio.run(story())


def test_those_who_leave_do_not_make_questions_look_quick() -> None:
    async def story() -> None:
        pool = Questions(workers=1, longest_wait_s=1)
        for _ in range(40):
            with pool.take(until_cancelled) as left:
                pass
            with pytest.raises(QuestionCancelledError):
                await left.answer()
        running = [pool.take(until_cancelled) for _ in range(2)]
        with pytest.raises(BusyError):
            pool.take(until_cancelled)
        for each in running:
            with each:
                pass
        pool.close()

    asyncio.run(story())
