"""What only leads up to a figure, and what is part of what is asked for."""

import pytest

from hirec.types import Arithmetic, CompanyRef, Figure, Operation
from hirec.understanding.listing import listed_last
from tests.hirec.understanding.test_understand import figure, parsed


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            "What was the fair value of Acme's long-term debt in 2022?",
            "fair value of long-term debt",
        ),
        ("What was the face amount of Acme's debt in 2022?", "face amount of debt"),
        ("What was the size of Acme's total debt in 2022?", "total debt"),
        ("How large was Acme's revenue in 2022?", "revenue"),
        (
            "What office space charges did Acme record in research and development in 2022?",
            "office space charges record in research and development",
        ),
    ],
)
def test_what_is_said_to_be_of_something_is_part_of_the_name(question: str, words: str) -> None:
    assert figure(question).words == words


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Storage and other: Acme revenue 2022", "Storage and other"),
        ("Services and generation - Acme revenue 2022", "Services and generation"),
        ("Acme Data: revenue fiscal 2022", "Data"),
        ("Acme data: revenue fiscal 2022", ""),
        ("Quick question: Acme revenue in 2022?", ""),
    ],
)
def test_a_heading_of_plain_words_is_a_part(question: str, part: str) -> None:
    found = figure(question)
    assert (found.concept, found.part) == ("revenue", part)


@pytest.mark.parametrize(
    "question",
    [
        "What share of Acme's gross margin did Gears bring in in 2022?",
        "How much of Acme's gross margin did Gears bring in in 2022?",
        "What share of Acme's gross margin came from Gears in 2022?",
    ],
)
def test_what_a_part_brings_of_a_margin_is_a_share_of_the_profit(question: str) -> None:
    (share,) = parsed(question).measures
    assert isinstance(share, Arithmetic)
    assert [
        (one.concept, one.part) for one in (share.left, share.right) if isinstance(one, Figure)
    ] == [
        ("gross_profit", "Gears"),
        ("gross_profit", ""),
    ]


def test_a_margin_that_a_part_has_is_its_own() -> None:
    found = figure("What gross margin percentage did Gears have at Acme in 2022?")
    assert (found.concept, found.part) == ("gross_margin", "Gears")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Acme Class B shares repurchased 2022", "shares"),
        ("shares bought back by Acme in 2022", "shares"),
        ("amount spent on purchased shares by Acme in 2022", "money"),
    ],
)
def test_shares_are_no_money(question: str, kind: str) -> None:
    assert figure(question).kind == kind


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("What interest did Acme pay in cash in 2022?", "interest_paid"),
        ("How much interest did Acme pay in cash in 2022?", "interest_paid"),
        ("What taxes did Acme pay in cash in 2022?", "taxes_paid"),
        ("How much rent did Acme pay in cash in 2022?", ""),
        ("How much cash did Acme pay for income taxes, net, in 2022?", "taxes_paid"),
        ("How much did Acme put into property and equipment in 2022?", "capex"),
        ("How much cash did Acme hold at the end of 2022?", "cash"),
    ],
)
def test_what_is_paid_in_cash_is_not_the_cash(question: str, concept: str) -> None:
    assert figure(question).concept == concept


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("What was Acme's net income in 2022 attributable to Acme?", "net_income_parent"),
        ("What was Acme's net income in 2022?", "net_income"),
        ("How much long-term debt net of repayments did Acme raise in 2022?", ""),
    ],
)
def test_what_stands_behind_the_period_belongs_to_the_name(question: str, concept: str) -> None:
    assert figure(question).concept == concept


@pytest.mark.parametrize(
    ("question", "concept", "money"),
    [
        ("What was Acme's gross margin in dollars in 2022?", "gross_profit", True),
        ("What was Acme's gross margin amount in 2022?", "gross_profit", True),
        ("How many dollars of gross margin did Acme make in 2022?", "gross_profit", True),
        ("Acme operating margin 2022 in $ millions", "operating_income", True),
        ("What was Acme's gross margin in 2022?", "gross_margin", False),
        ("What was Acme's gross margin in percent in 2022?", "gross_margin", False),
    ],
)
def test_an_amount_that_is_asked_for_is_no_rate(question: str, concept: str, money: bool) -> None:
    found = parsed(question)
    (only,) = found.measures
    assert isinstance(only, Figure)
    assert (only.concept, found.wanted.money) == (concept, money)


def test_what_a_word_divides_is_all_that_is_said_before_it() -> None:
    question = "Acme quick ratio (cash + receivables over current liabilities) in 2022"
    (_, ratio), *_ = parsed(question).definitions
    assert isinstance(ratio, Arithmetic)
    assert ratio.sign == "/"


