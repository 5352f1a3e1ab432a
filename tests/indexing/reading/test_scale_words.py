"""Words that say a scale, and whether they speak of tables in general."""

import pytest

from hirec.numbers import stated_scale
from indexing.reading.scale_words import general_words


@pytest.mark.parametrize(
    ("words", "scale"),
    [
        ("(In millions)", 6),
        ("(Dollars in tables in thousands, except per share amounts)", 3),
        ("(in whole dollars)", 0),
        ("(in U.S. dollars)", None),
        ("(Unaudited)", None),
    ],
)
def test_whole_dollars_are_a_statement_and_a_currency_is_none(
    words: str, scale: int | None
) -> None:
    assert stated_scale(words) == scale


@pytest.mark.parametrize(
    "text",
    [
        "We report by segment. Unless otherwise noted, tables are presented in U.S. dollars in "
        "millions. Percentages are computed before rounding.",
        "Except as otherwise specified, amounts presented within tables are stated in thousands.",
        "• All dollar amounts in the tables are stated in millions of euros.",
        "Tabular dollars are in millions, except per share amounts.",
        "(Tabular amounts in thousands)",
    ],
)
def test_sentences_about_tables_are_general(text: str) -> None:
    assert stated_scale(general_words(text)) in (3, 6)


@pytest.mark.parametrize(
    "text",
    [
        "The following table shows sales (in millions):",
        "Congress approved tens of billions of dollars in funding for tables of data.",
        "Our statements are presented in U.S. dollars.",
    ],
)
def test_introductions_and_quantities_are_not(text: str) -> None:
    assert general_words(text) == ""
