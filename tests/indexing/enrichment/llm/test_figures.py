"""Figures in words: which passage gets them, and what is noted where there are none."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from hirec.llm.errors import LlmRefusedError
from hirec.testing.chat_model import Line, ScriptedChatModel
from hirec.types import Box, Identity, Passage
from indexing.enrichment.llm.annotator import Annotator
from indexing.enrichment.llm.figures import FigureDescriber
from indexing.reading.figures import Figure

MakePassage = Callable[..., Passage]
MakeScribe = Callable[[Sequence[Line]], Annotator]

SEES: Line = {"colour": "red"}
CHART: Line = {"kind": "chart", "description": "Return on\nstock from 2018 to 2023."}


def at(top: float, page: int = 1) -> Figure:
    return Figure(page, Box(100, top, 400, top + 100), b"png")


def page_of_two(make_passage: MakePassage) -> list[Passage]:
    above, below = make_passage("Above.", "Item 5"), make_passage("Below.", "Item 5")
    return [
        replace(above, box=Box(50, 50, 500, 100)),
        replace(below, box=Box(50, 500, 500, 600)),
    ]


def test_the_nearest_passage_of_the_page_gets_it(make_passage: MakePassage, acme: Identity) -> None:
    model = ScriptedChatModel.playing([SEES, CHART, CHART])
    passages = page_of_two(make_passage)
    step = FigureDescriber(Annotator(model), lambda: ([at(120), at(390)], 0))
    first, second = step.enrich(passages, acme)
    assert first.retrieval_body == "Above.\nFigure: Return on stock from 2018 to 2023."
    assert second.retrieval_body.startswith("Below.\nFigure:")
    assert [request.messages[-1].images for request in model.requests[1:]] == [(b"png",)] * 2
    assert "Above." in model.requests[1].messages[-1].content


def test_decoration_and_silence_add_nothing(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    annotator = playing(
        [
            SEES,
            {"kind": "decoration", "description": "A logo."},
            {"kind": "chart", "description": ""},
            LlmRefusedError("picture too large", status=400),
        ]
    )
    passages = page_of_two(make_passage)
    step = FigureDescriber(annotator, lambda: ([at(120), at(200), at(390)], 0))
    assert step.enrich(passages, acme) == passages
    assert annotator.notes == ("1 × figure description skipped (picture too large)",)


def test_what_could_not_be_done_is_noted(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    annotator = playing([SEES])
    passages = page_of_two(make_passage)
    FigureDescriber(annotator, lambda: ([at(120, page=2)], 3)).enrich(passages, acme)
    assert annotator.notes == (
        "1 × figure description skipped (its page has no text to put it to)",
        "3 smaller figures not described; raise "
        "index.enrichment.figure_descriptions.max_pictures for them",
    )


def test_files_of_other_kinds_hold_no_figures(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    annotator = playing([SEES])
    passages = page_of_two(make_passage)
    assert FigureDescriber(annotator, lambda: None).enrich(passages, acme) == passages
    assert annotator.notes == (
        "figures not described: only those of PDF files are part of the file",
    )


def test_a_blind_model_is_shown_no_filing(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    def read() -> tuple[list[Figure], int]:
        raise AssertionError("pictures were made for a model that cannot see them")

    annotator = playing([LlmRefusedError("this model takes no images", status=400)])
    passages = page_of_two(make_passage)
    assert FigureDescriber(annotator, read).enrich(passages, acme) == passages
    assert annotator.notes == (
        "figures not described: scripted takes no pictures (this model takes no images)",
    )
