"""Figures said in words by a model that sees (FinSage, section 3.1)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, Field

from hirec.llm.chat import ChatRequest
from hirec.prompts import load_prompt
from hirec.types import Box, Identity, Passage, PassageKind
from indexing.enrichment.enricher import appended
from indexing.enrichment.llm.annotator import Annotator, one_line
from indexing.reading.figures import Figure

PROMPT = "describe_figure"
_WHAT = "figure description"
_BESIDE_CHARS = 800

ReadFigures = Callable[[], tuple[list[Figure], int] | None]
"""The figures of the filing's file and how many more there are; None where it can hold none."""


class FigureWords(BaseModel):
    """What a figure shows."""

    kind: Literal["chart", "diagram", "map", "table", "text", "decoration"]
    description: str = Field(max_length=900)


class FigureDescriber:
    """Appends the description of a figure to the passage that stands nearest on its page."""

    def __init__(self, annotator: Annotator, read: ReadFigures) -> None:
        """``read`` is called once, and only where the model sees."""
        self._annotator = annotator
        self._read = read

    def enrich(self, passages: Sequence[Passage], identity: Identity) -> list[Passage]:
        """Passages of pages without a figure come back as they are."""
        placed = self._placed(passages)
        replies = self._annotator.ask(
            _WHAT, [_request(figure, passages[at], identity) for figure, at in placed]
        )
        enriched = list(passages)
        for (_, at), reply in zip(placed, replies, strict=True):
            if reply is not None and reply.kind != "decoration":
                words = one_line(reply.description)
                enriched[at] = appended(enriched[at], f"Figure: {words}" if words else "")
        return enriched

    def _placed(self, passages: Sequence[Passage]) -> list[tuple[Figure, int]]:
        """Figures, each with the index of the passage it goes to."""
        if fault := self._annotator.vision_fault():
            self._annotator.left_out.append(
                f"figures not described: {self._annotator.chat.name} takes no pictures ({fault})"
            )
            return []
        read = self._read()
        if read is None:
            self._annotator.left_out.append(
                "figures not described: only those of PDF files are part of the file"
            )
            return []
        figures, more = read
        if more:
            self._annotator.left_out.append(
                f"{more} smaller figures not described; raise "
                "index.enrichment.figure_descriptions.max_pictures for them"
            )
        placed = []
        for figure in figures:
            at = _nearest(figure, passages)
            if at is None:
                self._annotator.count_failure(_WHAT, "its page has no text to put it to")
            else:
                placed.append((figure, at))
        return placed


def _nearest(figure: Figure, passages: Sequence[Passage]) -> int | None:
    """Index of the passage of the same page that is nearest in height; text before tables."""
    own = [at for at, p in enumerate(passages) if p.page_number == figure.page_number]

    def distance(at: int) -> tuple[float, bool]:
        passage = passages[at]
        return _gap(passage.box, figure.box), passage.kind is not PassageKind.TEXT

    return min(own, key=distance, default=None)


def _gap(box: Box | None, other: Box) -> float:
    """Height between two boxes; 0 where they are beside each other."""
    if box is None:
        return float("inf")
    return max(box.top - other.bottom, other.top - box.bottom, 0.0)


def _request(figure: Figure, passage: Passage, identity: Identity) -> ChatRequest[FigureWords]:
    request = load_prompt(PROMPT).request(
        FigureWords,
        filing=identity.title(),
        section=passage.section,
        text=passage.text[:_BESIDE_CHARS],
    )
    *before, last = request.messages
    return replace(request, messages=(*before, replace(last, images=(figure.png,))))
