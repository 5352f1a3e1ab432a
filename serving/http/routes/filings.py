"""Filings: lists with filters, identity, pages, passages, the original file."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from pydantic import TypeAdapter

from hirec.types import Confidence, Filing, ReadError
from serving.http.errors import NotFoundError
from serving.http.registry import ServedIndex
from serving.http.shapes import FAILURES, FilingList, FilingRow, PageOut, Size
from serving.http.site import Read, Served, Site
from serving.sources import SourceMissingError, source_of

router = APIRouter(prefix="/api/indexes/{index}", tags=["filings"], responses=FAILURES)
_FILING: TypeAdapter[Filing] = TypeAdapter(Filing)
_PRIVATE = {"Cache-Control": "private, max-age=3600"}
_SANDBOX = {"Content-Security-Policy": "sandbox; default-src 'none'"}
"""Scripts of a filing never run, also where somebody opens it in a browser."""
_PNG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}}}


@router.get("/filings")
def filings(
    index: Read,
    company: Annotated[str, Query(description="Part of its name, or its symbol.")] = "",
    form: Annotated[str, Query(examples=["10-K"])] = "",
    year: Annotated[int | None, Query(description="Fiscal year.")] = None,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> FilingList:
    """Filings that pass all filters, ordered by filing_id."""
    total, shown = index.index.listed(
        company=company, form=form, year=year, offset=offset, limit=limit
    )
    return FilingList(total=total, filings=[_row(filing) for filing in shown])


@router.get("/filings/{filing}")
def filing(index: Read, filing: str) -> JSONResponse:
    """Identity of a filing, field by field, each with where it was read and how sure it is."""
    return JSONResponse(_FILING.dump_python(index.filing(filing), mode="json"))


@router.get("/filings/{filing}/file", response_class=FileResponse)
async def original(index: Read, filing: str) -> FileResponse:
    """The file itself, where it still lies there with the content that was indexed."""
    filing_id = index.filing(filing).filing_id
    source = await asyncio.to_thread(source_of, index.index, filing_id)
    name = f"{filing_id}{'.pdf' if source.is_pdf else '.html'}"
    return FileResponse(source.path, media_type=source.media_type, filename=name, headers=_SANDBOX)


@router.get("/filings/{filing}/pages/{page_number}")
async def page(site: Served, index: Read, filing: str, page_number: int) -> PageOut:
    """A page as it was understood, and whether there is a picture of it."""
    return await asyncio.to_thread(_page, site, index, filing, page_number)


@router.get("/filings/{filing}/pages/{page_number}/text", response_class=PlainTextResponse)
def page_text(index: Read, filing: str, page_number: int) -> PlainTextResponse:
    """The text of a page, its tables as lines."""
    passages = index.page(filing, page_number)
    return PlainTextResponse("\n\n".join(passage.text for passage in passages))


@router.get(
    "/filings/{filing}/pages/{page_number}/picture", responses=_PNG, response_class=Response
)
async def page_picture(
    site: Served,
    index: Read,
    filing: str,
    page_number: int,
    width: Annotated[int, Query(ge=100, le=2400, description="Pixels.")] = 1200,
) -> Response:
    """A page of a PDF as PNG."""
    index.page(filing, page_number)
    filing_id = index.filing(filing).filing_id
    source = await asyncio.to_thread(source_of, index.index, filing_id)
    if not source.is_pdf:
        raise NotFoundError(f"{filing_id} is no PDF; its pages have text and tables, no picture.")
    picture = await asyncio.to_thread(site.pictures.page, source.path, page_number, width)
    return Response(picture.png, media_type="image/png", headers=_PRIVATE)


@router.get("/passages/{passage_id}")
def passage(index: Read, passage_id: str) -> JSONResponse:
    """A passage with its table, by FILING#PAGE.NUMBER (with %23 for #)."""
    return JSONResponse(index.passage(passage_id).to_json())


def _page(site: Site, index: ServedIndex, name: str, page_number: int) -> PageOut:
    passages = index.page(name, page_number)
    found = index.filing(name)
    size, why = _drawable(site, index, found.filing_id, page_number)
    return PageOut(
        filing_id=found.filing_id,
        page_number=page_number,
        page_count=found.page_count,
        title=found.identity.title(),
        picture=size is not None,
        source=why,
        size=size,
        passages=[passage.to_json() for passage in passages],
    )


def _drawable(
    site: Site, index: ServedIndex, filing_id: str, page_number: int
) -> tuple[Size | None, str]:
    """The size of a page that can be drawn; else None, and why where that is a fault."""
    try:
        source = source_of(index.index, filing_id)
        if not source.is_pdf:
            return None, ""
        width, height = site.pictures.size(source.path, page_number)
    except (SourceMissingError, ReadError) as error:
        return None, str(error)
    return Size(width=width, height=height), ""


def _row(filing: Filing) -> FilingRow:
    identity = filing.identity
    sure = set(identity.confidence.values())
    return FilingRow(
        filing_id=filing.filing_id,
        company=identity.company,
        ticker=identity.ticker,
        form=identity.form.value,
        fiscal_year=identity.fiscal_year,
        fiscal_quarter=identity.fiscal_quarter,
        period_end=identity.period_end,
        filing_date=identity.filing_date,
        amendment=identity.amendment,
        page_count=filing.page_count,
        confidence=next((each.value for each in reversed(Confidence) if each in sure), ""),
    )
