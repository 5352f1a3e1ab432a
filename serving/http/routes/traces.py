"""Stored runs: the whole trace, why not this passage, where numbers stand, the audit bundle."""

import asyncio
from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, JSONResponse

from hirec.types import ReadError
from indexing.reading.pdf_view import PrintedText
from serving.audit.bundle import make_bundle
from serving.audit.page import page as audit_page
from serving.highlights import Highlight, highlights_of
from serving.http.registry import ServedIndex
from serving.http.shapes import FAILURES, PlaceOut, RunRow
from serving.http.site import Read, Served, Site
from serving.sources import SourceMissingError, source_of
from serving.traces import load_trace, passage_history, stored_runs

router = APIRouter(prefix="/api/indexes/{index}/traces", tags=["traces"], responses=FAILURES)
_AUDIT = {
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
}
"""The bundle's page is one file with its style inside, and has no script."""


@router.get("")
def runs(index: Read) -> list[RunRow]:
    """The latest runs, the newest first."""
    return [RunRow(trace_id=each) for each in stored_runs(index.folder)]


@router.get("/{trace_id}")
def trace(index: Read, trace_id: str) -> JSONResponse:
    """A stored run: the answer, and each step with what it saw, kept and dropped."""
    return JSONResponse(load_trace(index.folder, trace_id))


@router.get("/{trace_id}/why")
def why(
    index: Read,
    trace_id: str,
    passage: Annotated[str, Query(examples=["HPFD_2022_10K#8.2"])],
) -> JSONResponse:
    """What became of a passage: each stage's score and rank, kept or dropped by which rule."""
    way = passage_history(load_trace(index.folder, trace_id), passage)
    return JSONResponse({"passage": passage, "steps": way})


@router.get("/{trace_id}/places")
async def places(site: Served, index: Read, trace_id: str) -> list[PlaceOut]:
    """Where each operand and citation stands; nothing is said of what is not certain."""
    stored = load_trace(index.folder, trace_id)
    return await asyncio.to_thread(_places, site, index, stored)


@router.get("/{trace_id}/bundle")
async def bundle(index: Read, trace_id: str) -> JSONResponse:
    """All of a run for an auditor, as `hirec trace bundle` writes it."""
    return JSONResponse(await asyncio.to_thread(_bundle, index, trace_id))


@router.get("/{trace_id}/bundle/page", response_class=HTMLResponse)
async def bundle_page(index: Read, trace_id: str) -> HTMLResponse:
    """The same as one page that loads nothing."""
    made = await asyncio.to_thread(_bundle, index, trace_id)
    return HTMLResponse(audit_page(made), headers=_AUDIT)


def _bundle(index: ServedIndex, trace_id: str) -> dict[str, Any]:
    return make_bundle(load_trace(index.folder, trace_id), index.index)


def _places(site: Site, index: ServedIndex, stored: dict[str, Any]) -> list[PlaceOut]:
    found = highlights_of(stored, index.index)
    checked: dict[int, Highlight] = {}
    for filing_id in dict.fromkeys(place.filing_id for place in found):
        own = [at for at, place in enumerate(found) if place.filing_id == filing_id]
        for at, place in zip(own, _boxed(site, index, [found[at] for at in own]), strict=True):
            checked[at] = place
    return [
        PlaceOut(**asdict(checked[at]), certain=checked[at].certain) for at in range(len(found))
    ]


def _boxed(site: Site, index: ServedIndex, places: list[Highlight]) -> list[Highlight]:
    """Places of one filing, with the boxes in which its file prints just that, and no others."""
    boxed = [place for place in places if place.box is not None]
    bare = [replace(place, box=None) for place in places]
    if not boxed:
        return bare
    texts = [
        PrintedText(place.page_number, place.printed, place.box, place.row is not None)
        for place in boxed
        if place.box is not None
    ]
    try:
        source = source_of(index.index, boxed[0].filing_id)
        boxes = iter(site.pictures.find(source.path, texts) if source.is_pdf else ())
    except (SourceMissingError, ReadError):  # then there is no picture to draw on either
        return bare
    return [
        replace(place, box=next(boxes, None)) if place.box is not None else place
        for place in places
    ]
