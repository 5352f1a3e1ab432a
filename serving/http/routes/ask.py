"""Questions: answered at once, or step by step while they run; and searches."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import TypeAdapter

from hirec.stages.recorder import Listener
from hirec.types import Passage, Retrieval
from serving.http.questions import Running, answer_unless_disconnected
from serving.http.registry import ServedIndex
from serving.http.shapes import (
    ANSWER_EXAMPLE,
    EVENTS_EXAMPLE,
    FAILURES,
    AskBody,
    SearchBody,
)
from serving.http.site import Asked, Question, Served, site_of
from serving.http.streaming import as_events, event_stream

router = APIRouter(prefix="/api/indexes/{index}", tags=["questions"], responses=FAILURES)
_RETRIEVAL: TypeAdapter[Retrieval] = TypeAdapter(Retrieval)
_JSON: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "As `hirec ask --json` prints it; the first fields:",
        "content": {"application/json": {"example": ANSWER_EXAMPLE}},
    }
}
_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "`taken`, then a `step` event a step, then `answer` or `error`.",
        "content": {"text/event-stream": {"example": EVENTS_EXAMPLE}},
    }
}


def taken(request: Request, index: ServedIndex, asked: Question) -> Running:
    """A question on its way; raises BusyError."""
    site = site_of(request)
    return site.questions.take(partial(site.answer, index, asked, request.headers))


@router.post("/ask", responses=_JSON, response_class=JSONResponse)
async def ask(request: Request, index: Asked, body: AskBody) -> JSONResponse:
    """Answer a question. An abstention is an answer too: its `verdict` says so."""
    return JSONResponse(
        await answer_unless_disconnected(request, taken(request, index, body.asked()))
    )


@router.post("/ask/events", responses=_EVENTS, response_class=StreamingResponse)
async def ask_events(request: Request, index: Asked, body: AskBody) -> StreamingResponse:
    """Answer a question step by step, as server-sent events."""
    return event_stream(as_events(taken(request, index, body.asked())))


@router.post("/retrieve", response_class=JSONResponse)
async def retrieve(request: Request, site: Served, index: Asked, body: SearchBody) -> JSONResponse:
    """Rank filings and passages for a question; nothing is read or answered."""

    def search(listener: Listener) -> dict[str, Any]:
        del listener
        return retrieval_json(index.hirec.retrieve(body.question, body.as_of))

    return JSONResponse(await answer_unless_disconnected(request, site.questions.take(search)))


def retrieval_json(found: Retrieval) -> dict[str, Any]:
    """Filings and passages with each path's score."""
    content: dict[str, Any] = _RETRIEVAL.dump_python(found, mode="json", exclude={"candidates"})
    content["candidates"] = [
        {
            "passage": passage_head(candidate.passage),
            "score": candidate.score,
            "scores": dict(candidate.scores),
        }
        for candidate in found.candidates
    ]
    return content


def passage_head(passage: Passage) -> dict[str, Any]:
    """What of a passage a list shows."""
    return {
        "passage_id": passage.passage_id,
        "filing_id": passage.filing_id,
        "page_number": passage.page_number,
        "kind": passage.kind.value,
        "title": passage.title,
        "section": passage.section,
        "text": passage.text,
    }
