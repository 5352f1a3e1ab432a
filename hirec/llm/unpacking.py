"""GGUF files unpacked once: OpenVINO opens its own form of a model three times as fast.

It is kept in the user's cache folder and is a little larger than the GGUF.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from platformdirs import user_cache_path

Model = TypeVar("Model")

_ROOM = 3
"""Times the file's size: with less than that free, nothing is kept."""


def unpacked(file: Path, version: str, load: Callable[[Path, bool], Model]) -> Model:
    """The model out of the cache folder; the first time out of its GGUF, and kept.

    Args:
        file: The GGUF.
        version: Of the engine, which unpacks anew when it changes.
        load: Loads a file or a folder; with True it also writes what it unpacks beside the file.

    Raises what ``load`` raises for a GGUF that it does not take. Processes may unpack at the same
    time: the first to end is kept.

    """
    folder = user_cache_path("hirec") / "converted" / _fingerprint(file, version)
    if folder.is_dir():
        try:
            return load(folder, False)
        except RuntimeError:  # cut short, by a full disk or by hand
            shutil.rmtree(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(folder.parent).free < _ROOM * file.stat().st_size:
        return load(file, False)
    with tempfile.TemporaryDirectory(dir=folder.parent, suffix=".unfinished") as scratch:
        linked = Path(scratch) / "model" / file.name
        linked.parent.mkdir()
        _link(linked, file.resolve())
        model = load(linked, True)
        linked.unlink()
        try:
            linked.parent.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was first
                raise
    return model


def _link(link: Path, file: Path) -> None:
    """Symbolic links are not for every user of Windows, hard ones not from disk to disk."""
    try:
        link.symlink_to(file)
    except OSError:
        link.hardlink_to(file)


def _fingerprint(file: Path, version: str) -> str:
    """Changes with the engine, and with the file as far as place, size and time tell."""
    known = file.stat()
    identity = f"openvino {version} {file.resolve()} {known.st_size} {known.st_mtime_ns}"
    return hashlib.sha256(identity.encode()).hexdigest()[:32]
