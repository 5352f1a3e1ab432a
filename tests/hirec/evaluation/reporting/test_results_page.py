from hirec.evaluation.origin import DataState
from hirec.evaluation.reporting.results_page import results_html, results_markdown
from hirec.evaluation.results import Figure, ResultRecord

RECORD = ResultRecord(
    title="a|set <b>",
    system="hirec",
    date="2026-01-02T03:04:05+00:00",
    commit="0123456789ab",
    command="hirec eval run --out out",
    data={"q.jsonl": "f" * 64},
    state=DataState.UNTOUCHED,
    figures={
        "numeric_right": Figure(value=0.5, low=0.25, high=0.75, n=4),
        "cells": Figure(value=97063),
    },
)


def test_markdown_tells_value_interval_and_origin():
    page = results_markdown([RECORD])
    assert "## On data that no developer had seen" in page
    assert "### a\\|set &lt;b> · hirec" in page
    assert "| numeric right | 0.500 | 0.250 to 0.750 | 4 |" in page
    assert "| cells | 97,063 |  |  |" in page
    for told in ("2026-01-02", "`0123456789ab`", "`hirec eval run --out out`", "q.jsonl ffff"):
        assert told in page


def test_html_escapes_what_comes_from_outside():
    page = results_html([RECORD])
    assert "<b>" not in page
    assert "a|set &lt;b&gt;" in page
    assert "0.250 to 0.750" in page
    assert "script-src" not in page


def test_states_stand_apart_untouched_first():
    states = [DataState.GENERATED, DataState.UNSTATED, DataState.UNTOUCHED, DataState.DEVELOPED]
    page = results_markdown([RECORD.model_copy(update={"state": state}) for state in states])
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    assert len(headings) == 4
    words = ("no developer", "developed on", "generated", "nothing was stated")
    assert all(word in heading for word, heading in zip(words, headings, strict=True))


def test_what_was_carried_over_is_said():
    page = results_markdown([RECORD.model_copy(update={"carried_over": "docs/experiments.md"})])
    assert "(carried over)" in page
    assert "carried over from: `docs/experiments.md`" in page
