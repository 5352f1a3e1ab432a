"""One object at a place, written only where it is still what was read before.

pyarrow writes no object on condition. In object stores `obstore` does (extra ``cloud``), by the
object's entity tag; in a folder a lock does.
"""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from hirec.index.object_store import ObjectStore, StoreError
from hirec.types import HirecError
from indexing.writer import write_bytes, writing

_TIMEOUT = "20s"


class ConflictError(HirecError):
    """The object is another by now."""


class ConditionalObject(Protocol):
    """An object with tags of its versions."""

    def read(self) -> tuple[bytes, Any] | None:
        """Content and tag; None where there is none. Raises StoreError."""
        ...

    def write(self, content: bytes, tag: Any) -> Any:  # noqa: ANN401 - each store has tags of its own
        """Write where the object has this tag, None: where there is none; returns the new tag.

        Raises ConflictError, StoreError, WriteError.
        """
        ...


def conditional(uri: str, name: str) -> ConditionalObject:
    """An object of a place; raises StoreError, and HirecError where `obstore` is not installed."""
    place = ObjectStore(uri)
    kind = place.files.type_name
    if kind == "local":
        return _InFolder(Path(place.path(name)))
    if kind not in ("s3", "gcs"):
        raise StoreError(
            f"{place.name} cannot be written on condition, so two publishers could not be held "
            "apart; publish to file://, s3:// or gs://."
        )
    return _InStore(uri, place, name)


class _InFolder:
    """A file; whoever compares and writes holds a lock beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> tuple[bytes, Any] | None:
        """Content and tag; None where there is none."""
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return None
        return content, hashlib.sha256(content).hexdigest()

    def write(self, content: bytes, tag: Any) -> Any:  # noqa: ANN401
        """Write where the object has this tag; returns the new one."""
        with self._locked():
            found = self.read()
            if (found[1] if found else None) != tag:
                raise ConflictError(f"{self._path} is another by now.")
            with writing(self._path):
                write_bytes(self._path, content)
        return hashlib.sha256(content).hexdigest()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        lock = self._path.with_suffix(".lock")
        with writing(lock):
            lock.parent.mkdir(parents=True, exist_ok=True)
            file = lock.open("a")
        with file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


class _InStore:
    """An object of an object store."""

    def __init__(self, uri: str, place: ObjectStore, name: str) -> None:
        try:
            import obstore
        except ImportError as error:
            raise HirecError(
                "Publishing to an object store needs obstore, which writes on condition; install "
                "it with: pip install 'hirec[cloud]'"
            ) from error
        self._api = obstore
        self._name = f"{place.name}/{name}"
        bucket, _, self._path = place.path(name).partition("/")
        self._store = _opened(uri, bucket, place.files.type_name)

    def read(self) -> tuple[bytes, Any] | None:
        """Content and tag; None where there is none."""
        try:
            found = self._api.get(self._store, self._path)
            return bytes(found.bytes()), _tag(found.meta)
        except FileNotFoundError:
            return None
        except self._api.exceptions.BaseError as error:
            raise self._failed(error) from error

    def write(self, content: bytes, tag: Any) -> Any:  # noqa: ANN401
        """Write where the object has this tag; returns the new one."""
        errors = self._api.exceptions
        mode = "create" if tag is None else tag
        try:
            return _tag(self._api.put(self._store, self._path, content, mode=mode))
        except (errors.AlreadyExistsError, errors.PreconditionError, FileNotFoundError) as error:
            raise ConflictError(f"{self._name} is another by now.") from error
        except errors.BaseError as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> StoreError:
        return StoreError(
            f"{self._name} cannot be read or written ({str(error).splitlines()[0]}); look whether "
            "the place is there and may be written, then try again."
        )


def _tag(meta: Any) -> dict[str, Any]:  # noqa: ANN401 - obstore's own kinds of mappings
    return {name: meta[name] for name in ("e_tag", "version") if meta[name] is not None}


def _opened(uri: str, bucket: str, kind: str) -> Any:  # noqa: ANN401 - obstore is optional
    """A store by the credentials and options of a URI; the environment gives the others."""
    from obstore.store import GCSStore, S3Store

    limits = {"timeout": _TIMEOUT}
    if kind == "gcs":
        return GCSStore(bucket, client_options=limits)
    parts = urlsplit(uri)
    reply = {name: values[0] for name, values in parse_qs(parts.query).items()}
    options: dict[str, Any] = {}
    if parts.username:
        options["access_key_id"] = unquote(parts.username)
        options["secret_access_key"] = unquote(parts.password or "")
    if "region" in reply:
        options["region"] = reply["region"]
    if "endpoint_override" in reply:
        where = reply["endpoint_override"]
        scheme = reply.get("scheme", "https")
        options["endpoint"] = where if "://" in where else f"{scheme}://{where}"
        options["virtual_hosted_style_request"] = False
    return S3Store(bucket, client_options={**limits, "allow_http": True}, **options)
