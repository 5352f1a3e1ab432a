"""A language model server as a child process: started, waited for, and stopped for certain."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import Self

from serving.llm.command import ServerError

_STOP_S = 15.0
_PAUSE_S = 0.5
_PATIENCE_S = 2.0
_LAST_LINES = 15


class ServerProcess:
    """A server in a process group of its own; leaving the context stops all of it."""

    def __init__(
        self, command: Sequence[str], host: str, port: int, log: Path, start_timeout_s: float
    ) -> None:
        """Take what to start; nothing runs before the context is entered.

        Args:
            command: With its arguments.
            host: That the server is asked at.
            port: That it is to listen at.
            log: File that takes what it prints.
            start_timeout_s: Seconds it may take to answer.

        """
        self._command = list(command)
        self._host = host
        self._port = port
        self._log = log
        self._start_timeout_s = start_timeout_s
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Start it; raises :class:`ServerError` where the port is taken or the log unwritable."""
        self._refuse_taken_port()
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(  # noqa: S603 - the user's own settings
                    self._command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
        except OSError as error:
            raise ServerError(
                f"Cannot start {self._command[0]} with its log in {self._log}: {error.strerror}."
            ) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def wait_ready(self, waiting: Callable[[float, str], None] | None = None) -> float:
        """Wait until the server says it is healthy; returns the seconds it took.

        ``waiting`` is told the seconds so far and the log's last line. Raises
        :class:`ServerError` with the end of the log where it ends or takes too long.
        """
        started = time.monotonic()
        while not self._healthy():
            seconds = time.monotonic() - started
            if not self.running():
                raise ServerError(f"The server ended while starting. {self._log_tail()}")
            if seconds > self._start_timeout_s:
                raise ServerError(
                    f"The server was not ready after {self._start_timeout_s:g} s; raise "
                    f"vllm.start_timeout_s, or see why. {self._log_tail()}"
                )
            if waiting is not None:
                waiting(seconds, self._last_lines(1))
            time.sleep(_PAUSE_S)
        return time.monotonic() - started

    def wait(self) -> int:
        """Wait until the server ends by itself; returns its exit status."""
        return self._started().wait()

    def running(self) -> bool:
        """True while the process lives."""
        return self._started().poll() is None

    def stop(self) -> None:
        """Ask the whole group to end, and kill what is left after some seconds."""
        process = self._process
        if process is None:
            return
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, sign)
                process.wait(timeout=_STOP_S)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            raise ServerError("The server was not started; use it as a context manager.")
        return self._process

    def _healthy(self) -> bool:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=_PATIENCE_S)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _refuse_taken_port(self) -> None:
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self._host, self._port))
            except OSError as error:
                raise ServerError(
                    f"Cannot listen at {self._netloc()} ({error.strerror}): stop what runs there, "
                    "or give llm.base_url another port."
                ) from error

    def _netloc(self) -> str:
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{host}:{self._port}"

    def _log_tail(self) -> str:
        return f"The end of its log ({self._log}):\n{self._last_lines(_LAST_LINES)}"

    def _last_lines(self, count: int) -> str:
        try:
            with self._log.open(encoding="utf-8", errors="replace") as log:
                return "".join(deque(log, maxlen=count)).strip()
        except OSError as error:
            return f"(unreadable: {error.strerror})"
