"""Feedback: said of a run, and read by the operator."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query

from serving.feedback.store import Feedback, FeedbackStore
from serving.http.shapes import FAILURES, FeedbackBody, FeedbackList, FeedbackRow
from serving.http.site import Caller, Judged, Operated
from serving.traces import load_trace

router = APIRouter(prefix="/api/indexes/{index}", tags=["feedback"], responses=FAILURES)


@router.post("/traces/{trace_id}/feedback", status_code=201)
def give(index: Judged, key: Caller, trace_id: str, body: FeedbackBody) -> FeedbackRow:
    """Say what an answer was worth; the last that is said of a run with one key counts."""
    run = load_trace(index.folder, trace_id)
    if body.passage_id:
        index.passage(body.passage_id)
    by = key.key_id if key is not None else ""
    words = Feedback(run["trace_id"], run["question"], given_by=by, **body.model_dump())
    return FeedbackRow(**asdict(FeedbackStore(index.folder).add(words)))


@router.get("/feedback")
def recent(
    index: Operated,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> FeedbackList:
    """What was said lately, the newest first, with the question of each."""
    store = FeedbackStore(index.folder)
    rows = [FeedbackRow(**asdict(words)) for words in store.recent(limit, offset)]
    return FeedbackList(total=store.count(), feedback=rows)
