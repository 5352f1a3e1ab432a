"""What every enrichment step promises, whatever it does."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.types import Cell, Column, Identity, Passage, Row, Table
from indexing.enrichment import Enricher
from indexing.enrichment.coreference import CoreferenceResolver
from indexing.enrichment.enricher import appended
from indexing.enrichment.section_summaries import SectionSummarizer
from indexing.enrichment.table_descriptions import TableDescriber

MakePassage = Callable[..., Passage]

SALES = Table((Column("2023"),), (Row("Net sales", (Cell("12", Decimal(12)),)),), caption="Sales")


@pytest.fixture(params=[CoreferenceResolver, SectionSummarizer, TableDescriber])
def step(request: pytest.FixtureRequest) -> Enricher:
    made: Enricher = request.param()
    return made


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
