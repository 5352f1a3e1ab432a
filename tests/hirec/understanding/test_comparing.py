"""Comparisons in the words people use: what is held against what, and which way."""

from decimal import Decimal

import pytest

from hirec.periods import find_periods
from hirec.types import Arithmetic, CompanyRef, Figure, Operation, ParsedQuestion, Scope
from hirec.understanding import understand

ACME, BOLT = CompanyRef("1", "Acme Corp", "Acme"), CompanyRef("2", "Bolt Inc", "Bolt")


def asked(question: str) -> ParsedQuestion:
    named = tuple(company for company in (ACME, BOLT) if company.said in question)
    return understand(question, Scope(companies=named))


def years(parsed: ParsedQuestion) -> list[int | None]:
    return [ref.period.fiscal_year for ref in parsed.periods]


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("Was Acme's net income in fiscal 2023 less than in fiscal 2022?", Operation.BELOW),
        ("Were Acme's inventories at the end of 2023 below 2022?", Operation.BELOW),
        ("did Acme have less debt in 2023 than in 2022", Operation.BELOW),
        ("Did Acme earn less in 2023 than in 2022?", Operation.BELOW),
        ("Did Acme's revenue in 2023 exceed that of 2022?", Operation.ABOVE),
        ("Did Acme's net income stay above 2022's level in 2023?", Operation.ABOVE),
        ("Did Acme outdo its 2022 revenue in 2023?", Operation.ABOVE),
    ],
)
def test_a_figure_is_held_against_its_own_of_another_year(
    question: str, operation: Operation
) -> None:
    parsed = asked(question)
    assert (parsed.operation, years(parsed), parsed.unplaced) == (operation, [2023, 2022], ())
    assert all(isinstance(measure, Figure) and measure.concept for measure in parsed.measures)


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("For Acme in 2022, was cost of sales below gross profit?", Operation.BELOW),
        ("Did Acme's cost of sales exceed gross profit in 2022?", Operation.ABOVE),
        ("Could Acme's cost of sales have covered its gross profit in 2022?", Operation.ABOVE),
        ("Did Acme have more cost of sales than gross profit in 2022?", Operation.ABOVE),
    ],
)
def test_two_figures_are_held_against_each_other(question: str, operation: Operation) -> None:
    parsed = asked(question)
    said = [m.concept for m in parsed.measures if isinstance(m, Figure)]
    assert (parsed.operation, said) == (operation, ["cost_of_revenue", "gross_profit"])


@pytest.mark.parametrize(
    "question",
    [
        "Were Acme's inventories below those of Bolt in 2022?",
        "Did Acme have less inventories than Bolt in 2022?",
        "Did Acme trail Bolt on inventories in 2022?",
    ],
)
def test_two_companies_are_held_against_each_other(question: str) -> None:
    parsed = asked(question)
    assert parsed.operation is Operation.BELOW
    assert [company.said for company in parsed.companies] == ["Acme", "Bolt"]


@pytest.mark.parametrize(
    ("question", "operation", "bound"),
    [
        ("Did Acme's revenue double between 2022 and 2023?", Operation.ABOVE, "100"),
        ("Did Acme's revenue more than triple from 2022 to 2023?", Operation.ABOVE, "200"),
        ("Did Acme's net income halve in 2023?", Operation.BELOW, "-50"),
    ],
)
def test_what_doubles_grows_by_a_hundred_percent(
    question: str, operation: Operation, bound: str
) -> None:
    parsed = asked(question)
    assert parsed.operation is operation
    assert parsed.moving is Operation.GROWTH
    assert parsed.bound is not None
    assert (parsed.bound.value, parsed.bound.unit) == (Decimal(bound), "%")


@pytest.mark.parametrize(
    ("question", "part", "whole"),
    [
        ("Was R&D more than 15% of Acme's revenue in 2023?", "R&D", "revenue"),
        ("Did R&D make up less than half of revenue at Acme in 2023?", "R&D", "revenue"),
        ("Does Acme spend more than 10% of revenue on R&D?", "R&D", "revenue"),
        ("Did more than 10% of Acme's revenue come from Europe?", "revenue Europe", "revenue"),
        ("Was at least a third of Acme's revenue from Europe?", "revenue Europe", "revenue"),
    ],
)
def test_a_share_is_held_against_a_bound(question: str, part: str, whole: str) -> None:
    parsed = asked(question)
    (measure,) = parsed.measures
    assert parsed.bound is not None
    assert parsed.bound.unit == "%"
    assert isinstance(measure, Arithmetic)
    assert [measure.sign, *(f.words for f in parsed.figures)] == ["%", part, whole]


@pytest.mark.parametrize(
    ("question", "above", "below"),
    [
        ("For every dollar of net income, how much revenue had Acme?", "revenue", "net income"),
        ("how much revenue did Acme make per dollar of net income", "revenue", "net income"),
        ("How many times net income was Acme's revenue in 2023?", "revenue", "net income"),
        ("What was Acme's revenue as a multiple of net income?", "revenue", "net income"),
    ],
)
def test_one_figure_is_divided_by_another(question: str, above: str, below: str) -> None:
    (measure,) = asked(question).measures
    assert isinstance(measure, Arithmetic)
    assert measure.sign == "/"
    assert [figure.words for figure in asked(question).figures] == [above, below]


