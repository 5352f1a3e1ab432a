"""Where filings and indexes may lie: folders by URI, through pyarrow's file systems."""

import hashlib
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeGuard, TypeVar

import pyarrow as pa
import pyarrow.fs as fs

from hirec.backoff import wait_s
from hirec.types import HirecError

_TRIES = 4
_BACKOFF_S = 0.2
_PIECE = 8 * 1024 * 1024
_CREDENTIALS = re.compile(r"^(s3|gs|gcs)://[^/@]*@")

T = TypeVar("T")


class StoreError(HirecError):
    """A place at a URI cannot be opened, reached or written."""


def is_uri(place: object) -> TypeGuard[str]:
    """Whether a place is named by a URI (``s3://…``) and not by a path."""
    return isinstance(place, str) and re.match(r"[a-z][a-z0-9+.-]+://", place) is not None


class OtherContentError(OSError):
    """What came is not what was published: cut off on its way, or another object."""


class ObjectStore:
    """A folder of objects; what fails for a moment is tried again."""

    def __init__(self, uri: str) -> None:
        """Open ``file://``, ``s3://`` or ``gs://``; raises StoreError for another.

        Credentials and endpoints are looked up as pyarrow does: ``AWS_…`` of the environment, or
        ``?endpoint_override=…&scheme=http`` behind the URI.
        """
        bare = _CREDENTIALS.sub(r"\1://", uri).partition("?")[0].rstrip("/")
        try:
            self.files, root = fs.FileSystem.from_uri(uri)
        except (pa.ArrowException, OSError, ValueError) as error:
            raise StoreError(
                f"{bare} is no place that can be opened ({error}); give a folder, or a URI that "
                "starts with file://, s3:// or gs://."
            ) from error
        self.root = root.rstrip("/")
        scheme = uri.partition("://")[0]
        self.name = f"{scheme}://{self.root}" if scheme in ("file", "s3", "gs") else bare
        """The URI without credentials, options and escapes: what messages and ledgers say."""

    def path(self, name: str) -> str:
        """Path of an object in the file system, by its name below the place; "": its own."""
        return f"{self.root}/{name}" if name else self.root

    def read(self, name: str) -> bytes:
        """Content of an object; raises FileNotFoundError, StoreError."""

        def content() -> bytes:
            # Of a stream pyarrow would read its length in growing pieces, a request each.
            with self.files.open_input_file(self.path(name)) as stream:
                return bytes(stream.read())

        return self.again(content, name)

    def copy(self, name: str, target: Path, sha256: str) -> None:
        """Write an object to a file, in pieces; a failure leaves what came of it in ``target``.

        Raises FileNotFoundError, StoreError, and OtherContentError where it has another checksum.

        Args:
            name: Of the object, from the place's folder on.
            target: Written over.
            sha256: That it must have, in hexadecimal digits.

        """

        def copied() -> None:
            digest = hashlib.sha256()
            with (
                self.files.open_input_file(self.path(name)) as source,
                target.open("wb") as written,
            ):
                while piece := source.read(_PIECE):
                    digest.update(piece)
                    written.write(piece)
            if digest.hexdigest() != sha256:
                raise OtherContentError(f"{name} is not what was published: another checksum")

        self.again(copied, name)

    def look(self, name: str) -> fs.FileInfo:
        """Kind, size and time of an object or folder; raises StoreError."""
        (info,) = self.again(lambda: self.files.get_file_info([self.path(name)]), name)
        return info

    def found(self, folder: str) -> dict[str, fs.FileInfo]:
        """Objects below a folder, by their names below it; raises StoreError."""
        top = self.path(folder).rstrip("/")
        selector = fs.FileSelector(top, recursive=True, allow_not_found=True)
        found = self.again(lambda: self.files.get_file_info(selector))
        return {info.path[len(top) + 1 :]: info for info in found if info.type == fs.FileType.File}

    def names(self, folder: str) -> dict[str, int]:
        """Names below a folder, without it, with their sizes; raises StoreError."""
        return {name: info.size for name, info in self.found(folder).items()}

    def again(self, attempt: Callable[[], T], name: str = "") -> T:
        """What an attempt gives, tried again where the place fails; ``name`` is for messages.

        Raises FileNotFoundError at once, OtherContentError or StoreError at the last.
        """
        for tried in range(1, _TRIES + 1):
            try:
                return attempt()
            except FileNotFoundError:
                raise
            except OSError as error:
                if tried == _TRIES and isinstance(error, OtherContentError):
                    raise
                if tried == _TRIES:
                    where = f"{self.name}/{name}" if name else self.name
                    raise StoreError(
                        f"{where} cannot be reached, each of the {_TRIES} times it was tried "
                        f"({error}); look whether it is there and may be read, then try again."
                    ) from error
            time.sleep(wait_s(tried, _BACKOFF_S))
        raise AssertionError("the last try returns or raises")
