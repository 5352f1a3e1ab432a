"""The tools: each takes few arguments, and gives little with the ids to go on from."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from hirec.stages.recorder import Listener
from hirec.types import Candidate, Filing, HirecError, StageRecord
from serving.http.questions import Stored
from serving.http.registry import ServedIndex
from serving.http.site import Question as Asked
from serving.http.site import Site, permitted
from serving.http.streaming import asked
from serving.keys import Action, Key
from serving.mcp.shapes import (
    Answered,
    Cited,
    Explained,
    FilingFound,
    FilingsFound,
    PageRead,
    PassageFound,
    PassagesFound,
    Step,
    briefly,
    cut,
)
from serving.traces import load_trace, passage_history

KEY = "hirec_key"
"""Of a request's scope: the key that it came with."""
_CITED = 10
_PASSAGE_CHARS = 600
_PAGE_CHARS = 8000
_DETAIL_SHOWN = 5
_DETAIL_CHARS = 300

Index = Annotated[
    str, Field(description="Name of an index; empty: the first of those in the instructions.")
]
Question = Annotated[str, Field(description="In plain words, companies and periods named.")]
AsOf = Annotated[date | None, Field(description="Use no filing made after this day.")]


class Tools:
    """The tools over a site; whoever calls over HTTP may do what the key allows."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def all(self) -> tuple[Callable[..., Any], ...]:
        """Every tool, in the order in which they are listed."""
        return (
            self.ask,
            self.search_filings,
            self.search_passages,
            self.read_page,
            self.explain_trace,
        )

    async def ask(
        self, context: Context[Any, Any], question: Question, index: Index = "", as_of: AsOf = None
    ) -> Answered:
        """Answer a question about figures or statements in SEC filings.

        Every number comes with the page that it stands on. `verdict` says how far to trust it;
        an abstention means that the filings do not say, and is no reason to guess.
        """
        with raising_tool_errors():
            held = self._index(context, Action.ASK, index)

            request = context.request_context.request
            headers = request.headers if request is not None else {}
            answer = partial(self._site.answer, held, Asked(question, as_of), headers)
            steps = 0
            async for each in asked(self._site.questions.take(answer)):
                match each:
                    case StageRecord():
                        steps += 1
                        await context.report_progress(steps, message=each.stage)
                    case HirecError():
                        raise each
                    case None:
                        await context.report_progress(steps, message="still at it")
                    case stored:
                        return _answered(stored)
        raise AssertionError("a question ends in an answer or a failure")

    async def search_filings(
        self,
        context: Context[Any, Any],
        company: Annotated[str, Field(description="Part of a name, or the symbol.")] = "",
        form: Annotated[str, Field(description="Such as 10-K, 10-Q, 8-K.")] = "",
        fiscal_year: int | None = None,
        offset: Annotated[int, Field(ge=0)] = 0,
        limit: Annotated[int, Field(ge=1, le=100)] = 20,
        index: Index = "",
    ) -> FilingsFound:
        """List the filings that pass all filters, ordered by filing_id."""
        with raising_tool_errors():
            held = self._index(context, Action.READ, index).index
            total, filings = await asyncio.to_thread(
                held.listed,
                company=company,
                form=form,
                year=fiscal_year,
                offset=offset,
                limit=limit,
            )
        after = offset + len(filings)
        return FilingsFound(
            total=total,
            filings=[_filing(each) for each in filings],
            next_offset=after if filings and after < total else None,
        )

    async def search_passages(
        self,
        context: Context[Any, Any],
        question: Question,
        as_of: AsOf = None,
        limit: Annotated[int, Field(ge=1, le=30)] = 8,
        index: Index = "",
    ) -> PassagesFound:
        """Find the passages of filings that bear on a question, without answering it."""
        with raising_tool_errors():
            held = self._index(context, Action.ASK, index)

            def search(listener: Listener) -> Stored:
                del listener
                return {"found": held.hirec.retrieve(question, as_of)}

            with self._site.questions.take(search) as running:
                found = (await running.answer())["found"]
        return PassagesFound(
            filings=[each.filing_id for each in found.filings],
            passages=[_passage(each) for each in found.candidates[:limit]],
            refusal=found.refusal,
        )

    async def read_page(
        self,
        context: Context[Any, Any],
        filing_id: Annotated[str, Field(description="As the other tools name it.")],
        page_number: Annotated[int, Field(ge=1)],
        offset: Annotated[int, Field(ge=0, description="First character, from 0.")] = 0,
        index: Index = "",
    ) -> PageRead:
        """Read a page of a filing, its tables as lines with their unit and header."""
        with raising_tool_errors():
            held = self._index(context, Action.READ, index)
            passages = await asyncio.to_thread(held.page, filing_id, page_number)
            filing = held.filing(filing_id)
        text = "\n\n".join(f"[{each.passage_id}]\n{each.text}" for each in passages)
        end = offset + _PAGE_CHARS
        return PageRead(
            filing_id=filing.filing_id,
            title=filing.identity.title(),
            page_number=page_number,
            page_count=filing.page_count,
            text=text[offset:end],
            next_offset=end if end < len(text) else None,
        )

    async def explain_trace(
        self,
        context: Context[Any, Any],
        trace_id: Annotated[str, Field(description="As `ask` gave it.")],
        passage_id: Annotated[
            str, Field(description="Tell what became of this passage instead of all steps.")
        ] = "",
        index: Index = "",
    ) -> Explained:
        """Tell how an answer came about, step by step, or why a passage was not used."""
        with raising_tool_errors():
            held = self._index(context, Action.READ, index)
            stored = await asyncio.to_thread(load_trace, held.folder, trace_id)
            steps = _way(stored, passage_id) if passage_id else _steps(stored)
        return Explained(
            trace_id=stored["trace_id"],
            question=stored["question"],
            verdict=stored["verdict"],
            reason=stored["reason"],
            steps=steps,
        )

    def _index(self, context: Context[Any, Any], action: Action, name: str) -> ServedIndex:
        request = context.request_context.request
        key: Key | None = request.scope[KEY] if request is not None else None
        return permitted(self._site, key, action, name or next(iter(self._site.registry)))


@contextmanager
def raising_tool_errors() -> Iterator[None]:
    """Let a failure of ours come to the assistant as the sentence that it is."""
    try:
        yield
    except HirecError as error:
        raise ToolError(str(error)) from error


def _answered(stored: Stored) -> Answered:
    names = ("trace_id", "text", "verdict", "reason", "value", "unit")
    cited = [Cited(**{k: each[k] for k in Cited.model_fields}) for each in stored["citations"]]
    return Answered(
        **{name: stored[name] for name in names},
        citations=cited[:_CITED],
        more_citations=max(0, len(cited) - _CITED),
        program=stored["program"]["source"] if stored["program"] else "",
    )


def _filing(filing: Filing) -> FilingFound:
    identity = filing.identity
    return FilingFound(
        filing_id=filing.filing_id,
        company=identity.company,
        form=identity.form.value,
        fiscal_year=identity.fiscal_year,
        fiscal_quarter=identity.fiscal_quarter,
        page_count=filing.page_count,
    )


def _passage(candidate: Candidate) -> PassageFound:
    passage = candidate.passage
    return PassageFound(
        passage_id=passage.passage_id,
        filing_id=passage.filing_id,
        page_number=passage.page_number,
        title=passage.title,
        text=cut(passage.text, _PASSAGE_CHARS),
        score=candidate.score,
    )


def _steps(stored: Stored) -> list[Step]:
    return [
        Step(
            stage=step["stage"],
            round=step["round"],
            said=briefly(step["detail"], _DETAIL_SHOWN, _DETAIL_CHARS),
        )
        for step in stored["trace"]["steps"]
    ]


def _way(stored: Stored, passage_id: str) -> list[Step]:
    return [
        Step(
            stage=step["stage"],
            round=step["round"],
            said={
                "became": step["became"],
                **briefly(step["detail"], _DETAIL_SHOWN, _DETAIL_CHARS),
            },
        )
        for step in passage_history(stored, passage_id)
    ]
