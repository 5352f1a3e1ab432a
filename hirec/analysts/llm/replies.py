"""What a model replies with, task by task: closed, bounded shapes.

Every text and list has a longest size, so that a grammar can enforce it and no reply runs on; no
field takes a float, so that none can be infinite. Fields stand in the order in which they are to
be thought of. Nothing in here is believed: labels, cells and quotes are looked up afterwards.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Label = Annotated[str, Field(max_length=8)]
Cell = Annotated[str, Field(max_length=80)]


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RewriteReply(_Reply):
    """A question made ready for retrieval (HiREC 4.1.1)."""

    filing_words: str = Field(max_length=200)
    passage_words: str = Field(max_length=240)
    kind: Literal["number", "text", "both"]


class CurationReply(_Reply):
    """One round of curation: filter, answerability, complementary question (HiREC 4.2)."""

    keep: list[Label] = Field(max_length=50)
    missing: list[Annotated[str, Field(max_length=160)]] = Field(max_length=6)
    answerable: bool
    question: str = Field(max_length=300)


class OperandReply(_Reply):
    """A number that a program needs, by where it is printed."""

    name: str = Field(max_length=40)
    passage: Label
    row: str = Field(max_length=160)
    column: str = Field(max_length=120)
    cell: Cell


class ProgramReply(_Reply):
    """A program over printed numbers (Program-of-Thought, HiREC 4.3)."""

    operands: list[OperandReply] = Field(max_length=24)
    program: str = Field(max_length=1500)
    unit: Literal["USD", "USD/shares", "shares", "%", "percentage points", "ratio", "days", ""]
    missing: str = Field(max_length=300)


class QuoteReply(_Reply):
    """Words of a passage."""

    passage: Label
    words: str = Field(max_length=400)


class ExplainReply(_Reply):
    """An answer in words (Chain-of-Thought, HiREC 4.3), quotes first."""

    quotes: list[QuoteReply] = Field(max_length=5)
    steps: str = Field(max_length=600)
    answer: str = Field(max_length=700)
    missing: str = Field(max_length=300)


class ConverseReply(_Reply):
    """Questions that stand alone (FinSage 3.2)."""

    questions: list[Annotated[str, Field(max_length=500)]] = Field(max_length=5)
    unclear: str = Field(max_length=300)
