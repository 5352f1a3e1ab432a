from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.stages.coverage import checked_scope, in_doubt
from hirec.stages.identity_match import identity_score
from hirec.types import (
    Answer,
    CannotAnswer,
    CompanyRef,
    Filing,
    Form,
    Identity,
    Operand,
    Operation,
    ParsedQuestion,
    Period,
    PeriodRef,
    Program,
    Scope,
    Slot,
    Verdict,
)
from tests.hirec.stages.covers import Covers, Held


def annual(year: int, company: str = "Corvanta Foods, Inc.", cik: str = "1") -> Identity:
    return Identity(company, Form.ANNUAL, year, None, date(year, 12, 31), cik=cik)


def quarterly(year: int, quarter: int) -> Identity:
    day = date(year, 3 * quarter, 28)
    return Identity("Corvanta Foods, Inc.", Form.QUARTERLY, year, quarter, day, cik="1")


def covers(*identities: Identity) -> Covers:
    return Covers({f"f{number}": Held(identity) for number, identity in enumerate(identities)})


def asked(year: int, *, outlook: bool = False) -> Scope:
    ref = PeriodRef(Period(year, None), f"FY{year}", fiscal=True)
    company = CompanyRef("corvanta-foods", "Corvanta Foods, Inc.", "Corvanta")
    return Scope(companies=(company,), periods=(ref,), outlook=outlook)


def check(scope: Scope, index: Covers, operation: Operation = Operation.VALUE) -> Scope:
    return checked_scope(scope, ParsedQuestion("", operation), index)  # type: ignore[arg-type]


def refusal(scope: Scope, index: Covers, operation: Operation = Operation.VALUE) -> str:
    with pytest.raises(CannotAnswer) as refused:
        check(scope, index, operation)
    return str(refused.value)


def test_a_year_that_is_not_there_is_refused_with_what_is():
    index = covers(*(annual(year) for year in (2015, 2019, 2020, 2021)), quarterly(2022, 1))
    assert refusal(asked(2024), index) == (
        "The index holds no filing of Corvanta Foods, Inc. for FY2024. Filings of Corvanta Foods, "
        "Inc. here: FY2015, FY2019 to FY2021 (10-K), Q1 FY2022 (10-Q)."
    )


def test_quarters_without_a_gap_are_told_as_a_span():
    index = covers(*(quarterly(2021, quarter) for quarter in (1, 2, 3)))
    assert "here: Q1 FY2021 to Q3 FY2021 (10-Q)." in refusal(asked(2024), index)


def test_a_misspelt_name_is_refused_with_the_nearest():
    index = covers(annual(2023), annual(2023, "Harbor Peak Corp", "2"))
    scope = Scope(unknown_companies=("Corbonta Food",))
    assert refusal(scope, index) == (
        "The index holds no filing of Corbonta Food. Did you mean Corvanta Foods, Inc.?"
    )


def test_a_name_near_to_none_is_refused_without_a_suggestion():
    scope = Scope(unknown_companies=("Zelmont",))
    assert refusal(scope, covers(annual(2023))) == "The index holds no filing of Zelmont."


def test_a_name_that_two_companies_bear_asks_which():
    index = covers(annual(2023, "Summit Corp", "2"), annual(2023, "Summit Inc.", "3"))
    scope = Scope(unknown_companies=("Summit",))
    assert refusal(scope, index) == "Which do you mean by Summit: Summit Corp or Summit Inc.?"


def test_a_year_before_the_first_filing_stands_in_its_columns():
    assert check(asked(2018), covers(annual(2019))) == asked(2018)


def test_a_year_stands_beside_the_one_an_earnings_release_tells_of():
    release = Identity("Corvanta Foods, Inc.", Form.EARNINGS, 2022, 4, date(2022, 12, 31), cik="1")
    assert check(asked(2021), covers(release)) == asked(2021)


def test_an_expectation_stands_in_the_filing_before_and_a_figure_does_not():
    assert check(asked(2024, outlook=True), covers(annual(2023)))
    assert "no filing" in refusal(asked(2024), covers(annual(2023)))


def test_the_filing_just_before_says_most_of_what_is_expected():
    slot = Slot(None, PeriodRef(Period(2024, None), "FY2024", fiscal=True))
    scores = [identity_score(annual(y), slot, Scope(outlook=True)) for y in (2024, 2023, 2022)]
    assert scores[0] > scores[1] > scores[2] > 0


def test_words_on_a_year_may_stand_in_its_quarterly_report_and_figures_may_not():
    index = covers(quarterly(2023, 2))
    scope = check(asked(2023), index, Operation.TEXT)
    assert scope.partial
    assert "no filing" in refusal(asked(2023), index)
    assert "no filing" in refusal(asked(2021), index, Operation.TEXT)
    assert not check(asked(2023), covers(annual(2023)), Operation.TEXT).partial


def test_what_a_report_of_a_part_says_is_in_doubt():
    answer = Answer("Why?", "Demand fell.", Verdict.VERIFIED)
    scope = check(asked(2023), covers(quarterly(2023, 2)), Operation.TEXT)
    doubted = in_doubt(answer, scope, {})
    assert doubted.verdict is Verdict.UNVERIFIED
    assert "no report of FY2023" in doubted.reason
    assert in_doubt(answer, asked(2023), {}) is answer


def test_a_day_beside_the_period_of_a_figure_is_of_something_else() -> None:
    program = Program("answer = 1", (), "")
    answer = Answer("How many?", "1", Verdict.VERIFIED, program=program)
    day = date(2024, 12, 31)
    beside = replace(asked(2023), event_dates=(day,))
    assert "2024-12-31" in in_doubt(answer, beside, {}).reason
    ref = PeriodRef(Period(2024, None, day, 0), "Dec 31 2024", fiscal=False)
    assert in_doubt(answer, replace(beside, periods=(ref,)), {}) is answer


def test_words_on_a_year_may_stand_in_the_report_of_an_event_soon_after():
    def event(day: date) -> Covers:
        return covers(Identity("Corvanta Foods, Inc.", Form.CURRENT, day.year, None, day, cik="1"))

    assert check(asked(2022), event(date(2023, 3, 1)), Operation.TEXT).partial
    assert "no filing" in refusal(asked(2022), event(date(2023, 9, 1)), Operation.TEXT)


def test_the_day_that_closes_the_report_of_the_period_is_no_other() -> None:
    own = Operand("sales", Decimal(1), "USD", "f", 1, "f#1.1", "1", period=Period(2023, None))
    program = Program("answer = 1", (own,), "")
    answer = Answer("How many?", "1", Verdict.VERIFIED, program=program)
    day = date(2024, 2, 3)
    beside = replace(asked(2023), event_dates=(day,))
    closing = replace(annual(2023), period_end=day)
    held = Filing("f", closing, "acme", (), 1, 1, "Acme")
    assert in_doubt(answer, beside, {"f": held}) is answer
    other = replace(held, identity=replace(closing, fiscal_year=2022))
    assert in_doubt(answer, beside, {"f": other}) is not answer
