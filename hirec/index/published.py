"""An index published at a URI, read through a copy of what readers open.

Directory, covers, vectors and words of the generation in force are copied into a local folder,
each file with its checksum, and are the same files that a local index has. Passages stay where they
are: a filing's are one object, read when they are asked for.
"""

import hashlib
import os
import secrets
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from hirec.index.damage import IndexDamagedError
from hirec.index.generations import FileMark, Generation, generation_numbers, read_generation
from hirec.index.layout import Layout
from hirec.index.object_store import ObjectStore, OtherContentError
from hirec.index.passages import digest_of, parse_passages
from hirec.types import IndexMissingError, Passage

AT_ONCE = 8
"""Objects read side by side."""
FRESH_S = 5.0
"""For so long a place is not asked again whether there is a later generation."""
_KEPT = 2
_SWITCHES = 5


class Published:
    """A place and the copy of its generation in force; threads may share it."""

    def __init__(self, uri: str, cache: Path | None = None) -> None:
        """``cache`` is the folder of all copies, by default ``HIREC_CACHE`` or ``~/.cache/hirec``.

        Raises StoreError.
        """
        self._place = ObjectStore(uri)
        named = hashlib.sha256(self._place.name.encode()).hexdigest()[:16]
        self.layout = Layout((cache or caches()) / "indexes" / named)
        """Of the copy."""
        self._asked = -FRESH_S
        self._newest = 0
        self._lock = threading.Lock()

    def number(self) -> int:
        """The generation in force, as of a few seconds ago.

        Raises IndexMissingError where there is none, StoreError.
        """
        with self._lock:
            if time.monotonic() - self._asked > FRESH_S:
                self._newest = self._ask()
                self._asked = time.monotonic()
            return self._newest

    def _ask(self) -> int:
        stems = (name.removesuffix(".json") for name in self._place.names("generations"))
        numbers = [int(stem) for stem in stems if stem.isdecimal()]
        if not numbers:
            raise IndexMissingError(
                f"There is no index at {self._place.name}; publish one with: hirec index --index "
                f"FOLDER --publish {self._place.name}"
            )
        return max(numbers)

    def copy(self) -> None:
        """Copy what is not here yet of the generation in force.

        Raises:
            IndexMissingError: no index is published there.
            IndexDamagedError: an object is gone, or is another than was published.
            StoreError: the place cannot be reached.

        """
        for _ in range(_SWITCHES):
            with self._lock:
                self._newest, self._asked = self._ask(), time.monotonic()
            try:
                self._copy(self._newest)
            except FileNotFoundError as error:
                if self._ask() == self._newest:
                    raise IndexDamagedError(
                        f"The index at {self._place.name} has lost an object ({error}); publish it "
                        "again."
                    ) from error
                continue  # a publisher switched generations meanwhile
            return
        raise IndexDamagedError(f"The generations at {self._place.name} come and go too fast.")

    def passages(self, filing_id: str, digest: str) -> list[Passage]:
        """A filing's passages; raises FileNotFoundError, IndexDamagedError, StoreError."""
        path = self.layout.passages_file(filing_id, digest)
        name = path.relative_to(self.layout.root).as_posix()

        def whole() -> bytes:
            content = self._place.read(name)
            if digest_of(content) != digest:
                raise OtherContentError
            return content

        try:
            return parse_passages(self._place.again(whole), f"{self._place.name}/{name}")
        except OtherContentError as error:
            raise self._other(name) from error

    def _copy(self, number: int) -> None:
        stated = self._place.read(f"generations/{number}.json")
        generation = Generation.model_validate_json(stated)
        manifest = self._place.read(self.layout.manifest.name)
        needed = {
            path: mark
            for path, mark in generation.paths(self.layout).items()
            if not path.exists() or path.stat().st_size != mark.size
        }
        for folder in {self.layout.generations, *(path.parent for path in needed)}:
            folder.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(self._fetch, needed, needed.values()))
        for path, content in [
            (self.layout.manifest, manifest),
            (self.layout.generation_file(number), stated),
        ]:
            with _unfinished(path) as unfinished:
                unfinished.write_bytes(content)
        self._drop_old(number)

    def _fetch(self, path: Path, mark: FileMark) -> None:
        """Copy a file as it was published; raises FileNotFoundError, IndexDamagedError."""
        name = path.relative_to(self.layout.root).as_posix()
        try:
            with _unfinished(path) as unfinished:
                self._place.copy(name, unfinished, mark.sha256)
        except OtherContentError as error:
            raise self._other(name) from error

    def _other(self, name: str) -> IndexDamagedError:
        return IndexDamagedError(
            f"{self._place.name}/{name} is not what was published: another checksum; publish the "
            "index again."
        )

    def _drop_old(self, number: int) -> None:
        """Delete copies that nobody is to open any more, and those of later ones that were lost."""
        numbers = generation_numbers(self.layout)
        kept = [found for found in numbers if found <= number][-_KEPT:]
        for found in set(numbers) - set(kept):
            self.layout.generation_file(found).unlink(missing_ok=True)
        own = [read_generation(self.layout, found) for found in kept]
        names: Mapping[Path, set[str]] = {
            self.layout.generations: {generation.folder for generation in own},
            self.layout.segments: {mark.name for each in own for mark in each.segments},
        }
        for folder, used in names.items():
            for path in folder.glob("*"):
                if path.is_dir() and path.name not in used:
                    shutil.rmtree(path, ignore_errors=True)


def caches() -> Path:
    """The folder of all copies: ``HIREC_CACHE``, or ``~/.cache/hirec``."""
    return Path(os.environ.get("HIREC_CACHE") or Path.home() / ".cache" / "hirec")


@contextmanager
def _unfinished(path: Path) -> Iterator[Path]:
    """A name to write under; the file has its own once it is whole."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.unfinished")
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
