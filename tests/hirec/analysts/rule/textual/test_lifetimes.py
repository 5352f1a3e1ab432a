"""Over how many years assets are used, as a row or a sentence prints it."""

import pytest

from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.analysts.rule.textual.lifetimes import asks_lifetime, find_lifetime
from hirec.types import CompanyRef, Scope
from hirec.understanding import parse_of
from tests.hirec.analysts.rule.figures.test_operands import filing, passage

ACME = CompanyRef("acme", "Acme", "Acme")
FILINGS = {"ACME_2022_10K": filing()}
LISTED = """Depreciation is computed over the estimated useful lives of the assets:
Machinery and office furniture | 3 to 15 years
Tooling | 4 to 7 years
Buildings and improvements | Up to 40"""
COSTS = """| Estimated Useful Lives | 2022 | 2021
Software | 3-7 years | 1,234 | 1,100
Land | N/A | 12 | 12"""
TOLD = (
    "Kilns are depreciated over periods ranging from three years to 20 years and sheds over"
    " periods up to 40 years. We depreciate assets over their useful lives, 1 to 6 years for"
    " trucks, and 5 years for tablets."
)


def told(question: str, *texts: str) -> tuple[str, bool]:
    query = rewrite(question, Scope(companies=(ACME,)))
    if not asks_lifetime(parse_of(query)):
        return "", False
    passages = [passage(text, page) for page, text in enumerate(texts, 1)]
    found = find_lifetime(query, passages, FILINGS)
    return (found.text, not found.doubt) if found else ("", False)


@pytest.mark.parametrize(
    ("question", "years", "sure"),
    [
        ("What useful life does Acme use for tooling?", "4 to 7 years", True),
        ("How long does Acme depreciate machinery and furniture?", "3 to 15 years", False),
        ("What is the useful life of Acme's buildings?", "Up to 40 years", False),
        ("how long does Acme amortize software", "3-7 years", True),
        ("What depreciation period applies to Acme's trucks?", "1 to 6 years", False),
        ("What useful life does Acme apply to sheds?", "up to 40 years", False),
        ("What useful life does Acme use for kilns?", "three years to 20 years", False),
        ("What useful life does Acme use for land?", "", False),
        ("What useful life does Acme use for aircraft?", "", False),
        ("What is the weighted average useful life of Acme's software?", "", False),
        ("What was Acme's depreciation of tooling in 2022?", "", False),
    ],
)
def test_the_years_are_those_of_the_assets(question: str, years: str, *, sure: bool) -> None:
    assert told(question, LISTED, COSTS, TOLD) == (years, sure)


def test_two_rows_that_differ_leave_it_open() -> None:
    other = "Useful lives of assets are as follows:\nTooling | 2 years"
    assert told("What useful life does Acme use for tooling?", LISTED, other) == ("", False)
