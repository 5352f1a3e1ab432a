"""Routes of the page; its files are read once, so no path of a request ever reaches a folder."""

import hashlib
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from serving.http.errors import NotFoundError

router = APIRouter(include_in_schema=False)
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def _read() -> dict[str, tuple[bytes, str, str]]:
    """Name → content, media type and tag of every file of the page."""
    folder = files(__package__).joinpath("static")
    found = {}
    for file in folder.iterdir():
        suffix = f".{file.name.rpartition('.')[2]}"
        if suffix in _TYPES:
            content = file.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
            found[file.name] = (content, _TYPES[suffix], tag)
    return found


_FILES = _read()
_BOTH: dict[str, Any] = {"methods": ["GET", "HEAD"]}


@router.api_route("/", **_BOTH)
def page(request: Request) -> Response:
    """The page itself."""
    return _served(request, "index.html")


@router.api_route("/static/{name}", **_BOTH)
def static(request: Request, name: str) -> Response:
    """A file of the page; raises :class:`NotFoundError`."""
    return _served(request, name)


def _served(request: Request, name: str) -> Response:
    if name not in _FILES:
        raise NotFoundError(f"There is no file {name} of the page.")
    content, media_type, tag = _FILES[name]
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)
