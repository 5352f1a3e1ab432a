"""The application: routes, failures, and what happens around each request."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from serving.http.errors import answer_failures
from serving.http.guard import Guard
from serving.http.routes import ask, chat, feedback, filings, indexes, operations, traces, uploads
from serving.http.site import Site
from serving.web import page

_ABOUT = "Answers over SEC filings whose every number is traced to a page, a cell and a program."


def make_app(site: Site) -> Guard:
    """An application over a site, which it closes when it ends."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        del app
        yield
        site.close()

    app = FastAPI(
        title="hirec", description=_ABOUT, docs_url=None, redoc_url=None, lifespan=lifespan
    )
    app.state.site = site
    for noun in (ask, chat, filings, indexes, traces, feedback, uploads, operations, page):
        app.include_router(noun.router)
    answer_failures(app)
    return Guard(app, site)
