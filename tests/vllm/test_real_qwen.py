"""A model that can read behind `hirec serve llm`: ten questions of the sample, and an adapter.

Its weights come from the GGUF of HIREC_QWEN or `hirec llm get`; without it nothing here runs. On
two cores these tests take some minutes; what a question took is printed (`pytest -s`).
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.analysts.llm.replies import curation_reply
from hirec.datasets.questions import load_questions
from hirec.evaluation.numeric import gold_number, is_right
from hirec.llm.chat import Message
from hirec.llm.client import LlmClient
from hirec.llm.errors import LlmTruncatedError
from hirec.prompts import delimited, load_prompt
from hirec.settings import CurationSettings, LlmSettings, RetrievalSettings, Settings
from hirec.types import Answer

ASKED = ("001", "004", "008", "018", "029", "046", "052", "053", "055", "061")
"""Figures of tables and sentences, a change, reasons, names, a comparison: of the sample."""
AT_ONCE = 4


@pytest.fixture(scope="module")
def url(
    real_qwen: str, real_adapter: str, serve: Callable[..., AbstractContextManager[str]]
) -> Iterator[str]:
    with serve("qwen", real_qwen, real_adapter, 4096) as address:
        yield address


def settings(url: str, model: str, **more: Any) -> LlmSettings:
    patient = {"timeout_s": 900.0, "deadline_s": 1200.0}
    return LlmSettings(base_url=url, model=model, **patient, **more)


@pytest.fixture(scope="module")
def answers(url: str, sample_index: Path, sample_dir: Path, tmp_path_factory: Any) -> list[Answer]:
    """What the model answers by itself, several questions at once.

    The canary, which the cache remembers, is asked before: the calls counted are the questions'.
    """
    known = {q.question_id: q for q in load_questions(sample_dir / "questions.jsonl")}
    asked = [known[f"sample-{number}"] for number in ASKED]
    chosen = Settings(
        analyst="llm",
        llm=settings(url, "qwen", cache=str(tmp_path_factory.mktemp("cache") / "llm.db")),
        retrieval=RetrievalSettings(passages=3),
        curation=CurationSettings(max_rounds=1),
    )
    with LlmClient(chosen.llm) as client:
        client.check()
    hirec = HiREC.open(sample_index, chosen)
    started = time.monotonic()
    try:
        found = hirec.ask_many([each.question for each in asked], workers=AT_ONCE)
    finally:
        hirec.close()
    seconds = time.monotonic() - started
    failed = [outcome for outcome in found if not isinstance(outcome, Answer)]
    assert failed == []
    answers = [outcome for outcome in found if isinstance(outcome, Answer)]
    for question, answer in zip(asked, answers, strict=True):
        gold, used = gold_number(question), answer.usage
        right = "" if gold is None else f"right: {is_right(gold, answer)}, "
        print(
            f"\n{question.question_id} {answer.verdict}, {right}{used.calls} calls, "
            f"{used.input_tokens} + {used.output_tokens} tokens, {used.seconds:.0f} s: "
            f"{answer.text}"
        )
    tokens = sum(a.usage.input_tokens for a in answers), sum(a.usage.output_tokens for a in answers)
    print(f"\n{len(answers)} questions, {AT_ONCE} at once: {seconds:.0f} s, tokens {tokens}")
    return answers


def calls_of(answer: Answer) -> list[dict[str, Any]]:
    return [call for step in answer.trace.steps for call in step.detail.get("calls", ())]


def test_replies_are_used_as_they_came(answers: list[Answer]) -> None:
    """A label that was not shown, or any other flaw, would be a second reply to a call."""
    calls = [call for answer in answers for call in calls_of(answer)]
    assert {call["task"] for call in calls} >= {"curate", "program", "explain"}
    assert [call for call in calls if call["replies"] != 1] == []
    assert all(call["output_tokens"] <= load_prompt(call["task"]).max_tokens for call in calls)


def test_what_is_cited_is_in_the_evidence(answers: list[Answer]) -> None:
    for answer in answers:
        assert 1 <= len(calls_of(answer)) <= 6
        shown = {passage.passage_id for passage in answer.evidence}
        assert {citation.passage_id for citation in answer.citations} <= shown or answer.abstained
    assert [answer for answer in answers if not answer.abstained]


def begun(client: LlmClient, messages: Sequence[Message]) -> str:
    """The first words of a reply in free text."""
    pieces: list[str] = []
    with suppress(LlmTruncatedError):
        pieces.extend(client.stream(messages, 24))
    return "".join(pieces)


def test_an_adapter_is_asked_for_by_its_name_and_held_to_the_schema(url: str) -> None:
    passages = {"P1": "The company leases its offices.", "P2": "Net sales were $5 million."}
    request = load_prompt("curate").request(
        curation_reply(list(passages), 2),
        passages=delimited(passages),
        question="What were net sales?",
    )
    said = {}
    for model in ("qwen", "curator"):
        with LlmClient(settings(url, model)) as client:
            reply = client.chat(request)
            assert reply.model == model
            assert set(reply.value.keep) <= {"P1", "P2"}
            said[model] = begun(client, request.messages)
    assert said["qwen"] != said["curator"]
