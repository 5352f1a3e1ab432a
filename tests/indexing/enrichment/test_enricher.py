"""What every enrichment step promises, whatever it does."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.testing.chat_model import Line, ScriptedChatModel
from hirec.types import Box, Cell, Column, Identity, Passage, Row, Table
from indexing.enrichment import Enricher
from indexing.enrichment.coreference import CoreferenceResolver
from indexing.enrichment.enricher import appended
from indexing.enrichment.llm.annotator import Annotator
from indexing.enrichment.llm.figures import FigureDescriber
from indexing.enrichment.llm.references import LlmReferenceResolver
from indexing.enrichment.llm.sections import LlmSectionSummarizer
from indexing.enrichment.llm.tables import LlmTableDescriber
from indexing.enrichment.section_summaries import SectionSummarizer
from indexing.enrichment.table_descriptions import TableDescriber
from indexing.reading.figures import Figure

MakePassage = Callable[..., Passage]

SALES = Table((Column("2023"),), (Row("Net sales", (Cell("12", Decimal(12)),)),), caption="Sales")


def chat() -> ScriptedChatModel:
    """Says something useful whatever it is asked for."""
    replies: dict[str, Line] = {
        "summarize_section": {"summary": "Rockets are sold."},
        "describe_table": {"description": "Sales of 12."},
        "resolve_references": {
            "references": [{"quote": "The Company sells", "mention": "The Company", "name": "Acme"}]
        },
        "look": {"colour": "red"},
        "describe_figure": {"kind": "chart", "description": "Rockets rise."},
    }
    return ScriptedChatModel(lambda request: replies[request.task])


def figure_describer() -> FigureDescriber:
    return FigureDescriber(Annotator(chat()), lambda: ([Figure(1, Box(0, 0, 9, 9), b"png")], 0))


STEPS: dict[str, Callable[[], Enricher]] = {
    "coreference": CoreferenceResolver,
    "section summaries": SectionSummarizer,
    "table descriptions": TableDescriber,
    "coreference by a model": lambda: LlmReferenceResolver(Annotator(chat())),
    "section summaries by a model": lambda: LlmSectionSummarizer(Annotator(chat())),
    "table descriptions by a model": lambda: LlmTableDescriber(Annotator(chat())),
    "figure descriptions by a model": figure_describer,
}


@pytest.fixture(params=STEPS)
def step(request: pytest.FixtureRequest) -> Enricher:
    return STEPS[request.param]()


@pytest.fixture
def passages(make_passage: MakePassage) -> list[Passage]:
    return [
        make_passage("We sell rockets all over the world to coyotes.", "Item 1 Business"),
        make_passage(
            "The Company sells rockets to coyotes and to road runners.", "Item 1 Business"
        ),
        make_passage(SALES, "Item 1 Business"),
        make_passage("", ""),
        make_passage("\x00 ((( “", "Exhibit 5 > >"),
    ]


def test_only_the_retrieval_body_changes(
    step: Enricher, passages: list[Passage], acme: Identity
) -> None:
    enriched = step.enrich(passages, acme)
    assert [replace(passage, retrieval_body="") for passage in enriched] == passages
    assert any(passage.retrieval_body for passage in enriched)


def test_the_same_twice(step: Enricher, passages: list[Passage], acme: Identity) -> None:
    assert step.enrich(passages, acme) == step.enrich(passages, acme)


def test_nothing_of_nothing(step: Enricher, acme: Identity) -> None:
    assert step.enrich([], acme) == []


def test_what_a_step_before_said_stays(
    step: Enricher, passages: list[Passage], acme: Identity
) -> None:
    before = [appended(passage, "Said before.") for passage in passages]
    for passage in step.enrich(before, acme):
        assert "Said before." in passage.retrieval_body


def test_nothing_appended_leaves_the_passage(passages: list[Passage]) -> None:
    assert appended(passages[0], "") is passages[0]
    assert appended(passages[0], "More.").retrieval_text == (
        "THE ACME ROCKET COMPANY, INC. · 10-K · FY2023\n"
        "We sell rockets all over the world to coyotes.\nMore."
    )
