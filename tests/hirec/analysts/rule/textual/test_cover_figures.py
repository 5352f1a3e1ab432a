from dataclasses import replace
from datetime import date

import pytest

from hirec.analysts.protocol import Statement
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.analysts.rule.textual.cover_figures import market_values, share_counts
from hirec.analysts.rule.textual.disclosures import read_disclosure
from hirec.lexicon.disclosures import all_disclosures
from hirec.periods import find_periods
from hirec.testing import HashingEncoder
from hirec.types import CompanyRef, Filing, Form, Identity, Passage, PassageKind, Scope
from hirec.understanding import understand

ACME = CompanyRef("amber-tools", "Amber Tools, Inc.", "Amber Tools")
FILINGS = {
    "F": Filing("F", Identity(ACME.name, Form.ANNUAL, 2023), "amber-tools", ("F",), 90, 900, "")
}
AFFILIATES = "The aggregate market value of the outstanding common stock held by non-affiliates "


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "As of March 4, 2024, there were 1,204,551 shares of common stock outstanding.",
            "1,204,551 shares as of March 4, 2024",
        ),
        (
            "Number of shares of the registrant's common stock outstanding as of\n"
            "March 4, 2024: 45.2 million",
            "45.2 million shares as of March 4, 2024",
        ),
        (
            "There were 12,000,000 shares of Class A common stock and 3,000,000 shares of Class B "
            "common stock outstanding at March 4, 2024.",
            "12,000,000 shares of Class A; 3,000,000 shares of Class B as of March 4, 2024",
        ),
        (
            "As of March 4, 2024, the number of shares outstanding were:\n| Class A | 12,000,000\n"
            "| Class B | 3,000,000\n| | 15,000,000",
            "12,000,000 shares of Class A; 3,000,000 shares of Class B as of March 4, 2024",
        ),
        (
            "Shares held by each holder of 5% of the outstanding stock (1,000,000) were excluded "
            "as those of affiliates.\nAt March 4, 2024, 7,654,321 common shares of The J. M. Moss "
            "Company were issued and outstanding.",
            "7,654,321 shares as of March 4, 2024",
        ),
        (
            "Number of shares outstanding: Common Stock, $0.01 par value — 5,000,000 shares as of "
            "March 4, 2024. DOCUMENTS INCORPORATED BY REFERENCE: the proxy statement of 2,000,000.",
            "5,000,000 shares as of March 4, 2024",
        ),
        ("Debt outstanding was $5,000,000.", None),
        (AFFILIATES + "was $7,000,000.", None),
    ],
)
def test_a_cover_counts_its_shares(text, shown):
    assert [value[2] for value in share_counts(text, 0)] == ([shown] if shown else [])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            AFFILIATES + "at a price of $50.25 was approximately $1,331.2 billion.",
            "$1,331.2 billion",
        ),
        (
            AFFILIATES + "were:\n| Class A | $ 4,075,394,149\n| Class B | 89,393,235,582\n"
            "| | $ 93,468,629,731\nShares outstanding:\n| Class A | 12,000,000",
            "$ 4,075,394,149 of Class A; $89,393,235,582 of Class B",
        ),
        (AFFILIATES + "cannot be told.", None),
    ],
)
def test_a_cover_says_what_others_hold_is_worth(text, shown):
    assert [value[2] for value in market_values(text, 0)] == ([shown] if shown else [])


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Amber Tools shares outstanding", "shares_outstanding"),
        (
            "How many shares of common stock does Amber Tools have outstanding?",
            "shares_outstanding",
        ),
        ("shares outstanding on the cover of Amber Tools' 10-K", "shares_outstanding"),
        ("How many shares of Amber Tools were outstanding?", "shares_outstanding"),
        ("What was Amber Tools' public float?", "public_float"),
        ("How many shares did Amber Tools buy back?", ""),
        ("Amber Tools weighted average shares outstanding", ""),
    ],
)
def test_questions_for_what_covers_state_are_known(question, key):
    assert understand(question, Scope(companies=(ACME,))).disclosure == key


@pytest.mark.parametrize(("page", "stated"), [(2, True), (60, False)])
def test_only_a_cover_speaks_for_all_shares(page, stated):
    text = "As of March 4, 2024, there were 1,204,551 shares of common stock outstanding."
    passage = Passage(f"F#{page}.1", "F", page, PassageKind.TEXT, "", text, "")
    disclosure = all_disclosures()["shares_outstanding"]
    found = read_disclosure(disclosure, [passage], FILINGS, ("F",))
    assert (found is not None and not found.doubt) == stated


@pytest.mark.parametrize(
    ("asked", "told"),
    [("March 4, 2024", True), ("December 31, 2023", True), ("May 9, 2024", False)],
)
def test_a_cover_tells_of_days_until_it_was_filed(asked: str, told: bool) -> None:
    text = "As of March 4, 2024, there were 1,204,551 shares of common stock outstanding."
    passage = Passage("F#2.1", "F", 2, PassageKind.TEXT, "", text, "")
    identity = Identity(
        ACME.name, Form.ANNUAL, 2023, None, date(2023, 12, 31), filing_date=date(2024, 3, 8)
    )
    filing = {"F": replace(FILINGS["F"], identity=identity)}
    (period,) = find_periods(f"as of {asked}")
    disclosure = all_disclosures()["shares_outstanding"]
    found = read_disclosure(disclosure, [passage], filing, ("F",), period)
    assert (found is not None) is told


def test_the_covers_own_day_needs_no_statement() -> None:
    text = "As of March 4, 2024, there were 1,204,551 shares of common stock outstanding."
    passage = Passage("F#2.1", "F", 2, PassageKind.TEXT, "", text, "")
    identity = Identity(ACME.name, Form.ANNUAL, 2023, None, date(2023, 12, 31))
    filings = {"F": replace(FILINGS["F"], identity=identity)}
    analyst = RuleAnalyst(HashingEncoder())
    for day, doubted in (("March 4, 2024", False), ("December 31, 2023", True)):
        periods = find_periods(f"as of {day}")
        asked = f"How many shares of Amber Tools were outstanding as of {day}?"
        query = analyst.rewrite(asked, Scope(companies=(ACME,), periods=periods))
        draft = analyst.answer(query, [passage], filings, ("F",))
        assert isinstance(draft, Statement)
        assert bool(draft.doubt) is doubted
