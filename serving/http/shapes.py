"""Bodies of requests, and what responses hold, as OpenAPI describes them."""

from datetime import date
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from serving.feedback.store import WORDS_MOST, Kind
from serving.http.site import Question

QUESTION = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"


class Body(BaseModel):
    """Base of all bodies: an unknown field is refused."""

    model_config = ConfigDict(extra="forbid")


class Turn(Body):
    """A question before this one, with the text of its answer."""

    question: str
    answer: str


class AskBody(Body):
    """A question."""

    question: str = Field(
        description="In plain words, companies and periods named.", examples=[QUESTION]
    )
    as_of: date | None = Field(
        None, description="Use no filing made after this day.", examples=["2024-06-30"]
    )
    history: list[Turn] = Field(
        default_factory=list,
        max_length=100,
        description="The conversation so far, oldest turn first.",
        examples=[[]],
    )

    def asked(self) -> Question:
        """The question that the body puts."""
        turns = [(turn.question, turn.answer) for turn in self.history]
        return Question(self.question, self.as_of, turns)


class FeedbackBody(Body):
    """What an answer was worth."""

    kind: Kind = Field(description="`other`: what `words` say.")
    score: int | None = Field(None, ge=1, le=5, description="1: useless, 5: just what was asked.")
    words: str = Field("", max_length=WORDS_MOST)
    passage_id: str = Field(
        "", description="The passage that does answer.", examples=["HPFD_2022_10K#8.2"]
    )
    answer: str = Field("", max_length=WORDS_MOST, description="What would be right.")


class SearchBody(Body):
    """A question whose filings and passages are looked for; nothing is read."""

    question: str = Field(examples=[QUESTION])
    as_of: date | None = Field(None, description="Use no filing made after this day.")


class Failure(BaseModel):
    """What went wrong, as ``hirec --json`` says it."""

    error: str = Field(examples=["NotFoundError"])
    message: str = Field(examples=["There is no passage HPFD_2022_10K#99.1 in the index."])


class IndexOut(BaseModel):
    """A served index."""

    name: str
    filings: int
    companies: int
    examples: list[str] = Field(description="Questions that fit what is in it.")
    uploads: bool = Field(description="Whether the caller may hand in filings for it.")


class FilingRow(BaseModel):
    """A filing in a list."""

    filing_id: str
    company: str
    ticker: str | None
    form: str
    fiscal_year: int | None
    fiscal_quarter: int | None
    period_end: date | None
    filing_date: date | None
    amendment: bool
    page_count: int
    confidence: str = Field(description="The least sure of its identity's fields.")


class FilingList(BaseModel):
    """Filings that pass the filters."""

    total: int = Field(description="How many there are in all; `offset` gets the others.")
    filings: list[FilingRow]


class Size(BaseModel):
    """Of a page as shown, in points."""

    width: float
    height: float


class PageOut(BaseModel):
    """A page as it was understood."""

    filing_id: str
    page_number: int
    page_count: int
    title: str
    picture: bool = Field(description="Whether the page can be had as PNG.")
    source: str = Field(description="Empty, or why the original file cannot be had.")
    size: Size | None = Field(description="Points of the page; None where there is no picture.")
    passages: list[dict[str, Any]] = Field(
        description="In reading order; of a table with its columns, rows and cells."
    )


class PlaceOut(BaseModel):
    """Where a number or a quotation stands; what is not certain is null."""

    name: str = Field(description="Variable of the program; empty for a citation of words.")
    filing_id: str
    page_number: int
    passage_id: str
    printed: str
    certain: bool
    row: int | None = Field(description="Row of the passage's table, from 0.")
    column: int | None = Field(description="Cell of the row, from 0.")
    start: int | None = Field(description="First character of the passage's text, from 0.")
    end: int | None
    box: dict[str, float] | None = Field(
        description="On the page as shown, in points from the top left: checked against what the "
        "page prints there."
    )


class RunRow(BaseModel):
    """A stored run."""

    trace_id: str


class FeedbackRow(BaseModel):
    """What somebody said of a run."""

    trace_id: str
    question: str
    kind: Kind
    score: int | None
    words: str
    passage_id: str
    answer: str
    given_by: str = Field(description="Id of the key; empty without keys.")
    given: str = Field(description="ISO time, UTC.")


class FeedbackList(BaseModel):
    """What was said lately."""

    total: int = Field(description="How often something was said; `offset` gets the rest.")
    feedback: list[FeedbackRow]


class UploadOut(BaseModel):
    """A filing that was handed in."""

    upload_id: str
    name: str
    size: int = Field(description="Bytes.")
    state: str = Field(description="`waiting`, `reading`, `done` or `failed`.")
    filing_id: str = Field(description="Of the filing in the index; empty until `done`.")
    note: str = Field(description="What of it is not in the index.")
    error: str = Field(description="Why it failed.")


class OpenAiFailure(BaseModel):
    """What went wrong, in OpenAI's form."""

    error: dict[str, str | None] = Field(description="`message`, `type` and `code`.")


_SAID = {
    400: "The body is no JSON.",
    401: "A key is needed.",
    403: "The key may not do this.",
    404: "There is no such thing.",
    410: "The file that the filing was read from is gone.",
    413: "The body is too large.",
    422: "The request, or the question, is malformed.",
    429: "Too many questions; see Retry-After.",
    502: "The language model cannot be asked.",
    503: "The index cannot be read.",
}


def _failures(shape: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """Failures as JSON, whatever a success of the route is."""
    content = {"application/json": {"schema": shape.model_json_schema()}}
    return {
        status: {"description": meaning, "content": content} for status, meaning in _SAID.items()
    }


FAILURES = _failures(Failure)
OPENAI_FAILURES = _failures(OpenAiFailure)
EVENTS_EXAMPLE = (
    'event: taken\ndata: {"ahead": 0}\n\n'
    'event: step\ndata: {"stage": "scope", "round": 0, "seconds": 0.002, "detail": {}, …}\n\n'
    'event: answer\ndata: {"trace_id": "…", "text": "$7,547 million", …}\n\n'
)
ANSWER_EXAMPLE: dict[str, Any] = {
    "trace_id": "20240630T101500-a1b2c3",
    "question": QUESTION,
    "text": "$7,547 million",
    "verdict": "verified",
    "reason": "",
    "value": "7547000000",
    "unit": "USD",
    "scale": 0,
    "citations": [
        {
            "filing_id": "HPFD_2022_10K",
            "page_number": 8,
            "passage_id": "HPFD_2022_10K#8.2",
            "quote": "CONSOLIDATED STATEMENTS OF OPERATIONS · Net sales · "
            "Year Ended December 31, 2022: $ 7,547",
            "box": {"left": 322.0, "top": 168.4, "right": 390.8, "bottom": 181.1},
        }
    ],
}
"""The first fields of an answer; a test holds them against a real one."""
