"""Figures of finished runs as small records, which pages are generated from.

A record holds figures and where they come from, and no data: it may be kept in a repository.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hirec.evaluation.origin import MANIFEST, DataState
from hirec.evaluation.store import RecordsError
from hirec.json_files import write_json
from hirec.validation_errors import first_problem

_FIGURE = {"value", "low", "high", "n"}
_APART = frozenset(("by_type", "by_slice", "seconds_by_stage", "runs", "made_with"))
"""Parts of ``metrics.json`` that a page does not list."""
_FOLDERS = re.compile(r"(?<![^\s=])/\S*/(?=[^/\s]+/[^/\s]+)")
"""What leads to the last two names of an absolute path."""


class Figure(BaseModel):
    """A value with its 95% interval over ``n`` questions, as far as there is one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: int | float
    """A count where it is whole, a share or an amount where it is not."""
    low: float | None = None
    high: float | None = None
    n: int | None = None


class ResultRecord(BaseModel):
    """What one run came to."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    system: str = ""
    date: str = ""
    version: str = ""
    commit: str = ""
    code: str = ""
    """Hash of the package's sources."""
    command: str
    data: dict[str, str] = Field(default_factory=dict)
    """File → SHA-256."""
    state: DataState = DataState.UNSTATED
    carried_over: str = ""
    """Where a figure was taken from that has no run of its own any more; empty for a run."""
    figures: dict[str, Figure]


def load_result(path: Path) -> ResultRecord:
    """The record of a run's folder, or one that was kept.

    Raises:
        RecordsError: there is no finished run, or a file is malformed; the message names it.

    """
    if not path.is_dir():
        try:
            return ResultRecord.model_validate(_read(path))
        except ValidationError as error:
            raise RecordsError(f"{path}: {first_problem(error)}.") from error
    metrics, manifest = _read(path / "metrics.json"), _read(path / MANIFEST)
    named = {"title": path.resolve().name, "system": str(metrics.get("system", ""))}
    try:
        figures = dict(_figures(metrics))
    except ValidationError as error:
        raise _not_of_a_run(path / "metrics.json") from error
    try:
        return ResultRecord(**named, figures=figures, **manifest)
    except (ValidationError, TypeError) as error:
        raise _not_of_a_run(path / MANIFEST) from error


def _not_of_a_run(file: Path) -> RecordsError:
    return RecordsError(f"{file} is not what a run writes: run it again with --fresh.")


def keep_result(folder: Path, name: str, record: ResultRecord) -> Path:
    """Write a record as ``NAME.json``; returns its path.

    A record is published and a machine's folders are nobody's business: of an absolute path in the
    command the last two names are kept.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    kept = record.model_copy(update={"command": _FOLDERS.sub("", record.command)})
    write_json(path, kept.model_dump(mode="json", exclude_defaults=True))
    return path


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordsError(
            f"Cannot read {path}: {error.strerror}. A finished run has metrics.json "
            f"and {MANIFEST}; run its command again where one is missing."
        ) from error
    except ValueError as error:
        raise RecordsError(f"{path} is not JSON: {error}.") from error
    if not isinstance(content, dict):
        raise RecordsError(f"{path} is not a JSON object.")
    return content


def _figures(metrics: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Figure]]:
    """Every figure with its interval, by the names that lead to it."""
    for name, content in metrics.items():
        if not isinstance(content, Mapping) or name in _APART:
            continue
        if content.keys() == _FIGURE:
            if content["value"] is not None:
                yield f"{above}{name}", Figure.model_validate(content)
        else:
            yield from _figures(content, f"{above}{name} · ")
