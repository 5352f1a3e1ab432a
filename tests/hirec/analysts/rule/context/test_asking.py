from decimal import Decimal

import pytest

from hirec.analysts.rule.context.asking import Deed, take_apart


@pytest.mark.parametrize(
    ("question", "deed", "years"),
    [
        ("What was the cost of sales in 2018?", Deed.LOOKUP, (2018,)),
        ("What was revenue in FY19 and FY18 respectively?", Deed.LIST, (2019, 2018)),
        ("What is the change in revenue between 2018 and 2019?", Deed.CHANGE, (2018, 2019)),
        ("What is the percentage change in debt from 2018 to 2019?", Deed.PERCENT_CHANGE, None),
        ("What is the average interest cost for 2017 - 2019?", Deed.AVERAGE, (2017, 2018, 2019)),
        ("What is the 2019 average debt?", Deed.AVERAGE, (2018, 2019)),
        ("What is the sum of tax fees in 2018 and 2019?", Deed.SUM, (2018, 2019)),
        ("What is the ratio of assets to debt in 2019?", Deed.RATIO, (2019,)),
        ("What is debt as a percentage of total assets in 2019?", Deed.SHARE, (2019,)),
        ("What proportion of total sales does Europe account for in 2019?", Deed.RATIO, (2019,)),
        ("Which year has the highest revenue?", Deed.LARGEST, ()),
        ("Which segment had the lowest sales in 2019?", Deed.SMALLEST, (2019,)),
        ("In which years were accrued liabilities calculated?", Deed.YEARS, ()),
    ],
)
def test_what_a_question_wants_done(question: str, deed: Deed, years: tuple[int, ...] | None):
    asked = take_apart(question)
    assert asked is not None
    assert asked.deed is deed
    if years is not None:
        assert asked.years == years


@pytest.mark.parametrize(
    "question",
    [
        "Why did revenue increase in 2019?",
        "What drove the change in gross margin?",
        "What does order intake represent?",
        "What are the components of current assets?",
        "What types of receivables are there?",
        "When does the company record a receivable?",
        "What does interest expense include?",
    ],
)
def test_reasons_and_descriptions_are_not_for_the_table(question: str):
    assert take_apart(question) is None


def test_two_figures_are_told_apart():
    asked = take_apart("What is the difference between debt and equity in 2019?")
    assert asked is not None
    assert asked.deed is Deed.CHANGE
    first, second = asked.parts
    assert "debt" in first
    assert "equity" not in first
    assert "equity" in second
    assert "debt" not in second


def test_a_bound_keeps_its_own_scale():
    asked = take_apart("How many years did sales exceed $1,000 million?")
    assert asked is not None
    assert asked.deed is Deed.COUNT
    assert (asked.bound, asked.bound_scale, asked.above) == (Decimal(1000), 6, True)
    asked = take_apart("In which years were sales less than 20?")
    assert asked is not None
    assert asked.deed is Deed.WITHIN
    assert (asked.bound, asked.bound_scale, asked.above) == (Decimal(20), None, False)


def test_a_difference_between_years_has_no_direction_a_fall_has_one():
    asked = take_apart("What is the difference in sales between 2018 and 2019?")
    assert asked is not None
    assert asked.distance
    assert not asked.downward
    asked = take_apart("How much did sales decrease from 2018 to 2019?")
    assert asked is not None
    assert asked.downward
    assert not asked.distance
