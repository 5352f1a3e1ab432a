from hirec.grounding.stems import grams, ordered_stems, overlap, stem_set


def test_forms_of_a_word_have_one_stem() -> None:
    assert stem_set("payments of dividends") == stem_set("dividend payment")


def test_what_is_of_a_place_is_called_by_it() -> None:
    assert stem_set("European sales") == stem_set("sales in Europe")


def test_the_order_is_kept_and_numbers_are_not_words() -> None:
    assert ordered_stems("Inventories at 2023") == ("inventori",)


def test_a_misspelt_word_shares_most_of_its_letters() -> None:
    assert overlap(grams("pucrhases of stock"), grams("purchases of stock")) > 0.5
    assert overlap(frozenset(), frozenset()) == 0.0