@pytest.mark.parametrize(
    "question",
    [
        "By what multiple did Acme's revenue change from 2022 to 2023?",
        "What was Acme's revenue in 2023 as a multiple of 2022?",
        "Acme's revenue 2023 as a percentage of 2022's",
    ],
)
def test_a_later_year_is_divided_by_an_earlier_one(question: str) -> None:
    parsed = asked(question)
    assert (parsed.operation, years(parsed)) == (Operation.RATIO, [2023, 2022])


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Was Acme's margin fatter in Europe or in Asia?", ["margin Europe", "margin Asia"]),
        ("did Zenix outsell Farol at Acme", ["revenue Zenix", "revenue Farol"]),
        ("Did Acme's Zenix or Farol revenue grow faster?", ["Zenix revenue", "Farol revenue"]),
        (
            "Does Acme serve more customers in Ohio or Utah?",
            ["customers in Ohio", "customers in Utah"],
        ),
    ],
)
def test_parts_are_held_against_each_other(question: str, words: list[str]) -> None:
    parsed = asked(question.replace("margin", "operating margin"))
    said = [figure.words.replace("operating ", "") for figure in parsed.figures]
    assert said == words
    assert parsed.operation in (Operation.LARGEST, Operation.ABOVE)


def test_what_only_sounds_like_a_comparison_is_none() -> None:
    met = asked("How many times did the board of Acme meet in 2023?")
    assert met.operation is Operation.VALUE
    share = asked("What percentage of Acme's employees were covered by union contracts in 2022?")
    assert share.operation is Operation.VALUE
    assert asked("What would happen if Acme's revenue doubled?").unplaced
    less = asked("Acme's revenue less cost of sales in 2022")
    assert isinstance(less.measures[0], Arithmetic)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Did Acme's revenue rise every year from 2021 to 2023?", 2021),
        ("Has Acme's revenue grown in each year between 2021 and 2023?", 2021),
        ("Did Acme's revenue grow in each of 2021, 2022 and 2023?", 2020),
        ("Did Acme's revenue grow in each of the last two years to fiscal 2023?", 2021),
    ],
)
def test_what_rose_every_year_rose_from_each_to_the_next(question: str, first: int) -> None:
    parsed = asked(question)
    assert (parsed.operation, parsed.each) == (Operation.ROSE, True)
    assert years(parsed) == list(range(first, 2024))


@pytest.mark.parametrize(
    "question",
    [
        "Was Acme's revenue in 2023 above its 2021-2023 average?",
        "Did Acme report more revenue in 2021 and 2022 combined than in 2023?",
    ],
)
def test_what_is_computed_before_it_is_judged_is_not_judged_without(question: str) -> None:
    assert asked(question).unplaced


def test_years_that_a_range_spells_out_are_no_words_of_a_figure() -> None:
    parsed = asked("How much did Acme's revenue change over the two years from 2021 to 2023?")
    assert (parsed.operation, parsed.unplaced) == (Operation.DIFFERENCE, ())


def test_its_means_the_part_that_the_sentence_before_is_about() -> None:
    lead = "Acme's energy business had lower sales in 2023."
    (measure,) = asked(f"{lead} What was its gross profit in 2023?").measures
    assert isinstance(measure, Figure)
    assert (measure.part, measure.concept) == ("energy business", "gross_profit")
    there = asked("Acme grew in China in 2023. What was its revenue there?")
    assert there.unplaced
    assert not asked("Acme had a good 2023. What was its revenue?").unplaced


def test_which_of_two_is_asked_for_behind_them() -> None:
    parsed = asked("Acme 2023 gross profit: Europe vs Asia, which is higher")
    assert (parsed.operation, len(parsed.measures)) == (Operation.LARGEST, 2)
    apart = asked("Acme 2023 gross profit: how much higher was Europe vs Asia")
    assert apart.operation is not Operation.LARGEST


@pytest.mark.parametrize(
    "question",
    [
        "Excluding Zenix, what was Acme's revenue in 2023?",
        "Without Europe, what were Acme's 2023 revenues?",
        "Leaving aside Europe, how much revenue had Acme in 2023?",
    ],
)
def test_what_is_left_out_in_front_is_not_passed_over(question: str) -> None:
    parsed = asked(question)
    assert parsed.unplaced or any("urope" in f.words or "enix" in f.words for f in parsed.figures)


def test_growth_in_dollars_is_an_amount() -> None:
    assert asked("How much did Acme's revenue grow in dollars in 2023?").operation is (
        Operation.DIFFERENCE
    )
    assert asked("How much did Acme's revenue grow in 2023?").operation is Operation.GROWTH


