"""For whoever runs the server: alive, ready, metrics."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from hirec.index.generations import newest_generation
from hirec.types import HirecError
from serving.http.errors import ForbiddenError, error_json
from serving.http.shapes import FAILURES
from serving.http.site import Caller, Served
from serving.keys import Action

router = APIRouter(tags=["operations"], responses=FAILURES)
_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {CONTENT_TYPE_LATEST: {}}}}


@router.get("/healthz")
def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz")
def readyz(site: Served) -> JSONResponse:
    """Questions are taken and every catalog can be read; 503 otherwise."""
    if site.questions.closed:
        return JSONResponse({"status": "closing"}, 503)
    try:
        generations = {
            name: newest_generation(each.index.layout).number
            for name, each in site.registry.items()
        }
    except HirecError as error:
        return JSONResponse({"status": "not ready", **error_json(error)}, 503)
    return JSONResponse({"status": "ready", "generations": generations})


@router.get("/metrics", responses=_TEXT, response_class=Response)
def metrics(site: Served, key: Caller) -> Response:
    """Counters in Prometheus' format."""
    if key is not None and not any(scope.action is Action.OPERATE for scope in key.scopes):
        raise ForbiddenError("This key may not operate the server.")
    return Response(site.metrics.text(), media_type=CONTENT_TYPE_LATEST)
