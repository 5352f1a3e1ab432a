"""A small EDGAR on this machine: the same paths over HTTP, with trouble on demand (for tests)."""

import json
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

_FIELDS = ("accessionNumber", "filingDate", "reportDate", "form", "primaryDocument")


@dataclass(frozen=True, slots=True)
class Listed:
    """A filing as EDGAR lists it."""

    accession: str
    filing_date: str
    report_date: str
    form: str
    document: str
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class Trouble:
    """How one request goes wrong."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    """Bytes of the body after which the connection drops."""
    hold: threading.Event | None = None
    """Half of the body is sent, the rest once this is set."""


class LocalEdgar:
    """Serves companies over HTTP on 127.0.0.1; use as a context manager.

    ``asked`` holds (seconds, path, user agent) of every request; ``trouble`` maps a path to what
    goes wrong with its next requests, in order.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[float, str, str]] = []
        self.trouble: dict[str, list[Trouble]] = {}
        self._files: dict[str, bytes] = {}
        self._tickers: list[dict[str, object]] = []
        replica = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                replica._answer(self)

            def log_message(self, *_: Any) -> None:  # noqa: ANN401
                """Nothing: the requests are in ``asked``."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """For both ``site_url`` and ``data_url``."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def paths(self) -> list[str]:
        """Paths asked for, in order."""
        return [path for _, path, _ in self.asked]

    def add(
        self,
        cik: int,
        ticker: str,
        name: str,
        recent: Sequence[Listed],
        older: Sequence[Sequence[Listed]] = (),
        former_names: Sequence[str] = (),
    ) -> None:
        """Put a company up, its filings on a first page and on pages of older ones.

        Args:
            cik: Without leading zeros.
            ticker: One symbol.
            name: As EDGAR writes it.
            recent: Filings of the first page.
            older: Pages of older filings; none may be empty.
            former_names: As EDGAR writes them.

        """
        self._tickers.append({"cik_str": cik, "ticker": ticker, "title": name})
        numbered = {str(number): entry for number, entry in enumerate(self._tickers)}
        self.put("/files/company_tickers.json", numbered)
        pages = []
        for number, page in enumerate(older, start=1):
            page_name = f"CIK{cik:010d}-submissions-{number:03d}.json"
            days = [listed.filing_date for listed in page]
            pages.append({"name": page_name, "filingFrom": min(days), "filingTo": max(days)})
            self.put(f"/submissions/{page_name}", _columns(page))
        filings = {"recent": _columns(recent), "files": pages}
        former = [{"name": former_name, "from": "", "to": ""} for former_name in former_names]
        names: dict[str, object] = {"cik": f"{cik:010d}", "name": name, "tickers": [ticker]}
        content = {**names, "formerNames": former, "filings": filings}
        self.put(f"/submissions/CIK{cik:010d}.json", content)
        for listed in [*recent, *(listed for page in older for listed in page)]:
            self._files[document_path(cik, listed)] = listed.content

    def put(self, path: str, content: object) -> None:
        """Put anything up at a path: bytes as they are, the rest as JSON."""
        self._files[path] = content if isinstance(content, bytes) else json.dumps(content).encode()

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        agent = request.headers.get("User-Agent", "")
        self.asked.append((time.monotonic(), request.path, agent))
        planned = self.trouble.get(request.path)
        trouble = planned.pop(0) if planned else Trouble()
        body = self._files.get(request.path)
        status = 404 if body is None and trouble.status == 200 else trouble.status
        body = body if body is not None and status == 200 else b""
        request.send_response(status)
        for header, value in trouble.headers.items():
            request.send_header(header, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        if trouble.cut_after is not None:
            body = body[: trouble.cut_after]
            request.close_connection = True
        if trouble.hold is not None:
            request.wfile.write(body[: len(body) // 2])
            request.wfile.flush()
            trouble.hold.wait(60)
            body = body[len(body) // 2 :]
        try:
            request.wfile.write(body)
        except ConnectionError:
            request.close_connection = True


def document_path(cik: int, listed: Listed) -> str:
    """Path of a filing's main document, or of the whole submission where it has none."""
    folder = f"/Archives/edgar/data/{cik}"
    if not listed.document:
        return f"{folder}/{listed.accession}.txt"
    return f"{folder}/{listed.accession.replace('-', '')}/{listed.document}"


def _columns(page: Sequence[Listed]) -> dict[str, list[str]]:
    rows = [
        (listed.accession, listed.filing_date, listed.report_date, listed.form, listed.document)
        for listed in page
    ]
    return {name: [row[at] for row in rows] for at, name in enumerate(_FIELDS)}
