"""Who may do what on a site with keys."""

from pathlib import Path

import pytest

from serving.keys import KeyStore, Scope
from tests.serving.conftest import NET_SALES, HirecServer, Start


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys") / "keys.db"


@pytest.fixture(scope="module")
def keyed(start_server: Start, served_index: Path, keys: Path) -> HirecServer:
    named = ("--index", f"one={served_index}", "--index", f"two={served_index}")
    return start_server(*named, "--keys", keys)


def header(keys: Path, *scopes: str, per_minute: int = 1000) -> tuple[str, dict[str, str]]:
    """Id of a new key, and the header that shows it."""
    key, text = KeyStore(keys).create("test", [Scope.parse(each) for each in scopes], per_minute)
    return key.key_id, {"Authorization": f"Bearer {text}"}


def status(server: HirecServer, path: str, headers: dict[str, str]) -> int:
    return server.client.get(path, headers=headers).status_code


def test_without_a_key_only_health_the_page_and_the_description_are_open(
    keyed: HirecServer,
) -> None:
    for path in ("/healthz", "/readyz", "/openapi.json"):
        assert status(keyed, path, {}) == 200
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp5"}):
        for path in (
            "/api/indexes",
            "/api/indexes/one/filings",
            "/api/indexes/none/ledger",
            "/metrics",
        ):
            got = keyed.client.get(path, headers=headers)
            assert got.status_code == 401
            assert got.headers["www-authenticate"] == "Bearer"


def test_a_key_does_what_its_scopes_say_and_no_more(keyed: HirecServer, keys: Path) -> None:
    _, asks = header(keys, "ask:one")
    _, reads = header(keys, "read")
    _, operates = header(keys, "operate")
    body = {"question": NET_SALES}
    assert keyed.client.post("/api/indexes/one/ask", json=body, headers=asks).status_code == 200
    assert keyed.client.post("/api/indexes/two/ask", json=body, headers=asks).status_code == 403
    assert keyed.client.post("/api/indexes/one/ask", json=body, headers=reads).status_code == 403
    refused = keyed.client.get("/api/indexes/one/filings", headers=asks)
    assert refused.json() == {
        "error": "ForbiddenError",
        "message": "This key may not read the index one.",
    }
    assert status(keyed, "/api/indexes/two/filings", reads) == 200
    listed = keyed.client.get("/api/indexes", headers=asks).json()
    assert [each["name"] for each in listed] == ["one"]
    assert keyed.client.get("/api/indexes", headers=operates).json() == []
    assert [status(keyed, "/metrics", each) for each in (asks, reads, operates)] == [403, 403, 200]


def test_a_revoked_key_is_refused_from_then_on(keyed: HirecServer, keys: Path) -> None:
    key_id, headers = header(keys, "read")
    assert status(keyed, "/api/indexes/one/filings", headers) == 200
    KeyStore(keys).revoke(key_id)
    assert status(keyed, "/api/indexes/one/filings", headers) == 401


def test_a_key_that_asks_too_often_waits(keyed: HirecServer, keys: Path) -> None:
    _, headers = header(keys, "read", per_minute=3)
    _, other = header(keys, "read")
    got = [keyed.client.get("/api/indexes", headers=headers) for _ in range(4)]
    assert [each.status_code for each in got] == [200, 200, 200, 429]
    assert 1 <= int(got[-1].headers["retry-after"]) <= 20
    assert status(keyed, "/api/indexes", other) == 200


def test_the_log_names_the_key_and_holds_no_secret(keyed: HirecServer, keys: Path) -> None:
    key_id, headers = header(keys, "ask")
    keyed.client.post("/api/indexes/one/ask", json={"question": NET_SALES}, headers=headers)
    log = keyed.log.read_text()
    assert f'"key": "{key_id}"' in log
    assert headers["Authorization"].split()[1] not in log
    assert "Harbor Peak" not in log
