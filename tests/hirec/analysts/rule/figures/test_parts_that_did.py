"""Which parts grew, shrank, earned or lost money: any number of them may have."""

import pytest

from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import CannotAnswer
from tests.hirec.analysts.rule.figures.test_segments import chosen, passage


@pytest.mark.parametrize("asked", ["segments shrank in", "segment sold less than in 2021 in"])
def test_parts_that_did_it_are_all_named(asked: str) -> None:
    rows = (
        ("Tools", "", "300", "400"),
        ("Paint", "", "250", "500"),
        ("Total net sales", "", "550", "900"),
    )
    program = chosen(f"Which Acme {asked} 2022?", passage(rows, "Net sales by segment"))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools; Paint"


def test_none_is_an_answer() -> None:
    rows = (("Tools", "", "300", "200"), ("Paint", "", "250", "100"))
    table = passage((*rows, ("Total net sales", "", "550", "300")), "Net sales by segment")
    program = chosen("Which Acme segments shrank in 2022?", table)
    assert program is not None
    assert (run(program, SandboxSettings()).value, program.doubt) == ("none", "")


@pytest.mark.parametrize(("before", "doubted"), [("60", True), ("40", False)])
def test_a_rest_that_did_so_too_is_a_doubt(before: str, doubted: bool) -> None:
    rows = (
        ("Tools", "", "300", "400"),
        ("Paint", "", "250", "200"),
        ("Other", "", "50", before),
        ("Total net sales", "", "600", "660" if doubted else "640"),
    )
    program = chosen("Which Acme segments shrank in 2022?", passage(rows, "Net sales by segment"))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"
    assert bool(program.doubt) is doubted


def test_a_named_rest_that_did_so_too_leaves_it_open() -> None:
    rows = (
        ("Tools", "", "300", "400"),
        ("Paint", "", "250", "200"),
        ("Other Ventures", "", "50", "60"),
        ("Total net sales", "", "600", "660"),
    )
    with pytest.raises(CannotAnswer, match="Other Ventures"):
        chosen("Which Acme segments shrank in 2022?", passage(rows, "Net sales by segment"))


def test_higher_than_nothing_named_says_two_things() -> None:
    rows = (("Tools", "", "300", "200"), ("Paint", "", "250", "300"))
    table = passage((*rows, ("Total net sales", "", "550", "500")), "Net sales by segment")
    one = chosen("Which Acme segment had higher net sales in 2022?", table)
    assert one is not None
    assert run(one, SandboxSettings()).value == "Tools"
    assert "than the others, not than the year before" in one.doubt
    several = chosen("Which Acme segments had higher net sales in 2022?", table)
    assert several is not None
    assert run(several, SandboxSettings()).value == "Tools"


def test_what_is_itself_a_change_fell_where_it_is_below_zero() -> None:
    rows = (("Tools", "", "(2.4)%", "(7.6)%"), ("Paint", "", "4.6 %", "6.0 %"))
    table = passage(rows, "Comparable sales by segment")
    program = chosen("Which Acme segments saw comparable sales fall in 2022?", table)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"


def test_what_stands_under_one_segment_are_no_segments() -> None:
    rows = (("Tools", "", "300", "200"), ("Paint", "", "250", "300"))
    table = passage((*rows, ("Total net sales", "", "550", "500")), "International Segment")
    with pytest.raises(CannotAnswer):
        chosen("Which Acme segment had the highest net sales in 2022?", table)


@pytest.mark.parametrize(("rest", "answers"), [("Corporate & Other", True), ("Other", False)])
def test_corporate_is_no_part_that_moved_most_and_leaves_a_doubt(rest: str, answers: bool) -> None:
    rows = (
        ("Tools", "", "300", "400"),
        ("Paint", "", "250", "260"),
        (rest, "", "20", "50"),
        ("Total operating income", "", "570", "710"),
    )
    table = passage(rows, "Operating income by segment")
    question = "Which Acme segment had the largest percentage decline in operating income in 2022?"
    if not answers:
        with pytest.raises(CannotAnswer, match="only called"):
            chosen(question, table)
        return
    program = chosen(question, table)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"
    assert "other" in program.doubt
