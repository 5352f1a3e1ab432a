"""``hirec index`` as people and scripts call it."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from hirec.testing.encoder import HashingEncoder
from hirec.types import HirecError
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
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 1
    summary = json.loads(result.stdout.splitlines()[-1])
    assert (summary["skipped"], summary["filings"]) == (1, 1)
    assert "broken.pdf" in summary["failed"][0]["error"]


def test_people_read_what_failed_and_why_also_through_a_pipe(
    app: typer.Typer, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "acme.txt").write_text(COVER)
    (tmp_path / "in" / "broken.pdf").write_bytes(b"%PDF-1.4")
    result = CliRunner().invoke(app, [str(tmp_path / "in"), "--index", str(tmp_path / "index")])
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "1 done, 0 skipped, 1 failed; 1 filings in" in said
    assert "pages/s, 1 covers embedded" in said
    assert f"failed {tmp_path / 'in' / 'broken.pdf'}: broken.pdf" in said
    assert "━" not in said, "bars are for a terminal"


def test_named_failures_leave_as_they_are(app: typer.Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, [str(tmp_path), "--index", str(tmp_path / "index")])
    assert "No filings found" in str(result.exception)


@pytest.fixture
def made(app: typer.Typer, tmp_path: Path) -> Path:
    """An index of one filing, ``acme.txt``, and of one file that was refused."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "acme.txt").write_text(COVER)
    (tmp_path / "in" / "broken.pdf").write_bytes(b"%PDF-1.4")
    CliRunner().invoke(app, [str(tmp_path / "in"), "--index", str(tmp_path / "index")])
    return tmp_path / "index"


def call(app: typer.Typer, index_dir: Path, *arguments: str) -> dict[str, object]:
    result = CliRunner().invoke(app, [*arguments, "--index", str(index_dir), "--json"])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return dict(json.loads(result.stdout.splitlines()[-1]))


def test_a_file_is_relabelled_without_naming_paths(app: typer.Typer, made: Path) -> None:
    pairs = ["fiscal_year=2019", "company=Acme & Co"]
    summary = call(app, made, "--relabel", "acme.txt", *pairs)
    assert (summary["done"], summary["failed"]) == (1, [])
    shown = call(app, made, "--relabel", "acme.txt")
    assert shown["values"] == {"company": "Acme & Co", "fiscal_year": "2019"}
    call(app, made, "company=", "--relabel", "acme.txt")
    assert call(app, made, "--relabel", "acme.txt")["values"] == {"fiscal_year": "2019"}


def test_labels_come_from_a_csv(app: typer.Typer, made: Path, tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text("file,company,fiscal_year\nacme.txt,Acme Corp,2018\n")
    assert call(app, made, "--labels", str(tmp_path / "labels.csv"))["done"] == 1
    assert call(app, made, "--relabel", "acme")["values"]["fiscal_year"] == "2018"


def test_edgars_list_is_taken_without_paths(app: typer.Typer, made: Path, tmp_path: Path) -> None:
    listed = {"0": {"cik_str": 42, "ticker": "ACM", "title": "Acme Global"}}
    (tmp_path / "company_tickers.json").write_text(json.dumps(listed))
    call(app, made, "--relabel", "acme", "cik=42")
    assert call(app, made, "--company-list", str(tmp_path))["aliased"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["company=X"], "'company=X' is no path; to correct a file give --relabel FILE company=X"),
        (["--relabel", "acme", "compny=X"], "'compny' is no key; keys are company, form"),
        (["--relabel", "acme", "fiscal_year=x"], "fiscal_year cannot be 'x'"),
        (["--relabel", "nobody", "cik=1"], "there is no file nobody"),
        (["--relabel", "nobody"], "there is no file nobody"),
        (["--labels", "absent.csv"], "absent.csv cannot be read"),
        (["--company-list", "absent.json"], "absent.json cannot be read"),
    ],
)
def test_what_is_wrong_with_a_correction_is_one_sentence(
    app: typer.Typer, made: Path, arguments: list[str], said: str
) -> None:
    with pytest.raises(HirecError) as refused:
        call(app, made, *arguments)
    assert str(refused.value).startswith(said)


def test_the_run_ends_with_what_wants_a_look(app: typer.Typer, made: Path) -> None:
    kept = call(app, made, str(made.parent / "in"))["ledger"]
    assert [(group["name"], group["count"]) for group in kept] == [("refused", 1)]
    result = CliRunner().invoke(app, [str(made.parent / "in"), "--index", str(made)])
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "1 refused: not in the index broken.pdf" in said
    assert "with --retry-failed" in said
    assert f"All of them: hirec inspect --ledger --index {made}" in said


def test_an_address_without_ray_is_refused(app: typer.Typer, tmp_path: Path) -> None:
    arguments = [str(tmp_path), "--index", str(tmp_path / "index"), "--address", "auto"]
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, HirecError)
    assert "--engine ray" in str(result.exception)
    assert not (tmp_path / "index").exists()


