import pytest

from hirec.datasets.pages import (
    filing_hit,
    page_f1,
    page_normalized_recall,
    page_of,
    page_precision,
    page_recall,
)

PAGES = (("A", 1), ("A", 2), ("B", 1), ("A", 9), ("C", 4), ("A", 3))


def test_filing_hit_is_a_share_of_what_k_can_hold() -> None:
    ranking = ("A", "X", "B", "Y", "Z", "C")
    assert filing_hit(ranking, {"A", "B", "C"}, 5) == 2 / 3
    assert filing_hit(ranking, {"A", "B", "C"}, 1) == 1 / 1
    assert filing_hit(ranking, {"B", "C"}, 1) == 0 / 1
    assert filing_hit(ranking, {"C", "B"}, 5, any_one=True) == 1.0
    assert filing_hit((), {"A"}, 5) == 0.0


def test_page_recall() -> None:
    gold = {("A", 2), ("A", 3), ("D", 1)}
    assert page_recall(PAGES, gold, 5) == 1 / 3
    assert page_recall(PAGES, gold, 10) == 2 / 3
    assert page_recall(PAGES, gold) == 2 / 3
    assert page_recall(PAGES, gold, 5, any_one=True) == 1.0
    assert page_recall(PAGES, {("A", 3)}, 5, any_one=True) == 0.0
    assert page_recall((), gold, 5) == 0.0


def test_page_precision_divides_by_what_was_ranked() -> None:
    gold = {("A", 2), ("A", 3)}
    assert page_precision(PAGES, gold, 5) == 1 / 5
    assert page_precision(PAGES[:2], gold, 5) == 1 / 2
    assert page_precision(PAGES, gold) == pytest.approx(2 / 6)
    assert page_precision((), gold, 5) == 0.0


def test_the_page_is_part_of_a_passage_id() -> None:
    assert page_of("ACME_2023-02-02_8K#12.3") == ("ACME_2023-02-02_8K", 12)
    assert page_of("a file #2.pdf#1.10") == ("a file #2.pdf", 1)


def test_f1_and_recall_of_what_the_places_can_hold() -> None:
    ranked = [("A", 1), ("A", 2), ("B", 3), ("B", 4)]
    gold = {("A", 2), ("B", 3), ("C", 1), ("C", 2), ("C", 3)}
    # of the first two one is gold; two places hold two of the five
    assert page_normalized_recall(ranked, gold, 2) == 1 / 2
    assert page_normalized_recall(ranked, gold, 10) == 2 / 5
    precision, recall = 2 / 4, 2 / 5
    assert page_f1(ranked, gold) == 2 * precision * recall / (precision + recall)
    assert page_f1([], gold) == page_f1(ranked, {("Z", 1)}) == 0.0
