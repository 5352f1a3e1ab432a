"""Answers as JSON, and the traces kept beside an index."""

import hashlib
import heapq
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hirec.types import Answer, HirecError

if TYPE_CHECKING:
    from hirec.pipeline import HiREC

_FOLDER = "traces"
_SHOWN = 200
"""Runs that :func:`stored_runs` lists at most."""
_LISTS = ("passages", "order", "candidates")
"""Where the detail of a step lists passages with figures."""


class TraceMissingError(HirecError):
    """No run is stored under an id."""


class NotACandidateError(HirecError):
    """No stage of a run saw a passage."""


def run_json(
    hirec: "HiREC", as_of: date | None, history: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    """All that is needed to ask again: settings that differ from the defaults, day and turns.

    With it the fingerprints of the filings and of the code that answered.

    Args:
        hirec: That was asked.
        as_of: Day of the question; None: none.
        history: The (question, answer) turns before it, oldest first.

    """
    from hirec.evaluation.store import stamp

    asked = {
        "as_of": as_of.isoformat() if as_of else None,
        "history": [list(turn) for turn in history],
        "settings": hirec.settings.model_dump(mode="json", exclude_defaults=True),
    }
    return stamp(hirec.index.fingerprint, asked)


def store_trace(index_dir: Path, answer: Answer, run: Mapping[str, Any]) -> dict[str, Any]:
    """Write the answer with its trace to ``<index>/traces/<id>.json``; returns what was written.

    Raises :class:`HirecError` where the folder cannot be written.

    Args:
        index_dir: Folder of the index.
        answer: With its trace.
        run: How it was asked (:func:`run_json`).

    """
    now = datetime.now(UTC)
    digest = hashlib.sha256(f"{now.isoformat()} {answer.question}".encode()).hexdigest()[:6]
    trace_id = f"{now:%Y%m%dT%H%M%S}-{digest}"
    path = index_dir / _FOLDER / f"{trace_id}.json"
    content = {"trace_id": trace_id, "run": dict(run), **answer.to_dict()}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise HirecError(
            f"Cannot store the trace in {path.parent}: {error.strerror}; make the folder writable."
        ) from error
    return content


def load_trace(index_dir: Path, trace_id: str) -> dict[str, Any]:
    """A stored trace; raises :class:`TraceMissingError`, or HirecError where it is damaged."""
    path = index_dir / _FOLDER / f"{Path(trace_id).name}.json"
    try:
        if "\0" in trace_id:  # names no file, whatever the system
            raise FileNotFoundError
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        known = sorted(found.stem for found in path.parent.glob("*.json"))
        latest = f"the latest is {known[-1]}" if known else "none is stored yet"
        message = f"There is no trace {trace_id} in {path.parent}; {latest}."
        raise TraceMissingError(message) from error
    except ValueError as error:
        raise HirecError(f"The trace {path} is damaged: {error}.") from error
    if not isinstance(content, dict):
        raise HirecError(f"The trace {path} is damaged: it holds no object.")
    return content


def stored_runs(index_dir: Path, most: int = _SHOWN) -> list[str]:
    """Ids of the latest runs, the newest first."""
    found = (path.stem for path in (index_dir / _FOLDER).glob("*.json"))
    return heapq.nlargest(most, found)


def passage_history(content: Mapping[str, Any], passage_id: str) -> list[dict[str, Any]]:
    """What each step of a stored trace says of a passage: stage, round, what became of it, detail.

    Raises :class:`NotACandidateError`.
    """
    steps = content.get("trace", {}).get("steps", [])
    found = ((step, _became(step["stage"], step["detail"], passage_id)) for step in steps)
    way = [
        {**_place(step), "became": words[0], "detail": words[1]}
        for step, words in found
        if words is not None
    ]
    if not way:
        raise NotACandidateError(
            f"{passage_id} never was a candidate in this trace; the trace itself lists those that "
            "were, as FILING#PAGE.NUMBER."
        )
    if any(citation.get("passage_id") == passage_id for citation in content.get("citations", [])):
        way.append({"stage": "answer", "round": 0, "became": "cited", "detail": {}})
    return way


def _place(step: Mapping[str, Any]) -> dict[str, Any]:
    """Stage and round of a step, and the part of the question that it is about, if it has any."""
    part = step["detail"].get("part")
    return {"stage": step["stage"], "round": step["round"]} | ({"part": part} if part else {})


def candidates_of(detail: Mapping[str, Any]) -> list[str]:
    """The passage_ids that a step saw, each once, in its own order."""
    entries = (entry for name in _LISTS for entry in detail.get(name, ()))
    listed = [e["passage"] for e in entries if isinstance(e, dict) and "passage" in e]
    named = [*detail.get("shown", ()), *detail.get("kept", ())]
    return list(dict.fromkeys([*listed, *named]))


def _became(
    stage: str, detail: Mapping[str, Any], passage_id: str
) -> tuple[str, dict[str, Any]] | None:
    """What a step made of a passage, with its figures; None where it did not see it."""
    if stage == "curation":
        if passage_id in detail.get("kept", ()):
            return "kept as evidence", {}
        shown = passage_id in detail.get("shown", ())
        return ("shown, not kept as evidence", {}) if shown else None
    for name in _LISTS:
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
