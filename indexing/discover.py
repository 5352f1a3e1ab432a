"""Which files a build is about."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hirec.index.object_store import is_uri
from hirec.types import HirecError
from indexing.sources import FileSources, Sources

SUFFIXES = frozenset({".pdf", ".htm", ".html", ".xhtml", ".txt"})


@dataclass(frozen=True, slots=True)
class Found:
    """What paths and folders hold."""

    files: list[str]
    """Absolute paths and URIs of the files to index, sorted, each once."""
    refused: dict[str, str] = field(default_factory=dict)
    """What cannot even be tried (its name as far as it can be written) → why."""
    folders: tuple[str, ...] = ()
    """Folders that were searched through: absolute paths and URIs."""
    sources: Sources = field(default_factory=FileSources)
    """Where the files are looked up."""


def discover(paths: Sequence[Path | str], index_dir: Path) -> Found:
    """Find the files to index, by paths and by URIs (``s3://…``, ``gs://…``, ``file://…``).

    Folders are searched through all their subfolders for the suffixes of filings; hidden ones and
    the index itself are left out. A file named by itself is taken whatever its suffix.

    Raises:
        HirecError: a path does not exist, or nothing was found.
        StoreError: a place at a URI cannot be opened or reached.

    """
    found: set[str] = set()
    refused: dict[str, str] = {}
    folders: list[str] = []
    searched: list[str] = []
    sources = FileSources()
    for given in paths:
        if is_uri(given):
            folder, listed = sources.remote.find(given)
            folders += filter(None, [folder])
            searched.append(folder or listed[0])
            found.update(name for name in listed if not folder or _is_filing(name))
            continue
        path = Path(given)
        searched.append(str(path))
        if path.is_dir():
            folders.append(str(path.resolve()))
            found.update(_walk(path.resolve(), index_dir.resolve(), refused))
        elif os.path.lexists(path):
            # A link's own name is kept: where files are links, it is what people know them by.
            found.add(str(path.parent.resolve() / path.name))
        else:
            raise HirecError(f"{path} does not exist; give a folder of filings or a file.")
    for name in [name for name in found if not _is_text(name)]:
        found.remove(name)
        written = os.fsencode(name).decode(errors="backslashreplace")
        refused[written] = f"the name {written} is not readable text; rename the file"
    if not found and not refused:
        places = ", ".join(searched) or "no folder given"
        raise HirecError(
            f"No filings found in {places}: give a folder with {' '.join(sorted(SUFFIXES))} files."
        )
    return Found(sorted(found), dict(sorted(refused.items())), tuple(folders), sources)


def below(name: str, folders: Sequence[str]) -> str | None:
    """The name below the first of the folders that it lies in; None where it lies in none."""
    for folder in folders:
        top = f"{folder.rstrip('/')}/"
        if name.startswith(top):
            return name[len(top) :]
    return None


def _walk(folder: Path, index_dir: Path, refused: dict[str, str]) -> Iterator[str]:
    def note(error: OSError) -> None:
        name = os.fsencode(str(error.filename)).decode(errors="backslashreplace")
        refused[name] = f"the folder {name} cannot be searched: {error.strerror or error}"

    for parent, names, files in os.walk(folder, onerror=note):
        names[:] = [
            name for name in names if not name.startswith(".") and Path(parent, name) != index_dir
        ]
        for name in files:
            if not name.startswith(".") and _is_filing(name):
                yield str(Path(parent, name))


def _is_filing(name: str) -> bool:
    return Path(name).suffix.lower() in SUFFIXES


def _is_text(name: str) -> bool:
    return os.fsencode(name).decode(errors="replace") == name