@pytest.mark.parametrize(
    "question",
    [
        "What was Acme's revenue the last time it fell?",
        "Was Acme's revenue nearly double Bolt's in 2023?",
    ],
)
def test_what_no_operation_takes_is_told(question: str) -> None:
    assert asked(question).unplaced


def test_a_question_that_expects_a_yes_is_one_of_yes_or_no() -> None:
    assert asked("Didn't Acme's revenue fall in 2023?").operation is Operation.FELL


@pytest.mark.parametrize(
    ("question", "operation", "order"),
    [
        ("What percent lower was Acme's revenue in 2023 than in 2022?", "growth", [2022, 2023]),
        ("What percent higher was Acme's revenue in 2023 than in 2022?", "growth", [2022, 2023]),
        ("How much lower was Acme's revenue in 2023 than in 2022?", "difference", [2023, 2022]),
    ],
)
def test_a_percentage_is_of_what_is_held_against(
    question: str, operation: str, order: list[int]
) -> None:
    parsed = asked(question)
    assert (parsed.operation.value, years(parsed)) == (operation, order)


@pytest.mark.parametrize(
    "question",
    [
        "Europe or Asia, which had Acme's higher operating profit in 2023?",
        "Europe or Asia, which Acme division had the higher operating profit in 2023?",
        "Which Acme division, Europe or Asia, had the higher operating profit in 2023?",
        "Of Europe and Asia, which had the higher operating profit at Acme in 2023?",
        "Between Europe and Asia, which Acme division had the higher operating profit in 2023?",
    ],
)
def test_parts_in_front_are_held_against_each_other_in_what_is_asked_of_them(question: str) -> None:
    parsed = asked(question)
    assert parsed.operation is Operation.LARGEST
    assert [(one.concept, one.part) for one in parsed.figures] == [
        ("operating_income", "Europe"),
        ("operating_income", "Asia"),
    ]


def test_companies_side_by_side_before_the_question_are_both_asked_about() -> None:
    parsed = asked("Acme vs Bolt: how much more revenue did Acme have in 2022?")
    assert [company.said for company in parsed.companies] == ["Acme", "Bolt"]


@pytest.mark.parametrize(
    "question",
    [
        "What share of Acme's 2022 revenue came from outside the United States?",
        "How much of Acme's 2022 revenue came from outside the United States, in percent?",
    ],
)
def test_what_lies_outside_is_the_whole_less_the_place(question: str) -> None:
    match asked(question).measures:
        case (Arithmetic("%", Arithmetic("-", Figure(part=""), Figure(part=place)), Figure()),):
            assert place == "the United States"
        case other:
            pytest.fail(str(other))


@pytest.mark.parametrize(
    "before",
    [
        "the same quarter a year earlier",
        "the same period last year",
        "the year-ago quarter",
        "the comparable quarter of the prior year",
        "the prior-year period",
    ],
)
def test_a_quarter_is_held_against_that_of_the_year_before(before: str) -> None:
    parsed = asked(f"How much lower was Acme's revenue in Q2 2023 than in {before}?")
    periods = [(ref.period.fiscal_year, ref.period.fiscal_quarter) for ref in parsed.periods]
    assert sorted(periods) == [(2022, 2), (2023, 2)]
    assert [measure.words for measure in parsed.figures] == ["revenue"]


@pytest.mark.parametrize(
    ("behind", "kept"),
    [
        (", after the Bolt deal", False),
        (", following its merger with Bolt", False),
        (", after impairment", True),
    ],
)
def test_what_had_happened_by_then_is_no_word_of_the_figure(behind: str, kept: bool) -> None:
    (figure, *_) = asked(f"What was Acme's goodwill in 2023{behind}?").figures
    assert (figure.words != "goodwill") == kept


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            "What was Acme's domestic gross profit less SG&A in 2022?",
            ["domestic gross profit", "domestic SG&A"],
        ),
        (
            "What was Acme's domestic gross profit less total SG&A in 2022?",
            ["domestic gross profit", "total SG&A"],
        ),
        ("What was Acme's gross profit less SG&A in 2022?", ["gross profit", "SG&A"]),
    ],
)
def test_what_is_taken_off_a_part_is_the_parts(question: str, words: list[str]) -> None:
    assert [figure.words for figure in asked(question).figures] == words


@pytest.mark.parametrize("place", ["US", "U.S.", "Japan", "EMEA"])
def test_a_place_in_brackets_is_a_part(place: str) -> None:
    (figure,) = asked(f"What was Acme's revenue ({place}) in 2022?").figures
    assert figure.part


def test_additions_to_a_balance_are_not_the_balance() -> None:
    (figure,) = asked("What were additions to Acme's deferred revenue in 2022?").figures
    assert "additions" in figure.words


def test_a_period_in_front_is_what_the_change_leads_from() -> None:
    question = "Acme Q2 2023: how much did sales rise against the same quarter of 2022?"
    scope = Scope(companies=(ACME,), periods=find_periods(question))
    parsed = understand(question, scope)
    assert [ref.period.label() for ref in parsed.periods] == ["Q2 FY2022", "Q2 FY2023"]
