"""Filings at URIs: listed where they lie, and copied here one by one when they are to be read."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pyarrow.fs as fs

from hirec.index.object_store import ObjectStore, OtherContentError, StoreError
from hirec.types import HirecError
from indexing.rows import Input
from indexing.writer import writing

_TOP = re.compile(r"([a-z][a-z0-9+.-]+://[^/]*)/(.+)")


class CopyError(HirecError):
    """One file cannot be copied, though its place answers."""


class RemoteFiles:
    """Files by their URIs, without credentials and options; threads may share it."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[str, ObjectStore]] = {}
        self._tops: dict[str, ObjectStore] = {}
        self._listed: dict[str, Input] = {}

    def find(self, uri: str) -> tuple[str, list[str]]:
        """A folder's URI as its files' names begin, and the files below it but for hidden ones.

        Of a URI that names a file: "" and that file. Raises StoreError, and HirecError where
        nothing is there.
        """
        place = self._opened(uri)
        top = place.look("")
        if top.type == fs.FileType.NotFound:
            raise HirecError(f"{place.name} does not exist; give a folder of filings or a file.")
        if top.is_file:
            return "", [self._noted(place.name, top)]
        shown = {
            name: info
            for name, info in place.found("").items()
            if not any(part.startswith(".") for part in name.split("/"))
        }
        return place.name, [self._noted(f"{place.name}/{name}", shown[name]) for name in shown]

    def look(self, name: str) -> Input:
        """A file as it was listed, or is now; raises FileNotFoundError, StoreError."""
        if name in self._listed:
            return self._listed[name]
        place, below = self._place_of(name)
        info = place.look(below)
        if not info.is_file:
            raise FileNotFoundError(name)
        return _input(name, info)

    def holds(self, name: str) -> bool:
        """Whether a file is still there, as far as can be seen from here."""
        try:
            self.look(name)
        except (FileNotFoundError, StoreError):
            return False
        return True

    def copy(self, file: Input, target: Path) -> Input:
        """Copy a file, as one object at one moment; returns it with the hash of what came.

        Raises:
            CopyError: it is gone or cannot be read; other files can.
            StoreError: its place does not answer at all.
            WriteError: there is no room for the copy.

        """
        content = self.read(file.path)
        with writing(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        return replace(file, size=len(content), sha256=hashlib.sha256(content).hexdigest())

    def read(self, name: str) -> bytes:
        """Content of a file; raises CopyError, StoreError."""
        place, below = self._place_of(name)

        def whole() -> bytes:
            # Read at once, it is of one version whoever writes there meanwhile.
            with place.files.open_input_file(place.path(below)) as stream:
                content, size = bytes(stream.read()), stream.size()
            if len(content) != size:
                raise OtherContentError(f"{len(content)} of {size} bytes came")
            return content

        try:
            return place.again(whole, below)
        except FileNotFoundError as error:
            raise CopyError(f"{name} is not there any more.") from error
        except OtherContentError as error:
            raise CopyError(f"{name} is cut off on its way each time ({error}).") from error
        except StoreError as error:
            place.look("")
            raise CopyError(str(error)) from error

    def _opened(self, uri: str) -> ObjectStore:
        """The place of a URI that is given, with its options."""
        place = ObjectStore(uri)
        known, kept = self._places.setdefault(place.name, (uri, place))
        if known.rstrip("/") != uri.rstrip("/"):
            raise HirecError(f"{place.name} is given twice, with other options; give it once.")
        return kept

    def _place_of(self, name: str) -> tuple[ObjectStore, str]:
        """Where a file lies, and its name there: a place that was given, else one by its URI."""
        for top, (_, place) in self._places.items():
            if name == top or name.startswith(f"{top}/"):
                return place, name[len(top) + 1 :]
        found = _TOP.fullmatch(name)
        if found is None:
            raise StoreError(f"{name} names no file at a place.")
        top = found[1]
        if top not in self._tops:
            self._tops[top] = ObjectStore(f"{top}/")
        return self._tops[top], found[2]

    def _noted(self, name: str, info: fs.FileInfo) -> str:
        self._listed[name] = _input(name, info)
        return name


def _input(name: str, info: fs.FileInfo) -> Input:
    return Input(name, info.size, info.mtime_ns or 0)
