from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.doubts.checks import (
    CHECKS,
    doubts_of,
    many_figures,
    netted,
    other_heading,
    other_kind,
    other_name,
    other_part,
    other_rows,
    other_saying,
    other_share,
    other_source,
    what_moved,
    without_costs,
)
from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.types import Figure, Operand, Row
from tests.hirec.analysts.rule.figures.test_operands import (
    FY22,
    INCOME,
    Y21,
    Y22,
    filing,
    passage,
    table,
)

FILINGS = {"ACME_2022_10K": filing()}
BOTH_WAYS = table(
    [
        ("Net sales", ["$ 1,000", "$ 900"]),
        ("Net income", ["85", "74"]),
        ("Net income attributable to noncontrolling interests", ["5", "4"]),
        ("Net income attributable to Acme", ["80", "70"]),
    ],
    [Y22, Y21],
    "CONSOLIDATED STATEMENTS OF INCOME",
)


def stated(metric: str, content: object) -> Operand:
    found = find_operand(Requirement(metric, None, FY22), [passage(content)], FILINGS)
    assert found is not None
    return found


def said(row: str, column: str = "2022", printed: str = "882", unit: str = "USD") -> Operand:
    operand = stated("net_income", INCOME)
    value = Decimal(-1 if printed.startswith("(") else 1)
    return replace(operand, row=row, column=column, printed=printed, unit=unit, value=value)


def used(figure: Figure, operand: Operand, content: object = INCOME, question: str = "") -> Use:
    return Use(figure, operand, passage(content), filing(), question)


def test_where_both_shares_are_printed_the_one_taken_is_in_doubt() -> None:
    operand = stated("net_income_parent", BOTH_WAYS)
    figure = Figure("consolidated net income", "net_income")
    assert "85" in other_share(used(figure, operand, BOTH_WAYS))


def test_a_question_that_says_whose_share_is_in_no_doubt() -> None:
    operand = stated("net_income_parent", BOTH_WAYS)
    figure = Figure("net income attributable to the company", "net_income_parent")
    asked = "What was net income attributable to Acme"
    assert other_share(used(figure, operand, BOTH_WAYS, asked)) == ""


@pytest.mark.parametrize("metric", ["revenue", "net_income"])
def test_a_figure_printed_one_way_is_in_no_doubt(metric: str) -> None:
    figure = Figure(metric.replace("_", " "), metric)
    assert other_share(used(figure, stated(metric, INCOME))) == ""


def test_a_row_named_word_for_word_is_what_is_meant() -> None:
    operand = stated("net_income", INCOME)
    assert used(Figure("net income", "net_income"), operand).literal
    assert not used(Figure("bottom line", "net_income"), operand).literal


@pytest.mark.parametrize(
    ("words", "row", "doubted"),
    [
        ("homes", "Home sale revenues", True),
        ("expenses", "Capital expenditures", True),
        ("capital expenditures", "Capital expenditures", False),
        ("interest", "Interest excluding subsidiaries", True),
        ("total widgets", "Widgets", False),
    ],
)
def test_a_row_that_says_more_than_the_question_is_in_doubt(
    words: str, row: str, doubted: bool
) -> None:
    assert bool(other_name(used(Figure(words), said(row)))) is doubted


@pytest.mark.parametrize(
    ("row", "doubted"),
    [
        ("Restructuring and impairment costs", True),
        ("Restructuring and other charges", False),
    ],
)
def test_a_row_that_joins_another_figure_to_the_one_asked_for_is_in_doubt(
    row: str, doubted: bool
) -> None:
    figure = Figure("restructuring charges", "restructuring")
    assert bool(other_name(used(figure, said(row)))) is doubted


@pytest.mark.parametrize(
    ("words", "row", "doubted"),
    [
        ("costs", "Net cost", True),
        ("losses", "We recorded losses of 882.", True),
        ("losses and provisions", "Total losses and provisions", True),
        ("widget costs", "Widget costs", False),
    ],
)
def test_a_name_of_many_figures_is_in_doubt_outside_a_statement(
    words: str, row: str, doubted: bool
) -> None:
    note = table([("Net cost", ["882", "1"])], [Y22, Y21], "Components of pension cost")
    assert bool(many_figures(used(Figure(words), said(row), note))) is doubted


@pytest.mark.parametrize(
    ("words", "question", "doubted"),
    [
        ("Umber", "What did Acme pay for Umber", True),
        ("Umber", "What was Acme's Umber", False),
        ("umber paint", "What did Acme spend on umber paint", False),
    ],
)
def test_what_stands_beside_a_name_alone_is_not_sure_to_be_its_price(
    words: str, question: str, *, doubted: bool
) -> None:
    use = used(Figure(words), said("Umber"), question=question)
    assert bool(many_figures(use)) is doubted


def test_a_name_of_many_figures_is_sure_where_a_statement_has_just_that_row() -> None:
    assert many_figures(used(Figure("expenses"), said("Expenses"))) == ""


@pytest.mark.parametrize(
    ("words", "sentence", "doubted"),
    [
        ("widget royalties", "Widget royalties were $882 in 2022.", False),
        ("royalties", "The statement includes $882 of royalties paid to makers.", False),
        ("royalties", "Net of stamps, brass royalties of $882 fell due.", True),
        ("widget royalties", "We capitalized $882 of advance widget milestone royalties.", True),
        ("royalties still owed", "Royalties of $882 were paid.", True),
    ],
)
def test_a_sentence_that_says_less_or_something_narrower_is_in_doubt(
    words: str, sentence: str, doubted: bool
) -> None:
    operand = said(sentence, "", "$882")
    assert bool(other_saying(used(Figure(words), operand))) is doubted


