"""Periods of one figure are taken from one place where it states them all."""

from datetime import date
from decimal import Decimal

from hirec.analysts.rule.figures.grounded import ground_plan
from hirec.analysts.rule.plans.programs import plan
from hirec.types import CompanyRef, Filing, Operand, Passage, Scope
from hirec.understanding import understand
from tests.hirec.analysts.rule.figures.test_operands import Y21, Y22, filing, passage, table

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


def note(filing_id: str, row: str, *printed: str) -> Passage:
    return passage(table([(row, [*printed])], [Y22, Y21], "By segment: " + row), 20, filing_id)


def test_a_margin_takes_profit_and_sales_from_one_report() -> None:
    """Its profit was counted anew in the later report, which says nothing of its sales."""
    sales = note("ACME_2022_10K", "Tools segment net sales", "1,000", "900")
    profit = note("ACME_2022_10K", "Tools segment operating income", "100", "90")
    recast = note("ACME_2023_10K", "Tools segment operating income", "150", "120")
    question = "Acme Tools segment operating income as a percentage of Tools segment net sales 2022"
    found = {one.printed: one for one in taken(question, sales, profit, recast)}
    assert {*found} == {"100", "1,000"}
    assert "ACME_2023_10K states it as 150" in found["100"].doubt


def test_figures_of_two_reports_of_which_neither_states_both_are_in_doubt() -> None:
    sales = note("ACME_2022_10K", "Tools segment net sales", "1,000", "900")
    recast = note("ACME_2023_10K", "Tools segment operating income", "150", "120")
    question = "Acme Tools segment operating income as a percentage of Tools segment net sales 2022"
    assert all("of another filing" in one.doubt for one in taken(question, sales, recast))


def test_a_note_recast_by_a_later_report_is_told_and_in_doubt_where_it_is_far_off() -> None:
    before = note("ACME_2022_10K", "Tools segment net sales", "1,000", "900")
    question = "Acme Tools segment net sales 2022"
    for printed, doubted in (("1,004", False), ("1,200", True)):
        later = note("ACME_2023_10K", "Tools segment net sales", printed, "950")
        (found,) = taken(question, before, later)
        assert (found.printed, bool(found.doubt)) == (printed, doubted)
        assert found.earlier is not None
        assert found.earlier.printed == "1,000"
