"""What the tools give back: little, with the ids to go on from."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field


class Cited(BaseModel):
    """A page and what stands on it; `read_page` shows all of it."""

    filing_id: str
    page_number: int
    passage_id: str
    quote: str


class Answered(BaseModel):
    """An answer; `explain_trace` tells how it came about."""

    trace_id: str
    text: str
    verdict: str = Field(
        description="`verified`: every number was found in the filings; `unverified`: `reason` "
        "says what is doubtful; `abstained`: the filings do not say, `text` tells what is missing."
    )
    reason: str
    value: str | None = Field(description="In base units; null for an answer in words.")
    unit: str
    citations: list[Cited]
    more_citations: int = Field(description="Citations beyond those listed.")
    program: str = Field(description="The Python that computed it; empty where none did.")


class FilingFound(BaseModel):
    """A filing, by what tells it from others."""

    filing_id: str
    company: str
    form: str
    fiscal_year: int | None
    fiscal_quarter: int | None
    page_count: int


class FilingsFound(BaseModel):
    """A page of a list of filings."""

    total: int
    filings: list[FilingFound]
    next_offset: int | None = Field(description="`offset` of the next page; null after the last.")


class PassageFound(BaseModel):
    """A passage; `read_page` shows the page it stands on."""

    passage_id: str
    filing_id: str
    page_number: int
    title: str
    text: str = Field(description="Cut where it is long.")
    score: float


class PassagesFound(BaseModel):
    """What was looked for, best first."""

    filings: list[str] = Field(description="filing_ids that were looked into, best first.")
    passages: list[PassageFound]
    refusal: str = Field(description="Why nothing was looked for; else empty.")


class PageRead(BaseModel):
    """The text of a page, or a piece of it."""

    filing_id: str
    title: str
    page_number: int
    page_count: int
    text: str
    next_offset: int | None = Field(description="`offset` of the rest; null where this is all.")


class Step(BaseModel):
    """A step of a run."""

    stage: str
    round: int
    said: dict[str, Any] = Field(
        description="What it recorded: words and numbers as they are, of a list its length and its "
        "first entries."
    )


class Explained(BaseModel):
    """How an answer came about, or what became of a passage on the way."""

    trace_id: str
    question: str
    verdict: str
    reason: str
    steps: list[Step]


def briefly(detail: Mapping[str, Any], shown: int, chars: int) -> dict[str, Any]:
    """A step's detail without its depths: texts cut, of lists the length and the first entries.

    Args:
        detail: As the trace has it.
        shown: Entries of a list.
        chars: Of a text.

    """
    return {name: _brief(value, shown, chars) for name, value in detail.items()}


def cut(text: str, chars: int) -> str:
    """A text of at most so many characters, with a mark where it was longer."""
    return text if len(text) <= chars else f"{text[: chars - 1]}…"


def _brief(value: object, shown: int, chars: int, depth: int = 0) -> object:
    match value:
        case str():
            return cut(value, chars)
        case Mapping():
            if depth:
                return {k: v for k, v in value.items() if isinstance(v, str | int | float | None)}
            return {k: _brief(v, shown, chars, depth + 1) for k, v in value.items()}
        case list() | tuple():
            first = [_brief(each, shown, chars, depth + 1) for each in value[:shown]]
            return first if len(value) <= shown else {"count": len(value), "first": first}
        case _:
            return value
