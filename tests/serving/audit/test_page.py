"""The page of a bundle: complete, closed, and nothing foreign in it is markup."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from hirec.index import Index
from serving.audit.bundle import make_bundle
from serving.audit.candidates import candidate_outcomes
from serving.audit.page import page
from tests.serving.audit.runs import FIGURE, FINCARDS, asked

_VOID = {"meta", "br"}
HOSTILE = '<script>alert("x")</script><img src=http://127.0.0.1/x onerror=alert(1)>$trace_id'


class Walk(HTMLParser):
    """Keeps the tags that are open, every tag met, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.met: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.met.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def walked(text: str) -> Walk:
    walk = Walk()
    walk.feed(text)
    assert walk.open == []
    return walk


@pytest.fixture(scope="module")
def bundle(sample_index: Path) -> dict[str, Any]:
    return make_bundle(asked(sample_index, FIGURE, FINCARDS), Index.open(sample_index))


def test_the_page_tells_the_whole_story(bundle: dict[str, Any]) -> None:
    walk = walked(page(bundle))
    story = bundle["story"]
    assert FIGURE in walk.text
    assert story["answer"]["text"] in walk.text
    assert story["answer"]["program"]["source"] in walk.text
    for entry in story["candidates"]:
        assert entry["passage"] in walk.text
    assert "rank variance" in walk.text
    assert "does not meet" in walk.text
    assert bundle["sha256"] in walk.text


def test_what_the_answer_rests_on_comes_first_and_its_lines_are_marked(
    bundle: dict[str, Any],
) -> None:
    text = page(bundle)
    cited = {citation["passage_id"] for citation in bundle["story"]["answer"]["citations"]}
    assert text.count('<details class="passage" open>') == len(cited) > 0
    groups = candidate_outcomes(bundle["story"]["candidates"])
    assert next(iter(groups)) == "cited"
    assert sum(map(len, groups.values())) == len(bundle["story"]["candidates"])
    marked = re.findall("<mark>(.*?)</mark>", text)
    operands = bundle["story"]["answer"]["program"]["operands"]
    for operand in operands:
        assert any(operand["printed"] in line and operand["row"] in line for line in marked)


def test_the_page_says_how_it_was_asked(bundle: dict[str, Any]) -> None:
    text = walked(page(bundle)).text
    assert '"method": "fincards"' in text
    assert bundle["run"]["filings"] in text
    assert "no model asked" in text


def test_the_page_loads_nothing(bundle: dict[str, Any]) -> None:
    walk = walked(page(bundle))
    assert not walk.met & {"script", "img", "link", "iframe", "object", "a"}
    assert not walk.attributes & {"src", "href", "onerror", "onclick"}
    assert "default-src 'none'" in page(bundle)


def hostile(value: Any) -> Any:
    """The same with every text made hostile."""
    if isinstance(value, dict):
        return {key: hostile(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [hostile(inner) for inner in value]
    return f"{value}{HOSTILE}" if isinstance(value, str) else value


def test_nothing_that_comes_from_outside_is_markup(bundle: dict[str, Any]) -> None:
    call = {"stage": "answer", "round": 0, "task": "t", "version": "1", "key": "k", "reply": "r"}
    story = {**bundle["story"], "calls": [call]}
    told = hostile({**bundle, "story": story})
    walk = walked(page(told))
    assert not walk.met & {"script", "img"}
    assert '<script>alert("x")</script>' in walk.text
