"""Slips that the lexicon does not know are mended by the words of the filings found."""

import pytest

from hirec.understanding.spelling import respell_as

TOLD = ["Net sales of collectibles, hardware and software.", "Smelters were curtailed in Massena."]


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Acme colectibles sales 2023", "Acme collectibles sales 2023"),
        ("how many smeltres did Acme curtial?", "how many smelters did Acme curtial?"),
        ("Acme hadrware and sofware sales", "Acme hardware and software sales"),
    ],
)
def test_a_slip_is_read_as_the_word_that_a_filing_has(question: str, meant: str) -> None:
    text, readings = respell_as(question, ["Acme"], TOLD)
    assert text == meant
    assert len(readings) == sum(
        a != b for a, b in zip(question.split(), meant.split(), strict=True)
    )


@pytest.mark.parametrize(
    "question",
    [
        "Acme collectibles sales",  # a word of the filing
        "Acme collectible sales",
        "Acme softwear sales",  # two letters of a short word
        "Smeltor Inc. sales",  # a company
        "Acme harder sales",  # English
    ],
)
def test_what_is_no_slip_stays(question: str) -> None:
    assert respell_as(question, ["Acme", "Smeltor"], TOLD) == (question, ())
