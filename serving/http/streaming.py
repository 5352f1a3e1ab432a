"""Server-sent events: lines that a browser, or any client, can read while a question runs."""

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi.responses import StreamingResponse
from pydantic import TypeAdapter

from hirec.types import HirecError, StageRecord
from serving.http.errors import error_json
from serving.http.questions import Running, Stored

PATIENCE_S = 10.0
"""After so long without a step a comment is sent, so that nobody in between hangs up."""
COMMENT = ": still at it\n\n"
_STEP: TypeAdapter[StageRecord] = TypeAdapter(StageRecord)
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def event(name: str, content: Mapping[str, Any]) -> str:
    """One event; JSON holds no raw line break, so one data line is enough."""
    return f"event: {name}\ndata: {json.dumps(content, ensure_ascii=False)}\n\n"


def step_json(step: StageRecord) -> dict[str, Any]:
    """A step as the trace holds it."""
    content: dict[str, Any] = _STEP.dump_python(step, mode="json")
    return content


def event_stream(lines: AsyncIterator[str]) -> StreamingResponse:
    """A response of events; when the client leaves, the iterator is closed."""
    return StreamingResponse(lines, media_type="text/event-stream", headers=_HEADERS)


async def asked(running: Running) -> AsyncIterator[StageRecord | Stored | HirecError | None]:
    """Each step as it ends, then the answer or the named failure; None: nothing new for a while.

    Whoever stops listening ends the question.
    """
    with running:
        while True:
            try:
                step = await running.next_step(PATIENCE_S)
            except TimeoutError:
                yield None
                continue
            if step is None:
                break
            yield step
        try:
            yield await running.answer()
        except HirecError as error:
            yield error


async def as_events(running: Running) -> AsyncIterator[str]:
    """``taken`` at once, with the number of questions ahead; ``step``s; ``answer`` or ``error``."""
    yield event("taken", {"ahead": running.ahead})
    async for each in asked(running):
        match each:
            case None:
                yield COMMENT
            case StageRecord():
                yield event("step", step_json(each))
            case HirecError():
                yield event("error", error_json(each))
            case _:
                yield event("answer", each)
