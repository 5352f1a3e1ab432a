"""Answers in notebooks: as HTML, as a dictionary, as a frame."""

import json
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hirec import HiREC
from hirec.types import Answer, Citation, Verdict

QUESTION = "What was Harbor Peak Foods' current ratio in FY2022?"
HOSTILE = '<script>alert("1")</script>&amp;\'<img src=x onerror=1>'


class Reader(HTMLParser):
    """Tags, and the words between them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert all(name == "style" for name, _ in attrs)
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def answer(sample_index: Path) -> Answer:
    return HiREC.open(sample_index).ask(QUESTION)


def test_a_notebook_shows_verdict_figures_and_cells(answer: Answer) -> None:
    shown = Reader(answer._repr_html_())
    assert answer.text in shown.words
    assert "verified" in shown.words
    for printed in ("4,306", "1,189"):
        assert any(printed in word for word in shown.words)
    assert shown.words.count("HPFD_2022_10K, page 8") == 2


def test_everything_is_escaped(answer: Answer) -> None:
    assert answer.program is not None
    operands = tuple(
        replace(each, name=HOSTILE, printed=HOSTILE, row=HOSTILE, column=HOSTILE, table=HOSTILE)
        for each in answer.program.operands
    )
    program = replace(answer.program, source=HOSTILE, operands=operands)
    cited = Citation("F<b>", 1, "F<b>#1.1", HOSTILE)
    part = replace(answer, text=HOSTILE, reason=HOSTILE, program=program, citations=(cited,))
    whole = replace(part, parts=(replace(part, subject=HOSTILE), replace(part, question=HOSTILE)))
    for hostile in (part, whole):
        shown = Reader(hostile._repr_html_())
        assert not {"script", "img", "b>"} & set(shown.tags)
        assert HOSTILE in " ".join(shown.words)
        assert "F<b>, page 1: " in shown.words


def test_a_dictionary_is_json_and_has_all_parts(answer: Answer) -> None:
    whole = replace(answer, parts=(answer,))
    content = json.loads(json.dumps(whole.to_dict()))
    assert content["verdict"] == "verified"
    assert content["parts"][0]["text"] == answer.text
    assert content["evidence"] == [passage.passage_id for passage in answer.evidence]
    assert len(content["trace"]["steps"]) == len(answer.trace.steps)


def test_a_frame_has_a_row_for_each_citation(answer: Answer) -> None:
    frame = answer.citation_frame()
    assert list(frame.columns) == ["part", "filing_id", "page_number", "passage_id", "quote"]
    assert frame["passage_id"].tolist() == [each.passage_id for each in answer.citations]
    assert set(frame["part"]) == {""}
    whole = replace(answer, parts=(replace(answer, subject="Harbor Peak, FY2022"),))
    assert set(whole.citation_frame()["part"]) == {"Harbor Peak, FY2022"}
    empty = Answer("?", "Nothing.", Verdict.ABSTAINED).citation_frame()
    assert (len(empty), len(empty.columns)) == (0, 5)


def test_without_pandas_the_remedy_is_named(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="pip install pandas"):
        answer.citation_frame()
