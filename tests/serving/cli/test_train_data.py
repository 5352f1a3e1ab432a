import json

from typer.testing import CliRunner

from hirec.datasets.questions import load_questions
from serving.cli.train import app
from tests.tiny_qwen import write_tiny_qwen
from training.data.record import read_records
from training.errors import TrainingError

RUNNER = CliRunner()


def said(*arguments: object) -> dict[str, object]:
    result = RUNNER.invoke(app, ["data", *map(str, arguments), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_filings_are_mined_and_parted_by_company(sample_index, tmp_path):
    mined = tmp_path / "mined.jsonl"
    told = said("mine", "--index", sample_index, "--facts", 2, "--sentences", 1, "--out", mined)
    records = read_records(mined)
    assert told["records"] == len(records) > 0
    assert set(told["sources"]) <= {"facts", "sentences"}
    parted = said("split", mined, "--held-out", 0.3, "--out", tmp_path)
    kept, apart = (read_records(tmp_path / f"{name}.jsonl") for name in ("train", "held-out"))
    assert (parted["records"], parted["held_out"]) == (len(kept), len(apart))
    twice = said("split", mined, mined, "--held-out", 0.3, "--out", tmp_path)
    assert twice["records"] == parted["records"]
    assert not {r.group for r in kept} & {r.group for r in apart}


def test_an_index_apart_leaves_its_companies_out(sample_index, tmp_path):
    out = tmp_path / "m.jsonl"
    arguments = ("--index", sample_index, "--exclude", sample_index, "--out", out)
    result = RUNNER.invoke(app, ["data", "mine", *map(str, arguments)])
    assert isinstance(result.exception, TrainingError)
    assert "No record came of it" in str(result.exception)
    assert not out.exists()


def test_questions_with_gold_pages_become_records(sample_index, sample_dir, tmp_path):
    questions = sample_dir / "questions.jsonl"
    told = said(
        "mine", "--index", sample_index, "--questions", questions, "--out", tmp_path / "q.jsonl"
    )
    assert told["sources"] == {"asked": told["records"]}
    assert told["questions_left_out"] == len(load_questions(questions)) - told["records"]


def test_an_unknown_format_names_the_known_ones(tmp_path):
    command = ["data", "read", str(tmp_path), "--format", "squad", "--out", str(tmp_path / "r")]
    result = RUNNER.invoke(app, command)
    assert isinstance(result.exception, TrainingError)
    assert "finqa, tatqa" in str(result.exception)


def test_rounds_of_curation_become_lessons_and_an_adapter(sample_index, sample_dir, tmp_path):
    """From questions with gold pages to a folder that vLLM serves by name."""
    few = tmp_path / "few.jsonl"
    lines = (sample_dir / "questions.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    few.write_text("".join(lines[:4]), encoding="utf-8")
    lessons = tmp_path / "lessons.jsonl"
    told = said("curation", "--index", sample_index, "--questions", few, "--out", lessons)
    assert told["lessons"] == told["preferences"] >= 4
    recipe = tmp_path / "recipe.yaml"
    base = write_tiny_qwen(tmp_path / "base", hidden_size=32)
    recipe.write_text(f"base: {base}\nrank: 2\nbatch: 2\nmax_tokens: 8192\ndevice: cpu\n")
    out = tmp_path / "adapter"
    arguments = ["--lessons", str(lessons), "--recipe", str(recipe), "--out", str(out), "--json"]
    result = RUNNER.invoke(app, ["language-model", *arguments])
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["lessons"] + report["held_out_lessons"] == told["lessons"]
    assert {"adapter_config.json", "README.md", "loss.png"} <= {f.name for f in out.iterdir()}
