"""Failures over HTTP: a status for each kind, and the sentence that the command line says."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from hirec.cancelling import QuestionCancelledError
from hirec.index import IndexDamagedError
from hirec.llm.chat import LlmError
from hirec.types import (
    HirecError,
    IndexIncompatibleError,
    IndexMissingError,
    QuestionError,
    ReadError,
)
from serving.feedback.store import FeedbackError
from serving.sources import SourceMissingError
from serving.traces import NotACandidateError, TraceMissingError

LOG = logging.getLogger("hirec.http")


class RequestError(HirecError):
    """A request that is not of the form that the API takes."""


class NotFoundError(HirecError):
    """There is no such index, filing, page or passage."""


class UnauthorizedError(HirecError):
    """A key is needed, and none or an unknown one came."""


class ForbiddenError(HirecError):
    """The key, or the page that the request came from, may not do this."""


class BusyError(HirecError):
    """As many questions as may wait are waiting, or a key asks too often."""

    def __init__(self, message: str, retry_after_s: int) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


STATUS: tuple[tuple[type[HirecError], int], ...] = (
    (UnauthorizedError, 401),
    (ForbiddenError, 403),
    (NotFoundError, 404),
    (TraceMissingError, 404),
    (NotACandidateError, 404),
    (SourceMissingError, 410),
    (QuestionError, 422),
    (RequestError, 422),
    (ReadError, 422),
    (FeedbackError, 422),
    (BusyError, 429),
    (QuestionCancelledError, 499),
    (LlmError, 502),
    (IndexMissingError, 503),
    (IndexIncompatibleError, 503),
    (IndexDamagedError, 503),
)
"""Kind of failure → HTTP status, the first that fits; another failure of ours is a 500."""


def status_of(error: HirecError) -> int:
    """The HTTP status of a failure."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), 500)


def error_json(error: HirecError) -> dict[str, Any]:
    """A failure as ``hirec --json`` prints it."""
    return {"error": type(error).__name__, "message": str(error)}


def headers_of(error: HirecError) -> Mapping[str, str]:
    """What a client needs to know beside the sentence."""
    if isinstance(error, BusyError):
        return {"Retry-After": str(error.retry_after_s)}
    return {"WWW-Authenticate": "Bearer"} if isinstance(error, UnauthorizedError) else {}


def answer_failures(app: FastAPI) -> None:
    """Let every failure of the application be answered in one form."""

    @app.exception_handler(HirecError)
    async def ours(request: Request, error: HirecError) -> JSONResponse:
        status = status_of(error)
        if status == 500:
            LOG.error("%s", error, exc_info=error)
        return JSONResponse(in_form(request, error), status, dict(headers_of(error)))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"] if part != "body")
        named = RequestError(f"{place or 'the request'}: {problem['msg']}.")
        return JSONResponse(in_form(request, named), 422)

    @app.exception_handler(HTTPException)
    async def unknown(request: Request, error: HTTPException) -> JSONResponse:
        kind: HirecError = RequestError(error.detail)
        if error.status_code == 405:
            kind = RequestError(f"{request.url.path} does not take {request.method}.")
        if error.status_code == 404:
            kind = NotFoundError(f"There is no {request.url.path} here; see /openapi.json.")
        return JSONResponse(in_form(request, kind), error.status_code, dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> JSONResponse:
        LOG.error("unforeseen", exc_info=error)
        number = request.scope.get("request_id", "")
        named = HirecError(f"This is a fault of the server; its log tells of request {number}.")
        return JSONResponse(in_form(request, named), 500)


def in_form(request: Request, error: HirecError) -> dict[str, Any]:
    """The body of a failure: for OpenAI's routes in OpenAI's form."""
    if not request.url.path.startswith("/v1/"):
        return error_json(error)
    return {"error": {"message": str(error), "type": type(error).__name__, "code": None}}
