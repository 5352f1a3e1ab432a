"""The chat of OpenAI's kind, asked by OpenAI's own client."""

from collections.abc import Iterator

import openai
import pytest
from openai import OpenAI

from tests.serving.conftest import NET_SALES, HirecServer


@pytest.fixture
def client(server: HirecServer) -> Iterator[OpenAI]:
    with OpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0) as opened:
        yield opened


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def test_the_indexes_are_models(client: OpenAI) -> None:
    assert [each.id for each in client.models.list()] == ["hirec", "hirec/sample", "hirec/second"]


def test_an_answer_has_its_verdict_and_sources(client: OpenAI, server: HirecServer) -> None:
    got = client.chat.completions.create(model="hirec", messages=[user(NET_SALES)])
    (choice,) = got.choices
    text = choice.message.content
    assert text is not None
    assert text.startswith("$7,547 million\n\nVerdict: verified")
    assert choice.finish_reason == "stop"
    (annotation,) = choice.message.annotations or ()
    source = annotation.url_citation
    assert text[source.start_index : source.end_index].startswith("[1] HPFD_2022_10K, page 8: ")
    assert source.title == "HPFD_2022_10K, page 8"
    assert source.url == f"{server.url}/#/page/sample/HPFD_2022_10K/8"
    assert got.usage is not None
    assert got.usage.total_tokens == 0
    assert (got.model_extra or {})["hirec"]["value"] == "7547000000"


def test_a_stream_comes_to_the_same(client: OpenAI) -> None:
    whole = client.chat.completions.create(model="hirec", messages=[user(NET_SALES)])
    pieces = list(
        client.chat.completions.create(
            model="hirec",
            messages=[user(NET_SALES)],
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    deltas = [piece.choices[0].delta for piece in pieces if piece.choices]
    assert deltas[0].role == "assistant"
    text = "".join(delta.content or "" for delta in deltas)
    assert text == whole.choices[0].message.content
    annotated = [delta for delta in deltas if "annotations" in (delta.model_extra or {})]
    assert len(annotated) == 1
    assert [p.choices[0].finish_reason for p in pieces if p.choices][-1] == "stop"
    assert pieces[-1].usage is not None
    assert not pieces[-1].choices


def test_messages_are_a_conversation(client: OpenAI) -> None:
    first = client.chat.completions.create(model="hirec/second", messages=[user(NET_SALES)])
    told = {"role": "assistant", "content": first.choices[0].message.content}
    system = {"role": "system", "content": "Be brief."}
    parts = {"role": "user", "content": [{"type": "text", "text": "And in 2021?"}]}
    then = client.chat.completions.create(
        model="hirec/second", messages=[system, user(NET_SALES), told, parts], temperature=0.3
    )
    answer = (then.model_extra or {})["hirec"]
    assert answer["value"] == "6901000000"
    assert answer["run"]["history"] == [[NET_SALES, "$7,547 million"]]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"messages": [{"role": "assistant", "content": "Hello"}]}, "has to be a question"),
        ({"messages": [user(" ")]}, "The question is empty"),
        ({"messages": [user("x")], "n": 2}, "one answer"),
        (
            {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}]},
            "not image_url",
        ),
        ({"messages": []}, "messages: "),
    ],
)
def test_what_is_no_question_is_a_bad_request(
    client: OpenAI, request_: dict[str, object], message: str
) -> None:
    with pytest.raises(openai.UnprocessableEntityError, match=message):
        client.chat.completions.create(model="hirec", **request_)


def test_an_unknown_model_names_the_indexes(client: OpenAI) -> None:
    with pytest.raises(openai.NotFoundError, match="there is sample, second"):
        client.chat.completions.create(model="gpt-4o", messages=[user(NET_SALES)])


def test_a_failure_within_a_stream_is_raised_by_the_client(client: OpenAI) -> None:
    stream = client.chat.completions.create(model="hirec", messages=[user(" ")], stream=True)
    with pytest.raises(openai.APIError, match="The question is empty"):
        list(stream)
