"""Runs of fetching: nothing twice, nothing half, every filing accounted for."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from hirec.settings import FetchSettings
from indexing.fetch import EdgarClient, FetchError, FetchEvent, FetchReport, FilingQuery, fetch
from indexing.testing.edgar import LocalEdgar, Trouble

NAMES = [
    "AAPL_10K_2021-09-25_0000320193-21-000006.htm",
    "AAPL_10K_2022-09-24_0000320193-22-000007.htm",
    "AAPL_10K_2023-09-30_0000320193-23-000008.htm",
]
THIRD = "/Archives/edgar/data/320193/000032019323000008/aapl-20230930.htm"
WANTED = FilingQuery(("AAPL",), ("10-K",), frozenset({2021, 2022, 2023}))

CHILD = """
import sys
from pathlib import Path
from hirec.settings import FetchSettings
from indexing.fetch import EdgarClient, FilingQuery, fetch
url, out = sys.argv[1:]
settings = FetchSettings(site_url=url, data_url=url, requests_per_s=500)
with EdgarClient(settings, "Jane Roe jane@example.com") as client:
    fetch(client, FilingQuery(("AAPL",), ("10-K",), frozenset({2021, 2022, 2023})), Path(out))
"""


def run(settings: FetchSettings, out: Path, wanted: FilingQuery = WANTED) -> FetchReport:
    with EdgarClient(settings) as client:
        return fetch(client, wanted, out)


def lines(out: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (out / "fetched.jsonl").read_text().splitlines()]


def test_files_and_their_manifest(
    edgar: LocalEdgar, fetch_settings: FetchSettings, tmp_path: Path
) -> None:
    events: list[FetchEvent] = []
    with EdgarClient(fetch_settings) as client:
        report = fetch(client, WANTED, tmp_path, events.append)
    assert (report.fetched, report.skipped, report.failed, report.without) == (3, 0, (), ())
    assert report.complete
    assert [(e.done, e.total, e.result) for e in events] == [
        (1, 1, "listed"),
        *((number, 3, "fetched") for number in (1, 2, 3)),
    ]
    names = [*NAMES, "CIK0000320193.json", "fetched.jsonl"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    row = lines(tmp_path)[2]
    content = (tmp_path / NAMES[2]).read_bytes()
    assert content == b"10-K of 2023-09-30" * 50
    assert row == {
        "file": NAMES[2],
        "url": f"{edgar.url}{THIRD}",
        "ticker": "AAPL",
        "cik": "0000320193",
        "company": "Apple Inc.",
        "form": "10-K",
        "accession": "0000320193-23-000008",
        "filing_date": "2023-11-03",
        "period_end": "2023-09-30",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    assert report.size == 3 * len(content)


def test_only_what_is_missing_or_changed_comes_again(
    edgar: LocalEdgar, fetch_settings: FetchSettings, tmp_path: Path
) -> None:
    run(fetch_settings, tmp_path)
    whole = (tmp_path / NAMES[1]).read_bytes()
    (tmp_path / NAMES[0]).unlink()
    (tmp_path / NAMES[1]).write_bytes(whole[:-1] + b"!")  # same size, another hash
    edgar.asked.clear()
    report = run(fetch_settings, tmp_path)
    assert (report.fetched, report.skipped) == (2, 1)
    assert THIRD not in edgar.paths()
    assert (tmp_path / NAMES[1]).read_bytes() == whole
    assert run(fetch_settings, tmp_path).skipped == 3


def test_a_filing_that_fails_does_not_stop_the_others(
    edgar: LocalEdgar, fetch_settings: FetchSettings, tmp_path: Path
) -> None:
    edgar.trouble[THIRD] = [Trouble(404)]
    first = THIRD.replace("23000008/aapl-20230930", "21000006/doc")
    edgar.trouble[first] = [Trouble(429)] * 3
    report = run(fetch_settings, tmp_path)
    assert report.fetched == 1
    assert not report.complete
    assert [failed.name for failed in report.failed] == [NAMES[0], NAMES[2]]
    assert "3 tries" in report.failed[0].error
    assert run(fetch_settings, tmp_path).complete


def test_a_refusal_stops_the_run(
    edgar: LocalEdgar, fetch_settings: FetchSettings, tmp_path: Path
) -> None:
    edgar.trouble[THIRD] = [Trouble(403)]
    with pytest.raises(FetchError, match="ten minutes"):
        run(fetch_settings, tmp_path)
    assert len(lines(tmp_path)) == 2


def test_companies_without_such_a_filing_are_named(
    fetch_settings: FetchSettings, tmp_path: Path
) -> None:
    both = FilingQuery(("BRK.B", "AAPL"), ("10-K",), frozenset({2023}))
    report = run(fetch_settings, tmp_path, both)
    assert (report.fetched, report.without, report.complete) == (1, ("BRK.B",), False)


def test_a_killed_run_continues(
    edgar: LocalEdgar, fetch_settings: FetchSettings, tmp_path: Path
) -> None:
    hold = threading.Event()
    edgar.trouble[THIRD] = [Trouble(hold=hold)]
    out = tmp_path / "out"
    child = subprocess.Popen([sys.executable, "-c", CHILD, edgar.url, str(out)])
    partial = out / f"{NAMES[2]}.part"
    deadline = time.monotonic() + 60
    while not partial.exists() and time.monotonic() < deadline:
        assert child.poll() is None
        time.sleep(0.02)
    with pytest.raises(FetchError, match="Another process"):
        run(fetch_settings, out)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    hold.set()
    assert partial.exists()
    assert not (out / NAMES[2]).exists()
    with (out / "fetched.jsonl").open("ab") as manifest:
        manifest.write(b'{"file": "AAPL_10K_20')  # killed while writing a line
    edgar.asked.clear()
    report = run(fetch_settings, out)
    assert (report.fetched, report.skipped) == (1, 2)
    assert [path for path in edgar.paths() if "Archives" in path] == [THIRD]
    assert not partial.exists()
    assert [row["file"] for row in lines(out)] == NAMES
    assert (out / NAMES[2]).read_bytes() == b"10-K of 2023-09-30" * 50


def test_a_damaged_manifest_says_which_line(fetch_settings: FetchSettings, tmp_path: Path) -> None:
    run(fetch_settings, tmp_path)
    manifest = tmp_path / "fetched.jsonl"
    manifest.write_text(manifest.read_text().replace('"sha256"', '"hash"', 1))
    with pytest.raises(FetchError, match="line 1"):
        run(fetch_settings, tmp_path)


def test_a_folder_that_cannot_be_made(fetch_settings: FetchSettings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FetchError, match="Cannot write into"):
        run(fetch_settings, tmp_path / "file")
