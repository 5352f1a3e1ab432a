"""Results as JSON Lines, appended one by one, so that a killed run can go on."""

import functools
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

import hirec
from hirec.json_files import write_json
from hirec.types import HirecError
from hirec.validation_errors import first_problem

T = TypeVar("T")


class RecordsError(HirecError):
    """A folder of results is malformed, or belongs to another run."""


class Store(Generic[T]):
    """A file of records of one type, a line each."""

    def __init__(self, path: Path, kind: type[T]) -> None:
        self.path = path
        self._adapter = TypeAdapter(kind)

    def read(self) -> list[T]:
        """Records written so far; a last line cut short by a kill is left out.

        Raises:
            RecordsError: another line is malformed.

        """
        if not self.path.exists():
            return []
        lines = self.path.read_bytes().split(b"\n")  # a kill may cut a character in two
        records = []
        for number, line in enumerate(lines[:-1], start=1):
            try:
                records.append(self._adapter.validate_json(line))
            except ValidationError as error:
                raise RecordsError(
                    f"{self.path}, line {number}: {first_problem(error)}. Start over with --fresh."
                ) from error
        return records

    def append(self, record: T) -> None:
        """Add one record and hand it to the operating system."""
        with self.path.open("ab") as stream:
            stream.write(self._adapter.dump_json(record) + b"\n")

    def replace(self, records: Sequence[T]) -> None:
        """Write all records anew: to a temporary name, then renamed."""
        temporary = self.path.with_suffix(".tmp")
        temporary.write_bytes(b"".join(self._adapter.dump_json(r) + b"\n" for r in records))
        os.replace(temporary, self.path)  # noqa: PTH105


def stamp(filings: str, made_with: Mapping[str, Any]) -> dict[str, Any]:
    """All that results depend on, JSON-ready: ``made_with``, the filings, this package's code.

    ``filings`` is the fingerprint of the index's generation.
    """
    whole = {**made_with, "filings": filings, "code": code_fingerprint()}
    return dict(json.loads(json.dumps(whole, default=str)))


def earlier(out: Path, store: Store[T], made_with: Mapping[str, Any], fresh: bool) -> list[T]:
    """Records of an earlier run in ``out`` under the same stamp, which is written there.

    Args:
        out: Folder of the run.
        store: Its file of records.
        made_with: See :func:`stamp`.
        fresh: Takes nothing over, whatever is there.

    Raises:
        RecordsError: ``out`` holds a run under another stamp, and ``fresh`` is false.

    """
    run_file = out / "run.json"
    records = []
    if run_file.exists() and not fresh:
        _require_same(run_file, made_with)
        records = store.read()
    write_json(run_file, made_with)
    return records


def _require_same(run_file: Path, made_with: Mapping[str, Any]) -> None:
    try:
        before = json.loads(run_file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise RecordsError(f"{run_file} is not JSON: start over with --fresh.") from error
    changed = sorted(
        key for key in made_with.keys() | before.keys() if made_with.get(key) != before.get(key)
    )
    if changed:
        raise RecordsError(
            f"{run_file.parent} holds a run made with other {', '.join(changed)}: "
            "choose another --out, or start over with --fresh."
        )


@functools.cache
def code_fingerprint() -> str:
    """Hash of sources and prompts: answers of other code are never taken for this one's."""
    digest = hashlib.sha256()
    root = Path(hirec.__file__).parent
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".yaml", ".md"):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
