from datetime import date

import pytest

from hirec.analysts.rule.prose.amounts import amounts_of
from hirec.numbers import find_numbers
from hirec.periods import find_periods
from hirec.types import Filing, Form, Identity, Period

ANNUAL = Filing(
    "ACME_2022_10K",
    Identity("Acme", Form.ANNUAL, 2022, None, date(2022, 12, 31)),
    "acme",
    (),
    9,
    9,
    "",
)


def printed(sentence: str, asked: str, filing: Filing = ANNUAL) -> list[str]:
    """The amounts of money that a sentence states of a period."""
    period = next(iter(find_periods(asked)), None)
    numbers = [number for number in find_numbers(sentence) if number.unit == "USD"]
    found = amounts_of(period, sentence, numbers, filing, forward=False)
    return [amount.number.text.strip() for amount in found]


@pytest.mark.parametrize(
    ("sentence", "asked", "amounts"),
    [
        ("Costs were $3 million, $2 million and $1 million in 2022, 2021 and 2020.", "FY2021",
         ["$2 million"]),
        ("In 2022, 2021 and 2020 costs were $3 million, $2 million and $1 million.", "FY2020",
         ["$1 million"]),
        ("Costs were $3 million in 2022, and $2 million in 2021.", "FY2022", ["$3 million"]),
        ("In the nine months ended December 31, 2022 costs were $3 million.", "Q4 FY2022", []),
        ("Costs were $3 million and $2 million in 2022, 2021 and 2020.", "FY2022", []),
        ("Backlog was $3 million and $2 million as of December 31, 2022 and 2021, respectively.",
         "FY2022", ["$3 million"]),
        ("Costs were $3 million in 2022 and 2021, and $2 million in 2020.", "FY2021",
         ["$3 million"]),
        ("Costs were $3 million in 2022 and $2 million in both 2021 and 2020.", "FY2021",
         ["$2 million"]),
        ("Costs were $3 million in 2022 and $2 million in both 2021 and 2020.", "FY2022",
         ["$3 million"]),
        ("Costs were $3 million and $2 million in the years ended December 31, 2022 and 2021.",
         "FY2021", ["$2 million"]),
        ("Costs were $3 million at December 31, 2022 and $2 million at November 20, 2021.",
         "FY2021", []),
        ("At December 31, 2022 and 2021 costs were $3 million and $2 million and fines were"
         " $1 million and $4 million, respectively.", "FY2021", ["$2 million", "$4 million"]),
        ("Costs of $3 million in 2022 fell against 2021.", "FY2021", []),
        ("Costs were $3 million.", "FY2022", ["$3 million"]),
        ("Costs were $3 million.", "FY2021", []),
        ("For the six months ended June 30, 2022 costs were $3 million.",
         "three months ended June 30, 2022", []),
    ],
)  # fmt: skip
def test_lists_of_amounts_and_of_periods_go_in_step(
    sentence: str, asked: str, amounts: list[str]
) -> None:
    assert printed(sentence, asked) == amounts


def test_without_a_period_a_filing_speaks_of_its_own() -> None:
    sentence = "Costs were $3 million in 2022 and $2 million in 2021."
    assert printed(sentence, "no period") == ["$3 million"]
    assert ANNUAL.identity.period == Period(2022, None, date(2022, 12, 31), 12)
