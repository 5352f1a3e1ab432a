"""Filings that are handed in, and what became of them."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from serving.http.errors import NotFoundError
from serving.http.shapes import FAILURES, UploadOut
from serving.http.site import Ingested, Served, Site
from serving.http.uploads import Uploads

router = APIRouter(prefix="/api/indexes/{index}/uploads", tags=["uploads"], responses=FAILURES)
_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post("", status_code=202, openapi_extra=_BODY)
async def upload(
    request: Request,
    site: Served,
    index: Ingested,
    name: Annotated[str, Query(max_length=200, description="The file's own name.")],
) -> UploadOut:
    """Hand in a filing as PDF, HTML or text; the body is the file, its content decides its kind.

    It is read in the background; questions find it once its state is `done`.
    """
    made = await _uploads(site).take(index, name, request.stream())
    return UploadOut(**asdict(made))


@router.get("/{upload_id}")
def upload_state(site: Served, index: Ingested, upload_id: str) -> UploadOut:
    """How far a file has come."""
    return UploadOut(**asdict(_uploads(site).find(index, upload_id)))


def _uploads(site: Site) -> Uploads:
    if site.uploads is None:
        raise NotFoundError("This server takes no filings; it was started without --uploads.")
    return site.uploads
