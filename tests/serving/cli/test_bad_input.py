"""Bad input at the command line: one clear sentence each, and an exit code other than 0."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest

from hirec.index.layout import SCHEMA_VERSION
from serving.cli.app import main

Run = tuple[int, str, str]


@pytest.fixture
def hirec(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that runs the command; gives exit code, standard output and standard error."""

    def run(*arguments: object) -> Run:
        monkeypatch.setattr(sys, "argv", ["hirec", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def index(sample_index: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sample_index, tmp_path / "index"))


def refused(run: Run) -> str:
    """The one sentence of a command that was refused."""
    code, out, err = run
    assert (code, out) == (2, "")
    assert err.startswith("hirec: ")
    assert err.count("\n") == 1
    return err.removeprefix("hirec: ").rstrip("\n")


def test_missing_index(hirec, tmp_path: Path) -> None:
    sentence = f"There is no index in {tmp_path / 'x'}; make one with: hirec index PATH…"
    assert refused(hirec("ask", "Revenue?", "--index", tmp_path / "x")).startswith(sentence)
    assert refused(hirec("inspect", "--ledger", "--index", tmp_path / "x")).startswith(sentence)
    assert not (tmp_path / "x").exists()


def test_index_of_another_schema_version(hirec, index: Path, sample_dir: Path) -> None:
    manifest = json.loads((index / "manifest.json").read_text())
    old = {**manifest, "schema_version": SCHEMA_VERSION - 1}
    (index / "manifest.json").write_text(json.dumps(old))
    for command in (("ask", "Revenue?"), ("inspect", "--ledger"), ("index", sample_dir)):
        sentence = refused(hirec(*command, "--index", index))
        assert f"has schema version {SCHEMA_VERSION - 1}, this program reads" in sentence
        assert "index the filings again into a new folder" in sentence


def test_index_of_other_models(hirec, index: Path, sample_dir: Path, tmp_path: Path) -> None:
    settings = tmp_path / "other.yaml"
    settings.write_text("models: {query_prefix: 'query: ', passage_prefix: 'passage: '}\n")
    for command in (("ask", "Revenue?"), ("index", sample_dir)):
        sentence = refused(hirec(*command, "--index", index, "--settings", settings))
        assert "was made with encoder" in sentence
        assert "use the settings it was made with" in sentence


def test_index_cut_in_another_way(hirec, index: Path, sample_dir: Path, tmp_path: Path) -> None:
    settings = tmp_path / "other.yaml"
    settings.write_text("index: {chunk_size: 512}\n")
    sentence = refused(hirec("index", sample_dir, "--index", index, "--settings", settings))
    assert "was made with index.chunk_size = 1024, the settings say 512" in sentence


def test_empty_folder_and_absent_folder(hirec, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.docx").touch()
    sentence = refused(hirec("index", tmp_path / "in", "--index", tmp_path / "i"))
    assert sentence.startswith(f"No filings found in {tmp_path / 'in'}: give a folder with .htm ")
    sentence = refused(hirec("index", tmp_path / "absent", "--index", tmp_path / "i"))
    assert sentence == f"{tmp_path / 'absent'} does not exist; give a folder of filings or a file."
    assert not (tmp_path / "i").exists()


def make_truncated(path: Path, sample: Path) -> None:
    whole = min(sample.glob("*.pdf")).read_bytes()
    path.write_bytes(whole[: whole.index(b"stream")])


def make_encrypted(path: Path, sample: Path) -> None:
    with pymupdf.open(min(sample.glob("*.pdf"))) as pdf:
        pdf.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="other")


def make_no_filing(path: Path, sample: Path) -> None:  # noqa: ARG001 - one signature for all
    path.write_text(f"<html><body><h1>Apple pie</h1><p>{'Bake it well. ' * 200}</p></body></html>")


UNREADABLE = {
    "truncated.pdf": (make_truncated, "of which no page can be read; download it again"),
    "encrypted.pdf": (make_encrypted, "is password protected; save a copy without the password"),
    "pie.html": (make_no_filing, "does not read like a filing; expected an SEC filing"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_file_is_named_with_its_reason(
    hirec, name: str, sample_dir: Path, tmp_path: Path
) -> None:
    make, reason = UNREADABLE[name]
    make(tmp_path / name, sample_dir)
    arguments = ("index", tmp_path / name, "--index", tmp_path / "i", "--workers", "1", "--json")
    code, out, err = hirec(*arguments)
    assert (code, err) == (1, "")
    summary = json.loads(out.splitlines()[-1])
    (failed,) = summary["failed"]
    assert failed["path"] == str(tmp_path / name)
    assert failed["error"].startswith(name)
    assert reason in failed["error"]
    assert "\n" not in failed["error"]
    code, out, err = hirec(*arguments)
    assert code == 1, "a failure of an earlier run is still one"
    assert json.loads(out.splitlines()[-1])["failed"][0]["before"]
    assert "holds no filings yet" in refused(hirec("ask", "Revenue?", "--index", tmp_path / "i"))


def test_a_run_with_nothing_to_do_is_quick_and_loads_no_models(
    index: Path, sample_dir: Path
) -> None:
    probe = (
        "import sys\nfrom serving.cli.app import main\ntry:\n    main()\n"
        "except SystemExit as ended:\n    assert not ended.code, ended.code\n"
        "heavy = {'torch', 'transformers', 'sentence_transformers', 'pymupdf', 'scipy', 'lxml'}\n"
        "print(sorted(heavy & sys.modules.keys()))"
    )
    arguments = ["index", str(sample_dir), "--index", str(index), "--json"]
    done = subprocess.run(
        [sys.executable, "-c", probe, *arguments], capture_output=True, text=True, check=True
    )
    *_, summary, heavy = done.stdout.splitlines()
    assert heavy == "[]"
    assert json.loads(summary)["done"] == 0
    assert json.loads(summary)["skipped"] > 0
