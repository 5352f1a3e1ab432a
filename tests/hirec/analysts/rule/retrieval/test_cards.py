from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hirec.analysts.rule.retrieval.cards import make_card, may_state, topic_of
from hirec.analysts.rule.retrieval.rewrite import query_for
from hirec.types import (
    SUMMARY_WORDS,
    AnchorQuality,
    Answerability,
    Cell,
    ClaimRole,
    Column,
    EntityScope,
    EvidenceType,
    Filing,
    Form,
    Identity,
    MeasurementBasis,
    Passage,
    PassageKind,
    Period,
    Row,
    Scope,
    Table,
    encode_table,
)

FILING = Filing("F", Identity("Amber Tools", Form.ANNUAL, 2023), "amber", ("F",), 1, 1, "")
BALANCE = Table(
    columns=(Column("2023", Period(2023, months=0)), Column("2022", Period(2022, months=0))),
    rows=(
        Row("Inventories", (Cell("410", Decimal(410)), Cell("395", Decimal(395)))),
        Row("Goodwill", (Cell("77", Decimal(77)), None)),
        Row("Notes", (None, None)),
    ),
    caption="CONSOLIDATED BALANCE SHEETS",
)


def table_passage(table: Table) -> Passage:
    return Passage(
        "F#1.1", "F", 1, PassageKind.TABLE, "t", table.render(), table_json=encode_table(table)
    )


def prose(text: str, section: str = "") -> Passage:
    return Passage("F#1.2", "F", 1, PassageKind.TEXT, "t", text, section=section)


def said(card, passage: Passage, field: str) -> list[str]:
    return [passage.text[span.start : span.end] for span in card.spans if span.field == field]


def test_a_card_states_metric_period_and_verbatim_numbers():
    passage = table_passage(BALANCE)
    card = make_card(passage, FILING)
    assert card.topic == "balance sheet"
    assert {"inventories", "goodwill"} <= set(card.metrics)
    assert card.numbers == ("410", "395", "77")
    assert ("Amber Tools", "inventories", "FY2023") in card.triples
    assert ("Amber Tools", "inventories", "FY2022") in card.triples
    assert ("Amber Tools", "goodwill", "FY2022") not in card.triples
    assert said(card, passage, "metrics") == ["Inventories", "Goodwill"]
    assert said(card, passage, "numbers") == ["410", "395", "77"]
    assert said(card, passage, "periods") == ["2023", "2022"]
    assert [period.fiscal_year for period in card.periods] == [2023, 2022]
    assert [row.label for row in card.rows] == ["Inventories", "Goodwill"]


def test_the_auxiliary_fields_of_a_statement():
    card = make_card(table_passage(BALANCE), FILING)
    assert (card.claim_role, card.evidence_type) == (
        ClaimRole.PRIMARY_EVIDENCE,
        EvidenceType.TABLE_NUMERIC,
    )
    assert card.answerability == (Answerability.SINGLE_FACT, Answerability.COMPARISON)
    assert card.temporal_anchor.quality is AnchorQuality.EXPLICIT
    assert card.temporal_anchor.years == (2022, 2023)
    assert card.scope is EntityScope.COMPANY
    assert card.verifiability.numeric_claims == 3
    assert card.verifiability.table
    assert card.sketch.summary == "CONSOLIDATED BALANCE SHEETS; Inventories; Goodwill"


def test_prose_states_what_it_mentions_and_boilerplate_is_flagged():
    passage = prose(
        "This report contains forward-looking statements about inventories of $5 million."
    )
    card = make_card(passage, FILING)
    assert card.metrics == ("inventories",)
    assert said(card, passage, "numbers") == ["$5 million"] == list(card.numbers)
    assert card.boilerplate
    assert card.risk.boilerplate == 0.5
    assert not card.is_table
    assert card.periods == (FILING.identity.period,)
    assert card.temporal_anchor.quality is AnchorQuality.INHERITED


def test_a_metric_in_prose_belongs_to_the_period_of_its_own_sentence():
    card = make_card(
        prose("Net sales grew in fiscal 2021. Inventories were $5 million. We sold our plant."),
        FILING,
    )
    assert ("Amber Tools", "net_sales", "FY2021") in card.triples
    assert ("Amber Tools", "inventories", "?") in card.triples
    assert card.sketch.summary == "Net sales grew in fiscal 2021."


