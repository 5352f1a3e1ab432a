"""Models from the hub: the official file, whole and with the hash that the hub says it has."""

import re
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable
from http import HTTPStatus
from http.client import HTTPException, HTTPMessage, HTTPResponse
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from hirec.digests import sha256_of
from hirec.llm.models import OFFICIAL, stored
from hirec.types import HirecError

HUB = "https://huggingface.co"
_BLOCK = 1 << 20
_SILENCE_S = 60.0
_SHA256 = re.compile(r'"?([0-9a-f]{64})"?')
"""An entity tag of a large file is its SHA-256; that of a small one is no hash of use here."""
_MAGIC = b"GGUF"

Progress = Callable[[int, int], None]
"""Called with the bytes that are there and the bytes of the whole, 0 where that is not said."""


class DownloadError(HirecError):
    """A model could not be brought, or is not the file that it should be."""


def fetch_model(name: str, hub: str = HUB, progress: Progress | None = None) -> Path:
    """Download an official file into the folder of models; returns where it lies.

    What an attempt before left behind is continued. Raises :class:`DownloadError`: nothing but a
    whole file with the hub's own hash is put in place.

    Args:
        name: One of :data:`OFFICIAL`.
        hub: Its address, with ``https://``.
        progress: Called with (bytes here, all bytes; 0 where that is not said).

    """
    official = OFFICIAL.get(name)
    if official is None:
        known = ", ".join(sorted(OFFICIAL))
        raise DownloadError(
            f"'{name}' is no model that hirec knows ({known}); for another give its GGUF with "
            "--file."
        )
    if urlsplit(hub).scheme not in ("http", "https"):
        raise DownloadError(f"'{hub}' is no address of a hub; give it as https://host.")
    target = stored(name)
    if target.is_file():
        return target
    url = f"{hub.rstrip('/')}/{official.repository}/resolve/main/{official.file}"
    partial = target.with_suffix(".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        expected = _download(url, partial, progress)
    except (OSError, HTTPException) as error:
        raise DownloadError(
            f"{url} could not be fetched ({error}); try again, it goes on where it stopped, or "
            "bring the file another way and give it with --file."
        ) from error
    found = sha256_of(partial)
    if found != expected:
        partial.unlink()
        raise DownloadError(
            f"{url} came with the SHA-256 {found}, the hub says {expected}; nothing was kept, try "
            "again."
        )
    partial.replace(target)
    return target


def take_file(name: str, file: Path) -> Path:
    """Copy a GGUF that is there under a name; raises :class:`DownloadError`."""
    target = stored(name)
    partial = target.with_suffix(".part")
    try:
        with file.open("rb") as given:
            if given.read(len(_MAGIC)) != _MAGIC:
                raise DownloadError(f"{file} is no GGUF; convert the model first.")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, partial)
        partial.replace(target)
    except OSError as error:
        raise DownloadError(f"{file} could not be copied to {target}: {error.strerror}.") from error
    return target


class _Hops(urllib.request.HTTPRedirectHandler):
    """Reads the hash that the hub sends along with its redirect to where the file lies."""

    def __init__(self) -> None:
        self.sha256 = ""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        self.sha256 = self.sha256 or _hash_in(headers)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _download(url: str, partial: Path, progress: Progress | None) -> str:
    """Write the rest of a file behind what is there of it; returns the hash it should have."""
    have = partial.stat().st_size if partial.exists() else 0
    request = urllib.request.Request(url, headers={"User-Agent": "hirec"})  # noqa: S310 - checked
    if have:
        request.add_header("Range", f"bytes={have}-")
    hops = _Hops()
    opener = urllib.request.build_opener(hops)
    try:
        response = opener.open(request, timeout=_SILENCE_S)
    except urllib.error.HTTPError as error:
        if error.code != HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise
        partial.unlink()
        return _download(url, partial, progress)
    with response:
        expected = hops.sha256 or _hash_in(response.headers)
        if not expected:
            raise DownloadError(f"{url} does not say its SHA-256; is it a model hub?")
        partly = response.status == HTTPStatus.PARTIAL_CONTENT
        _write(response, partial, have if partly else 0, progress)
    return expected


def _write(response: HTTPResponse, partial: Path, have: int, progress: Progress | None) -> None:
    whole = have + int(response.headers.get("Content-Length") or 0)
    with partial.open("ab" if have else "wb") as file:
        while block := response.read(_BLOCK):
            file.write(block)
            have += len(block)
            if progress is not None:
                progress(have, whole)
    if whole and have < whole:
        raise OSError(f"the connection ended after {have} of {whole} bytes")


def _hash_in(headers: HTTPMessage) -> str:
    for name in ("X-Linked-Etag", "ETag"):
        if match := _SHA256.fullmatch(headers.get(name) or ""):
            return match[1]
    return ""
