"""Names by their words."""

from hirec.lexicon import words_in


def test_the_words_of_a_text_are_whole_words_in_lower_case() -> None:
    assert words_in("Year-end Totals (paid)") == {"year", "end", "totals", "paid"}
    assert "total" not in words_in("Totals")
