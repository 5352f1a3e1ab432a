import threading

import pytest

from hirec.llm.meter import metered, report
from hirec.stages.concurrency import in_parallel, stream_steps
from hirec.stages.recorder import Recorder
from hirec.types import Answer, QuestionError, StageRecord, Usage, Verdict


def test_results_keep_the_order_of_the_items_and_run_together():
    together = threading.Barrier(3, timeout=20)

    def work(item: int) -> int:
        together.wait()
        return item * item

    assert in_parallel(work, [3, 1, 2], workers=3) == [9, 1, 4]
    assert in_parallel(work, [], workers=3) == []


def test_what_threads_spend_is_counted_where_the_caller_counts():
    with metered() as meter:
        in_parallel(lambda _: report(Usage(calls=1)), range(5), workers=2)
    assert meter.usage.calls == 5


def test_steps_are_heard_before_the_answer():
    answer = Answer("?", "42", Verdict.VERIFIED)

    def ask(listener):
        recorder = Recorder("?", listener)
        with recorder.step("scope"):
            pass
        with recorder.part(2).step("answer", 1) as detail:
            detail["value"] = "42"
        return answer

    scope, step, last = stream_steps(ask)
    assert isinstance(scope, StageRecord)
    assert (scope.stage, scope.detail) == ("scope", {})
    assert (step.stage, step.detail) == ("answer", {"part": 2, "value": "42"})
    assert last is answer


def test_an_error_comes_out_where_the_answer_would():
    def ask(listener):
        del listener
        raise QuestionError("Empty.")

    with pytest.raises(QuestionError, match="Empty"):
        list(stream_steps(ask))
