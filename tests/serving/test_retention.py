"""How long runs are kept: by the command, by a server, and never those with feedback."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from serving.feedback.store import Feedback, FeedbackStore, Kind
from serving.retention import Retention, clear_traces
from tests.serving.cli.test_app import call
from tests.serving.conftest import NET_SALES, Start


def stored(index: Path, days: float, mark: str) -> str:
    """A run of so many days ago; returns its id."""
    when = datetime.now(UTC) - timedelta(days=days)
    trace_id = f"{when:%Y%m%dT%H%M%S}-{mark}"
    (index / "traces").mkdir(exist_ok=True)
    (index / "traces" / f"{trace_id}.json").write_text("{}")
    return trace_id


def left(index: Path) -> set[str]:
    return {path.stem for path in (index / "traces").glob("*.json")}


def test_old_runs_go_but_those_with_feedback(tmp_path: Path) -> None:
    old, young, praised = (
        stored(tmp_path, days, mark) for days, mark in ((9, "a"), (1, "b"), (9, "c"))
    )
    (tmp_path / "traces" / "notes.json").write_text("{}")
    FeedbackStore(tmp_path).add(Feedback(praised, "?", Kind.HELPFUL))
    assert clear_traces(tmp_path, 10) == 0
    assert clear_traces(tmp_path, 7) == 1
    assert left(tmp_path) == {young, praised, "notes"}
    assert old not in left(tmp_path)
    assert clear_traces(tmp_path / "empty", 0) == 0


def test_a_server_looks_once_an_hour(tmp_path: Path) -> None:
    now = 0.0
    retention = Retention(7, lambda: now)
    stored(tmp_path, 9, "a")
    retention.apply(tmp_path)
    assert left(tmp_path) == set()
    stored(tmp_path, 9, "b")
    now = 3599.0
    retention.apply(tmp_path)
    assert len(left(tmp_path)) == 1
    now = 3600.0
    retention.apply(tmp_path)
    assert left(tmp_path) == set()


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(tmp_path, 9, "a")
    assert call(monkeypatch, "trace", "clear", "--index", tmp_path, "--older-than", 7) == 0
    assert capsys.readouterr().out == "1 run deleted\n"
    assert call(monkeypatch, "trace", "clear", "--index", tmp_path) == 2


def test_a_server_clears_with_its_questions(start_server: Start, served_index: Path) -> None:
    old = stored(served_index, 9, "a")
    server = start_server("--index", served_index, "--keep-traces", 7)
    run = server.ask(NET_SALES).json()["trace_id"]
    assert old not in left(served_index)
    assert run in left(served_index)
