"""Plans of companies that each have a period of their own."""

import pytest

from hirec.types import CannotAnswer
from tests.hirec.analysts.rule.plans.test_programs import ACME, BOLT, answer, ask


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much larger was Acme's revenue in FY2020 than Bolt's in FY2019?", 500 - 200),
        ("Which was higher, Acme's FY2019 revenue or Bolt's in FY2020?", "Acme Corp FY2019"),
        ("By what percentage did Acme's FY2020 revenue exceed Bolt's FY2019 revenue?", 150),
        ("Did Acme's revenue in FY2019 exceed Bolt's revenue in FY2020?", True),
        ("What was the sum of Acme's FY2019 and Bolt's FY2020 revenue?", 400 + 300),
    ],
)
def test_companies_with_a_year_of_their_own_are_not_crossed(question, expected):
    values = {
        "revenue FY2019 Acme Corp": "400",
        "revenue FY2020 Acme Corp": "500",
        "revenue FY2019 Bolt Inc": "200",
        "revenue FY2020 Bolt Inc": "300",
    }
    assert answer(question, values, ACME, BOLT) == expected


def test_by_what_percentage_one_company_exceeds_another() -> None:
    values = {"revenue FY2020 Acme Corp": "500", "revenue FY2020 Bolt Inc": "400"}
    question = "By what percentage did Acme's revenue exceed Bolt's revenue in FY2020?"
    assert answer(question, values, ACME, BOLT) == 25  # 100 * (500 - 400) / 400


def test_several_years_of_several_companies_need_pairs() -> None:
    with pytest.raises(CannotAnswer, match="which period is whose"):
        ask("Acme revenue FY2018-FY2019 versus Bolt revenue FY2020-FY2021", ACME, BOLT)
