"""Answers as JSON, and the traces kept beside an index."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from hirec.types import Answer, HirecError

_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)

_FOLDER = "traces"


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer with its trace, ready for JSON; passages appear by their ids only."""
    content: dict[str, Any] = _ANSWER.dump_python(
        answer, mode="json", exclude={"evidence", "ranked", "parts"}
    )
    content["evidence"] = [passage.passage_id for passage in answer.evidence]
    content["ranked"] = [passage.passage_id for passage in answer.ranked]
    content["parts"] = [answer_json(part) for part in answer.parts]
    content["seconds_by_stage"] = answer.trace.seconds_by_stage()
    return content


def store_trace(index_dir: Path, answer: Answer) -> str:
    """Write the answer with its trace to ``<index>/traces/<id>.json``; returns the id.

    Raises :class:`HirecError` where the folder cannot be written.
    """
    now = datetime.now(UTC)
    digest = hashlib.sha256(f"{now.isoformat()} {answer.question}".encode()).hexdigest()[:6]
    trace_id = f"{now:%Y%m%dT%H%M%S}-{digest}"
    path = index_dir / _FOLDER / f"{trace_id}.json"
    text = json.dumps({"trace_id": trace_id, **answer_json(answer)}, ensure_ascii=False, indent=1)
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise HirecError(
            f"Cannot store the trace in {path.parent}: {error.strerror}; make the folder writable."
        ) from error
    return trace_id


def load_trace(index_dir: Path, trace_id: str) -> dict[str, Any]:
    """A stored trace; raises :class:`HirecError` where there is none or it is damaged."""
    path = index_dir / _FOLDER / f"{Path(trace_id).name}.json"
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        known = sorted(found.stem for found in path.parent.glob("*.json"))
        latest = f"the latest is {known[-1]}" if known else "none is stored yet"
        raise HirecError(f"There is no trace {trace_id} in {path.parent}; {latest}.") from error
    except ValueError as error:
        raise HirecError(f"The trace {path} is damaged: {error}.") from error
    if not isinstance(content, dict):
        raise HirecError(f"The trace {path} is damaged: it holds no object.")
    return content


def way_of(content: Mapping[str, Any], passage_id: str) -> list[dict[str, Any]]:
    """What each step of a stored trace says of a passage: stage, round, what became of it, detail.

    Raises :class:`HirecError` where it never was a candidate.
    """
    steps = content.get("trace", {}).get("steps", [])
    found = ((step, _became(step["stage"], step["detail"], passage_id)) for step in steps)
    way = [
        {"stage": step["stage"], "round": step["round"], "became": said[0], "detail": said[1]}
        for step, said in found
        if said is not None
    ]
    if not way:
        raise HirecError(
            f"{passage_id} never was a candidate in this trace; the trace itself lists those that "
            "were, as FILING#PAGE.NUMBER."
        )
    if any(citation.get("passage_id") == passage_id for citation in content.get("citations", [])):
        way.append({"stage": "answer", "round": 0, "became": "cited", "detail": {}})
    return way


def _became(
    stage: str, detail: Mapping[str, Any], passage_id: str
) -> tuple[str, dict[str, Any]] | None:
    """What a step made of a passage, with its figures; None where it did not see it."""
    if stage == "curation":
        if passage_id in detail.get("kept", ()):
            return "kept as evidence", {}
        shown = passage_id in detail.get("shown", ())
        return ("shown, not kept as evidence", {}) if shown else None
    for name in ("passages", "order", "candidates"):
        listed = [entry for entry in detail.get(name, ()) if isinstance(entry, dict)]
        ranks = [at for at, entry in enumerate(listed) if entry.get("passage") == passage_id]
        if not ranks:
            continue
        entry = {key: value for key, value in listed[ranks[0]].items() if key != "passage"}
        if name == "candidates":
            last = entry["steps"][-1]
            place = f"rank {last['rank']}" if last["kept"] else f"dropped: {last['rule']}"
            return place, entry
        return f"rank {ranks[0] + 1} of {len(listed)}", entry
    return None
