"""``hirec eval report`` over runs that were really made."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hirec.evaluation.store import RecordsError
from hirec.types import QuestionError
from serving.cli.eval import app

RUNNER = CliRunner()


def ran(*arguments: object) -> Result:
    return RUNNER.invoke(app, [str(one) for one in arguments])


@pytest.fixture(scope="module")
def run(sample_dir: Path, sample_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two systems over two questions, in a folder each."""
    out = tmp_path_factory.mktemp("runs")
    done = ran("run", "--questions", sample_dir / "questions.jsonl", "--index", sample_index,
               "--out", out, "--limit", 2, "--system", "hirec,no-curation",
               "--state", "generated")  # fmt: skip
    assert done.exit_code == 0, done.output
    return out


def test_a_page_and_records_come_from_runs_alone(run: Path, tmp_path: Path) -> None:
    runs = (run / "hirec", run / "no-curation")
    page, kept = tmp_path / "results", tmp_path / "kept"
    done = ran("report", *runs, "--out", page, "--keep", kept)
    assert done.exit_code == 0, done.output
    metrics = json.loads((run / "hirec" / "metrics.json").read_text("utf-8"))
    record = json.loads((kept / "hirec.json").read_text("utf-8"))
    assert record["figures"]["numeric_right"] == metrics["numeric_right"]
    assert record["state"] == "generated"
    text = page.with_suffix(".md").read_text("utf-8")
    assert "## On generated questions" in text
    share = metrics["page_recall@5"]["value"]
    assert f"| page recall @5 | {share:.3f} |" in text
    assert "no-curation" in page.with_suffix(".html").read_text("utf-8")
    again = tmp_path / "again.md"
    assert ran("report", *sorted(kept.glob("*.json")), "--out", again).exit_code == 0
    assert again.read_text("utf-8").count("### ") == 2


def test_the_sample_is_hashed_and_the_command_kept(run: Path) -> None:
    manifest = json.loads((run / "hirec" / "manifest.json").read_text("utf-8"))
    assert list(manifest["data"]) == ["questions.jsonl"]
    assert manifest["command"].split()[0] == "hirec"


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    done = ran("report", tmp_path, "--out", tmp_path / "page.md")
    assert isinstance(done.exception, RecordsError)
    assert not (tmp_path / "page.md").exists()


def test_another_kind_of_page_and_two_runs_of_one_name_are_refused(
    run: Path, tmp_path: Path
) -> None:
    done = ran("report", run / "hirec", "--out", tmp_path / "page.pdf")
    assert isinstance(done.exception, QuestionError)
    copy = tmp_path / "hirec"
    copy.mkdir()
    for name in ("metrics.json", "manifest.json"):
        (copy / name).write_bytes((run / "hirec" / name).read_bytes())
    done = ran("report", run / "hirec", copy, "--out", tmp_path / "page", "--keep", tmp_path)
    assert isinstance(done.exception, QuestionError)
