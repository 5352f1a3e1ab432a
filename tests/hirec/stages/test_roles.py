"""What the grammar refuses or leaves out is read by its roles, and never verified."""

from decimal import Decimal
from pathlib import Path

import pytest

from hirec import HiREC
from hirec.stages.roles import frame_of, left_out
from hirec.types import Asked, Scope, Verdict

COMPANY = "Harbor Peak Foods"


@pytest.fixture(scope="module")
def opened(sample_index: Path) -> HiREC:
    return HiREC.open(sample_index)


@pytest.fixture(scope="module")
def valued(opened: HiREC):
    def value(figure: str, year: int = 2022) -> Decimal:
        answer = opened.ask(f"What was {COMPANY}'s {figure} in fiscal {year}?")
        assert answer.value is not None, answer.text
        return answer.value

    return value


def test_a_whole_without_its_part(opened: HiREC, valued) -> None:
    answer = opened.ask(
        f"what would {COMPANY}' total net sales in 2022 have been without Foodservice?"
    )
    assert answer.value == valued("total net sales") - valued("Foodservice net sales")
    assert answer.verdict is Verdict.UNVERIFIED
    assert answer.reason.startswith("It is read as “total net sales” without “Foodservice”.")
    assert "rereading" in [step.stage for step in answer.trace.steps]


def test_what_is_added_up_and_held_against_a_third(opened: HiREC, valued) -> None:
    asked = "did dividends plus buybacks eat up more than {}' operating cash flow in fiscal 2022?"
    answer = opened.ask(asked.format(COMPANY))
    paid = valued("dividends paid") + valued("share repurchases")
    assert answer.value == paid - valued("operating cash flow")
    assert answer.verdict is Verdict.UNVERIFIED


def test_a_share_of_what_was_gained(opened: HiREC, valued) -> None:
    asked = "what chunk of the growth in {}' net sales from 2021 to 2022 came from Foodservice?"
    answer = opened.ask(asked.format(COMPANY))
    part = valued("Foodservice net sales") - valued("Foodservice net sales", 2021)
    whole = valued("net sales") - valued("net sales", 2021)
    assert answer.value is not None
    assert abs(answer.value - 100 * part / whole) < Decimal("0.01")


def test_a_share_that_moved(opened: HiREC, valued) -> None:
    asked = (
        "was a bigger slice of {}' revenue swallowed by SG&A in fiscal 2022 than in fiscal 2021?"
    )
    answer = opened.ask(asked.format(COMPANY))
    now, before = (valued("SG&A", y) / valued("revenue", y) for y in (2022, 2021))
    assert answer.value is not None
    assert abs(answer.value - 100 * (now - before)) < Decimal("0.01")


def test_a_figure_that_the_grammar_leaves_out_is_asked_for(opened: HiREC, valued) -> None:
    asked = f"How much in sales did each {COMPANY} employee bring in during fiscal 2022?"
    answer = opened.ask(asked)
    assert answer.value is not None
    assert abs(answer.value - valued("net sales") / valued("number of employees")) < 1
    assert answer.verdict is Verdict.UNVERIFIED


def test_what_every_word_of_is_read_is_left_in_peace() -> None:
    assert not left_out(Asked("What was revenue per employee in 2022?"), Scope())
    assert not left_out(Asked("What was net income in 2022?"), Scope())


def test_what_asks_for_words_is_no_frame() -> None:
    assert frame_of("Why did revenue grow in 2022?", Scope()) is None
    assert frame_of("What share of revenue was services in 2022?", Scope()) is not None


def test_a_part_is_chosen_by_everyday_words(opened: HiREC) -> None:
    answer = opened.ask(f"what segment of {COMPANY} ramped sales up quickest in fiscal 2022")
    assert answer.text.startswith("Ingredients (")
    assert answer.verdict is Verdict.UNVERIFIED
    assert answer.reason.startswith("It is read as which “segment” has the largest growth of")


def test_companies_are_compared_each_in_its_own_year(opened: HiREC, valued) -> None:
    asked = f"who grew sales faster, {COMPANY} in fiscal 2022 or Quorvane in fiscal 2023?"
    answer = opened.ask(asked)
    grown = 100 * (valued("net sales") / valued("net sales", 2021) - 1)
    assert answer.text.startswith("Quorvane Systems, Inc. FY2023 (")
    assert f"Harbor Peak Foods, Inc. FY2022 {grown:.2f}%" in answer.text
    assert answer.verdict is Verdict.UNVERIFIED
