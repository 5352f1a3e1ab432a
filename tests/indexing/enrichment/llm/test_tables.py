"""Tables in words by a model."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from hirec.llm.errors import LlmDeclinedError
from hirec.testing.chat_model import Line
from hirec.types import Cell, Column, Identity, Passage, Row, Table
from indexing.enrichment.llm.annotator import Annotator
from indexing.enrichment.llm.tables import LlmTableDescriber

MakePassage = Callable[..., Passage]
MakeScribe = Callable[[Sequence[Line]], Annotator]

SALES = Table((Column("2023"),), (Row("Net sales", (Cell("12", Decimal(12)),)),), caption="Sales")


def test_each_table_gets_its_words_and_text_none(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    annotator = playing(
        [
            {"description": "Revenue of 12 in 2023."},
            {"description": "Revenue of 13."},
            LlmDeclinedError("I would rather not"),
        ]
    )
    passages = [
        make_passage(SALES),
        make_passage("Text."),
        make_passage(SALES),
        make_passage(SALES),
    ]
    first, text, wrong, declined = LlmTableDescriber(annotator).enrich(passages, acme)
    assert first.retrieval_body == f"{SALES.render()}\nRevenue of 12 in 2023."
    assert [text, wrong, declined] == passages[1:]
    assert annotator.notes == ("2 × table description skipped (I would rather not)",)


def test_no_tables_no_requests(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    passages = [make_passage("Text.")]
    assert LlmTableDescriber(playing([])).enrich(passages, acme) == passages
