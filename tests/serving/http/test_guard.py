"""What every response carries, and requests that are not even looked at."""

import json
import socket

import pytest

from serving.http.guard import HEADERS
from tests.serving.conftest import HirecServer


@pytest.mark.parametrize(
    "path", ["/healthz", "/nowhere", "/api/indexes/sample/filings", "/openapi.json"]
)
def test_every_response_has_the_headers(server: HirecServer, path: str) -> None:
    got = server.client.get(path)
    for name, value in HEADERS.items():
        assert got.headers[name] == value
    assert got.headers["x-request-id"]
    assert "access-control-allow-origin" not in got.headers


def test_a_request_id_is_kept_where_it_is_harmless_and_in_the_log(server: HirecServer) -> None:
    assert (
        server.client.get("/healthz", headers={"X-Request-ID": "abc-1"}).headers["x-request-id"]
        == "abc-1"
    )
    odd = server.client.get("/healthz", headers={"X-Request-ID": "a b\t{}"})
    assert odd.headers["x-request-id"] != "a b\t{}"
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    (line,) = [line for line in lines if line.get("request_id") == "abc-1"]
    assert (line["method"], line["route"], line["status"]) == ("GET", "/healthz", 200)


def test_other_hosts_and_other_sites_are_refused(server: HirecServer) -> None:
    foreign = server.client.get("/healthz", headers={"Host": "evil.example"})
    assert (foreign.status_code, foreign.json()["error"]) == (403, "ForbiddenError")
    path = f"{server.index('sample')}/ask"
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        got = server.client.post(path, json={"question": "x"}, headers={"Origin": origin})
        assert got.status_code == 403
    own = server.client.post(path, json={"question": " "}, headers={"Origin": server.url})
    assert own.status_code == 422
    plain = server.client.post(
        path, content='{"question": "x"}', headers={"Content-Type": "text/plain"}
    )
    assert plain.status_code == 422


def test_a_body_that_is_too_large_is_refused_before_it_is_read(server: HirecServer) -> None:
    path = f"{server.index('sample')}/ask"
    large = server.client.post(path, content=b"x" * (2**20 + 1))
    assert (large.status_code, large.json()["message"]) == (
        413,
        "A request may have 1,048,576 bytes.",
    )
    chunks = server.client.post(path, content=(b"x" * 65_536 for _ in range(20)))
    assert chunks.status_code == 413


def test_what_is_no_json_is_told(server: HirecServer) -> None:
    path = f"{server.index('sample')}/ask"
    headers = {"Content-Type": "application/json"}
    for body in (b"", b"{", b"\xff", b'{"question": 1e999}', b"[" * 5000):
        got = server.client.post(path, content=body, headers=headers)
        assert got.status_code in (400, 422)
        assert set(got.json()) == {"error", "message"}


def test_a_torn_request_leaves_the_server_alive(server: HirecServer) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    for text in (
        b"GET\r\n\r\n",
        b"POST /api/indexes/sample/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
    ):
        with socket.create_connection((host, int(port))) as torn:
            torn.sendall(text)
    assert server.client.get("/healthz").status_code == 200
