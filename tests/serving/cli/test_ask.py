"""``hirec ask`` and ``hirec inspect`` over a real index of the sample collection."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from serving.cli.app import main

QUESTION = "What was Harbor Peak Foods' total net sales in fiscal year 2022? In USD millions."
ABSENT = "What were the net sales of Harbor Pine Foods in fiscal 2022, in USD millions?"


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """``call(*arguments)`` → (exit code, standard output) of the command."""

    def run(*arguments: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["hirec", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0), capsys.readouterr().out

    return run


def test_ask_prints_an_answer_and_stores_its_trace(call: Any, sample_index: Path) -> None:
    code, text = call("ask", QUESTION, "--index", sample_index)
    assert code == 0
    assert "7,547 million" in text
    assert "verified" in text
    assert "answer = " in text
    trace_id = text.split("trace")[-1].strip()
    assert (sample_index / "traces" / f"{trace_id}.json").is_file()
    code, text = call("trace", "show", trace_id, "--index", sample_index)
    assert code == 0
    assert "documents round 1" in text


def test_ask_as_json_says_the_same(call: Any, sample_index: Path) -> None:
    code, text = call("ask", QUESTION, "--index", sample_index, "--json")
    content = json.loads(text)
    assert code == 0
    assert content["value"] == "7547000000"
    assert content["verdict"] == "verified"
    assert {c["filing_id"].split("_")[0] for c in content["citations"]} == {"HPFD"}
    code, text = call("trace", "show", content["trace_id"], "--index", sample_index, "--json")
    assert json.loads(text) == content
    cited = content["citations"][0]["passage_id"]
    asked = ("trace", "why", content["trace_id"], cited, "--index", sample_index)
    code, text = call(*asked, "--json")
    steps = json.loads(text)["steps"]
    assert code == 0
    assert [step["stage"] for step in steps] == ["passages", "curation", "tournament", "answer"]
    assert steps[1]["became"] == "kept as evidence"
    code, text = call(*asked)
    assert "kept as evidence" in text


def test_an_absent_company_is_refused_with_exit_code_three(call: Any, sample_index: Path) -> None:
    code, text = call("ask", ABSENT, "--index", sample_index, "--json")
    assert code == 3
    assert json.loads(text)["verdict"] == "abstained"
    assert "Harbor Pine Foods" in json.loads(text)["text"]


def test_a_history_gives_a_question_what_it_leaves_out(
    call: Any, sample_index: Path, tmp_path: Path
) -> None:
    turns = tmp_path / "turns.jsonl"
    turn = {"question": QUESTION, "answer": "$7,547\u2028million"}
    turns.write_text(json.dumps(turn, ensure_ascii=False) + "\n\n", encoding="utf-8")
    asked = ("ask", "And in 2021?", "--index", sample_index, "--history", turns, "--json")
    code, text = call(*asked)
    assert code == 0
    assert json.loads(text)["value"] == "6901000000"
    assert json.loads(text)["question"] == "And in 2021?"


@pytest.mark.parametrize("line", ["not json", "[1]", '{"question": 1, "answer": "x"}'])
def test_a_malformed_history_is_an_error(
    call: Any, sample_index: Path, tmp_path: Path, line: str
) -> None:
    turns = tmp_path / "turns.jsonl"
    turns.write_text(line, encoding="utf-8")
    assert call("ask", "And?", "--index", sample_index, "--history", turns)[0] == 2


def test_a_conversation_goes_on_until_an_empty_line(
    call: Any, sample_index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = io.StringIO(f"{QUESTION}\nAnd in 2021?\n\nnever asked\n")
    monkeypatch.setattr("sys.stdin", lines)
    code, text = call("chat", "--index", sample_index)
    assert code == 0
    assert "$7,547 million" in text
    assert "$6,901 million" in text
    assert "never" not in text


def test_a_language_model_that_is_not_there_is_an_error(
    call: Any, sample_index: Path, tmp_path: Path
) -> None:
    preset = tmp_path / "llm.yaml"
    preset.write_text(
        "analyst: llm\n"
        "llm: {base_url: 'http://127.0.0.1:9/v1', model: none, attempts: 1, backoff_s: 0}\n",
        encoding="utf-8",
    )
    assert call("ask", QUESTION, "--index", sample_index, "--settings", preset)[0] == 2


def test_a_compound_question_has_its_parts_in_json(call: Any, sample_index: Path) -> None:
    question = "What was Harbor Peak Foods' total net sales and net income in fiscal year 2022?"
    code, text = call("ask", question, "--index", sample_index, "--json")
    assert code == 0
    parts = json.loads(text)["parts"]
    assert [part["value"] for part in parts] == ["7547000000", "815000000"]
    assert all(isinstance(passage, str) for part in parts for passage in part["evidence"])


def test_a_day_before_every_filing_leaves_nothing_to_answer(call: Any, sample_index: Path) -> None:
    code, _ = call("ask", QUESTION, "--index", sample_index, "--as-of", "2001-01-01")
    assert code == 3


def test_an_empty_question_is_an_error(call: Any, sample_index: Path) -> None:
    assert call("ask", "  ", "--index", sample_index)[0] == 2


def test_inspect_shows_a_filing_by_id_and_by_file(call: Any, sample_index: Path) -> None:
    by_id = call("inspect", "QVNE_2022_10KA", "--index", sample_index)
    by_file = call("inspect", "QVNE_2022_10KA.html", "--index", sample_index)
    assert by_id == by_file
    assert by_id[0] == 0
    assert "10-K/A" in by_id[1]


def test_inspect_shows_a_page(call: Any, sample_index: Path) -> None:
    code, text = call("inspect", "HPFD_2022_10K", "--page", 8, "--index", sample_index)
    assert code == 0
    assert "7,547" in text
    code, text = call("inspect", "HPFD_2022_10K", "--page", 8, "--index", sample_index, "--json")
    passages = json.loads(text)
    assert {passage["page_number"] for passage in passages} == {8}
    assert any(passage["table"] for passage in passages)


def test_inspect_refuses_what_is_not_there(call: Any, sample_index: Path) -> None:
    assert call("inspect", "HPFD_1999_10K", "--index", sample_index)[0] == 2
    assert call("inspect", "HPFD_2022_10K", "--page", 9999, "--index", sample_index)[0] == 2


def test_the_ledger_names_every_input_file(call: Any, sample_index: Path, sample_dir: Path) -> None:
    code, text = call("inspect", "--ledger", "--index", sample_index, "--json")
    rows = json.loads(text)["files"]
    files = {path.name for path in sample_dir.iterdir() if path.suffix in (".pdf", ".html")}
    assert code == 0
    assert {Path(row["path"]).name for row in rows} >= files
    assert {row["state"] for row in rows} == {"done"}
