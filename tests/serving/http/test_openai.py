"""Texts and annotations of an answer, without a server."""

import pytest

from serving.http.errors import RequestError
from serving.http.openai import ChatBody, content, index_of, models

CITED = {"passage_id": "A#1.1", "filing_id": "A", "page_number": 1, "quote": "Net sales: 5"}
STORED = {
    "text": "Five.",
    "verdict": "unverified",
    "reason": "A scale was inferred.",
    "citations": [CITED],
    "parts": [{"citations": [CITED, {**CITED, "quote": "Cost: 4"}], "parts": []}],
}


def test_each_source_is_named_once_and_marked_where_it_stands() -> None:
    text, annotations = content(STORED, "http://h/#/page/i")
    assert text.splitlines() == [
        "Five.",
        "",
        "Verdict: unverified (A scale was inferred.)",
        "",
        "Sources:",
        "[1] A, page 1: Net sales: 5",
        "[2] A, page 1: Cost: 4",
    ]
    marks = [each["url_citation"] for each in annotations]
    assert [text[mark["start_index"] : mark["end_index"]] for mark in marks] == text.splitlines()[
        5:
    ]
    assert {mark["url"] for mark in marks} == {"http://h/#/page/i/A/1"}


def test_what_we_added_to_an_answer_is_cut_from_the_history() -> None:
    text, _ = content(STORED, "")
    said = [("user", "How much?"), ("assistant", text), ("user", "Unheard?"), ("user", "And then?")]
    body = ChatBody(model="hirec", messages=[{"role": r, "content": c} for r, c in said])
    assert body.asked() == ("And then?", [("How much?", "Five.")])


def test_a_conversation_needs_a_question() -> None:
    body = ChatBody(model="hirec", messages=[{"role": "system", "content": "Be brief."}])
    with pytest.raises(RequestError):
        body.asked()


def test_names_of_models() -> None:
    assert [index_of(model, "one") for model in ("hirec", "hirec/two")] == ["one", "two"]
    assert models([], 0)["data"] == []
