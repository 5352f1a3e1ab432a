"""``hirec ask`` and ``hirec inspect`` over a real index of the sample collection."""

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
    code, text = call("inspect", "--trace", trace_id, "--index", sample_index)
    assert code == 0
    assert "documents round 1" in text


def test_ask_as_json_says_the_same(call: Any, sample_index: Path) -> None:
    code, text = call("ask", QUESTION, "--index", sample_index, "--json")
    content = json.loads(text)
    assert code == 0
    assert content["value"] == "7547000000"
    assert content["verdict"] == "verified"
    assert {c["filing_id"].split("_")[0] for c in content["citations"]} == {"HPFD"}
    code, text = call("inspect", "--trace", content["trace_id"], "--index", sample_index, "--json")
    assert json.loads(text) == content


def test_an_absent_company_is_refused_with_exit_code_three(call: Any, sample_index: Path) -> None:
    code, text = call("ask", ABSENT, "--index", sample_index, "--json")
    assert code == 3
    assert json.loads(text)["verdict"] == "abstained"
    assert "Harbor Pine Foods" in json.loads(text)["text"]


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
    rows = json.loads(text)
    files = {path.name for path in sample_dir.iterdir() if path.suffix in (".pdf", ".html")}
    assert code == 0
    assert {Path(row["path"]).name for row in rows} >= files
    assert {row["state"] for row in rows} == {"done"}
