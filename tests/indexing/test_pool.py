"""The reader pool, with functions of the standard library as the work."""

import os
import time
from pathlib import Path

import pytest

import indexing.pool
from hirec.types import ReadError
from indexing.pool import Job, Outcome, ReaderPool


def test_outcomes_keep_the_order_of_the_jobs_whatever_takes_longer() -> None:
    jobs = [Job("slow", (0.3,)), Job("quick", (0.0,)), Job("none", None), Job("last", (0.01,))]
    with ReaderPool(time.sleep, workers=2, timeout_s=20) as pool:
        assert [outcome.key for outcome in pool.ordered(jobs)] == ["slow", "quick", "none", "last"]


def test_a_job_without_arguments_starts_no_process() -> None:
    with ReaderPool(os._exit, workers=2, timeout_s=5) as pool:
        assert list(pool.ordered([Job(1, None), Job(2, None)])) == [Outcome(1), Outcome(2)]
        assert pool._pool is None


def test_a_crash_costs_only_its_own_job() -> None:
    jobs = [Job(source, (source,)) for source in ("1 + 1", "__import__('os')._exit(3)", "2 + 2")]
    jobs.append(Job("abort", ("__import__('os').abort()",)))
    jobs.append(Job("end", ("3 + 3",)))
    with ReaderPool(eval, workers=2, timeout_s=20) as pool:
        outcomes = list(pool.ordered(jobs))
    assert [outcome.value for outcome in outcomes] == [2, None, 4, None, 6]
    died = "quarantined: its reader died each of the 2 times it was tried"
    assert outcomes[1].failure == f"{died} (exit code 3)"
    assert outcomes[3].failure == f"{died} (SIGABRT)"
    assert [outcome.tries for outcome in outcomes] == [1, 2, 1, 2, 1]


def test_a_reader_that_dies_once_costs_nothing(tmp_path: Path) -> None:
    """Whoever killed it, the file is given to another reader."""
    seen = str(tmp_path / "seen")
    die = f"(open({seen!r}, 'w'), os.kill(os.getpid(), 9))"
    once = f"(lambda os: 'read' if os.path.exists({seen!r}) else {die})(__import__('os'))"
    with ReaderPool(eval, workers=2, timeout_s=20) as pool:
        first, second = pool.ordered([Job("once", (once,)), Job("end", ("3 + 3",))])
    assert first == Outcome("once", "read", tries=2)
    assert second == Outcome("end", 6)


def test_a_reader_that_is_lost_costs_only_its_own_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """No alarm ends a stopped reader, and nobody says that it gave up."""
    monkeypatch.setattr(indexing.pool, "_GRACE_S", 0.5)
    stop = "__import__('os').kill(__import__('os').getpid(), 19)"
    jobs = [Job("stop", (stop,)), Job("next", ("1 + 1",)), Job("end", ("3 + 3",))]
    with ReaderPool(eval, workers=1, timeout_s=1) as pool:
        outcomes = list(pool.ordered(jobs))
    assert [(outcome.value, outcome.tries) for outcome in outcomes] == [(None, 2), (2, 1), (6, 1)]
    died = "quarantined: its reader died each of the 2 times it was tried"
    assert outcomes[0].failure == f"{died} (without an answer)"


def test_a_job_that_takes_too_long_is_ended_and_named() -> None:
    with ReaderPool(time.sleep, workers=1, timeout_s=3) as pool:
        slow, quick = pool.ordered([Job("slow", (30,)), Job("quick", (0,))])
    assert slow.failure == "took longer than 3 s to read; raise index.timeout_s"
    assert quick.failure == ""


def test_memory_beyond_the_limit_fails_the_job_and_spares_the_machine() -> None:
    with ReaderPool(bytearray, workers=1, timeout_s=20, memory_mb=200) as pool:
        large, small = pool.ordered([Job("large", (10**9,)), Job("small", (3,))])
    assert large.failure == "needs more than 200 MB to read; raise index.memory_mb"
    assert small.value == bytearray(3)


def test_a_reader_that_kept_too_much_is_replaced_and_costs_nobody() -> None:
    who = "__import__('os').getpid()"
    keep = f"globals().setdefault('kept', []).append(bytearray(100_000_000)) or {who}"
    sources = [keep, who, "len(bytearray(150_000_000))", "1 + 1"]
    with ReaderPool(eval, workers=1, timeout_s=20, memory_mb=200) as pool:
        outcomes = list(pool.ordered([Job(source, (source,)) for source in sources]))
    assert [outcome.failure for outcome in outcomes] == [""] * 4
    assert outcomes[0].value != outcomes[1].value
    assert [outcome.value for outcome in outcomes[2:]] == [150_000_000, 2]


def test_named_errors_keep_their_sentence_and_faults_say_that_they_are_faults() -> None:
    with ReaderPool(_raise, workers=1, timeout_s=20) as pool:
        outcomes = list(pool.ordered([Job(1, ("x", {})), Job(2, (1, 2, 3))]))
    assert outcomes[0].failure.startswith("a fault of the reader, please report it: TypeError: ")
    assert outcomes[1].failure.startswith("a fault of the reader, please report it: TypeError: ")


def test_explanations() -> None:
    pool = ReaderPool(len, workers=1, timeout_s=20)
    assert pool._explain(ReadError("a.pdf is encrypted.")) == "a.pdf is encrypted."
    assert pool._explain(PermissionError(13, "Permission denied")) == (
        "cannot be read: Permission denied"
    )


def test_jobs_are_drawn_only_as_there_is_room() -> None:
    drawn = 0

    def jobs() -> "list[Job[int]]":
        nonlocal drawn
        for number in range(1000):
            drawn += 1
            yield Job(number, (number,))

    with ReaderPool(abs, workers=1, timeout_s=20) as pool:
        outcomes = pool.ordered(jobs())
        assert next(outcomes).value == 0
        assert drawn < 50


@pytest.mark.parametrize("killed", [1, 2])
def test_readers_killed_while_idle_are_replaced(killed: int) -> None:
    with ReaderPool(eval, workers=2, timeout_s=20) as pool:
        assert [o.value for o in pool.ordered([Job(1, ("1",))])] == [1]
        assert pool._pool is not None
        workers = list(pool._pool._pool_manager.worker_manager.workers)
        for process in workers[:killed]:
            os.kill(process, 9)
        time.sleep(0.5)
        outcomes = list(pool.ordered([Job(n, (str(n),)) for n in range(5)]))
    assert [outcome.value for outcome in outcomes] == list(range(5))


_raise = int
