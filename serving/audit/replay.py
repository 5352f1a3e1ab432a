"""Asking a bundle's question again with the replies in it, and comparing both stories."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import ValidationError

from hirec.llm.cache import CachedReply, ReplyCache
from hirec.llm.errors import Failure, LlmReplayError
from hirec.pipeline import HiREC
from hirec.renamed_settings import with_new_names
from hirec.settings import Settings
from hirec.types import HirecError, Usage
from hirec.validation_errors import first_problem
from serving.audit.bundle import Bundle, kept_replies
from serving.audit.story import Story, build_story, canonical
from serving.traces import run_json

_SHOWN = 200
"""Characters of a value that are told."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing in which two stories differ."""

    where: str
    """Its place in the story: ``answer.text``, ``candidates[3].way[0].became``."""
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Replay:
    """What asking again came to."""

    difference: Difference | None
    """None where both stories are the same, bit for bit."""
    changed: tuple[str, ...]
    """What is no longer as it was when the bundle was made: ``code``, ``filings``."""


def replay(bundle: Bundle, index_dir: Path) -> Replay:
    """Ask again over an index; no model is asked: what it replied then is in the bundle.

    Failures are repeated too, of a server that was gone as of a reply that could not be used.
    Raises :class:`HirecError` where the run cannot be repeated: its settings are unknown here, a
    reply was not kept, or the code asks for a reply that the run did not need.
    """
    run = bundle["run"]
    day = date.fromisoformat(run["as_of"]) if run["as_of"] else None
    history = [(question, answer) for question, answer in run["history"]]
    with TemporaryDirectory() as folder:
        settings = _settings(run["settings"], bundle["story"]["calls"], Path(folder) / "replies.db")
        with closing(HiREC.open(index_dir, settings)) as hirec:
            try:
                answer = hirec.ask(bundle["story"]["question"], day, history)
            except LlmReplayError as error:
                raise HirecError(
                    "Asked again, the run needs a reply that it did not get then: code, settings, "
                    "filings or the bundle changed since."
                ) from error
            now = run_json(hirec, day, history)
            with kept_replies(settings.llm.cache) as replies:
                story = json.loads(canonical(build_story(answer.to_dict(), hirec.index, replies)))
    changed = tuple(name for name in ("code", "filings") if run[name] != now[name])
    if canonical(story) == canonical(bundle["story"]):
        return Replay(None, changed)
    return Replay(first_difference(bundle["story"], story), changed)


def _settings(content: dict[str, Any], calls: Sequence[Mapping[str, Any]], cache: Path) -> Settings:
    """The run's settings, with a model that is not asked: its replies are put into ``cache``."""
    try:
        content = with_new_names(content)
        settings = Settings.model_validate(content)
        if not settings.llm.chosen:
            return settings
        _put(calls, cache)
        llm = {**content["llm"], "mode": "replay", "cache": str(cache)}
        return Settings.model_validate({**content, "llm": llm})
    except ValidationError as error:
        problem = first_problem(error, "top level")
        raise HirecError(f"The bundle's settings cannot be used: {problem}.") from error


def _put(calls: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Keep what the calls of a story came to; raises :class:`HirecError` for one not told."""
    with closing(ReplyCache(path)) as cache:
        for call in calls:
            failure = Failure(**call["failure"]) if "failure" in call else None
            if call["reply"] is None and failure is None:
                raise HirecError(
                    f"The bundle lacks the reply to '{call['task']}', so the run cannot be "
                    "repeated: ask with llm.cache, and make the bundle while that file is there."
                )
            reply = CachedReply(call["reply"] or "", "", Usage(), 0.0, failure)
            cache.put(call["key"], reply, call["task"], call["version"])


def first_difference(was: Story, now: Story) -> Difference | None:
    """The first place at which two values differ; objects are walked by sorted keys."""
    return _walk("", was, now)


def _walk(where: str, was: object, now: object) -> Difference | None:
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted(was.keys() | now.keys()):
            place = f"{where}.{key}" if where else key
            if key not in was or key not in now:
                return Difference(place, _value_text(was, key), _value_text(now, key))
            if found := _walk(place, was[key], now[key]):
                return found
        return None
    if isinstance(was, list) and isinstance(now, list):
        for at, pair in enumerate(zip(was, now, strict=False)):
            if found := _walk(f"{where}[{at}]", *pair):
                return found
        if len(was) == len(now):
            return None
        return Difference(where, f"{len(was)} entries", f"{len(now)} entries")
    same = type(was) is type(now) and was == now
    return None if same else Difference(where, _short(was), _short(now))


def _value_text(content: dict[str, object], key: str) -> str:
    return _short(content[key]) if key in content else "nothing"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …"
