"""Fair and stubborn: declared, spaced, tried again where that helps and only there."""

import hashlib
import time
from email.utils import formatdate
from pathlib import Path

import pytest
from pydantic import ValidationError

from hirec.settings import FetchSettings, Settings
from indexing.fetch.client import EdgarClient, FetchError, NotThereError, RefusedError
from indexing.testing.edgar import LocalEdgar, Trouble


@pytest.fixture
def client(edgar: LocalEdgar, fetch_settings: FetchSettings) -> EdgarClient:
    edgar.put("/file", b"ten bytes.")
    return EdgarClient(fetch_settings)


@pytest.mark.parametrize(
    "agent", ["", "jane@example.com", "Jane Roe", "Jane\r\nHost: x jane@", "Jané jane@example.com"]
)
def test_nobody_asks_without_name_and_address(agent: str) -> None:
    with pytest.raises(FetchError, match="HIREC_USER_AGENT"):
        EdgarClient(FetchSettings(user_agent=agent))


def test_the_user_agent_given_goes_before_the_settings(
    edgar: LocalEdgar, fetch_settings: FetchSettings
) -> None:
    edgar.put("/json", {"a": [1]})
    with EdgarClient(fetch_settings, "Rick Doe rick@example.org") as client:
        assert client.json(f"{edgar.url}/json") == {"a": [1]}
    assert edgar.asked[0][2] == "Rick Doe rick@example.org"


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble(429),
        Trouble(429, {"Retry-After": "0"}),
        Trouble(429, {"Retry-After": formatdate(0)}),
        Trouble(503, {"Retry-After": "soon"}),
        Trouble(500),
        Trouble(cut_after=4),
        Trouble(cut_after=0),
    ],
)
def test_passing_trouble_is_tried_again(
    client: EdgarClient, edgar: LocalEdgar, tmp_path: Path, trouble: Trouble
) -> None:
    edgar.trouble["/file"] = [trouble, trouble]
    found = client.download(f"{edgar.url}/file", tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == b"ten bytes."
    assert (found.size, found.sha256) == (10, hashlib.sha256(b"ten bytes.").hexdigest())
    assert edgar.paths() == ["/file"] * 3
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_server_says_how_long_to_wait(client: EdgarClient, edgar: LocalEdgar) -> None:
    edgar.put("/json", {})
    edgar.trouble["/json"] = [Trouble(429, {"Retry-After": "1"})]
    client.json(f"{edgar.url}/json")
    first, second = (seconds for seconds, _, _ in edgar.asked)
    assert 1.0 <= second - first < 3


def test_lasting_trouble_ends_with_its_reason(
    client: EdgarClient, edgar: LocalEdgar, tmp_path: Path
) -> None:
    edgar.trouble["/file"] = [Trouble(cut_after=4)] * 9
    with pytest.raises(FetchError, match=r"nothing in 3 tries .*received 4 bytes, expected 10"):
        client.download(f"{edgar.url}/file", tmp_path / "file")
    assert not (tmp_path / "file").exists()
    assert len(edgar.asked) == 3


@pytest.mark.parametrize(
    ("status", "error"), [(404, NotThereError), (403, RefusedError), (301, FetchError)]
)
def test_final_answers_are_not_asked_for_twice(
    client: EdgarClient, edgar: LocalEdgar, status: int, error: type[FetchError]
) -> None:
    edgar.trouble["/file"] = [Trouble(status)]
    with pytest.raises(error):
        client.json(f"{edgar.url}/file")
    assert len(edgar.asked) == 1


def test_no_answer_at_all(fetch_settings: FetchSettings) -> None:
    with LocalEdgar() as gone:
        url = gone.url
    with pytest.raises(FetchError, match="nothing in 3 tries"):
        EdgarClient(fetch_settings).json(url)


def test_what_is_not_json_is_said(client: EdgarClient, edgar: LocalEdgar) -> None:
    with pytest.raises(FetchError, match="JSON"):
        client.json(f"{edgar.url}/file")


def test_a_folder_that_cannot_be_written(
    client: EdgarClient, edgar: LocalEdgar, tmp_path: Path
) -> None:
    with pytest.raises(FetchError, match="Cannot write"):
        client.download(f"{edgar.url}/file", tmp_path / "absent" / "file")


def test_requests_are_spaced(edgar: LocalEdgar, fetch_settings: FetchSettings) -> None:
    edgar.put("/json", {})
    edgar.trouble["/json"] = [Trouble(500)]
    slow = fetch_settings.model_copy(update={"requests_per_s": 20.0, "backoff_s": 0.0})
    started = time.monotonic()
    with EdgarClient(slow) as client:
        for _ in range(5):
            client.json(f"{edgar.url}/json")
    assert len(edgar.asked) == 6
    assert time.monotonic() - started >= 5 / 20


def test_edgar_itself_is_never_asked_faster_than_is_fair(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="not fair"):
        FetchSettings(requests_per_s=9)
    assert FetchSettings(requests_per_s=8).requests_per_s == 8
    preset = tmp_path / "mine.yaml"
    preset.write_text("fetch: {user_agent: Jane jane@example.com}")
    loaded = Settings.load(preset)
    assert loaded.fetch.user_agent == "Jane jane@example.com"
    assert "jane" not in loaded.model_dump_json()
