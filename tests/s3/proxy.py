"""A proxy before an S3 server that makes trouble on demand."""

import http.client
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import BinaryIO

Trouble = Callable[[str, str], str]
"""What happens to (method, path): ``""`` nothing, ``503``, ``404``, ``slow`` or ``cut``."""
SLOW_S = 6.0
"""Longer than the client waits for an answer."""


class Proxy:
    """Forwards to a server on this machine; use as a context manager."""

    def __init__(self, port: int) -> None:
        """``port`` is the server's."""
        self.trouble: Trouble = lambda _method, _path: ""
        self.seen: list[str] = []
        """Troubles made."""
        self.asked: list[tuple[str, str]] = []
        """(method, path) of every request."""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _forward(self) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                chunked = self.headers.get("Transfer-Encoding") == "chunked"
                body = _chunks(self.rfile) if chunked else self.rfile.read(size) if size else None
                outer.asked.append((self.command, self.path))
                trouble = outer.trouble(self.command, self.path)
                if trouble:
                    outer.seen.append(trouble)
                if trouble == "slow":
                    time.sleep(SLOW_S)
                if trouble.isdecimal():
                    self.send_response(int(trouble))
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                server = http.client.HTTPConnection("127.0.0.1", port)
                server.putrequest(
                    self.command, self.path, skip_host=True, skip_accept_encoding=True
                )
                for name, value in self.headers.items():
                    if name.lower() != "expect":
                        server.putheader(name, value)
                server.endheaders(body)
                answer = server.getresponse()
                content = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "connection"):
                        self.send_header(name, value)
                if answer.getheader("Content-Length") is None and self.command != "HEAD":
                    self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: len(content) // 2] if trouble == "cut" else content)
                if trouble == "cut":
                    self.close_connection = True
                server.close()

            do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = _forward  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]

    def every(self, count: int, trouble: str, method: str = "") -> None:
        """Make trouble for every so many-th request of the method; listings are left in peace."""
        lock, asked = threading.Lock(), [0]

        def made(used: str, path: str) -> str:
            if "list-type" in path or method not in ("", used):
                return ""
            with lock:
                asked[0] += 1
                return trouble if asked[0] % count == 0 else ""

        self.trouble = made

    def __enter__(self) -> "Proxy":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _chunks(stream: BinaryIO) -> bytes:
    """A chunked body as it came, up to the end of its trailers."""
    raw = b""
    while True:
        head = stream.readline()
        raw += head
        size = int(head.split(b";")[0], 16)
        if not size:
            break
        raw += stream.read(size + 2)
    while (line := stream.readline()) not in (b"\r\n", b""):
        raw += line
    return raw + b"\r\n"
