import pytest

from hirec.analysts.rule.retrieval.hypothesis import hypothesize
from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.types import CompanyRef, Period, PeriodRef, Scope

SCOPE = Scope(
    companies=(CompanyRef("a", "Acme Corp", "Acme"),),
    periods=(PeriodRef(Period(2022), "FY2022", True), PeriodRef(Period(2021), "FY2021", True)),
)


def hypothesis(question: str) -> str:
    (text,) = hypothesize(rewrite(question, SCOPE))
    return text


def test_a_number_is_imagined_as_a_row_of_its_statement():
    text = hypothesis("What was Acme's change in inventories between FY2022 and FY2021?")
    assert text == "CONSOLIDATED BALANCE SHEETS (In millions) 2022 2021 inventory"


def test_a_ratio_is_imagined_as_the_rows_it_needs():
    text = hypothesis("What was Acme's current ratio in FY2022?")
    assert "total current assets" in text
    assert "total current liabilities" in text


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What legal battles did Acme face in FY2022?", "contingencies"),
        ("What drove Acme's gross margin in FY2022?", "primarily due to"),
        ("Which geographies does Acme operate in as of FY2022?", "geographic areas"),
    ],
)
def test_a_textual_answer_is_imagined_in_the_words_of_filings(question, words):
    text = hypothesis(question)
    assert words in text
    assert "Acme" not in text
    assert "2022" not in text


def test_a_question_of_empty_words_gives_no_hypothesis():
    assert hypothesize(rewrite("What is the company?", Scope())) == ()
