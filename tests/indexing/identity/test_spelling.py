"""Spellings of one name."""

import pytest

from indexing.identity.spelling import best_spelling, is_lead_of, same_company, tidy, unspaced


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("AMBER COLA CO", "The Amber-Cola Company"),
        ("B EST R OCKETS C O., I NC.", "Best Rockets Co., Inc."),
        ("B ANK OF A MBER C ORPORATION", "Bank of Amber Corporation"),
        ("M ABEL 'S , I NC .", "Mabel's, Inc."),
        ("Rook & Rook", "ROOK AND ROOK"),
    ],
)
def test_spellings_of_one_name(left: str, right: str) -> None:
    assert same_company(left, right)


@pytest.mark.parametrize("name", ["J. M. Rook Company", "A B Rockets", "3R Company", "AT&R Inc."])
def test_initials_are_no_letter_spaced_words(name: str) -> None:
    assert unspaced(name) == name


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("In Amber Rockets, Inc", "Amber Rockets, Inc."),
        ("Amber Inc. and The Amber Chemical Company", "Amber Inc."),
        ("Amber Rockets Corp. Delaware 12-3456789", "Amber Rockets Corp."),
        ("24ROOKS INC", "24ROOKS INC."),
        ("Merl & Co., Inc.", "Merl & Co., Inc."),
        ("Amber Amber", "Amber"),
        ("the Company", None),
        ("12-3456789", None),
    ],
)
def test_a_name_is_freed_from_what_stands_around_it(raw: str, expected: str | None) -> None:
    assert tidy(raw) == expected


def test_a_generic_first_word_is_no_short_form() -> None:
    assert is_lead_of("Amber Water", "Amber Water Works Company")
    assert not is_lead_of("American", "American Rockets, Inc.")
    assert not is_lead_of("Amber Rockets", "Amber Rockets, Inc.")


def test_the_spelling_that_the_text_prints_with_its_legal_form_is_shown() -> None:
    spellings = ["AMBER COLA CO.", "Amber-Cola", "The Amber-Cola Company"]
    text = "The Amber-Cola Company sells. The Amber-Cola Company buys. Amber-Cola is sweet."
    assert best_spelling(spellings, text) == "The Amber-Cola Company"
