"""Which files a build is about."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hirec.types import HirecError

SUFFIXES = frozenset({".pdf", ".htm", ".html", ".xhtml", ".txt"})


@dataclass(frozen=True, slots=True)
class Found:
    """What paths and folders hold."""

    files: list[Path]
    """Absolute paths of the files to index, sorted, each once."""
    refused: dict[str, str]
    """What cannot even be tried (its name as far as it can be written) → why."""


def discover(paths: Sequence[Path], index_dir: Path) -> Found:
    """Find the files to index.

    Folders are searched through all their subfolders for the suffixes of filings; hidden ones and
    the index itself are left out. A file named by itself is taken whatever its suffix.

    Raises:
        HirecError: a path does not exist, or nothing was found.

    """
    found: set[str] = set()
    refused: dict[str, str] = {}
    for path in paths:
        if path.is_dir():
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
        places = ", ".join(str(path) for path in paths) or "no folder given"
        raise HirecError(
            f"No filings found in {places}: give a folder with {' '.join(sorted(SUFFIXES))} files."
        )
    return Found([Path(name) for name in sorted(found)], dict(sorted(refused.items())))


def below(name: str, folders: Sequence[Path]) -> bool:
    """True where an absolute path lies in one of the folders."""
    return any(Path(name).is_relative_to(folder.resolve()) for folder in folders)


def _walk(folder: Path, index_dir: Path, refused: dict[str, str]) -> Iterator[str]:
    def note(error: OSError) -> None:
        name = os.fsencode(str(error.filename)).decode(errors="backslashreplace")
        refused[name] = f"the folder {name} cannot be searched: {error.strerror or error}"

    for parent, names, files in os.walk(folder, onerror=note):
        names[:] = [
            name for name in names if not name.startswith(".") and Path(parent, name) != index_dir
        ]
        for name in files:
            if not name.startswith(".") and Path(name).suffix.lower() in SUFFIXES:
                yield str(Path(parent, name))


def _is_text(name: str) -> bool:
    return os.fsencode(name).decode(errors="replace") == name