@pytest.mark.parametrize(
    ("text", "section", "role", "kind"),
    [
        (
            "Our business could be hurt, and demand may fall.",
            "Item 1A Risk Factors",
            ClaimRole.CAVEAT,
            EvidenceType.QUALITATIVE_EXPLANATION,
        ),
        (
            "Controls and Procedures",
            "Item 9A",
            ClaimRole.STRUCTURAL_HEADING,
            EvidenceType.NONE,
        ),
        (
            "Free cash flow is defined as cash from operations less purchases of equipment.",
            "Item 7",
            ClaimRole.PRIMARY_EVIDENCE,
            None,
        ),
        (
            "Active accounts are defined as those with a purchase.",
            "Item 7",
            ClaimRole.DEFINITION,
            EvidenceType.QUALITATIVE_EXPLANATION,
        ),
        (
            "We expect demand to grow and stores to open.",
            "Item 7",
            ClaimRole.SUPPORTING_CONTEXT,
            EvidenceType.GUIDANCE,
        ),
        (
            "Assets are stated at cost.",
            "Note 1",
            ClaimRole.SUPPORTING_CONTEXT,
            EvidenceType.POLICY_TEXT,
        ),
    ],
)
def test_roles_and_types_follow_what_a_passage_says(text, section, role, kind):
    card = make_card(prose(text, section), FILING)
    if kind is None:  # a definition that names metrics and no number is still no evidence
        assert card.claim_role is ClaimRole.DEFINITION
        return
    assert (card.claim_role, card.evidence_type) == (role, kind)


def test_what_departs_from_the_accounts_and_what_explains_is_said():
    card = make_card(
        prose("Non-GAAP earnings rose 5% due to lower costs, compared with GAAP earnings."),
        FILING,
    )
    assert card.basis is MeasurementBasis.NON_GAAP
    assert Answerability.ATTRIBUTION in card.answerability
    assert card.verifiability.comparison


def test_the_scope_is_that_of_caption_and_section():
    table = replace(BALANCE, caption="Sales by segment and region")
    assert make_card(table_passage(table), FILING).scope is EntityScope.SEGMENT


def test_names_with_a_legal_form_are_entities_beside_the_company():
    card = make_card(prose("We bought Green Fields, Inc. from Oak and Elm Corporation."), FILING)
    assert card.entities == ("Amber Tools", "Green Fields, Inc", "Oak and Elm Corporation")


def test_the_topic_of_prose_is_its_section():
    passage = prose("x", section="Item 7 > Liquidity")
    assert topic_of(passage) == "liquidity"


def test_shares_of_revenue_are_no_revenue():
    cells = (Cell("100", Decimal(100), "%"), Cell("100", Decimal(100), "%"))
    shares = Table(BALANCE.columns, (Row("Total revenues", cells),), "STATEMENTS OF OPERATIONS")
    assert "revenue" not in make_card(table_passage(shares), FILING).metrics


def test_prose_that_mentions_no_metric_demanded_is_not_worth_a_card():
    intent = query_for("inventories", Scope(), ("inventories",)).intent
    assert may_state(prose("Inventories fell."), intent)
    assert not may_state(prose("Goodwill fell."), intent)
    assert may_state(table_passage(BALANCE), intent)


WORDS = st.sampled_from(
    [
        *(
            "net",
            "sales",
            "of",
            "in",
            "rose",
            "were",
            "may",
            "inventories",
            "Inc.",
            "The",
            "due to",
        ),
        *("$4.2 billion", "(1,234)", "12%", "fiscal 2021", "Q2 2022", "December 31, 2022"),
        *("\n", ".", "—", "due to"),
    ]
)


@given(st.lists(WORDS, max_size=60).map(" ".join))
def test_whatever_prose_says_the_card_prints_nothing_else(text: str) -> None:
    passage = prose(text)
    card = make_card(passage, FILING)
    assert said(card, passage, "numbers") == list(card.numbers)
    assert all(0 <= span.start < span.end <= len(text) for span in card.spans)
    assert {key for _, key, _ in card.triples} == set(card.metrics)
    assert len(card.sketch.summary.split()) <= SUMMARY_WORDS
    assert all(word in text for word in card.sketch.summary.split())
    assert make_card(passage, FILING) == card


CELLS = st.one_of(
    st.none(),
    st.integers(-(10**7), 10**7).map(lambda n: Cell(f"{n:,}", Decimal(n))),
    st.just(Cell("—", Decimal(0))),
    st.just(Cell("n/a")),
    st.just(Cell("5%", Decimal(5), "%")),
)
LABELS = st.sampled_from(["Net sales", "Total assets", "Other", "", "Inventories", "410"])
ROWS = st.builds(Row, LABELS, st.tuples(CELLS, CELLS))


@given(st.lists(ROWS, max_size=12))
def test_whatever_a_table_holds_its_numbers_are_copied_and_found(rows: list[Row]) -> None:
    passage = table_passage(Table(BALANCE.columns, tuple(rows), "Data"))
    card = make_card(passage, FILING)
    printed = [c.text for row in rows for c in row.cells if c and c.value is not None]
    assert list(card.numbers) == printed == said(card, passage, "numbers")
    assert {key for _, key, _ in card.triples} == set(card.metrics)
