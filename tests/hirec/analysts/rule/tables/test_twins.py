"""Tables of one make for each part: a company's figure is in none of them."""

from dataclasses import replace

import pytest

from hirec.analysts.rule.figures.grounded import Grounded, ground_plan
from hirec.analysts.rule.plans.programs import plan
from hirec.periods import find_periods
from hirec.types import CompanyRef, Passage, Scope
from hirec.understanding import understand
from tests.hirec.analysts.rule.figures.test_operands import Y21, Y22, filing, passage, table

ACME = CompanyRef("acme", "Acme", "Acme")


def of_part(title: str, page: int, *numbers: str) -> Passage:
    """A table below the name of a part."""
    rows = zip(("Widget output", "Widget backlog", "Working days"), numbers, strict=True)
    one = table([(label, [number, "5"]) for label, number in rows], [Y22, Y21], title)
    return replace(passage(one, page), section=f"Item 7 > {title}")


HEAVY = of_part("Heavy Widgets", 30, "$ 40", "$ 7", "200")
LIGHT = of_part("Light Widgets", 31, "$ 30", "$ 8", "200")
ALL = replace(
    passage(table([("Widget output", ["$ 70", "$ 10"])], [Y22, Y21], "Results"), 29),
    section="Item 7 > Results of operations",
)


def grounded(question: str, *passages: Passage) -> Grounded:
    parsed = understand(question, Scope(companies=(ACME,), periods=find_periods(question)))
    numeric = plan(parsed)
    assert numeric is not None
    made = filing()
    return ground_plan(numeric, passages, {made.filing_id: made}, (made.filing_id,), likely=False)


def printed(question: str, *passages: Passage) -> list[str]:
    return sorted({one.printed for one in grounded(question, *passages).operands.values()})


@pytest.mark.parametrize("order", [(HEAVY, LIGHT, ALL), (ALL, LIGHT, HEAVY)])
def test_the_companys_figure_is_that_of_no_part(order: tuple[Passage, ...]) -> None:
    assert printed("What was Acme's widget output in fiscal 2022?", *order) == ["$ 70"]


def test_a_part_that_is_named_has_its_table() -> None:
    asked = "What was the widget output of Acme's Light Widgets in fiscal 2022?"
    assert printed(asked, HEAVY, LIGHT, ALL) == ["$ 30"]


def test_where_only_parts_state_it_nothing_is_found() -> None:
    assert printed("What was Acme's widget backlog in fiscal 2022?", HEAVY, LIGHT) == []


def test_one_table_alone_is_no_part() -> None:
    assert printed("What was Acme's widget backlog in fiscal 2022?", HEAVY) == ["$ 7"]
