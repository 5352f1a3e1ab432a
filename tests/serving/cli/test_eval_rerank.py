import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hirec.evaluation.store import RecordsError
from serving.cli.eval import app

RUNNER = CliRunner()


def ran(*arguments: object) -> Result:
    result = RUNNER.invoke(app, [str(one) for one in arguments])
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def asked(sample_dir: Path, sample_index: Path, tmp_path: Path) -> Path:
    """Two systems over the sample, as ``hirec eval run`` leaves them."""
    out = tmp_path / "asked"
    ran("run", "--questions", sample_dir / "questions.jsonl", "--index", sample_index, "--out", out,
        "--limit", 4, "--stages", "retrieval", "--system", "flat-bm25,hirec")  # fmt: skip
    return out


def test_systems_are_measured_from_what_they_left(asked: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    runs = (asked / "flat-bm25", asked / "hirec")
    metrics = json.loads(ran("rerank", *runs, "--out", out, "--json").stdout)
    assert metrics == json.loads((out / "metrics.json").read_text("utf-8"))
    assert list(metrics["runs"]) == ["flat-bm25", "hirec"]
    for system, figures in metrics["runs"].items():
        lines = (asked / system / "records.jsonl").read_text("utf-8").splitlines()
        first = [json.loads(line)["scores"] for line in lines]
        # a right page among the first ten gives a reciprocal rank above 0, and no other does
        assert (figures["mrr@10"]["value"] > 0) == any(s.get("page_recall@10") for s in first)
    assert {file.name for file in (out / "trec").iterdir()} == {
        "qrels.txt", "flat-bm25.run", "hirec.run",
    }  # fmt: skip
    trec = out / "trec"
    written = (trec / "flat-bm25.run", trec / "hirec.run", "--qrels", trec / "qrels.txt")
    again = ran("rerank", *written, "--out", tmp_path / "again", "--json")
    assert json.loads(again.stdout)["runs"] == metrics["runs"]
    shown = ran("rerank", *runs, "--out", out).stdout
    assert "nDCG @10" in shown
    assert "difference to flat-bm25" in shown


def test_methods_have_the_figures_of_their_own_command(
    sample_dir: Path, sample_index: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "contest"
    ran("ranking", "--questions", sample_dir / "questions.jsonl", "--index", sample_index,
        "--out", folder, "--limit", 3, "--method", "bm25,retriever")  # fmt: skip
    own = json.loads((folder / "metrics.json").read_text("utf-8"))["methods"]
    metrics = json.loads(ran("rerank", folder, "--out", tmp_path / "out", "--json").stdout)
    assert list(metrics["runs"]) == ["contest-bm25", "contest-retriever"]
    for name, figures in metrics["runs"].items():
        for figure, found in figures.items():
            assert found["value"] == pytest.approx(
                own[name.removeprefix("contest-")][figure]["value"]
            )


def test_what_is_wrong_is_named_and_nothing_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = RUNNER.invoke(app, ["rerank", str(tmp_path / "none"), "--out", str(out)])
    assert isinstance(result.exception, RecordsError)
    assert not out.exists()
