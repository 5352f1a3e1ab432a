"""A question over several as the same of one: no other company or period stays in its words."""

import pytest

from hirec.types import CompanyRef, Period, PeriodRef, Scope
from hirec.understanding import about_one, by_quarter, understand

ACME, ZETA = CompanyRef("acme", "Acme Corp", "Acme"), CompanyRef("zeta", "Zeta plc", "Zeta")
YEAR = PeriodRef(Period(2022), "2022")
SCOPE = Scope((ACME, ZETA), (PeriodRef(Period(2021), "2021"), YEAR))


@pytest.mark.parametrize(
    ("question", "one"),
    [
        (
            "What are the risks of foreign exchange for Acme and Zeta in 2021 and 2022?",
            "What are the risks of foreign exchange for Zeta in 2022?",
        ),
        (
            "Describe Acme's and Zeta's strategy in 2021 and 2022.",
            "Describe Zeta's strategy in 2022",
        ),
        (
            "Did Acme or Zeta report a material weakness from 2021 to 2022?",
            "Did Zeta report a material weakness in 2022?",
        ),
        (
            "Compare the supply chain risks of Acme and Zeta in 2021 and 2022.",
            "What did Zeta say about supply chain risks in 2022?",
        ),
        (
            "How did the description of competition change at Acme and Zeta between 2021 and 2022?",
            "What did Zeta say about competition in 2022?",
        ),
        (
            "Who supplies Acme and Zeta?",
            "Who supplies Zeta?",
        ),
    ],
)
def test_one_stands_in_the_place_of_the_list(question: str, one: str) -> None:
    asked = about_one(understand(question, SCOPE), SCOPE, "Zeta", YEAR)
    assert asked.rstrip("?.") == one.rstrip("?.")
    assert "Acme" not in asked
    assert "2021" not in asked


def test_what_leans_on_the_words_before_it_keeps_them() -> None:
    question = "What was the revenue of Acme and Zeta in 2022, and why did it change?"
    asked = about_one(understand(question, SCOPE), SCOPE, "Acme", YEAR)
    assert asked == "What was the revenue of Acme in 2022, and why did it change?"


@pytest.mark.parametrize(
    ("question", "quarters"),
    [
        ("For each quarter of 2023, what did management say about margins?", True),
        ("What was said about margins quarter by quarter in 2023?", True),
        ("What did management say about margins in the third quarter of 2023?", False),
        ("What did management say about margins each year?", False),
    ],
)
def test_each_quarter_is_told_from_one(question: str, quarters: bool) -> None:
    assert by_quarter(question) is quarters
