"""What the checkpoints of a run belong to, so that a killed run goes on and no other one does."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from pydantic import BaseModel

from training.data.record import Record
from training.errors import TrainingError
from training.lessons.lesson import Lesson

CHECKPOINTS = "checkpoints"
RUN = "run.json"
"""Among the checkpoints: what they belong to."""


def begin(out: Path, identity: str, measure: Callable[[], float]) -> float:
    """What a measure says before training, asked once however often the run goes on.

    Args:
        out: Folder of the run; its checkpoints are below.
        identity: Fingerprint of records and settings.
        measure: Called where the run is new.

    Raises:
        TrainingError: ``out`` holds the checkpoints of another run.

    """
    path = out / CHECKPOINTS / RUN
    if path.exists():
        known = json.loads(path.read_text(encoding="utf-8"))
        if known["identity"] != identity:
            raise TrainingError(
                f"{path.parent} belongs to a run with other records or settings; give another "
                "--out, or delete it to begin anew."
            )
        return float(known["before"])
    before = measure()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"identity": identity, "before": before}), encoding="utf-8")
    return before


def identity(items: Sequence[Record] | Sequence[Lesson], settings: BaseModel) -> str:
    """Changes with whatever changes the course of the run."""
    digest = hashlib.sha256(settings.model_dump_json(exclude={"threads", "device"}).encode())
    for item in items:
        digest.update(repr(asdict(item)).encode())
    return digest.hexdigest()
