"""What happens around every request: its id, who may come, sizes, headers, log and metrics."""

import logging
import re
import time
import uuid
from collections.abc import Mapping
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hirec.types import HirecError
from serving.http.errors import ForbiddenError, RequestError, error_json
from serving.http.site import Site

LOG = logging.getLogger("hirec.http")
_REQUEST_ID = re.compile(r"[\w.-]{1,64}")
_UPLOAD = re.compile(r"/api/indexes/[^/]+/uploads")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""On every response that does not set its own."""


class Guard:
    """The whole application, with what belongs to every request around it."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope)
        given_id = given.get("x-request-id", "")
        number = given_id if _REQUEST_ID.fullmatch(given_id) else uuid.uuid4().hex
        scope["request_id"] = number
        begun, status = time.monotonic(), 499

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, number)
            await send(message)

        try:
            if (refused := self._refused(scope, given)) is not None:
                await refused(scope, receive, sent)
            else:
                await self._bounded(scope, receive, sent)
        finally:
            self._log(scope, status, time.monotonic() - begun)

    def _refused(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        """Why a request is not even looked at: its host, the page it came from, its size."""
        host = headers.get("host", "")
        if self._site.hosts and re.sub(r":\d+$", "", host) not in self._site.hosts:
            return _refusal(ForbiddenError(f"This server does not answer for the host {host!r}."))
        origin = headers.get("origin")
        foreign = origin is not None and urlsplit(origin).netloc != host
        if foreign and scope["method"] not in ("GET", "HEAD"):
            return _refusal(ForbiddenError("Requests from other sites' pages are not answered."))
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > (most := self._most(scope)):
            return _refusal(RequestError(_too_large(most)), 413)
        return None

    def _most(self, scope: Scope) -> int:
        """Bytes that the body of a request may have."""
        handed_in = self._site.uploads is not None and _UPLOAD.fullmatch(scope["path"])
        limits = self._site.limits
        return limits.upload_bytes if handed_in else limits.body_bytes

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve it, as long as the body that comes stays within the limit."""
        taken, most = 0, self._most(scope)

        async def received() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(413, _too_large(most))
            return message

        await self._app(scope, received, send)

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "")
        self._site.metrics.served(route or "none", scope["method"], status, seconds)
        content = {
            "request_id": scope["request_id"],
            "method": scope["method"],
            "route": route,
            "index": scope.get("path_params", {}).get("index", ""),
            "status": status,
            "seconds": round(seconds, 4),
            "key": scope.get("key_id", ""),
            "client": (scope.get("client") or ("",))[0],
        }
        LOG.info("request", extra={"fields": content})


def _add_headers(message: Message, number: str) -> None:
    headers = MutableHeaders(scope=message)
    headers["X-Request-ID"] = number
    for name, value in HEADERS.items():
        headers.setdefault(name, value)


def _too_large(most: int) -> str:
    return f"A request may have {most:,} bytes."


def _refusal(error: HirecError, status: int = 403) -> JSONResponse:
    return JSONResponse(error_json(error), status)
