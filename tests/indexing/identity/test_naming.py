"""Names that a text gives its registrant, by the place that gives them."""

import pytest

from indexing.identity.naming import body_names


@pytest.mark.parametrize(
    ("text", "place", "name"),
    [
        ('Amber Rockets, Inc. (the "Company", "we") sells', "self-naming", "Amber Rockets, Inc."),
        (
            'Amber Corp., a Delaware corporation, together with its units ("Amber" or "us"), sells',
            "self-naming",
            "Amber Corp.",
        ),
        (
            'The terms "we," "us" and the "Company" refer to 3R Company and its units.',
            "self-naming",
            "3R Company",
        ),
        (
            "thereunto duly authorized.\nMay 5, 2023\n24ROOKS INC\n(Registrant)\nBy: /s/ Jane Doe",
            "signature",
            "24ROOKS INC.",
        ),
        (
            "thereunto duly authorized. AMBER GROUP LTD By: /s/ J. Doe Title: Chief",
            "signature",
            "AMBER GROUP LTD.",
        ),
        (
            "To the Board of Directors and Stockholders of Gull & Heron Company\nOpinion on",
            "auditor's report",
            "Gull & Heron Company",
        ),
        (
            "I have reviewed this annual report on Form 10-K of Amber Rockets, Inc.; Based on",
            "certification",
            "Amber Rockets, Inc.",
        ),
        (
            "Amber Inc. and subsidiaries\nAmber Inc. and its subsidiaries",
            "subsidiaries",
            "Amber Inc.",
        ),
        ("About Ulla Beauty\nAt Ulla Beauty we care.", "about", "Ulla Beauty"),
        ("© 2023 Amber Rockets, Inc. All rights", "copyright", "Amber Rockets, Inc."),
        (
            "Certificate of Incorporation of Amber Rockets, Inc., as",
            "exhibits",
            "Amber Rockets, Inc.",
        ),
        ("Annual Meeting of Stockholders of Amber Corp. on May", "meeting", "Amber Corp."),
    ],
)
def test_each_place_gives_the_registrants_name(text: str, place: str, name: str) -> None:
    assert [found.company for found in body_names(text) if found.source == place] == [name]


def test_other_parties_a_text_defines_are_not_its_registrant() -> None:
    assert list(body_names('We sold Beta Ltd. ("Beta") to Gamma LLC (the "Buyer").')) == []


def test_of_two_names_said_as_often_none_counts() -> None:
    text = 'Alpha Inc. (the "Company") and Beta Inc. (the "Company") agree.'
    assert list(body_names(text)) == []
