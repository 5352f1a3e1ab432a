"""``hirec eval spans`` from files to figures, with the packaged encoder where there is one."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hirec import pipeline
from hirec.evaluation.origin import DataState
from hirec.evaluation.results import load_result
from hirec.settings import Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from serving.cli.eval import app

ONE = "ALPHA AGREEMENT\nAlpha Mills Inc. keeps every record for ten years.\nIt sells nothing.\n"
TWO = "BETA AGREEMENT\nBeta Ferries Ltd. keeps every record for two years.\nIt sells boats.\n"


@pytest.fixture
def arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    encoder = HashingEncoder()
    monkeypatch.setattr(pipeline, "load_encoder", lambda _: encoder)
    monkeypatch.setattr(pipeline, "fingerprint", lambda _: encoder.fingerprint)
    (tmp_path / "in").mkdir()
    for name, text in (("one", ONE), ("two", TWO)):
        (tmp_path / "in" / f"{name}.txt").write_text(text)
    settings = Settings.model_validate({"index": {"profile": "documents", "workers": 1}})
    build([tmp_path / "in"], tmp_path / "index", settings, encoder=encoder)
    first = ONE.index("Alpha Mills")
    gold = {"filing": "one", "span": [first, ONE.index("\nIt sells")]}
    row = {"id": "1", "question": "How long does Alpha Mills keep records?", "answer": "ten years"}
    (tmp_path / "q.jsonl").write_text(json.dumps({**row, "type": "nda", "evidence": [gold]}))
    files = ["--questions", str(tmp_path / "q.jsonl"), "--index", str(tmp_path / "index")]
    return ["spans", *files, "--out", str(tmp_path / "out"), "--system", "hirec,flat-bm25"]


def test_figures_and_records(arguments: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)["by_type"]["nda"]["systems"]
    wanted = ONE.index("\nIt sells") - ONE.index("Alpha Mills")
    for name in ("hirec", "flat-bm25"):  # each document is one passage
        assert figures[name]["document_hit@1"]["value"] == 1.0
        assert figures[name]["recall"]["1"]["value"] == 1.0
        assert figures[name]["precision"]["1"]["value"] == pytest.approx(wanted / len(ONE.strip()))
    two = (wanted / (len(ONE.strip()) + len(TWO.strip())), wanted / len(ONE.strip()))
    assert figures["flat-bm25"]["precision"]["2"]["value"] == pytest.approx(two[0])
    assert figures["hirec"]["precision"]["2"]["value"] == pytest.approx(two[1])
    records = (tmp_path / "out" / "records.jsonl").read_text().splitlines()
    assert [json.loads(line)["system"] for line in records] == ["hirec", "flat-bm25"]


def test_a_page_of_results_is_made_of_it(arguments: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(app, [*arguments, "--state", "developed"])
    assert result.exit_code == 0, result.output
    record = load_result(tmp_path / "out")
    assert record.state is DataState.DEVELOPED
    assert set(record.data) == {"q.jsonl"}
    assert record.figures["systems · hirec · recall · 8"].value == 1.0
    assert record.figures["hirec against · flat-bm25 · recall_ratio · 8"].n == 1


def test_the_table_names_each_system(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "nda (1 questions)" in result.stdout
    assert "flat-bm25" in result.stdout
