import pytest

from hirec.understanding.listing import in_both_forms, left_out, listed_last, whole_of, without_echo
from hirec.understanding.spelling import respell


@pytest.mark.parametrize(
    ("question", "ordered"),
    [
        (
            "For 2022, which of Gears, Cogs and the Widget family brought Acme the most revenue?",
            "For 2022, which brought Acme the most revenue, Gears, Cogs or the Widget family?",
        ),
        (
            "Of gears and cogs, which product had the higher sales at Acme in 2022?",
            "which product had the higher sales at Acme in 2022, Gears or Cogs?",
        ),
        (
            "Of Acme's three segments in 2022, which one earned the most?",
            "which of Acme's three segments earned the most in 2022?",
        ),
        (
            "Which product - Gears, Cogs or Pins - had the higher sales at Acme in 2022?",
            "which had the higher sales at Acme in 2022, Gears, Cogs or Pins?",
        ),
    ],
)
def test_candidates_stand_behind_what_is_asked_of_them(question: str, ordered: str) -> None:
    assert listed_last(question, ["Acme"]) == ordered


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        (
            "Which segment increased operating income in 2022, and by what percentage?",
            "Which segment grew operating income in 2022?",
        ),
        (
            "Which segment had the largest sales increase, and by what percent?",
            "Which segment had the largest sales growth?",
        ),
        (
            "Which segment increased operating income in 2022, and by how much?",
            "Which segment increased operating income in 2022?",
        ),
    ],
)
def test_a_move_whose_percentage_is_asked_for_is_growth(question: str, plain: str) -> None:
    assert without_echo(question) == plain


@pytest.mark.parametrize(
    "question",
    [
        "Which of Acme and Bolt had the higher revenue in 2022?",
        "Which of Acme's three segments had the most sales in 2022?",
        "Which of its tools and paint segments had the most sales in 2022?",
        "Which of 2021 and 2022 had the higher revenue?",
        "Which of the retail and wholesale segments had the most sales?",
    ],
)
def test_companies_years_and_kinds_of_parts_stay(question: str) -> None:
    assert listed_last(question, ["Acme", "Bolt"]) == question


def test_the_second_half_of_a_compound_is_no_slip() -> None:
    assert respell("the company-operated margin of Acme", ["Acme"])[1] == ()
    assert respell("Acme's backlog of unfilled orders", ["Acme"])[1] == ()
    assert respell("Acme's invetories", ["Acme"])[1]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which segment had the highest margin, and what was that margin?", "the highest margin?"),
        ("Which area sold the most and how much was it?", "sold the most?"),
        ("Which segment grew fastest, and by what percentage?", "grew fastest?"),
        ("Which segment grew fastest and what was its revenue?", "was its revenue?"),
        ("What was revenue and how much was it?", "how much was it?"),
    ],
)
def test_a_choice_tells_its_value_anyway(question: str, asked: str) -> None:
    assert without_echo(question).endswith(asked)


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("Acme's staff at the end of 2022, of which abroad?", "Acme's staff at the end of 2022?"),
        ("Acme backlog 2022 - total and of that kites?", "Acme backlog 2022?"),
        ("What was Acme's EBIT and margin in 2022?", "What was Acme's EBIT in 2022?"),
        ("Of its 2022 revenue, how much was from kites?", ""),
        ("What was debt, of which what percent is current?", ""),
        ("What was Acme's operating margin in 2022?", ""),
    ],
)
def test_what_is_asked_for_before_a_part_or_a_rate_of_it(question: str, whole: str) -> None:
    assert whole_of(question) == whole


def test_parts_called_what_they_are_stand_behind_which() -> None:
    asked = "Of Acme's reportable segments, which one earned the most in 2022?"
    assert (
        listed_last(asked, ["Acme"])
        == "which of Acme's reportable segments earned the most in 2022?"
    )


@pytest.mark.parametrize(
    ("question", "rest", "out"),
    [
        (
            "Outside the U.S., which region had the most sales at Acme in 2022?",
            "which region had the most sales at Acme in 2022?",
            "U.S.",
        ),
        (
            "Which Acme product other than iKites had the highest sales in 2022?",
            "Which Acme product had the highest sales in 2022?",
            "iKites",
        ),
        (
            "Which of Acme's regions had the highest sales after the Americas in 2022?",
            "Which of Acme's regions had the highest sales in 2022?",
            "Americas",
        ),
        (
            "Next to Tools & Parts, which Acme segment earned the most in 2022?",
            "which Acme segment earned the most in 2022?",
            "Tools & Parts",
        ),
        (
            "Other than Gearland, which of Acme's geographic segments sold the most?",
            "which of Acme's geographic segments sold the most?",
            "Gearland",
        ),
        ("Which segment had the highest income after tax?", None, ""),
        ("Which regions had sales after Europe reopened?", None, ""),
        ("What share of its 2022 sales came from outside the United States?", None, ""),
        ("Which region other than Acme had the most sales?", None, ""),
        ("What was Acme's revenue excluding Europe in 2022?", None, ""),
        ("Which year excluding 2020 had the most sales?", None, ""),
    ],
)
def test_a_choice_may_leave_a_part_out(question: str, rest: str | None, out: str) -> None:
    assert left_out(question, ["Acme"]) == (rest or question, out)


def test_a_change_in_two_forms_is_two_questions() -> None:
    two = ("By how much did rent grow in dollars?", "By how much did rent grow in percent?")
    assert in_both_forms("By how much, in dollars and in percent, did rent grow?") == two
    assert in_both_forms("By how much did rent grow in dollars and percent?") == two
    assert in_both_forms("By how much did rent grow in percent?") == ()
    two = ("What did Acme buy back in shares?", "What did Acme buy back in dollars?")
    assert in_both_forms("What did Acme buy back, in shares and dollars?") == two


@pytest.mark.parametrize(
    "asked",
    [
        ", shares and dollars?",
        ": how many shares and for how much?",
        ": the number of shares and amount",
    ],
)
def test_shares_bought_back_are_asked_for_with_what_they_cost(asked: str) -> None:
    bought, spent = in_both_forms(f"Acme share repurchases in 2022{asked}")
    assert bought == "Acme number of shares repurchased in 2022?"
    assert spent == "Acme share repurchases in 2022?"


def test_shares_and_their_cost_are_two_figures_where_none_is_counted_first() -> None:
    assert in_both_forms("Acme 2022 shares repurchased and their total cost") == (
        "Acme 2022 number of shares repurchased?",
        "Acme 2022 cost of shares repurchased?",
    )
    assert in_both_forms("How many shares repurchased in 2022 and the cost?") == ()
