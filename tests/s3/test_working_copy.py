"""`hirec index s3://… --index s3://…`, on one machine after the other (`make test-s3`)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("obstore", reason="pip install 'hirec[cloud]'")

from hirec.index import Index
from hirec.index.object_store import ObjectStore


def index(cache: Path, *arguments: str) -> tuple[int, list[dict], str]:
    command = [
        sys.executable,
        "-c",
        "from serving.cli.app import main; main()",
        "index",
        *arguments,
        "--json",
    ]
    done = subprocess.run(
        command,
        env={**os.environ, "HIREC_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, [line for line in lines if line["event"] != "progress"], done.stderr


def test_filings_and_index_live_in_a_store(server: int, uri, filings: Path, tmp_path: Path) -> None:
    source = ObjectStore(uri(server, "in"))
    paths = sorted(filings.iterdir())

    def upload(path: Path) -> None:
        with source.files.open_output_stream(source.path(path.name)) as stream:
            stream.write(path.read_bytes())

    for path in paths[:4]:
        upload(path)
    places = (uri(server, "in"), "--index", uri(server, "index"))
    code, said, error = index(tmp_path / "one", *places)
    assert code == 0, error
    copy, summary, published = said
    assert (copy["place"], copy["generation"], copy["fetched"]) == ("s3://bucket/index", 0, False)
    assert (summary["done"], published["number"]) == (4, 1)
    for path in paths[4:]:
        upload(path)
    code, (copy, summary, published), error = index(tmp_path / "two", *places)
    assert (code, copy["generation"], copy["fetched"]) == (0, 1, True), error
    assert (summary["done"], summary["skipped"], published["number"]) == (2, 4, 2)
    read = [path.name for path in (tmp_path / "two").rglob("*.parquet")]
    assert len(read) == 2, "the passages of others stay at the place"
    assert len(Index.open(uri(server, "index")).filings) == 6
    shutil.rmtree(tmp_path / "one")
    code, _, error = index(tmp_path / "one", *places, "--check")
    assert code == 2
    assert "are about an index in a folder" in error
