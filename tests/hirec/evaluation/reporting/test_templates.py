from pathlib import Path

import pytest
from jinja2 import UndefinedError
from lxml import html

from hirec.evaluation.metrics import summarize
from hirec.evaluation.records import Record
from hirec.evaluation.reporting.report import write_report
from hirec.evaluation.reporting.templates import macro, render

HOSTILE = '"><script>alert(1)</script>'


def test_text_of_a_filing_stays_text() -> None:
    shown = macro("tables.html", "text_table")((HOSTILE,), [(HOSTILE,)])
    tree = html.fragment_fromstring(shown)
    assert [cell.text for cell in tree.iter("th", "td")] == [HOSTILE, HOSTILE]
    assert not list(tree.iter("script"))


def test_neither_attribute_nor_text_of_the_report_can_be_left(tmp_path: Path) -> None:
    record = Record(
        id=HOSTILE,
        question=HOSTILE,
        type=HOSTILE,
        gold_answer=HOSTILE,
        unit=HOSTILE,
        any_evidence=False,
        gold=(),
        outcome="error",
        lost_at="none",
        top_error="",
        seconds=0.1,
        scores={"errors": 1.0},
        error=HOSTILE,
    )
    made_with = {"system": HOSTILE, "index": {"filings": 1}, "missing_filings": [HOSTILE]}
    write_report(tmp_path / "report.html", summarize([record]) | made_with, [record])
    tree = html.document_fromstring((tmp_path / "report.html").read_text("utf-8"))
    assert [script.text.strip()[:10] for script in tree.iter("script")] == ["(function "]
    (block,) = tree.find_class("question")
    assert block.get("data-type") == HOSTILE
    assert block.get("data-words") == " ".join([HOSTILE] * 3)
    assert tree.find_class("failure")[-1].text == HOSTILE


def test_a_template_that_lacks_a_value_fails() -> None:
    with pytest.raises(UndefinedError, match="names"):
        render("comparison.html", title="t")
