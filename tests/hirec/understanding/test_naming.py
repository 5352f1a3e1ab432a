import pytest

from hirec.types import CompanyRef, Scope
from hirec.understanding import naming_words, understand

ACME = CompanyRef("1", "Acme Corp", "Acme")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much did Acme hand its franchisees in 2022?", "hand franchisees"),
        ("Warranty reserve at Acme, Dec 31 2024", "Warranty reserve"),
        ("How many full-timers did Acme have at YE 2019?", "full timers"),
        ("average price of shares Acme bought in 1H23", "average price shares bought"),
        ("In Acme's 2022 10-K, what is owed on the revolver?", "owed revolver"),
        ("Acme stock units (thousands), June 30, 2023", "stock units"),
        ("How much of Acme's plant was unfinished in 2020?", "plant unfinished"),
    ],
)
def test_neither_when_nor_where_nor_how_names_a_figure(question: str, words: str) -> None:
    assert naming_words(question, (ACME,), ()) == words


def test_a_name_that_no_filing_bears_is_left_out() -> None:
    assert naming_words("What did Globex owe its suppliers?", (), ("Globex",)) == "owe suppliers"


@pytest.mark.parametrize("question", ["What is 2+2?", "what is 5?", "Acme 2+2"])
def test_figures_alone_name_none(question: str) -> None:
    assert understand(question, Scope(companies=(ACME,))).figures == ()
