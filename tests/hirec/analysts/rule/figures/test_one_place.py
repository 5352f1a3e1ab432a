"""Periods of one figure are taken from one place where it states them all."""

from datetime import date
from decimal import Decimal

from hirec.analysts.rule.figures.grounded import ground_plan
from hirec.analysts.rule.plans.programs import plan
from hirec.types import CompanyRef, Filing, Operand, Passage, Scope
from hirec.understanding import understand
from tests.hirec.analysts.rule.figures.test_operands import filing, passage

SCOPE = Scope(companies=(CompanyRef("acme", "Acme Corp", "Acme"),))
FILINGS = {
    "ACME_2022_10K": filing("ACME_2022_10K", date(2023, 2, 1)),
    "ACME_2023_10K": filing("ACME_2023_10K", date(2024, 2, 1)),
}


def sentence(filing_id: str, text: str) -> Passage:
    return passage(text, 12, filing_id)


def taken(question: str, *passages: Passage, filings: dict[str, Filing] = FILINGS) -> list[Operand]:
    numeric = plan(understand(question, SCOPE))
    assert numeric is not None
    operands = ground_plan(numeric, passages, filings, list(filings)).operands
    return [operands[need] for need in numeric.used(operands)]


THREE = sentence(
    "ACME_2022_10K",
    "Net advertising costs were $46 million, $39 million and $36 million in 2022, 2021 and 2020, "
    "respectively.",
)
RESTATED = sentence(
    "ACME_2023_10K",
    "Net advertising costs were $70 million and $61 million in 2023 and 2022, respectively.",
)


def test_a_sum_takes_no_year_from_a_report_that_counts_otherwise() -> None:
    found = taken("Acme's total advertising costs for 2020, 2021 and 2022", THREE, RESTATED)
    assert sorted(one.value for one in found) == [Decimal(n * 10**6) for n in (36, 39, 46)]
    assert {one.filing_id for one in found} == {"ACME_2022_10K"}
    assert any("ACME_2023_10K states it as $61 million" in one.doubt for one in found)


def test_what_notes_of_two_reports_say_otherwise_is_told_by_the_later_in_doubt() -> None:
    (found,) = taken("Acme's advertising costs in 2022", THREE, RESTATED)
    assert found.value == Decimal(61 * 10**6)
    assert found.earlier is not None
    assert found.earlier.printed == "$46 million"
    assert found.doubt


def test_the_latest_report_is_still_read_for_what_it_states_whole() -> None:
    found = taken("How did Acme's advertising costs change from 2022 to 2023?", THREE, RESTATED)
    assert sorted(one.value for one in found) == [Decimal(61 * 10**6), Decimal(70 * 10**6)]


def test_years_that_no_place_states_together_are_taken_where_they_are() -> None:
    one = sentence("ACME_2022_10K", "Net advertising costs were $39 million in 2021.")
    other = sentence("ACME_2023_10K", "Net advertising costs were $70 million in 2023.")
    found = taken("How did Acme's advertising costs change from 2021 to 2023?", one, other)
    assert sorted(one.value for one in found) == [Decimal(39 * 10**6), Decimal(70 * 10**6)]