def test_a_figure_named_word_for_word_takes_no_doubt_from_another() -> None:
    figures = [Figure("capital expenditures"), Figure("homes")]
    rows = ["Capital expenditures", "Home sale revenues"]
    told = [doubts_of(f, said(row), [], FILINGS) for f, row in zip(figures, rows, strict=True)]
    assert told[0] == ""
    assert told[1]


def test_a_count_that_is_answered_in_money_is_in_doubt() -> None:
    figure = Figure("net additions", counted="paid net additions")
    assert doubts_of(figure, said("Additions to content assets"), [], FILINGS)
    shops = said("Shops", unit="")
    assert doubts_of(Figure("shops", counted="shops"), shops, [], FILINGS) == ""


def test_interest_that_may_be_net_is_in_doubt_unless_net_is_asked_for() -> None:
    figure, operand = Figure("interest expense", "interest_expense"), said("Interest expense, net")
    assert "net" in netted(used(figure, operand, question="What was the interest expense?"))
    assert netted(used(figure, operand, question="What was the net interest expense?")) == ""


def test_expenses_below_a_gross_profit_are_not_all_costs() -> None:
    rows: list[tuple[str, list[str | None]]] = [
        ("Gross profit", ["$ 400"]),
        ("Total operating expenses", ["150"]),
    ]
    below = table(rows, [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    alone = table(rows[1:], [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    figure, operand = Figure("total costs", "total_costs"), said("Total operating expenses")
    assert "Gross profit" in without_costs(used(figure, operand, below))
    assert without_costs(used(figure, operand, alone)) == ""


def test_a_profit_of_no_kind_is_named() -> None:
    figure, operand = Figure("net income", "net_income"), said("Net income")
    assert "Net income" in many_figures(used(figure, operand, question="What was Acme's profit?"))
    for plain in ("What was Acme's net profit?", "Acme profit after tax", "Is Acme profitable?"):
        assert many_figures(used(figure, operand, question=plain)) == ""


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


BLOCKS = [
    ("Shop-operated sales:", []),
    ("Norway", ["882", "1"]),
    ("Franchised revenues:", []),
    ("Norway", ["40", "2"]),
    ("Revenues by market:", []),
    ("Norway", ["922", "3"]),
]


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


def test_what_is_called_consolidated_is_not_all_that_a_part_has() -> None:
    figure = Figure("net sales Tools", "net_sales", part="Tools")
    row = said("Consolidated net sales", "2022 Tools")
    assert other_name(used(figure, row, question="Acme Tools net sales"))
    assert not other_name(used(figure, row, question="Acme Tools consolidated net sales"))


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


@pytest.mark.parametrize(
    ("question", "words", "doubted"),
    [
        ("What did Acme spend on advertising?", "advertising", True),
        ("Which share went to advertising?", "advertising", False),
        ("What was the utilization rate?", "utilization rate", False),
    ],
)
def test_a_percentage_that_is_not_asked_for_is_in_doubt(
    question: str, words: str, *, doubted: bool
) -> None:
    operand = said("Advertising", printed="2.2", unit="%")
    assert bool(other_kind(used(Figure(words), operand, question=question))) is doubted


@pytest.mark.parametrize(
    ("figure", "column", "doubted"),
    [
        (Figure("net income", "net_income"), "", True),
        (Figure("net income", "net_income"), "2022", False),
        (Figure("net income", "net_income", "retail"), "", False),
        (Figure("accrual for claims"), "", False),
    ],
)
def test_a_statement_s_figure_is_in_doubt_where_only_a_sentence_says_it(
    figure: Figure, column: str, *, doubted: bool
) -> None:
    assert bool(other_source(used(figure, said("Net income was $882", column)))) is doubted


def test_every_check_says_what_it_doubts() -> None:
    assert all(check.__doc__ for check in CHECKS)


BALANCES = table(
    [
        ("Loans and notes payable", ["30", "20"]),
        ("Current maturities of long-term debt", ["12", "11"]),
        ("Long-term debt", ["90", "80"]),
    ],
    [Y22, Y21],
    "CONSOLIDATED BALANCE SHEETS",
)


def test_a_balance_that_several_rows_make_up_is_in_doubt_by_one_of_them() -> None:
    label = BALANCES.columns[0].label
    part, whole = (
        said("Current maturities of long-term debt", label, "12"),
        said("Long-term debt", label, "90"),
    )
    assert "notes payable" in other_rows(used(Figure("d", "current_debt"), part, BALANCES))
    assert other_rows(used(Figure("d", "long_term_debt"), whole, BALANCES)) == ""


def test_statements_of_the_parent_alone_are_not_the_group_s() -> None:
    content = replace(INCOME, caption="CONDENSED STATEMENTS OF EARNINGS (PARENT COMPANY ONLY)")
    assert "PARENT" in other_part(used(Figure("wages"), said("Wages"), content))
    asked = used(Figure("wages"), said("Wages"), content, "wages of the parent company only")
    assert other_part(asked) == ""


def test_an_amount_of_each_of_several_others_is_in_doubt() -> None:
    sentence = "Several groups each with over $200 million of widget premiums compete with us."
    operand = said(sentence, "", "$200 million")
    assert "others" in other_saying(used(Figure("widget premiums"), operand))


@pytest.mark.parametrize(
    ("question", "figure", "doubted"),
    [
        ("How much debt did Acme repay", Figure("debt", "total_debt"), True),
        ("What was Acme's debt", Figure("debt", "total_debt"), False),
        ("How much revenue did Acme raise", Figure("revenue", "revenue"), False),
    ],
)
def test_a_balance_is_not_what_was_issued_or_repaid(
    question: str, figure: Figure, *, doubted: bool
) -> None:
    assert bool(what_moved(used(figure, said("Debt"), question=question))) is doubted
