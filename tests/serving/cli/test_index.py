"""``hirec index`` as people and scripts call it."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from hirec.models.hashing import HashingEncoder
from indexing import builder
from serving.cli import index as command

COVER = """UNITED STATES SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM 10-K
ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended December 31, 2020
Commission file number 001-00001
ACME INDUSTRIES, INC.
(Exact name of registrant as specified in its charter)
"""


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    monkeypatch.setattr(builder, "load_encoder", lambda _: HashingEncoder())
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(command.index)
    return app


def test_json_lines_end_with_a_summary(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "acme.txt").write_text(COVER)
    arguments = [str(tmp_path / "in"), "--index", str(tmp_path / "index"), "--workers", "1"]
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert {line["event"] for line in lines[:-1]} == {"progress"}
    assert lines[1]["path"].endswith("acme.txt")
    summary = lines[-1]
    assert (summary["event"], summary["done"], summary["failed"]) == ("summary", 1, [])

    (tmp_path / "in" / "broken.pdf").write_bytes(b"%PDF-1.4")
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    summary = json.loads(result.stdout.splitlines()[-1])
    assert (summary["skipped"], summary["filings"]) == (1, 1)
    assert "broken.pdf" in summary["failed"][0]["error"]


def test_bars_name_what_failed_and_why(
    app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_is_terminal", lambda: True)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "acme.txt").write_text(COVER)
    (tmp_path / "in" / "broken.pdf").write_bytes(b"%PDF-1.4")
    result = CliRunner().invoke(app, [str(tmp_path / "in"), "--index", str(tmp_path / "index")])
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "1 done, 0 skipped, 1 failed; 1 filings in" in said
    assert "pages/s, 1 covers embedded" in said
    assert "broken.pdf" in said


def test_named_failures_leave_as_they_are(app: typer.Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, [str(tmp_path), "--index", str(tmp_path / "index")])
    assert "No filings found" in str(result.exception)
