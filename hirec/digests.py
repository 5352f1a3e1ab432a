"""SHA-256 of files and folders."""

import hashlib
from collections.abc import Collection
from pathlib import Path


def sha256_of(path: Path, suffixes: Collection[str] = ()) -> str:
    """Hexadecimal digest of a file, or of a folder's files in the order of their paths.

    Args:
        path: Of the file or folder.
        suffixes: Of the folder's files that count (``.json``); all files where there are none.

    """
    digest = hashlib.sha256()
    for file in _files(path, suffixes) if path.is_dir() else [path]:
        with file.open("rb") as content:
            hashlib.file_digest(content, lambda: digest)
    return digest.hexdigest()


def _files(folder: Path, suffixes: Collection[str]) -> list[Path]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return sorted(file for file in files if not suffixes or file.suffix in suffixes)
