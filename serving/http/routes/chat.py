"""OpenAI's routes: models and chat completions, for clients that know no other."""

import json
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from hirec.types import HirecError, StageRecord
from serving.http.errors import in_form
from serving.http.openai import ChatBody, chunk, chunks, completion, head, index_of, models, usage
from serving.http.questions import Running, answer_unless_disconnected
from serving.http.routes.ask import taken
from serving.http.shapes import OPENAI_FAILURES
from serving.http.site import Caller, Question, Served, permitted
from serving.http.streaming import COMMENT, asked, event_stream
from serving.keys import Action

router = APIRouter(prefix="/v1", tags=["OpenAI-compatible"], responses=OPENAI_FAILURES)
_STARTED = int(time.time())
_BOTH: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {}, "text/event-stream": {}}}
}


@router.get("/models")
def list_models(site: Served, key: Caller) -> JSONResponse:
    """The indexes as models, as far as the caller may ask them."""
    names = [name for name in site.registry if key is None or key.allows(Action.ASK, name)]
    return JSONResponse(models(names, _STARTED))


@router.post("/chat/completions", responses=_BOTH, response_class=JSONResponse)
async def chat(request: Request, site: Served, key: Caller, body: ChatBody) -> Response:
    """Answer the last message, with those before it in mind."""
    index = permitted(site, key, Action.ASK, index_of(body.model, next(iter(site.registry))))
    question, turns = body.asked()
    running = taken(request, index, Question(question, history=turns))
    number, created = str(request.scope["request_id"]), int(time.time())
    page_of = f"{str(request.base_url).rstrip('/')}/#/page/{index.name}"
    if body.stream:
        begun = head(".chunk", body.model, number, created)
        return _stream(request, running, body, begun, page_of)
    begun = head("", body.model, number, created)
    return JSONResponse(
        completion(begun, await answer_unless_disconnected(request, running), page_of)
    )


def _stream(
    request: Request, running: Running, body: ChatBody, begun: Mapping[str, Any], page_of: str
) -> StreamingResponse:
    async def lines() -> AsyncIterator[str]:
        yield _data(chunk(begun, {"role": "assistant", "content": ""}))
        async for each in asked(running):
            match each:
                case None | StageRecord():
                    yield COMMENT
                case HirecError():
                    yield _data(in_form(request, each))
                case stored:
                    for piece in chunks(begun, stored, page_of):
                        yield _data(piece)
                    if body.stream_options is not None and body.stream_options.include_usage:
                        yield _data({**begun, "choices": [], "usage": usage(stored)})
        yield "data: [DONE]\n\n"

    return event_stream(lines())


def _data(content: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(content, ensure_ascii=False)}\n\n"
