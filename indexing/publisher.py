"""Who may publish at a place: one of all machines, by a lease with a number.

``publisher.json`` says who publishes, until when, and which generation was put in force last with
all that it states. Every change of it is made on the condition that nobody else has changed it, so
a generation comes in force by that one write: who was overtaken is refused there, whatever the
clocks say. ``generations/N.json``, which readers look for, is only written after it; where a
publisher died in between, the next one writes it first.
"""

import os
import platform
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from hirec.index.object_store import ObjectStore, StoreError
from hirec.types import HirecError
from indexing.conditional import ConditionalObject, ConflictError, conditional
from indexing.lease import LASTS_S, IndexBusyError

NAME = "publisher.json"


class _Claim(BaseModel):
    """Content of ``publisher.json``."""

    model_config = ConfigDict(frozen=True)

    number: int
    """Higher with every publisher."""
    host: str
    process: int
    until: float
    """Seconds since 1970; 0 where it was given back."""
    generation: int = 0
    """Put in force last; 0: none since there is such a file."""
    stated: str = ""
    """Content of ``generations/N.json`` of that one."""
    ledger: str = ""
    """Name of the builder's catalog of that one; empty: it stayed with the builder."""
    token: str = ""
    """Another with each write: tells one's own whose answer was lost."""


class PublisherLease:
    """The right to publish at a place, as long as nobody has taken over."""

    def __init__(
        self, name: str, shared: ConditionalObject, held: tuple[_Claim, Any], lasts_s: float
    ) -> None:
        """Renew a claim of this process from now on; see :func:`publishing`.

        Args:
            name: Of the place, for messages.
            shared: ``publisher.json``, changed only where nobody else has changed it.
            held: The claim, and the tag of the object that states it.
            lasts_s: Seconds after which it ends unless it is renewed.

        """
        self._name = name
        self._shared = shared
        self._claim, self._tag = held
        self._lasts_s = lasts_s
        self._lock = threading.Lock()
        self._given_back = threading.Event()
        self._renewing = threading.Thread(target=self._renew, daemon=True)
        self._renewing.start()

    @property
    def number(self) -> int:
        """Higher than that of any publisher before."""
        return self._claim.number

    @property
    def committed(self) -> tuple[int, str]:
        """The generation that was put in force last, and what it states; 0 and "": unknown."""
        return self._claim.generation, self._claim.stated

    @property
    def ledger(self) -> str:
        """Name of the catalog that was published with it; empty: none."""
        return self._claim.ledger

    def commit(self, generation: int, stated: str, ledger: str = "") -> None:
        """Put a generation in force; raises IndexBusyError where another has taken over.

        Args:
            generation: Its number.
            stated: Content of its file, so that whoever comes next can write it.
            ledger: Name of the packed ledger that belongs to it; empty: none.

        """
        until = time.time() + self._lasts_s
        try:
            self._change(generation=generation, stated=stated, ledger=ledger, until=until)
        except ConflictError as error:
            raise IndexBusyError(
                f"Another publisher has taken over {self._name} meanwhile, and nothing of this one "
                "is in force; wait until it has finished, then run the command again."
            ) from error

    def give_back(self) -> None:
        """Let others publish at once; where that cannot be said, the lease ends by itself."""
        self._given_back.set()
        self._renewing.join()
        try:
            self._change(until=0.0)
        except HirecError:
            return

    def _renew(self) -> None:
        while not self._given_back.wait(self._lasts_s / 3):
            try:
                self._change(until=time.time() + self._lasts_s)
            except ConflictError:
                return  # the commit will be refused
            except HirecError:
                continue  # the next time, or the commit says so

    def _change(self, **values: Any) -> None:  # noqa: ANN401 - fields of the claim
        with self._lock:
            claim = self._claim.model_copy(update={**values, "token": secrets.token_hex(8)})
            self._tag = _written(self._shared, claim, self._tag)
            self._claim = claim


@contextmanager
def publishing(uri: str, lasts_s: float = LASTS_S) -> Iterator[PublisherLease]:
    """Hold the lease of a place; a holder that died is waited for ``lasts_s``.

    Raises:
        IndexBusyError: somebody else holds it.
        StoreError: the place cannot be reached, or does not write on condition.
        HirecError: it is an object store, and `obstore` is not installed.

    """
    place = ObjectStore(uri)
    shared = conditional(uri, NAME)
    lease = PublisherLease(place.name, shared, _claimed(place, shared, lasts_s), lasts_s)
    try:
        yield lease
    finally:
        lease.give_back()


def _claimed(place: ObjectStore, shared: ConditionalObject, lasts_s: float) -> tuple[_Claim, Any]:
    """A claim of this process, and its tag."""
    found = shared.read()
    before = _parsed(place, found[0]) if found else None
    if before and before.until > time.time():
        ends = time.strftime("%H:%M:%S", time.localtime(before.until))
        raise IndexBusyError(
            f"Process {before.process} on {before.host} is publishing at {place.name}; wait until "
            f"it has finished, or has not renewed its lease by {ends}, then run the command again."
        )
    claim = _Claim(
        number=before.number + 1 if before else 1,
        host=platform.node(),
        process=os.getpid(),
        until=time.time() + lasts_s,
        generation=before.generation if before else 0,
        stated=before.stated if before else "",
        ledger=before.ledger if before else "",
        token=secrets.token_hex(8),
    )
    try:
        tag = _written(shared, claim, found[1] if found else None)
    except ConflictError as error:
        raise IndexBusyError(
            f"Another process has begun to publish at {place.name} at the same moment; wait until "
            "it has finished, then run the command again."
        ) from error
    _require_conditions(place, shared)
    return claim, tag


def _written(shared: ConditionalObject, claim: _Claim, tag: Any) -> Any:  # noqa: ANN401
    """Write a claim; returns its tag. Raises ConflictError, StoreError."""
    content = claim.model_dump_json().encode()
    try:
        return shared.write(content, tag)
    except ConflictError:
        found = shared.read()
        if found is None or found[0] != content:
            raise
        return found[1]  # written, but the answer was lost and it was tried again


def _require_conditions(place: ObjectStore, shared: ConditionalObject) -> None:
    """Raise StoreError where a store writes whatever the condition."""
    try:
        shared.write(b"{}", None)
    except ConflictError:
        return
    raise StoreError(
        f"{place.name} does not keep to conditions of writes (If-None-Match), so two publishers "
        "could not be held apart; publish to a store that does."
    )


def _parsed(place: ObjectStore, content: bytes) -> _Claim | None:
    """Who publishes; None where a store that does not keep to conditions has spoilt it."""
    if content == b"{}":
        return None
    try:
        return _Claim.model_validate_json(content)
    except ValidationError as error:
        raise StoreError(
            f"{place.name}/{NAME} does not say who publishes; delete it if nobody does."
        ) from error
