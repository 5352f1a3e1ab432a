from hirec.periods import find_periods
from hirec.types import CompanyRef, Scope
from hirec.understanding.roles import veiled


def scope(question: str, *names: str) -> Scope:
    companies = tuple(CompanyRef(name.lower(), name, name) for name in names)
    return Scope(companies=companies, periods=find_periods(question))


def test_companies_and_periods_get_plain_names() -> None:
    asked = "How much of Walmart's revenue in the third quarter of 2021 was groceries?"
    expected = "How much of Acme's revenue in the 2023 was groceries?"
    assert veiled(asked, scope(asked, "Walmart")) == expected


def test_the_newest_period_has_a_name_of_its_own() -> None:
    asked = "Nike FY2019 vs FY2020: did footwear's share of sales at NIKE rise?"
    expected = "Acme 2022 vs 2023: did footwear's share of sales at Acme rise?"
    assert veiled(asked, scope(asked, "Nike")) == expected


def test_a_second_company_is_another() -> None:
    asked = "Who spent more on research, Intel or Target?"
    expected = "Who spent more on research, Acme or Bolt?"
    assert veiled(asked, scope(asked, "Intel", "Target")) == expected


def test_an_unknown_company_is_veiled_as_well() -> None:
    asked = "What chunk of Zorg's sales was tea?"
    assert (
        veiled(asked, Scope(unknown_companies=("Zorg",))) == "What chunk of Acme's sales was tea?"
    )
