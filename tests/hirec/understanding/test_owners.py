"""Whose a figure is, and of what a share is one."""

from hirec.types import CompanyRef, Scope
from hirec.understanding import understand

ACME = Scope(companies=(CompanyRef("acme", "Acme Corp", "Acme"),))


def test_what_follows_a_name_that_ends_as_an_owner_is_no_verb_where_something_moves() -> None:
    scope = Scope(companies=(CompanyRef("acme", "Acmer's Inc", "Acmer's"),))
    moved = understand("By what percent did Acmer's dog food sales fall in 2022?", scope)
    assert moved.figures[0].words == "dog food sales"
    sold = understand("How much did Acmer's charge for depreciation in 2022?", scope)
    assert sold.figures[0].words == "depreciation"


def test_a_share_of_a_margin_that_came_from_a_part_is_of_the_profit() -> None:
    asked = understand("What share of Acme's gross margin came from kites in 2022?", ACME)
    assert [figure.concept for figure in asked.figures] == ["gross_profit", "gross_profit"]
    rate = understand("What was the kites gross margin percentage in 2022?", ACME)
    assert [figure.concept for figure in rate.figures] == ["gross_margin"]


def test_what_is_of_every_dollar_of_something_is_not_answered_without_it() -> None:
    asked = understand("For every hour it flew in 2022, how much fuel did Acme burn?", ACME)
    assert any("every" in words for words in asked.unplaced)


def test_a_sign_at_the_end_asks_for_money() -> None:
    assert understand("Acme transition tax 2022, total $", ACME).wanted.money
    assert not understand("Acme transition tax 2022", ACME).wanted.money
