"""Real servers for tests: ``hirec serve`` in a process of its own, on a free port of loopback."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
NET_SALES = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
"""The sample states it in a PDF."""
RESEARCH = "How much did Quorvane Systems spend on research and development in FY2023?"
"""The sample states it in an HTML filing."""


class HirecServer:
    """A running ``hirec serve``."""

    def __init__(self, log: Path, *options: object, command: Sequence[str] = ("serve",)) -> None:
        started = [sys.executable, "-c", "from serving.cli.app import main; main()", *command]
        started += ["--port", "0", "--json", *map(str, options)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.log = log
        with log.open("wb") as stream:
            self.process = subprocess.Popen(
                started, stdout=subprocess.PIPE, stderr=stream, text=True, env=environment
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said, log.read_text()
        self.said = json.loads(said)
        self.url: str = self.said["address"]
        self.client = httpx.Client(base_url=self.url, timeout=60)

    def index(self, name: str) -> str:
        """Path of an index' routes."""
        assert name in self.said["indexes"]
        return f"/api/indexes/{name}"

    def ask(self, question: str, index: str = "sample", **more: object) -> httpx.Response:
        """Ask over HTTP."""
        body = {"question": question, **more}
        return self.client.post(f"{self.index(index)}/ask", json=body)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it; returns its exit status."""
        self.client.close()
        self.process.send_signal(number)
        return self.process.wait(timeout=60)


Start = Callable[..., HirecServer]


@pytest.fixture(scope="session")
def served_index(sample_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample's index in which servers store traces."""
    folder = tmp_path_factory.mktemp("served") / "sample"
    shutil.copytree(sample_index, folder)
    return folder


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Starts servers with options of ``hirec serve``; all are ended with the run."""
    servers: list[HirecServer] = []

    def start(*options: object, command: Sequence[str] = ("serve",)) -> HirecServer:
        log = tmp_path_factory.mktemp("log") / "server.log"
        servers.append(HirecServer(log, *options, command=command))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def server(start_server: Start, served_index: Path) -> HirecServer:
    """One server of the sample, under two names, for the whole run."""
    return start_server("--index", served_index, "--index", f"second={served_index}")
