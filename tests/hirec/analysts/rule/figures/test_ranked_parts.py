"""Choices that name more than the first, and those whose table does not prove its parts."""

from dataclasses import replace

import pytest

from hirec.analysts.rule.figures.segments import choose_part
from hirec.analysts.rule.tables.axes import axes_of
from hirec.analysts.rule.tables.parts_asked import part_asked
from hirec.programs import run, verify
from hirec.settings import SandboxSettings
from hirec.types import CannotAnswer, Program, Ranking, Verdict
from hirec.understanding import parse_of
from tests.hirec.analysts.rule.figures.test_segments import FILINGS, chosen, passage, query

ROWS = (
    ("Tools", "", "$ 700", "$ 400"),
    ("Paint", "", "250", "500"),
    ("Garden", "", "50", "60"),
    ("Total net sales", "", "$ 1,000", "$ 960"),
)
SALES = passage(ROWS, "Net sales by reportable segment are as follows")


def answer(question: str) -> object:
    program = chosen(question, SALES)
    assert program is not None
    assert verify(program, [SALES]) == (Verdict.VERIFIED, "")
    return run(program, SandboxSettings()).value


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Rank Acme's segments by net sales in FY2022", "Tools; Paint; Garden"),
        ("Rank Acme's segments by net sales in FY2021", "Paint; Tools; Garden"),
        ("What was Acme's second largest segment by net sales in FY2021?", "Tools"),
        ("What was Acme's second smallest segment by net sales in FY2022?", "Paint"),
        ("What are Acme's two largest segments by net sales in FY2022?", "Tools; Paint"),
        ("Which Acme segments had net sales above $200 million in FY2022?", "Tools; Paint"),
        ("Which Acme segments had net sales above $900 million in FY2022?", "none"),
        ("How many Acme segments had net sales below $100 million in FY2022?", 1),
    ],
)
def test_those_that_the_ranking_names_are_told(question: str, value: object) -> None:
    assert answer(question) == value


def test_a_rate_is_not_held_against_an_amount() -> None:
    with pytest.raises(CannotAnswer, match="bound"):
        chosen("Which Acme segments had net sales above 20% in FY2022?", SALES)


def test_what_is_only_called_other_keeps_a_rank_in_doubt() -> None:
    rows = (*ROWS[:2], ("All other", "", "50", "60"), ROWS[3])
    program = chosen("Rank Acme's segments by net sales in FY2022", passage(rows, "By segment"))
    assert program is not None
    assert "other" in program.doubt


def likely(question: str, *rows: tuple[str, ...], caption: str) -> Program | None:
    choice = choose_part(query(question), [passage(rows, caption)], FILINGS)
    return choice and choice.program


def test_a_table_that_proves_nothing_answers_in_doubt() -> None:
    asked = "Which Acme segment had the largest net sales in FY2022?"
    found = likely(asked, *ROWS[:3], caption="Net sales of our businesses")
    assert found is not None
    assert run(found, SandboxSettings()).value == "Tools"
    assert found.doubt
    with pytest.raises(CannotAnswer):
        chosen(asked, passage(ROWS[:3], "Net sales of our businesses"))


def test_rows_that_are_no_regions_answer_no_question_of_regions() -> None:
    asked = "Which Acme region had the largest net sales in FY2022?"
    with pytest.raises(CannotAnswer):
        likely(asked, *ROWS[:3], caption="Net sales of our businesses")


def test_a_geographic_segment_is_a_region() -> None:
    rows = (("North America", "", "300", "1"), ("Europe & Africa", "", "400", "1"), *ROWS[:1])
    rows = (*rows, ("Total net sales", "", "1,400", "402"))
    program = chosen(
        "Which of Acme's geographic segments had the largest net sales in FY2022?",
        passage(rows, "Net sales by segment are as follows"),
    )
    assert program is not None
    assert run(program, SandboxSettings()).value == "Europe & Africa"


def test_a_total_with_the_companys_own_name_narrows_nothing() -> None:
    rows = (*ROWS[:3], ("TOTAL ACME, INC. NET SALES", "", "1,000", "960"))
    named = replace(passage(rows, "Net sales by segment"), title="Acme, Inc. · 10-K 2022")
    assert chosen("Which Acme segment had the largest net sales in FY2022?", named) is not None


def test_reports_that_call_a_part_otherwise_do_not_differ() -> None:
    again = (("Tools U.S.", *ROWS[0][1:]), *ROWS[1:])
    other = passage(again, "Net sales by reportable segment are as follows", 5)
    program = chosen("Which Acme segment had the largest net sales in FY2022?", SALES, other)
    assert program is not None
    assert program.operands[0].value == 700_000_000


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Which Acme segments had more net sales than Garden in FY2022?", "Tools; Paint"),
        ("Which Acme segments had lower net sales than Paint in FY2022?", "Garden"),
        ("How many Acme segments grew net sales in FY2022?", 1),
        ("How many Acme segments cut net sales by more than 20% in FY2022?", 1),
    ],
)
def test_named_parts_and_moves_bound_the_choice(question: str, value: object) -> None:
    assert answer(question) == value


def test_a_part_that_the_table_lacks_is_not_passed_over() -> None:
    with pytest.raises(CannotAnswer):
        chosen("Which Acme segments had more net sales than Kites in FY2022?", SALES)


def test_a_table_of_some_sales_is_not_of_all() -> None:
    rows = (*ROWS[:3], ("Total rental sales", "", "1,000", "960"))
    with pytest.raises(CannotAnswer):
        chosen(
            "Which Acme segment had the largest net sales in FY2022?",
            passage(rows, "Rental net sales by reportable segment"),
        )


@pytest.mark.parametrize(
    ("names", "value"), [(("Paint", "Garden"), "Paint"), (("Paint", "Kites"), None)]
)
def test_only_the_parts_that_are_named_are_held_against_each_other(
    names: tuple[str, ...], value: str | None
) -> None:
    asked = query("Which Acme segment had the higher net sales in FY2022?")
    assert asked.parsed is not None
    ranked = replace(asked, parsed=replace(asked.parsed, ranking=Ranking(1, 1, among=names)))
    if value is None:
        with pytest.raises(CannotAnswer):
            choose_part(ranked, [SALES], FILINGS)
        return
    choice = choose_part(ranked, [SALES], FILINGS)
    assert choice is not None
    assert run(choice.program, SandboxSettings()).value == value


@pytest.mark.parametrize(
    "names",
    [
        ("Tools", "Europe", "Middle East & Africa"),
        ("Europe", "Middle East & Africa", "Tools"),
        ("EMEA", "Tools"),
    ],
)
def test_a_named_part_may_be_a_list_itself_or_its_letters(names: tuple[str, ...]) -> None:
    rows = (("Europe, Middle East & Africa", "", "$ 800", "1"), *ROWS[:2])
    rows = (*rows, ("Total net sales", "", "1,750", "901"))
    (asked,) = [part_asked(parse_of(query("Which Acme segment had the most net sales in FY2022?")))]
    assert asked is not None
    ((_, axis),) = axes_of(passage(rows, "Net sales by segment"), asked)
    labels = {member.label for member in axis.among(names).members}
    assert labels == {"Tools", "Europe, Middle East & Africa"}
    assert not axis.among((*names, "Asia")).members
