"""The process around a server, tried with small HTTP servers that behave and that do not."""

import os
import socket
import sys
import time
from pathlib import Path

import pytest

from serving.llm.command import ServerError
from serving.llm.server import ServerProcess

BEHAVES = """
import http.server, subprocess, sys, time
child = subprocess.Popen(["sleep", "600"])
print("child", child.pid, flush=True)
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/health" else 404)
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""
ENDS = "print('CUDA out of memory', flush=True); raise SystemExit(3)"
DAWDLES = "import time; print('loading', flush=True); time.sleep(600)"


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def process(script: str, port: int, log: Path, start_timeout_s: float = 60) -> ServerProcess:
    command = [sys.executable, "-c", script, str(port)]
    return ServerProcess(command, "127.0.0.1", port, log, start_timeout_s)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"


def test_it_waits_until_healthy_and_ends_every_process_it_started(tmp_path, port):
    log = tmp_path / "server.log"
    with process(BEHAVES, port, log) as server:
        assert server.wait_ready() > 0
        assert server.running()
        child = int(log.read_text().split()[1])
        assert alive(child)
    assert not server.running()
    deadline = time.monotonic() + 60
    while alive(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(child)


def test_a_server_that_ends_while_starting_is_reported_with_its_last_words(tmp_path, port):
    with (
        pytest.raises(ServerError, match=r"ended while starting.*\n.*CUDA out of memory"),
        process(ENDS, port, tmp_path / "server.log") as server,
    ):
        server.wait_ready()


def test_a_server_that_never_gets_ready_is_stopped(tmp_path, port):
    told: list[str] = []
    with (
        pytest.raises(ServerError, match=r"not ready after 2 s; raise vllm\.start_timeout_s"),
        process(DAWDLES, port, tmp_path / "server.log", start_timeout_s=2) as server,
    ):
        server.wait_ready(lambda _, line: told.append(line))
    assert not server.running()
    assert told[-1] == "loading"


def test_a_taken_port_is_said_before_anything_starts(tmp_path, port):
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        with (
            pytest.raises(ServerError, match=rf"Cannot listen at 127\.0\.0\.1:{port}"),
            process(BEHAVES, port, tmp_path / "server.log"),
        ):
            pytest.fail("the server was started")


def test_a_command_that_is_none_is_an_error(tmp_path, port):
    server = ServerProcess(["/no/such/vllm"], "127.0.0.1", port, tmp_path / "log", 5)

    with pytest.raises(ServerError, match="Cannot start /no/such/vllm"), server:
        pytest.fail("the server was started")
