"""Choices among parts in whatever order people say them."""

import pytest

from hirec.periods import find_periods
from hirec.types import CompanyRef, Operation, Scope
from hirec.understanding import named_behind, understand

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
LARGEST, ROSE, FELL = Operation.LARGEST, Operation.ROSE, Operation.FELL


@pytest.mark.parametrize(
    ("question", "operation", "kind", "words"),
    [
        (
            "Acme's net sales by product for 2022: which is largest?",
            LARGEST,
            "product",
            "net sales",
        ),
        (
            "Looking at Acme's net sales by product for 2022 - Widgets, Gears, Cogs - which one had"
            " the highest percentage growth?",
            LARGEST,
            "product",
            "net sales",
        ),
        ("Within Acme's 2022 revenues, which region was largest?", LARGEST, "region", "revenues"),
        (
            "In Acme's Tools segment, which product had the most sales in 2022?",
            LARGEST,
            "product",
            "sales in Tools segment",
        ),
        (
            "Which of Acme's segments managed to increase operating income in 2022?",
            ROSE,
            "segment",
            "operating income",
        ),
        (
            "Which of Acme's departments lost the most sales dollars in 2022?",
            Operation.SMALLEST,
            "product",
            "sales",
        ),
        (
            "In 2022 which region added the most dollars of revenue at Acme?",
            LARGEST,
            "region",
            "revenue",
        ),
        ("Which Acme region grew its revenue the fastest in 2022?", LARGEST, "region", "revenue"),
        ("Which Acme segment held the larger inventory in 2022?", LARGEST, "segment", "inventory"),
        ("Which was the only Acme segment whose revenue fell in 2022?", FELL, "segment", "revenue"),
        ("What was the only Acme segment where sales grew in 2022?", ROSE, "segment", "sales"),
        ("Which Acme region lost paid members over 2022?", FELL, "region", "paid members"),
        ("Which Acme region had the widest margin in 2022?", LARGEST, "region", "margin"),
    ],
)
def test_every_order_is_read_as_the_usual_one(
    question: str, operation: Operation, kind: str, words: str
) -> None:
    parsed = understand(question, Scope((ACME,), find_periods(question)))
    assert (parsed.operation, parsed.choose, parsed.unplaced) == (operation, kind, ())
    assert [figure.words for figure in parsed.figures] == [words]
    assert [one.period.label() for one in parsed.periods] == ["FY2022"]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (
            "Acme 2022: which segment had the highest profit: Tools, Paint & Ink or Garden?",
            ("Tools", "Paint & Ink", "Garden"),
        ),
        ("Which Acme product sold the most: widgets, gears or cogs?", ("widgets", "gears", "cogs")),
        (
            "Which Acme region (Gearland, Cogland or rest of world) had the most sales in 2022?",
            (),
        ),
        (
            "In 2022 which region added the most revenue for Acme - Gearland or rest of world?",
            ("Gearland", "rest of world"),
        ),
    ],
)
def test_the_parts_named_behind_may_be_called_anyhow(question: str, names: tuple[str, ...]) -> None:
    found = named_behind(question)
    assert (found[1].among if found else ()) == names
