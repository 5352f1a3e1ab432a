"""What one server holds, and what a request may reach of it."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, cast

from fastapi import Depends, Request

from hirec.analysts.protocol import History
from hirec.stages.recorder import Listener
from serving.http.errors import ForbiddenError, UnauthorizedError
from serving.http.metrics import Metrics
from serving.http.pictures import Pictures
from serving.http.questions import Questions, Stored
from serving.http.rates import Rates
from serving.http.registry import IndexRegistry, ServedIndex
from serving.http.uploads import Uploads
from serving.keys import Action, Key, KeyStore
from serving.retention import Retention
from serving.telemetry import Asking, Telemetry


@dataclass(frozen=True)
class Limits:
    """How much a server takes on."""

    workers: int = 2
    """Questions that run at once."""
    longest_wait_s: float = 30
    """How long a question may have to wait for its turn; one that would longer gets 429."""
    body_bytes: int = 2**20
    """Of a request."""
    upload_bytes: int = 100 * 2**20
    """Of a filing that is handed in."""
    uploads_waiting: int = 100
    """Files that wait to be read for an index; more are refused with 429."""


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks of an index."""

    question: str
    as_of: date | None = None
    history: History = ()


@dataclass(frozen=True)
class Site:
    """Indexes, and everything that requests share."""

    registry: IndexRegistry
    keys: KeyStore | None = None
    """Without it everybody who reaches the server may do everything."""
    limits: Limits = field(default_factory=Limits)
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """Names by which the server may be addressed; empty: any."""
    uploads_folder: Path | None = None
    """Where filings that are handed in are kept; without it none are taken."""
    telemetry: Telemetry | None = None
    """Who is told of each question, where somebody is."""
    retention: Retention | None = None
    """How long runs are kept; without it for good."""
    uploads: Uploads | None = field(init=False)
    questions: Questions = field(init=False)
    pictures: Pictures = field(default_factory=Pictures, init=False)
    rates: Rates = field(default_factory=Rates, init=False)
    metrics: Metrics = field(init=False)

    def __post_init__(self) -> None:
        questions = Questions(self.limits.workers, self.limits.longest_wait_s)
        folder, waiting = self.uploads_folder, self.limits.uploads_waiting
        uploads = Uploads(folder, self.registry, waiting) if folder is not None else None
        object.__setattr__(self, "uploads", uploads)
        object.__setattr__(self, "questions", questions)
        object.__setattr__(self, "metrics", Metrics(lambda: questions.taken))

    def takes_filings(self, index: str, key: Key | None) -> bool:
        """Whether whoever has this key may hand in filings for an index."""
        return self.uploads is not None and (key is None or key.allows(Action.INGEST, index))

    def answer(
        self,
        index: ServedIndex,
        asked: Question,
        headers: Mapping[str, str],
        listener: Listener,
    ) -> Stored:
        """Answer a question, store its trace, and count it; runs in a thread of the pool.

        Args:
            index: That is asked.
            asked: Question, day and turns.
            headers: Of the request; may carry a trace context.
            listener: Called with each step when it has ended.

        Returns:
            The answer as JSON.

        """
        with self._traced(index, asked.question, headers, listener) as asking:
            stored = index.ask(asked.question, asked.as_of, asked.history, asking.hear)
            asking.stored = stored
        if self.retention is not None:
            self.retention.apply(index.folder)
        self.metrics.answered(index.name, stored)
        return stored

    def _traced(
        self, index: ServedIndex, question: str, headers: Mapping[str, str], listener: Listener
    ) -> AbstractContextManager[Asking]:
        if self.telemetry is None:
            return nullcontext(Asking(listener))
        return self.telemetry.question(index.name, question, headers, listener)

    def close(self) -> None:
        """End what runs; called once, when no request is served any more."""
        self.questions.close()
        if self.uploads is not None:
            self.uploads.close()
        self.pictures.close()
        self.registry.close()
        if self.telemetry is not None:
            self.telemetry.close()


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    return cast(Site, request.app.state.site)


Served = Annotated[Site, Depends(site_of)]


def caller(request: Request) -> Key | None:
    """The key of a request; raises as :func:`key_of` does."""
    return key_of(site_of(request), request)


def key_of(site: Site, request: Request) -> Key | None:
    """The key that a request shows a site; None where the site has no keys.

    Raises :class:`UnauthorizedError`, or BusyError for a key that asks too often.
    """
    if site.keys is None:
        return None
    kind, _, text = request.headers.get("authorization", "").partition(" ")
    key = site.keys.find(text.strip()) if kind.lower() == "bearer" else None
    if key is None:
        raise UnauthorizedError("A key is needed here: send it as `Authorization: Bearer KEY`.")
    request.scope["key_id"] = key.key_id
    site.rates.spend(key.key_id, key.per_minute)
    return key


Caller = Annotated[Key | None, Depends(caller)]


def permitted(site: Site, key: Key | None, action: Action, index: str) -> ServedIndex:
    """An index, for this action; raises :class:`ForbiddenError`, or NotFoundError.

    Args:
        site: Holds the indexes.
        key: None where the server asks for no keys.
        action: What the request is about to do.
        index: Its name.

    """
    if key is not None and not key.allows(action, index):
        raise ForbiddenError(f"This key may not {action} the index {index}.")
    return site.registry[index]


def _for(action: Action) -> Callable[[Site, Key | None, str], ServedIndex]:
    def found(site: Served, key: Caller, index: str) -> ServedIndex:
        return permitted(site, key, action, index)

    return found


Asked = Annotated[ServedIndex, Depends(_for(Action.ASK))]
"""The index of a path, for questions."""
Read = Annotated[ServedIndex, Depends(_for(Action.READ))]
"""The index of a path, for reading."""
Judged = Annotated[ServedIndex, Depends(_for(Action.FEEDBACK))]
"""The index of a path, for saying what its answers were worth."""
Ingested = Annotated[ServedIndex, Depends(_for(Action.INGEST))]
"""The index of a path, for handing in filings."""
Operated = Annotated[ServedIndex, Depends(_for(Action.OPERATE))]
"""The index of a path, for whoever runs the server."""