def test_check_and_repair_name_what_was_damaged(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "acme.txt").write_text(COVER)
    where = ["--index", str(tmp_path / "index")]
    ran = CliRunner().invoke(app, [str(tmp_path / "in"), *where, "--workers", "1"])
    assert ran.exit_code == 0, ran.output

    def last(*options: str) -> tuple[int, dict[str, object]]:
        result = CliRunner().invoke(app, [*where, *options, "--json"])
        return result.exit_code, json.loads(result.stdout.splitlines()[-1])

    assert last("--check") == (0, {"event": "check", "damaged": []})
    (passages,) = (tmp_path / "index").glob("passages/*/*.parquet")
    passages.write_bytes(b"no longer what it was")
    code, said = last("--check")
    assert (code, len(said["damaged"])) == (1, 1)
    assert said["damaged"][0]["path"] == str(passages)
    code, said = last("--repair")
    assert (code, said["mended"][0]["path"], said["left"]) == (0, str(passages), [])
    assert said["read_again"] == [str(tmp_path / "in" / "acme.txt")]
    assert last("--check") == (0, {"event": "check", "damaged": []})


def test_people_read_sentences_about_a_check(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "acme.txt").write_text(COVER)
    where = ["--index", str(tmp_path / "index")]
    CliRunner().invoke(app, [str(tmp_path / "in"), *where, "--workers", "1"])
    assert "is whole." in CliRunner().invoke(app, [*where, "--check"]).output
    (vectors,) = (tmp_path / "index").glob("segments/*/covers.faiss")
    vectors.unlink()
    checked = CliRunner().invoke(app, [*where, "--check"]).output
    assert "covers.faiss: is gone" in checked.replace("\n", "")
    assert "1 damaged; mend it with: hirec index --repair --index" in checked
    mended = CliRunner().invoke(app, [*where, "--repair"])
    assert (mended.exit_code, "mended" in mended.output) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--check in", "--check is about the index alone; leave out PATH."),
        ("--check --repair", "--check is about the index alone; leave out --repair."),
        ("--check --prune", "--check is about the index alone; leave out --prune."),
        (
            "--repair --retry-failed --shard 1/2",
            "--repair is about the index alone; leave out --retry-failed, --shard.",
        ),
        (
            "--publish file:///x --merge a --engine ray",
            "--publish is about the index alone; leave out PATH, --engine, --merge.",
        ),
        (
            "--merge a --prune --relabel f cik=1",
            "--merge takes shards alone; leave out --prune, --relabel.",
        ),
        (
            "in --relabel f --labels l.csv",
            "--relabel FILE without key=value shows what was corrected, and that alone; leave out "
            "PATH, --labels.",
        ),
        (
            "--prune --relabel f cik=1",
            "--prune is about folders whose files may have gone; give them.",
        ),
    ],
)
def test_what_would_not_be_done_is_refused(
    app: typer.Typer, tmp_path: Path, arguments: str, said: str
) -> None:
    where = ["--index", str(tmp_path / "index")]
    result = CliRunner().invoke(app, [*arguments.split(), *where])
    assert isinstance(result.exception, HirecError)
    assert str(result.exception) == said
    assert not (tmp_path / "index").exists()


def test_shards_are_made_and_merged(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number in range(4):
        text = COVER.replace("ACME", "ABCD"[number] * 4).replace("00001", f"0000{number}")
        (tmp_path / "in" / f"{number}.txt").write_text(text)
    shards = [str(tmp_path / name) for name in ("one", "two")]
    for number, shard in enumerate(shards, 1):
        arguments = [str(tmp_path / "in"), "--index", shard, "--shard", f"{number}/2"]
        assert CliRunner().invoke(app, [*arguments, "--workers", "1"]).exit_code == 0
    arguments = ["--index", str(tmp_path / "all"), "--merge", *shards]
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout.splitlines()[-1])["filings"] == 4


def test_an_index_of_documents(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "policy.txt").write_text("PRIVACY POLICY\nAcme Inc. keeps no logs.\n")
    arguments = [str(tmp_path / "in"), "--index", str(tmp_path / "index"), "--workers", "1"]
    refused = CliRunner().invoke(app, [*arguments, "--json"])
    assert refused.exit_code == 1  # it does not read like a filing
    chosen = [*arguments, "--profile", "documents"]
    result = CliRunner().invoke(app, [*chosen, "--json", "--retry-failed"])
    assert result.exit_code == 0, result.output
    summary = json.loads(result.stdout.splitlines()[-1])
    assert (summary["filings"], summary["ledger"]) == (1, [])
    again = CliRunner().invoke(app, [*chosen, "--relabel", "policy.txt", "company=Acme"])
    assert isinstance(again.exception, HirecError)
    assert "Labels and company lists are about filings" in str(again.exception)
