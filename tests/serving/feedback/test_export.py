"""Pairs and questions made of what was said of real runs on the sample."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.datasets.questions import load_questions
from hirec.index import Index
from serving.feedback.export import export
from serving.feedback.store import Feedback, FeedbackError, FeedbackStore, Kind
from serving.traces import run_json, store_trace
from tests.serving.cli.test_app import call
from tests.serving.conftest import NET_SALES, RESEARCH
from training.data.record import Why, read_records

ABSENT = "What were Harbor Peak Foods' net sales in fiscal 1975?"
FOLLOW = "And in 2021?"
OTHER = "HPFD_2022_10K#3.1"
"""A passage that the answer does not cite."""


@pytest.fixture
def index(sample_index: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "index"
    shutil.copytree(sample_index, folder)
    return folder


def asked(index: Path, question: str, history: tuple[tuple[str, str], ...] = ()) -> dict[str, Any]:
    hirec = HiREC.open(index)
    return store_trace(index, hirec.ask(question, None, history), run_json(hirec, None, history))


def say(index: Path, run: dict[str, Any], kind: Kind, **more: Any) -> None:
    FeedbackStore(index).add(Feedback(run["trace_id"], run["question"], kind, **more))


def test_a_pair_is_of_a_passage_that_answers_and_one_that_does_not(index: Path) -> None:
    run = asked(index, NET_SALES)
    cited = run["citations"][0]["passage_id"]
    say(index, run, Kind.WRONG_SOURCE, passage_id=OTHER)
    (pair,) = export(index).pairs
    held = Index.open(index)
    assert (pair.query, pair.source) == (NET_SALES, "feedback")
    assert pair.positive == held.passage(OTHER).retrieval_text
    assert (pair.filing_id, pair.pages) == ("HPFD_2022_10K", (3,))
    assert pair.group == held.filings["HPFD_2022_10K"].company_key
    (negative,) = pair.negatives
    assert (negative.passage_id, negative.why) == (cited, Why.JUDGED)
    assert negative.text == held.passage(cited).retrieval_text


def test_the_last_word_counts_and_two_people_who_differ_count_for_nothing(index: Path) -> None:
    run = asked(index, NET_SALES)
    say(index, run, Kind.WRONG_FIGURE, answer="1")
    say(index, run, Kind.HELPFUL)
    assert [row["answer"] for row in export(index).questions] == ["$7,547 million"]
    say(index, run, Kind.WRONG_FIGURE, answer="1", given_by="ann")
    made = export(index)
    assert made.questions == made.pairs == ()
    assert made.left_out == {"called right and wrong": 1}


def test_questions_are_of_answers_called_right_told_or_rightly_refused(index: Path) -> None:
    right, wrong, none = (asked(index, each) for each in (NET_SALES, RESEARCH, ABSENT))
    assert none["verdict"] == "abstained"
    say(index, right, Kind.HELPFUL, score=5)
    say(index, wrong, Kind.WRONG_FIGURE, answer="$5 million", passage_id="QVNE_2023_10K#9.1")
    say(index, none, Kind.HELPFUL)
    file = index / "questions.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in export(index).questions))
    first, second, third = load_questions(file)
    assert (first.question, first.answer) == (NET_SALES, "$7,547 million")
    assert [(each.filing, each.page) for each in first.evidence] == [("HPFD_2022_10K", 8)]
    assert (second.answer, second.evidence[0].page) == ("$5 million", 9)
    assert not third.answerable


def test_what_cannot_be_learned_from_is_counted(index: Path) -> None:
    run, gone = asked(index, NET_SALES), asked(index, RESEARCH)
    follow = asked(index, FOLLOW, ((NET_SALES, run["text"]),))
    again = asked(index, NET_SALES.lower())
    say(index, run, Kind.HELPFUL, score=2)
    say(index, again, Kind.WRONG_FIGURE, answer="2", passage_id="HPFD_2022_10K#99.1")
    say(index, follow, Kind.HELPFUL)
    say(index, gone, Kind.HELPFUL)
    (index / "traces" / f"{gone['trace_id']}.json").unlink()
    say(index, asked(index, NET_SALES), Kind.HELPFUL)
    made = export(index)
    assert (made.pairs, made.questions) == ((), ())
    assert made.left_out == {
        "the trace is gone": 1,
        "asked within a conversation, or as of a day": 1,
        "several answers were called right": 1,
    }


def test_the_command_line_says_lists_and_exports(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = asked(index, NET_SALES)["trace_id"]
    at = ("--index", index)
    assert call(monkeypatch, "feedback", "give", run, "great", *at) == 2
    assert call(monkeypatch, "feedback", "give", run, "helpful", "--passage", "X#1.1", *at) == 2
    assert call(monkeypatch, "feedback", "give", "none", "helpful", *at) == 2
    assert call(monkeypatch, "feedback", "give", run, "other", *at) == 2
    assert call(monkeypatch, "feedback", "export", *at) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 5
    assert "helpful, wrong_figure" in said[0]
    told = ("wrong_source", "--passage", OTHER, "--score", 2, "--words", "the table\nabove")
    assert call(monkeypatch, "feedback", "give", run, *told, *at) == 0
    assert call(monkeypatch, "feedback", "list", *at) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith(f"2/5  {run}  {NET_SALES}  the table above")
    files = ("--pairs", index / "pairs.jsonl", "--questions", index / "out" / "questions.jsonl")
    assert call(monkeypatch, "feedback", "export", *at, *files, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"pairs": 1, "questions": 0, "left_out": {}}
    (record,) = read_records(index / "pairs.jsonl")
    assert record.negatives[0].why is Why.JUDGED


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"kind": Kind.OTHER}, "Say something"),
        ({"kind": Kind.OTHER, "words": " "}, "Say something"),
        ({"kind": Kind.HELPFUL, "score": 6}, "from 1 to 5, not 6"),
        ({"kind": Kind.HELPFUL, "words": "x" * 2001}, "at most 2,000"),
    ],
)
def test_what_says_nothing_or_too_much_is_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(FeedbackError, match=message):
        Feedback("id", "question", **more)


def test_without_feedback_there_is_nothing(tmp_path: Path) -> None:
    store = FeedbackStore(tmp_path)
    assert (store.recent(5), store.count(), store.opinions(), store.trace_ids()) == (
        [],
        0,
        [],
        set(),
    )
    assert not (tmp_path / "traces").exists()
