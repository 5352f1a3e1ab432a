"""What a model replies with, task by task: closed, bounded shapes that point.

Whatever a reply may refer to has an id, and the shape of each request lists exactly the ids that
its prompt shows: under a grammar no other can be written, without one it is refused by name. No
field takes a float, so none can be infinite. Fields stand in the order in which they are to be
thought of.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, create_model

from hirec.llm.pointing import list_of, one_of

_MOST_CELLS = 8
_MOST_LINES = 3
_MOST_SENTENCES = 4
_STEPS = 4
"""That a prompt with steps asks for (PRISM's P3)."""


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RewriteReply(_Reply):
    """What a question that the parser could not place is after (HiREC 4.1.1)."""

    kind: Literal["number", "text", "both"]
    words: str = Field(max_length=160)


class HypothesesReply(_Reply):
    """Hypothetical passages (FinSage 4.2.1)."""

    passages: list[Annotated[str, Field(min_length=1, max_length=700)]] = Field(
        min_length=2, max_length=2
    )


class CurationReply(_Reply):
    """One round of curation: filter, answerability, whether to look for more (HiREC 4.2)."""

    keep: list[str]
    answerable: bool
    more: bool


class Op(StrEnum):
    """What is done with the numbers pointed at, in their order."""

    VALUE = "value"
    DIFFERENCE = "difference"
    CHANGE = "percent_change"
    RATIO = "ratio"
    PERCENT = "percent_of"
    HIGHER = "is_higher"
    LOWER = "is_lower"
    SUM = "sum"
    AVERAGE = "average"
    LARGEST = "which_largest"
    SMALLEST = "which_smallest"
    EACH = "each"


class NoFigure(_Reply):
    """What is asked for is not among the numbers shown."""

    op: Literal["not_stated"]


class Formula(_Reply):
    """Arithmetic over ids."""

    op: Literal["formula"]
    formula: str = Field(min_length=1, max_length=120)


class OfOne(_Reply):
    """A number as it is printed."""

    op: Literal[Op.VALUE]
    cells: list[str]


class OfTwo(_Reply):
    """An operation over two numbers."""

    op: Literal[Op.DIFFERENCE, Op.CHANGE, Op.RATIO, Op.PERCENT, Op.HIGHER, Op.LOWER]
    cells: list[str]


class OfSeveral(_Reply):
    """An operation over two numbers or more."""

    op: Literal[Op.SUM, Op.AVERAGE, Op.LARGEST, Op.SMALLEST, Op.EACH]
    cells: list[str]


class FigureReply(_Reply):
    """Numbers by their places and what is done with them (Program-of-Thought, HiREC 4.3)."""

    figure: NoFigure | Formula | OfOne | OfTwo | OfSeveral = Field(discriminator="op")


class SentenceReply(_Reply):
    """A sentence of an answer and the lines that say so."""

    lines: list[str]
    text: str = Field(max_length=1000)


class ExplainReply(_Reply):
    """An answer in words (HiREC 4.3), lines first.

    Whether the lines state one is asked for itself: a small model that may leave the list empty
    does so each time.
    """

    stated: bool
    answer: list[SentenceReply] = Field(max_length=_MOST_SENTENCES)


class JudgedReply(ExplainReply):
    """The same where the question leaves a choice: yes or no, one of two companies."""

    verdict: str


class OrderReply(_Reply):
    """Candidates by their ids, best first (PRISM, appendix A.4)."""

    order: list[str]


class SteppedReply(_Reply):
    """The same after thoughts, which have to stand first.

    A text each, not one for all: a small model fills one text until its limit, and glues words
    together where these are counted.
    """

    steps: list[Annotated[str, Field(max_length=160)]] = Field(min_length=_STEPS, max_length=_STEPS)
    order: list[str]


class ScoresReply(_Reply):
    """A score for each id, in fields of their names (PRISM, appendix A.7)."""


class ConverseReply(_Reply):
    """Questions that stand alone (FinSage 3.2)."""

    questions: list[Annotated[str, Field(max_length=500)]] = Field(max_length=5)
    unclear: str = Field(max_length=300)


def curation_reply(passages: Sequence[str], limit: int) -> type[CurationReply]:
    """The shape for these passages, of which at most ``limit`` are kept."""
    keep = (list_of(one_of(passages)), Field(max_length=limit))
    return create_model("CurationReply", __base__=CurationReply, keep=keep)


def figure_reply(places: Sequence[str]) -> type[FigureReply]:
    """The shape for these numbers: each operation with as many of them as it takes."""
    place = list_of(one_of(places))
    shapes: list[tuple[type[_Reply], int, int]]
    shapes = [(OfOne, 1, 1), (OfTwo, 2, 2), (OfSeveral, 2, _MOST_CELLS)]
    one, two, several = (
        create_model(
            shape.__name__,
            __base__=shape,
            cells=(place, Field(min_length=least, max_length=most)),
        )
        for shape, least, most in shapes
    )
    figure = cast("type[Any]", NoFigure | Formula | one | two | several)
    return create_model(
        "FigureReply", __base__=FigureReply, figure=(figure, Field(discriminator="op"))
    )


def explain_reply(lines: Sequence[str], choices: Sequence[str] = ()) -> type[ExplainReply]:
    """The shape for these lines, with a verdict where the question leaves ``choices``."""
    pointed = (list_of(one_of(lines)), Field(min_length=1, max_length=_MOST_LINES))
    sentence = create_model("SentenceReply", __base__=SentenceReply, lines=pointed)
    answer = (list_of(sentence), Field(max_length=_MOST_SENTENCES))
    if not choices:
        return create_model("ExplainReply", __base__=ExplainReply, answer=answer)
    verdict = (one_of(choices), ...)
    return create_model("JudgedReply", __base__=JudgedReply, answer=answer, verdict=verdict)


def order_reply(
    ids: Sequence[str], most: int, *, steps: bool = False
) -> type[OrderReply | SteppedReply]:
    """The shape of an order of ``most`` ids or, where there are fewer, of all of them.

    Args:
        ids: Those shown; no other can be replied.
        most: Length of the order.
        steps: Whether steps of reasoning come before the order (PRISM's P3).

    """
    length = min(most, len(ids))
    order = (list_of(one_of(ids)), Field(min_length=length, max_length=length))
    if steps:
        return create_model("SteppedReply", __base__=SteppedReply, order=order)
    return create_model("OrderReply", __base__=OrderReply, order=order)


def scores_reply(ids: Sequence[str], scores: Sequence[int]) -> type[ScoresReply]:
    """The shape in which each id has one of the scores."""
    kind = cast("type[Any]", Literal[tuple(scores)])
    fields: dict[str, Any] = dict.fromkeys(ids, (kind, ...))
    return create_model("ScoresReply", __base__=ScoresReply, **fields)
