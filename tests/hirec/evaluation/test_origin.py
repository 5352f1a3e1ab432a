"""The manifest that every run leaves beside its figures."""

import hashlib
import json
import subprocess
from datetime import UTC, datetime

import pytest

from hirec.evaluation import origin
from hirec.evaluation.origin import DataState, Origin, check_origin, write_metrics
from hirec.evaluation.store import RecordsError


def test_a_manifest_says_when_from_what_and_how(tmp_path):
    data = tmp_path / "q.jsonl"
    data.write_bytes(b'{"id": 1}\n')
    made = Origin("hirec eval run --out out", (data,), DataState.UNTOUCHED)
    before = datetime.now(UTC).replace(microsecond=0)
    write_metrics(tmp_path, {"errors": 0}, made)
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert json.loads((tmp_path / "metrics.json").read_text("utf-8")) == {"errors": 0}
    assert before <= datetime.fromisoformat(manifest["date"]) <= datetime.now(UTC)
    assert manifest["data"] == {"q.jsonl": hashlib.sha256(b'{"id": 1}\n').hexdigest()}
    assert manifest["command"] == "hirec eval run --out out"
    assert manifest["state"] == "untouched"
    assert len(manifest["code"]) == 16


def test_without_an_origin_nothing_is_claimed(tmp_path):
    write_metrics(tmp_path, {}, None)
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert (manifest["command"], manifest["data"], manifest["state"]) == ("", {}, "unstated")


def test_a_finished_run_is_called_nothing_else_and_not_written_over(tmp_path):
    one, other = tmp_path / "q.jsonl", tmp_path / "p.jsonl"
    one.write_bytes(b"1")
    other.write_bytes(b"2")
    made = Origin("c", (one,), DataState.DEVELOPED)
    check_origin(tmp_path, made)
    write_metrics(tmp_path, {}, made)
    check_origin(tmp_path, made)
    with pytest.raises(RecordsError, match="was developed when it was made, not untouched"):
        check_origin(tmp_path, Origin("c", (one,), DataState.UNTOUCHED), edited=True)
    with pytest.raises(RecordsError, match="over other data"):
        check_origin(tmp_path, Origin("c", (other,), DataState.DEVELOPED))
    check_origin(tmp_path, Origin("c", (other,), DataState.DEVELOPED), edited=True)


def test_a_run_that_asks_nothing_anew_keeps_its_day(tmp_path):
    write_metrics(tmp_path, {"errors": 1}, None)
    before = (tmp_path / "manifest.json").read_bytes()
    write_metrics(tmp_path, {"errors": 0}, Origin("later"), again=True)
    assert (tmp_path / "manifest.json").read_bytes() == before
    assert json.loads((tmp_path / "metrics.json").read_text("utf-8")) == {"errors": 0}


def test_a_commit_is_marked_where_files_differ_from_it(tmp_path):
    def git(*words):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True, capture_output=True)

    commit = origin._commit.__wrapped__
    assert commit(tmp_path) == ""
    git("init", "-q")
    (tmp_path / "file").write_text("one")
    git("add", "file")
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    git(*who, "commit", "-qm", "one")
    clean = commit(tmp_path)
    assert len(clean) == 12
    (tmp_path / "file").write_text("two")
    assert commit(tmp_path) == clean + "+"
