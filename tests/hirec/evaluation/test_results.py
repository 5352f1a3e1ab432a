"""Records of finished runs: figures with their origin, and no data."""

import json

import pytest

from hirec.evaluation.origin import DataState, Origin, write_metrics
from hirec.evaluation.results import Figure, ResultRecord, keep_result, load_result
from hirec.evaluation.store import RecordsError

SHARE = {"value": 0.5, "low": 0.25, "high": 0.75, "n": 4}
METRICS = {
    "system": "hirec",
    "numeric_right": SHARE,
    "tokens_mean": {"value": None, "low": None, "high": None, "n": 0},
    "by_type": {"numeric": {"numeric_right": SHARE}},
    "methods": {"bm25": {"ndcg@10": SHARE}},
    "questions": 4,
}


@pytest.fixture
def run(tmp_path):
    data = tmp_path / "q.jsonl"
    data.write_text("{}\n")
    folder = tmp_path / "a-run"
    folder.mkdir()
    write_metrics(folder, METRICS, Origin("hirec eval run", (data,), DataState.GENERATED))
    return folder


def test_a_run_becomes_a_record(run):
    record = load_result(run)
    assert record.title == "a-run"
    assert record.system == "hirec"
    assert record.state is DataState.GENERATED
    assert record.figures == {
        "numeric_right": Figure(**SHARE),
        "methods · bm25 · ndcg@10": Figure(**SHARE),
    }
    assert record.date
    assert record.data.keys() == {"q.jsonl"}


def test_a_kept_record_is_the_same(run, tmp_path):
    record = load_result(run)
    path = keep_result(tmp_path / "kept", "one", record)
    assert load_result(path) == record


def test_a_kept_record_names_no_folders_of_a_machine(run, tmp_path):
    command = "hirec eval run --questions /home/me/sets/q.jsonl --index=/home/me/idx --out out/a"
    record = load_result(run).model_copy(update={"command": command})
    kept = load_result(keep_result(tmp_path, "one", record))
    assert kept.command == "hirec eval run --questions sets/q.jsonl --index=me/idx --out out/a"


def test_a_run_without_manifest_is_refused(run):
    (run / "manifest.json").unlink()
    with pytest.raises(RecordsError, match=r"manifest\.json.*run its command again"):
        load_result(run)


def test_a_malformed_record_is_named_with_its_field(tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"title": "x", "command": "", "figures": {"a": {"value": "b"}}}))
    with pytest.raises(RecordsError, match=r"one\.json: figures\.a\.value"):
        load_result(path)
    path.write_text("[1]")
    with pytest.raises(RecordsError, match="not a JSON object"):
        load_result(path)
    path.write_text("{")
    with pytest.raises(RecordsError, match="not JSON"):
        load_result(path)


def test_unknown_keys_are_refused(tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"title": "x", "command": "", "figures": {}, "answers": []}))
    with pytest.raises(RecordsError, match="answers"):
        load_result(path)


def test_a_record_needs_a_command():
    assert "command" in ResultRecord.model_json_schema()["required"]
