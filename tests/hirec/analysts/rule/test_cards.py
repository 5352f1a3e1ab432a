from decimal import Decimal

from hirec.analysts.rule.cards import make_card, topic_of
from hirec.analysts.rule.rewrite import query_for
from hirec.types import (
    Cell,
    Column,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Period,
    Row,
    Scope,
    Table,
    encode_table,
)

FILING = Filing("F", Identity("Amber Tools", Form.ANNUAL, 2023), "amber", ("F",), 1, 1, "")
INTENT = query_for("inventories", Scope(), ("inventories", "revenue")).intent
BALANCE = Table(
    columns=(Column("2023", Period(2023, months=0)), Column("2022", Period(2022, months=0))),
    rows=(
        Row("Inventories", (Cell("410", Decimal(410)), Cell("395", Decimal(395)))),
        Row("Goodwill", (Cell("77", Decimal(77)), None)),
    ),
    caption="CONSOLIDATED BALANCE SHEETS",
)


def table_passage(table: Table) -> Passage:
    return Passage(
        "F#1.1", "F", 1, PassageKind.TABLE, "t", table.render(), table_json=encode_table(table)
    )


def test_a_card_states_metric_period_and_verbatim_numbers():
    card = make_card(table_passage(BALANCE), FILING, INTENT)
    assert card.topic == "balance sheet"
    assert card.metrics == ("inventories",)
    assert card.numbers == ("410", "395")
    assert card.triples == (
        ("Amber Tools", "inventories", "FY2023"),
        ("Amber Tools", "inventories", "FY2022"),
    )
    assert card.spans == ("Inventories",)
    assert [period.fiscal_year for period in card.periods] == [2023, 2022]


def test_prose_states_what_it_mentions_and_boilerplate_is_flagged():
    text = "This report contains forward-looking statements about inventories of $5 million."
    card = make_card(Passage("F#1.2", "F", 1, PassageKind.TEXT, "t", text), FILING, INTENT)
    assert card.metrics == ("inventories",)
    assert card.boilerplate
    assert not card.is_table
    assert card.periods == (FILING.identity.period,)


def test_the_topic_of_prose_is_its_section():
    passage = Passage("F#1.3", "F", 1, PassageKind.TEXT, "t", "x", section="Item 7 > Liquidity")
    assert topic_of(passage) == "liquidity"


def test_shares_of_revenue_are_no_revenue():
    cells = (Cell("100", Decimal(100), "%"), Cell("100", Decimal(100), "%"))
    shares = Table(BALANCE.columns, (Row("Total revenues", cells),), "STATEMENTS OF OPERATIONS")
    assert make_card(table_passage(shares), FILING, INTENT).metrics == ()
