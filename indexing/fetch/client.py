"""Asking EDGAR as it wants to be asked: declared, one request after another, never too fast."""

import hashlib
import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from hirec.backoff import wait_s
from hirec.settings import FetchSettings
from hirec.types import HirecError

R = TypeVar("R")

_LONGEST_WAIT_S = 60.0
_WORTH_A_RETRY = frozenset({429, 500, 502, 503, 504})
_USER_AGENT = re.compile(r"(?=[\x20-\x7e]+\Z)\S.*\s\S+@[\w-]+(?:\.[\w-]+)+\S*\s*")


class FetchError(HirecError):
    """EDGAR did not give what was asked for, or it cannot be asked."""


class NotThereError(FetchError):
    """EDGAR has nothing at an address."""


class RefusedError(FetchError):
    """EDGAR refuses us, whatever we ask for."""


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A file as it lies on the disk now."""

    size: int
    sha256: str


class EdgarClient:
    """Gets JSON and files, spaced and retried; use as a context manager.

    Tried again, with doubled waits or those that the server asks for: answers 429 and 5xx,
    time-outs, dropped connections, bodies that end early.
    """

    def __init__(self, settings: FetchSettings, user_agent: str = "") -> None:
        """``user_agent`` goes before the settings' own; raises :class:`FetchError` without one."""
        self.settings = settings
        self._turn = 0.0
        declared = " ".join((user_agent or settings.user_agent).split())
        self._http = httpx.Client(
            headers={"User-Agent": _checked(declared), "Accept-Encoding": "gzip, deflate"},
            timeout=settings.timeout_s,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.close()

    def json(self, url: str) -> Any:  # noqa: ANN401 - whoever asks validates
        """The JSON at an address.

        Raises:
            NotThereError: the server has nothing there.
            RefusedError: it refuses us.
            FetchError: no answer after all tries, or one that is not JSON.

        """
        body = self._get(url, httpx.Response.read)
        try:
            return json.loads(body)
        except ValueError as error:
            raise FetchError(f"{url} did not answer with JSON; try again later.") from error

    def download(self, url: str, target: Path) -> Downloaded:
        """Save what is at an address: under a temporary name, flushed, then renamed.

        Raises:
            FetchError: as for :meth:`json`, or the file cannot be written.

        """
        partial = target.with_name(f"{target.name}.part")
        try:
            found = self._get(url, lambda response: _save(response, partial))
            partial.replace(target)
        except OSError as error:
            raise FetchError(
                f"Cannot write {target}: {error.strerror or error}; make room (or allow writing) "
                "and run the same command again to continue."
            ) from error
        return found

    def _get(self, url: str, receive: Callable[[httpx.Response], R]) -> R:
        for attempt in range(1, self.settings.attempts + 1):
            self._wait_for_turn()
            asked = ""
            try:
                with self._http.stream("GET", url) as response:
                    if response.status_code == httpx.codes.OK:
                        return receive(response)
                    _give_up_on(response)
                    asked = response.headers.get("Retry-After", "")
                    trouble = f"answer {response.status_code}"
            except (httpx.TransportError, httpx.DecodingError) as error:
                trouble = str(error) or type(error).__name__
            if attempt < self.settings.attempts:
                pause = wait_s(attempt, self.settings.backoff_s, asked)
                time.sleep(min(pause, _LONGEST_WAIT_S))
        raise FetchError(
            f"{url} gave nothing in {self.settings.attempts} tries ({trouble}); run the same "
            "command again later to continue."
        )

    def _wait_for_turn(self) -> None:
        """Sleep until the next request is due; tries count as requests."""
        now = time.monotonic()
        if self._turn > now:
            time.sleep(self._turn - now)
        self._turn = max(now, self._turn) + 1.0 / self.settings.requests_per_s


def _checked(user_agent: str) -> str:
    if not _USER_AGENT.fullmatch(user_agent):
        reply = f"{user_agent!r} is not enough" if user_agent else "none is set"
        raise FetchError(
            "EDGAR answers only those who declare a name and an e-mail address, and "
            f'{reply}: give --user-agent "Your Name mail@example.com", set HIREC_USER_AGENT, or '
            "put fetch.user_agent into the settings."
        )
    return user_agent


def _give_up_on(response: httpx.Response) -> None:
    """Raise for an answer that trying again would not change."""
    status, url = response.status_code, response.url
    if status in _WORTH_A_RETRY:
        return
    if status == httpx.codes.NOT_FOUND:
        raise NotThereError(f"There is nothing at {url}.")
    if status == httpx.codes.FORBIDDEN:
        raise RefusedError(
            f"{url} refused to answer (403): EDGAR does so for ten minutes after too many "
            "requests, and where the user agent names nobody; wait, or declare yourself."
        )
    raise FetchError(f"{url} answered {status}, which cannot be used.")


def _save(response: httpx.Response, partial: Path) -> Downloaded:
    digest = hashlib.sha256()
    size = 0
    with partial.open("wb") as file:
        for piece in response.iter_bytes():
            file.write(piece)
            digest.update(piece)
            size += len(piece)
        file.flush()
        os.fsync(file.fileno())
    return Downloaded(size, digest.hexdigest())