def test_a_cost_is_no_part_of_the_sales_that_pay_it() -> None:
    (share,) = parsed("What share of Acme's revenue was delivery costs in 2022?").measures
    assert isinstance(share, Arithmetic)
    assert [f.words for f in (share.left, share.right) if isinstance(f, Figure)] == [
        "delivery costs",
        "revenue",
    ]


def test_some_of_what_is_counted_are_no_amount() -> None:
    (share,) = parsed("What share of Acme's headcount was in R&D in 2022?").measures
    assert isinstance(share, Arithmetic)
    assert isinstance(share.left, Figure)
    assert (share.left.concept, share.left.part) == ("employees", "R&D")


@pytest.mark.parametrize("place", ["the United States", "the U.S.", "Canada"])
@pytest.mark.parametrize("what", ["revenue", "employees"])
def test_what_is_outside_a_place_is_the_whole_without_it(what: str, place: str) -> None:
    found = parsed(f"Acme {what} outside {place} in 2022")
    (left,) = found.measures
    assert isinstance(left, Arithmetic)
    assert left.sign == "-"
    whole, part = found.figures
    assert (whole.words, whole.part, whole.counted) == (what, "", what * (what == "employees"))
    assert part.part.removeprefix("the ") == place.removeprefix("the ").rstrip(".")
    assert not found.doubt


def test_a_profit_of_things_counts_none() -> None:
    (figure,) = parsed("What profit did kite memberships contribute at Acme in 2022?").figures
    assert figure.kind != "count"
    assert not figure.counted


def test_the_second_of_two_parts_is_of_the_same_figure() -> None:
    found = parsed("Acme water revenue per customer in 2022, Ohio vs Utah")
    assert [one.words for one in found.figures] == [
        "water revenue per customer , Ohio",
        "water revenue per customer , Utah",
    ]


@pytest.mark.parametrize("moved", ["rise", "slip", "ease"])
def test_how_far_something_moved_is_by_how_much(moved: str) -> None:
    found = parsed(f"How far did Acme's revenue {moved} in 2022?")
    assert found.operation is Operation.DIFFERENCE
    assert [one.words for one in found.figures] == ["revenue"]


def test_what_joins_two_years_is_in_no_name() -> None:
    found = parsed("Acme stores closed 2020 thru 2022 total").figures
    assert {one.words for one in found} == {"stores closed total"}


def test_points_are_how_much_two_rates_differ() -> None:
    found = parsed("By how many points did Acme's gross margin rise in 2022?")
    assert [one.concept for one in found.figures] == ["gross_margin"]
    assert not found.unplaced


def test_a_company_called_as_an_index_is_no_index() -> None:
    dow = CompanyRef("dow", "Dow Inc.", "dow")
    found = parsed("dow operating ebit swing in chemicals, Q2 2023 vs Q2 2022", dow)
    assert not any("100" in one.words for one in found.figures)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("How much revenue did River Ferries contribute to Acme in 2021?", "River Ferries"),
        ("how much revenue did the river segment add at Acme in 2021", "river segment"),
        ("What share of Acme's revenue did Olaf's Yard provide in 2021?", "Olaf's Yard"),
        ("How much revenue did River Ferries defer at Acme in 2021?", "River Ferries defer"),
    ],
)
def test_what_a_part_gave_is_no_part_of_its_name(question: str, part: str) -> None:
    assert parsed(question).figures[0].part == part


def test_words_before_named_parts_are_what_is_asked_of_them() -> None:
    asked = "Which Acme region had the most berth additions in 2021: Oslo, Rome or Kiel?"
    found = parsed(asked).figures
    assert [one.words for one in found] == [
        f"berth additions {place}" for place in ("Oslo", "Rome", "Kiel")
    ]
    implied = parsed("Which Acme region sold more in 2021, Oslo or Rome?").figures
    assert [one.concept for one in implied] == ["revenue", "revenue"]


def test_parts_named_behind_a_colon_or_a_dash_are_listed() -> None:
    for mark in (":", " -", ","):
        asked = (
            f"Which Acme product had the largest net sales in 2021{mark} Oars, iRudder or Sails?"
        )
        assert [one.part for one in parsed(asked).figures] == ["Oars", "iRudder", "Sails"]
    alone = "Acme: net sales of Oars or Sails"
    assert ":" in listed_last(alone, ())


@pytest.mark.parametrize(
    ("said", "signs"),
    [
        ("inventories divided by cost of sales times 365", "/*"),
        ("current assets less inventories divided by current liabilities", "-/"),
        ("net sales minus cost of sales minus research and development", "--"),
    ],
)
def test_operators_are_applied_in_the_order_that_they_are_said(said: str, signs: str) -> None:
    (measure,) = parsed(f"What were Acme's {said} in 2022?").measures
    found = ""
    while isinstance(measure, Arithmetic):
        found, measure = measure.sign + found, measure.left
    assert found == signs
