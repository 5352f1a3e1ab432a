"""Where a run's figures come from: the manifest beside ``metrics.json``."""

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import hirec
from hirec.digests import sha256_of
from hirec.evaluation.store import RecordsError, code_fingerprint
from hirec.json_files import write_json

MANIFEST = "manifest.json"


class DataState(StrEnum):
    """What is known of the questions by those who wrote the system."""

    UNSTATED = "unstated"
    UNTOUCHED = "untouched"
    """Nobody who wrote the system had read them when they were asked."""
    DEVELOPED = "developed"
    """The system was developed on them, or they were looked at meanwhile."""
    GENERATED = "generated"
    """Made by a program, such as `hirec eval make-questions`."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a run was made of, as whoever started it knows."""

    command: str = ""
    """The command line; empty where the library was called."""
    data: tuple[Path, ...] = ()
    """Files of questions and judgements."""
    state: DataState = DataState.UNSTATED


def check_origin(out: Path, origin: Origin | None, *, edited: bool = False) -> None:
    """Refuse to write over a finished run of other data, or to call its data something else.

    Args:
        out: Folder that a run is to be written into.
        origin: Of that run.
        edited: The data may differ: what of it is as it was is taken over.

    Raises:
        RecordsError: ``out`` holds such a run.

    """
    path = out / MANIFEST
    if origin is None or not path.exists():
        return
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise RecordsError(f"{path} is not JSON: remove the folder, or choose another.") from error
    state = before.get("state", DataState.UNSTATED.value)
    if state != origin.state.value:
        raise RecordsError(
            f"{out} holds a run whose data was {state} when it was made, not {origin.state.value}: "
            "choose another --out."
        )
    if not edited and before.get("data") != _hashes(origin):
        raise RecordsError(f"{out} holds a run over other data: choose another --out.")


def _hashes(origin: Origin) -> dict[str, str]:
    return {path.name: sha256_of(path) for path in origin.data}


def write_metrics(
    out: Path, metrics: Mapping[str, Any], origin: Origin | None, *, again: bool = False
) -> None:
    """Write a finished run's ``metrics.json``, and ``manifest.json`` with its origin.

    Every kind of run ends here, so none is without date, commit and hash of its data.

    Args:
        out: Folder of the run.
        metrics: JSON-ready.
        origin: Command and data; None leaves them unsaid.
        again: Nothing was asked anew: a manifest that is there keeps the day of its run.

    """
    write_json(out / "metrics.json", metrics)
    if again and (out / MANIFEST).exists():
        return
    origin = origin or Origin()
    manifest = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": _version(),
        "commit": _commit(Path(hirec.__file__).parents[1]),
        "code": code_fingerprint(),
        "command": origin.command,
        "data": _hashes(origin),
        "state": origin.state.value,
    }
    write_json(out / MANIFEST, manifest)


def _version() -> str:
    """Version of the package; empty where a bare checkout is on the path."""
    try:
        return version("hirec")
    except PackageNotFoundError:
        return ""


@cache
def _commit(checkout: Path) -> str:
    """The commit of a checkout, with ``+`` where files differ from it; empty without one."""
    if not (checkout / ".git").exists():
        return ""
    try:
        head = _git(checkout, "rev-parse", "--short=12", "HEAD")
        changed = _git(checkout, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return ""
    return head + "+" * bool(changed)


def _git(checkout: Path, *words: str) -> str:
    command = ["git", "-C", str(checkout), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10)  # noqa: S603
    return done.stdout.strip()
