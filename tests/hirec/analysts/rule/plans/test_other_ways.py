"""Ways to a figure beside its own row: what it is added to, a stated share, a printed ratio."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.programs import Plan, write_program
from hirec.types import Figure, Operand
from tests.hirec.analysts.rule.plans.test_programs import ask, needs


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        ("What was Acme's Asia plus Europe net sales in FY2022?", ["Asia net sales FY2022"]),
        ("What was Acme's gross profit plus Europe net sales in FY2022?", ["gross_profit FY2022"]),
    ],
)
def test_a_name_added_to_a_parts_figure_is_another_parts(question: str, lacking: list[str]) -> None:
    assert needs(ask(question))[:1] == lacking


def test_a_parts_sales_may_be_had_by_the_share_that_a_sentence_states() -> None:
    found = ask("How many dollars of Acme's FY2022 revenue came from Boltmart?")
    assert found is not None
    share = next(figure for figure in found.figures if figure.kind == "percent")
    assert "Boltmart" in share.part
    assert found.settled({share: _operand("21", "%"), _whole(found): _operand("200", "USD")})


def _whole(found: Plan) -> Figure:
    return next(figure for figure in found.figures if figure.concept and not figure.part)


def _operand(value: str, unit: str) -> Operand:
    return Operand("", Decimal(value), unit, "F", 1, "F#1.1", value)


def test_a_ratio_is_also_a_row_of_its_name() -> None:
    found = ask("What was Acme's dividend payout ratio in FY2022?")
    assert found is not None
    row = next(figure for figure in found.figures if figure.row_name)
    assert (row.words, row.kind) == ("dividend payout ratio", "percent")
    printed = write_program(found, {row: replace(_operand("31", "%"), name="payout")})
    assert (printed.unit, printed.convention) == ("%", "as the filing prints it")
