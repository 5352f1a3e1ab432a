"""Doubts that the headings above a number raise."""

from dataclasses import replace

import pytest

from hirec.analysts.rule.doubts.headings import other_heading, other_part
from hirec.types import Figure, Row
from tests.hirec.analysts.rule.doubts.test_checks import BLOCKS, said, used
from tests.hirec.analysts.rule.figures.test_operands import (
    INCOME,
    Y21,
    Y22,
    table,
)


@pytest.mark.parametrize(
    ("heading", "doubted"),
    [
        ("Provisions for bad weather", True),
        ("Other current assets", False),
        ("Revenues:", False),
        ("Supplemental disclosure of cash flow information:", False),
    ],
)
def test_a_row_below_a_heading_of_another_matter_is_in_doubt(heading: str, doubted: bool) -> None:
    content = table([("Widget loans", ["882", "1"])], [Y22, Y21], "CONSOLIDATED BALANCE SHEETS")
    below = replace(content, rows=tuple(replace(row, section=heading) for row in content.rows))
    use = used(Figure("widget loans"), said("Widget loans"), below)
    assert bool(other_heading(use)) is doubted


@pytest.mark.parametrize(
    ("printed", "question", "doubted"),
    [
        ("882", "revenue in Norway", True),
        ("882", "shop-operated sales in Norway", False),
        ("922", "revenue in Norway", False),
    ],
)
def test_of_rows_of_one_name_the_heading_tells_which_is_meant(
    printed: str, question: str, doubted: bool
) -> None:
    content = table(BLOCKS, [Y22, Y21], "Revenues by market")
    figure = Figure("revenue Norway", "revenue", part="Norway")
    use = used(figure, said("Norway", printed=printed), content, question)
    assert bool(other_heading(use)) is doubted


def test_the_one_heading_of_a_table_holds_below_its_subtotals() -> None:
    content = table([("Prices of homes:", []), ("West", ["1", "2"])], [Y22, Y21], "")
    heading = Row("Prices of homes:", (None, None))
    below = replace(content.rows[0], label="Norway", section="")
    content = replace(content, rows=(heading, *content.rows, below))
    figure = Figure("revenue Norway", "revenue", part="Norway")
    assert other_heading(used(figure, said("Norway", printed="1"), content, "revenue in Norway"))


@pytest.mark.parametrize(
    ("heading", "doubted"),
    [("Non-interest revenues", False), ("Changes in accrued widget income", True)],
)
def test_a_heading_of_a_statement_may_say_of_which_kind_its_rows_are(
    heading: str, *, doubted: bool
) -> None:
    rows = [("Widget fees", ["882", "1"]), ("Net income", ["9", "8"])]
    content = table(rows, [Y22, Y21], "CONSOLIDATED STATEMENTS OF INCOME")
    below = replace(content, rows=tuple(replace(row, section=heading) for row in content.rows))
    use = used(Figure("widget fees"), said("Widget fees"), below, "widget fees")
    assert bool(other_heading(use)) is doubted


@pytest.mark.parametrize(
    ("caption", "question", "doubted"),
    [
        ("Heavy Widgets Segment Results", "widget parts", True),
        ("Heavy Widgets Segment Results", "heavy widgets widget parts", False),
        ("Geographic Segments", "widget parts", False),
        ("Table 11: HW Selected Data", "widget parts", True),
        ("Table 11: HW Selected Data", "HW widget parts", False),
        ("NOTE 11: Selected Data", "widget parts", False),
    ],
)
def test_a_figure_of_a_segment_is_in_doubt_where_the_question_names_none(
    caption: str, question: str, doubted: bool
) -> None:
    content = table([("Widget parts", ["882", "1"])], [Y22, Y21], caption)
    use = used(Figure("widget parts"), said("Widget parts"), content, question)
    assert bool(other_part(use)) is doubted


def test_statements_of_the_parent_alone_are_not_the_group_s() -> None:
    content = replace(INCOME, caption="CONDENSED STATEMENTS OF EARNINGS (PARENT COMPANY ONLY)")
    assert "PARENT" in other_part(used(Figure("wages"), said("Wages"), content))
    asked = used(Figure("wages"), said("Wages"), content, "wages of the parent company only")
    assert other_part(asked) == ""
