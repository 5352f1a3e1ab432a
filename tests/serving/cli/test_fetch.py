"""``hirec fetch`` as people and scripts call it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from indexing.company_list import read_company_list
from indexing.fetch import FetchError
from indexing.testing.edgar import Listed, LocalEdgar, Trouble, document_path
from serving.cli import fetch as command

ANNUAL = Listed("0000000042-24-000001", "2024-02-20", "2023-12-31", "10-K", "a.htm", b"<html>" * 9)
FILE = "ACME_10K_2023-12-31_0000000042-24-000001.htm"


@pytest.fixture
def edgar() -> Iterator[LocalEdgar]:
    with LocalEdgar() as running:
        running.add(42, "ACME", "ACME INC", [ANNUAL])
        yield running


@pytest.fixture
def arguments(edgar: LocalEdgar, tmp_path: Path) -> list[str]:
    preset = tmp_path / "local.yaml"
    urls = f"site_url: '{edgar.url}', data_url: '{edgar.url}'"
    preset.write_text(f"fetch: {{{urls}, requests_per_s: 100, attempts: 2, backoff_s: 0.01}}")
    wanted = ["--ticker", "acme", "--form", "10-K", "--years", "2022-2023"]
    return [*wanted, "--out", str(tmp_path / "out"), "--settings", str(preset)]


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(command.fetch)
    return app


def test_json_lines_end_with_a_summary(
    app: typer.Typer, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HIREC_USER_AGENT", "Jane Roe jane@example.com")
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    *progress, summary = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["result"] for line in progress] == ["listed", "fetched"]
    assert (summary["event"], summary["complete"], summary["fetched"]) == ("summary", True, 1)
    assert (tmp_path / "out" / FILE).read_bytes() == ANNUAL.content


def test_without_a_user_agent_nothing_is_asked(
    app: typer.Typer, arguments: list[str], edgar: LocalEdgar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HIREC_USER_AGENT", raising=False)
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, FetchError)
    assert "--user-agent" in str(result.exception)
    assert not edgar.asked


def test_people_read_of_a_partial_run_also_through_a_pipe(
    app: typer.Typer, arguments: list[str], edgar: LocalEdgar
) -> None:
    agent = ["--user-agent", "Rick Doe rick@example.org"]
    edgar.trouble[document_path(42, ANNUAL)] = [Trouble(429)] * 2
    result = CliRunner().invoke(app, [*arguments, *agent])
    assert result.exit_code == 1
    assert "0 fetched (0.0 MB), 0 there already, 1 failed" in result.stdout
    assert "429" in result.stdout
    assert {asked for _, _, asked in edgar.asked} == {"Rick Doe rick@example.org"}
    result = CliRunner().invoke(app, [*arguments, *agent, "--ticker", "42", "--form", "8-K"])
    assert result.exit_code == 0


@pytest.mark.usefixtures("arguments")  # which write the settings
def test_the_list_of_companies_alone_needs_no_filings(app: typer.Typer, tmp_path: Path) -> None:
    settings = ["--settings", str(tmp_path / "local.yaml"), "--out", str(tmp_path / "list")]
    agent = ["--user-agent", "Jane Roe jane@example.com"]
    result = CliRunner().invoke(app, ["--company-list", "--json", *settings, *agent])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == {
        "event": "company_list",
        "companies": 1,
        "folder": str(tmp_path / "list"),
    }
    (company,) = read_company_list(tmp_path / "list")
    assert (company.cik, company.name, company.symbols) == ("0000000042", "ACME INC", ("ACME",))
    result = CliRunner().invoke(app, [*settings, *agent, "--ticker", "ACME"])
    assert str(result.exception).startswith("--form, --years missing: filings are fetched by")
