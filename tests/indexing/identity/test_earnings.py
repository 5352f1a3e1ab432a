"""Releases of results in the ways in which companies write them."""

from datetime import date

import pytest

from hirec.types import Confidence, Document, Form, Page, SourceKind, TextBlock
from indexing.identity import identify


def release(text: str) -> Document:
    blocks = tuple(TextBlock(line) for line in text.split("\n"))
    return Document("x.pdf", SourceKind.PDF, (Page(1, blocks),))


@pytest.mark.parametrize(
    ("text", "company", "quarter", "symbol"),
    [
        (
            "News Release\nAmber Rockets Announces First-Quarter 2023 Results\nDAYTON, Ohio, April "
            "25, 2023 – Amber Rockets, Inc. (NYSE: AMB) announces its results for the first "
            "quarter ended March 31, 2023.\nAbout Amber Rockets\nAmber Rockets makes rockets.",
            "Amber Rockets, Inc.",
            1,
            "AMB",
        ),
        (
            "NEWS RELEASE\nFOR RELEASE\n3R Reports Third-Quarter Results\nDOVER – Oct. 24, "
            "2023 – 3R (NYSE: MMR) today reported third-quarter 2023 results. The quarter ended "
            "September 30, 2023.",
            "3R",
            3,
            "MMR",
        ),
        (
            "Gull & Heron\nLANSING, July 18, 2023 - Gull & Heron Company [Nasdaq: GLH] reported "
            "results for the second quarter ended June 30, 2023. Net sales rose.",
            "Gull & Heron Company",
            2,
            "GLH",
        ),
        (
            "NYSE symbol: AMC\nNews release: IMMEDIATE RELEASE\nAMBERROOK REPORTS FOURTH-QUARTER "
            "2022 NET INCOME OF $11.0 BILLION\nJANUARY 13, 2023. Amber Rook & Co. (NYSE: AMC) "
            "today reported net income for the fourth quarter ended December 31, 2022.",
            "Amber Rook & Co.",
            4,
            "AMC",
        ),
        (
            "Q4 2022 Earnings Release\nRook Resorts International Reports Strong Fourth "
            "Quarter And Full Year Results\nReno, February 8, 2023 - Rook Resorts International "
            '(NYSE: RKR) ("Rook Resorts" or the "Company") today reported results for the '
            "quarter and year ended December 31, 2022.",
            "Rook Resorts International",
            4,
            "RKR",
        ),
    ],
)
def test_a_release_names_its_issuer_quarter_and_symbol(
    text: str, company: str, quarter: int, symbol: str
) -> None:
    identity = identify(release(text))
    assert identity.form is Form.EARNINGS
    assert (identity.company, identity.ticker) == (company, symbol)
    assert identity.fiscal_quarter == quarter
    assert identity.confidence["company"] is not Confidence.WEAK


def test_the_words_news_release_are_no_company() -> None:
    identity = identify(release("News Release\nFor immediate release\nSecond quarter results"))
    assert identity.company == ""


def test_a_fiscal_quarter_that_ends_in_another_calendar_year() -> None:
    identity = identify(
        release(
            "Amber Stores Reports Fourth Quarter Fiscal 2022 Results\nDOVER, March 2, 2023 -- "
            "Amber Stores, Inc. (NYSE: AMS) today announced results for the quarter ended "
            "January 28, 2023."
        )
    )
    assert (identity.fiscal_year, identity.fiscal_quarter) == (2022, 4)
    assert identity.period_end == date(2023, 1, 28)
