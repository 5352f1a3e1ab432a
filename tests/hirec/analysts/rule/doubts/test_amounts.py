"""Doubts about what a number is: its kind and sign, balances and flows, parts and wholes."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.doubts.amounts import (
    charged,
    moved_no_cash,
    other_measure,
    other_sign,
    recognized_then,
    said_twice,
    share_of_itself,
    share_of_row_above,
    still_owed,
    told_back,
    what_stands,
)
from hirec.types import Figure
from tests.hirec.analysts.rule.doubts.test_checks import said, used
from tests.hirec.analysts.rule.figures.test_operands import Y21, Y22, table


@pytest.mark.parametrize(
    ("words", "doubted"), [("widget sales", True), ("widget gain or loss", False)]
)
def test_what_is_never_below_zero_is_in_doubt_when_printed_so(words: str, doubted: bool) -> None:
    assert bool(other_sign(used(Figure(words), said("Widgets", printed="(882)")))) is doubted


@pytest.mark.parametrize(("printed", "doubted"), [("882", True), ("(882)", False)])
def test_an_operating_loss_is_not_answered_by_a_profit(printed: str, doubted: bool) -> None:
    figure = Figure("operating income", "operating_income")
    operand = said("Operating income (loss)", printed=printed)
    assert bool(other_sign(used(figure, operand, question="Acme operating loss"))) is doubted


@pytest.mark.parametrize(
    ("words", "row", "doubted"),
    [
        ("gain on sale of widgets", "Gain on sale of widgets", True),
        ("gain on sale of widgets", "Gain (loss) on sale of widgets", False),
        ("taxes paid for equity awards", "Taxes paid for equity awards", False),
        ("widget levies for equity awards", "Widget levies for equity awards", True),
    ],
)
def test_brackets_around_a_gain_or_a_levy_may_only_say_that_it_is_deducted(
    words: str, row: str, doubted: bool
) -> None:
    assert bool(other_sign(used(Figure(words), said(row, printed="(882)")))) is doubted


@pytest.mark.parametrize(
    ("caption", "question", "doubted"),
    [
        ("Accrued expenses consisted of the following", "personnel costs", True),
        ("Accrued expenses consisted of the following", "accrued personnel costs", False),
        ("General and administrative", "personnel costs", False),
    ],
)
def test_what_is_still_owed_of_a_cost_is_not_the_cost(
    caption: str, question: str, doubted: bool
) -> None:
    owed = table([("Personnel costs", ["882", "800"])], [Y22, Y21], caption)
    use = used(Figure("personnel costs"), said("Personnel costs"), owed, question)
    assert bool(still_owed(use)) is doubted


@pytest.mark.parametrize(
    ("question", "doubted"),
    [
        ("share of company-operated sales in revenues", True),
        ("share of rent in company sales", False),
        ("share of company sales in fiscal 2021 that came from pots", False),
    ],
)
def test_a_row_in_percent_of_the_part_asked_for_is_no_share_of_it(
    question: str, doubted: bool
) -> None:
    row = said("% of Company sales", printed="14.0%", unit="%")
    assert bool(share_of_itself(used(Figure(question), row, question=question))) is doubted


@pytest.mark.parametrize(("row", "doubted"), [("Total revenues", True), ("Services", False)])
def test_a_word_said_of_the_figure_and_of_its_part_has_to_stand_twice(
    row: str, doubted: bool
) -> None:
    content = table([(row, ["882", "800"])], [Y22, Y21], "Repair Services segment")
    figure = Figure("services revenues of Repair Services segment", "revenue", "services segment")
    use = used(figure, said(row), content)
    assert bool(said_twice(use)) is doubted


@pytest.mark.parametrize(("above", "doubted"), [("Net earnings", True), ("Net sales", False)])
def test_a_share_below_another_figure_may_be_of_that(above: str, doubted: bool) -> None:
    rows = [(above, ["882", "800"]), ("% of net sales", ["19.8%", "18.0%"])]
    content = table(rows, [Y22, Y21], "Paint segment")
    share = said("% of net sales", "2022-12-31", "19.8%", "%")
    use = used(Figure("net sales", "net_sales", "Paint"), share, content)
    assert bool(share_of_row_above(use)) is doubted


@pytest.mark.parametrize(
    ("question", "doubted"),
    [
        ("What did Acme pay in dividends?", True),
        ("What non-cash dividends did Acme pay?", False),
        ("What were Acme's dividends?", False),
    ],
)
def test_what_moved_no_cash_was_not_paid(question: str, *, doubted: bool) -> None:
    caption = "Non-cash activity included the following"
    listed = table([("Dividends", ["882", "800"])], [Y22, Y21], caption)
    operand = replace(said("Dividends"), table=caption)
    assert bool(moved_no_cash(used(Figure("dividends"), operand, listed, question))) is doubted


@pytest.mark.parametrize(
    ("sentence", "doubted"),
    [
        ("We recognized goodwill of $882 million for the paint segment.", True),
        ("Goodwill of the paint segment was $882 million.", False),
    ],
)
def test_what_an_event_added_is_no_balance(sentence: str, *, doubted: bool) -> None:
    figure = Figure("goodwill paint segment", "goodwill", "paint segment")
    operand = replace(said(sentence), column="")
    assert bool(recognized_then(used(figure, operand, question="goodwill of paint"))) is doubted


@pytest.mark.parametrize(
    ("sentence", "doubted"),
    [
        ("We purchased 24 million shares of our outstanding common stock.", True),
        ("There were 24 million shares of common stock outstanding.", False),
    ],
)
def test_shares_that_were_bought_are_not_those_outstanding(sentence: str, *, doubted: bool) -> None:
    figure = Figure("shares of common stock outstanding", kind="count")
    operand = replace(said(sentence), column="")
    assert bool(recognized_then(used(figure, operand, question="shares outstanding"))) is doubted


@pytest.mark.parametrize(
    ("question", "row", "doubted"),
    [
        ("What did Acme pay for restructuring?", "Restructuring charges", True),
        ("What did Acme pay for restructuring?", "Restructuring costs paid", False),
        ("What were Acme's restructuring charges?", "Restructuring charges", False),
    ],
)
def test_what_was_charged_is_not_what_was_paid(question: str, row: str, *, doubted: bool) -> None:
    figure = Figure("restructuring", row_name=True)
    assert bool(charged(used(figure, said(row), question=question))) is doubted


@pytest.mark.parametrize(
    ("question", "caption", "doubted"),
    [
        ("Acme own software balance 2022", "STATEMENTS OF CASH FLOWS", True),
        ("How much own software did Acme hold in 2022?", "STATEMENTS OF CASH FLOWS", True),
        ("Acme own software on the balance sheet", "STATEMENTS OF CASH FLOWS", True),
        ("What did Acme spend on own software in 2022?", "STATEMENTS OF CASH FLOWS", False),
    ],
)
def test_what_a_period_spent_is_not_what_there_is(
    question: str, caption: str, *, doubted: bool
) -> None:
    flows = table([("Own software", ["882", "800"])], [Y22, Y21], caption)
    use = used(Figure("own software"), said("Own software"), flows, question)
    assert bool(what_stands(use)) is doubted


@pytest.mark.parametrize(
    ("question", "doubted"), [("Acme treasury shares 2022", True), ("Acme treasury stock", False)]
)
def test_shares_that_are_told_in_money_are_in_doubt(question: str, *, doubted: bool) -> None:
    figure = Figure("treasury stock", "treasury_stock")
    use = used(figure, said("Treasury stock, at cost"), question=question)
    assert bool(other_measure(use)) is doubted


@pytest.mark.parametrize(
    ("question", "doubted"),
    [
        ("How much was left under Acme's $1 billion program in 2022?", True),
        ("How much was left under Acme's $2 billion program in 2022?", False),
        ("How much was left under Acme's program in 2022?", False),
    ],
)
def test_the_question_s_own_amount_is_no_answer(question: str, *, doubted: bool) -> None:
    told = replace(said("Program"), value=Decimal(10**9))
    assert bool(told_back(used(Figure("left under program"), told, question=question))) is doubted
