"""Other names of a registrant, gathered from the words of its filings."""

import pytest

from hirec.types import Alias, AliasSource, Form, Identity
from indexing.identity.aliases import gather_aliases


def names(text: str, company: str) -> list[str]:
    return [alias.name for alias in gather_aliases(text, Identity(company, Form.ANNUAL))]


@pytest.mark.parametrize(
    ("text", "company", "expected"),
    [
        ('Johnson & Johnson ("JnJ" or the "Company") and', "Johnson & Johnson", ["JnJ"]),
        (
            "THE PROCTER & GAMBLE COMPANY (the “Company,” “Procter & Gamble,” “P&G,” “we”)",
            "The Procter & Gamble Company",
            ["P&G"],
        ),
        (
            'In this report "American Water," "we" and the "Company" mean American Water Works '
            "Company, Inc. and all its subsidiaries.",
            "American Water Works Company, Inc.",
            ["American Water"],
        ),
        (
            'Bank of America Corporation, a Delaware corporation ("BofA", the "Bank")',
            "Bank of America Corporation",
            ["BofA"],
        ),
        ('Apple Inc. (the "2014 Plan") and Apple Inc. ("Registrant")', "Apple Inc.", []),
        ('American Group, Inc. ("American") and', "American Group, Inc.", []),
        ('Alcoa Corporation ("Companies", "guarantors")', "Alcoa Corporation", []),
        ('Acme Rockets Inc. sold Beta Ltd. ("Beta") and', "Acme Rockets Inc.", []),
    ],
)
def test_short_forms_that_a_text_defines(text: str, company: str, expected: list[str]) -> None:
    assert names(text, company) == expected


def test_symbols_of_all_classes_and_former_names_are_kept_with_their_source() -> None:
    symbols = (Alias("GOOGL", AliasSource.SYMBOL), Alias("GOOG", AliasSource.SYMBOL))
    identity = Identity(
        "Alphabet Inc.", Form.ANNUAL, ticker="GOOGL", former_name="Google Inc.", aliases=symbols
    )
    assert gather_aliases("", identity) == (*symbols, Alias("Google Inc.", AliasSource.FORMER))
