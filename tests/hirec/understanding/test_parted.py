"""Parts beside each other, and verbs that only lead to them."""

import pytest

from tests.hirec.understanding.test_comparing import asked


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            "Did Acme earn more segment profit from old kites or from new kites in 2022?",
            ["segment profit from old kites", "segment profit from new kites"],
        ),
        (
            "Which Acme business had the larger revenue in 2022, Kites & Tails or Paint?",
            ["revenue Kites & Tails", "revenue Paint"],
        ),
    ],
)
def test_two_parts_share_what_they_are_asked_about(question: str, words: list[str]) -> None:
    assert [figure.words for figure in asked(question).figures] == words


def test_what_was_to_a_buyer_is_a_part_of_the_sales() -> None:
    parsed = asked("How much of Acme's 2022 net sales were to the government?")
    part, whole = parsed.figures
    assert "government" in part.words
    assert whole.words == "net sales"


def test_what_revenue_went_on_is_a_part_of_it() -> None:
    parsed = asked("What share of Acme's revenue went on research and development in 2022?")
    assert [one.concept for one in parsed.figures] == ["research_development", "revenue"]


def test_a_verb_of_earning_names_nothing() -> None:
    parsed = asked("Which segment produced the larger gross profit for Acme in 2022?")
    assert [one.concept for one in parsed.figures] == ["gross_profit"]


def test_how_many_times_larger_one_part_is_than_another_by_a_measure() -> None:
    parsed = asked("How many times larger is Kites than Drums at Acme by net sales, fiscal 2022?")
    assert [(figure.concept, figure.part) for figure in parsed.figures] == [
        ("net_sales", "Kites"),
        ("net_sales", "Drums"),
    ]


def test_what_parts_sell_is_their_revenue() -> None:
    parsed = asked("How much more did Kites sell than Drums at Acme in fiscal 2022?")
    assert [(figure.concept, figure.part) for figure in parsed.figures] == [
        ("revenue", "Kites"),
        ("revenue", "Drums"),
    ]


def test_what_a_business_makes_per_dollar_of_its_revenue_is_of_its_own() -> None:
    parsed = asked("How much profit did Acme's kites business make per dollar of its own revenue?")
    assert parsed.figures[-1].part == "kites business"
