import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hirec.types import QuestionError, QuestionFileError
from serving.cli.eval import app
from tests.hirec.datasets.test_tatqa import CONTEXT

RUNNER = CliRunner()
CONTENT = (
    "Question: What were net sales?\nText chunks:\n[Chunk Index 0] The weather was mild.\n"
    "[Chunk Index 1] Net sales were $5 million.\n\nTask: Select and rank the chunks."
)


def ranked(questions: Path, out: Path, *more: str) -> Result:
    return RUNNER.invoke(app, ["ranking", "--questions", str(questions), "--out", str(out), *more])


@pytest.mark.parametrize("within", ["filing", "collection"])
def test_methods_are_measured_and_held_together(
    sample_dir: Path, sample_index: Path, tmp_path: Path, within: str
) -> None:
    index = ("--index", str(sample_index), "--within", within, "--limit", "3")
    questions = sample_dir / "questions.jsonl"
    result = ranked(questions, tmp_path, *index, "--method", "bm25,retriever", "--json")
    assert result.exit_code == 0, result.output
    metrics = json.loads(result.stdout)
    assert metrics == json.loads((tmp_path / "metrics.json").read_text("utf-8"))
    assert list(metrics["methods"]) == ["bm25", "retriever"]
    assert metrics["made_with"]["within"] == within
    assert 0 < metrics["methods"]["retriever"]["ndcg@10"]["value"] <= 1
    assert {p.name for p in (tmp_path / "trec").iterdir()} == {
        "qrels.txt", "bm25.0.run", "retriever.0.run",
    }  # fmt: skip
    lines = [json.loads(line) for line in result.stderr.splitlines()]
    assert lines[-1]["done"] == lines[-1]["total"] == 2 * metrics["questions"]
    added = ranked(questions, tmp_path, *index, "--method", "bm25,evidence", "--seeds", "0,1")
    assert added.exit_code == 0, added.output
    assert "nDCG @10 of 2 runs each" in added.stdout
    # of the two methods under two seeds only bm25's first run was there
    first = json.loads(added.stderr.splitlines()[0])
    assert first == {"done": metrics["questions"], "total": 4 * metrics["questions"]}


def test_candidates_of_their_own_need_no_index(tmp_path: Path) -> None:
    questions = tmp_path / "dev.jsonl"
    row = {"_id": "a", "messages": [{"role": "user", "content": CONTENT}], "qrel": {"1": 2}}
    questions.write_text(json.dumps(row) + "\n", encoding="utf-8")
    result = ranked(questions, tmp_path / "out", "--json")
    assert result.exit_code == 0, result.output
    for figures in json.loads(result.stdout)["methods"].values():
        assert figures["ndcg@5"]["value"] == 1
        assert figures["page_recall@5"]["n"] == 0


def test_tables_of_tatqa_are_read_and_ranked(tmp_path: Path) -> None:
    contexts = [CONTEXT]
    for word in ("Rent", "Debt"):
        rows = [["", "2019"], [word, "7"]]
        contexts.append({"table": {"uid": word, "table": rows}, "paragraphs": [], "questions": []})
    file = tmp_path / "tatqa.json"
    file.write_text(json.dumps(contexts), encoding="utf-8")
    result = ranked(file, tmp_path / "out", "--method", "bm25,encoder", "--limit", "1", "--json")
    assert result.exit_code == 0, result.output
    for figures in json.loads(result.stdout)["methods"].values():
        assert figures["mrr@10"]["value"] == 1


def test_what_is_wrong_is_named_before_anything_is_ranked(
    sample_dir: Path, sample_index: Path, tmp_path: Path
) -> None:
    questions, out = sample_dir / "questions.jsonl", tmp_path / "out"
    unknown = ranked(questions, out, "--method", "bm25,best")
    assert isinstance(unknown.exception, QuestionError)
    assert "choose among bm25, retriever" in str(unknown.exception)
    assert isinstance(ranked(questions, out).exception, QuestionError)
    missing = ranked(tmp_path / "none.jsonl", out, "--index", str(sample_index))
    assert isinstance(missing.exception, QuestionFileError)
    seeds = ranked(questions, out, "--seeds", "0,x")
    assert seeds.exit_code == 2
    assert "whole numbers" in seeds.output
    assert not out.exists()
