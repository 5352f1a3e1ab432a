from math import log

import pytest

from hirec.ranking.lexical import LexicalIndex, tokenize


def test_letters_and_digits_part_and_words_are_stemmed():
    assert tokenize(["SG&A of FY2015 were $1,234.5 in companies"]) == [
        ["sg&a", "fy", "2015", "were", "1,234.5", "compani"]
    ]


def test_the_text_with_the_rarer_term_wins():
    index = LexicalIndex(["net sales grew", "net sales fell", "inventories fell"])
    scores = index.scores("inventories")
    assert scores.argmax() == 2
    assert scores[0] == scores[1] == 0


def test_empty_collections_and_queries_score_zero():
    assert LexicalIndex([]).scores("sales").shape == (0,)
    assert LexicalIndex(["", " "]).scores("sales").tolist() == [0, 0]
    assert LexicalIndex(["sales"]).scores("the of").tolist() == [0]
    assert LexicalIndex(["sales"]).scores("unheard").tolist() == [0]


def test_scores_are_lucenes_in_arithmetic():
    """Two texts of 3 and 1 words, mean 2; both have "sales", one has "fell"."""
    scores = LexicalIndex(["sales sales fell", "sales"]).scores("sales fell")
    in_both, in_one = log(1 + 0.5 / 2.5), log(1 + 1.5 / 1.5)
    long, short = 1.5 * (0.25 + 0.75 * 3 / 2), 1.5 * (0.25 + 0.75 * 1 / 2)
    first = in_both * 2 / (2 + long) + in_one * 1 / (1 + long)
    assert scores.tolist() == pytest.approx([first, in_both * 1 / (1 + short)])


def test_a_word_asked_for_twice_counts_twice():
    index = LexicalIndex(["net sales grew", "net sales fell"])
    assert (index.scores("grew grew") == 2 * index.scores("grew")).all()
