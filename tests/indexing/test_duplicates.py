"""Near-duplicates: hand-computed cosines, links to the first only, nothing dropped."""

import math

from hirec.types import Passage, PassageKind
from indexing.duplicates import THRESHOLD, first_of_kind, link_duplicates


def passage(ordinal: int, text: str) -> Passage:
    return Passage(f"A#1.{ordinal}", "A", 1, PassageKind.TEXT, "title", text)


def test_every_passage_is_kept_and_names_the_first_of_its_kind() -> None:
    boiler = "The accompanying notes are an integral part of these statements."
    texts = ["Inventories fell.", boiler, "Revenue rose 5%.", boiler, boiler.upper()]
    linked = link_duplicates([passage(n, text) for n, text in enumerate(texts, start=1)])
    assert [p.text for p in linked] == texts
    assert [p.duplicate_of for p in linked] == ["", "", "", "A#1.2", "A#1.2"]


def test_the_threshold_is_the_cosine_of_tf_idf() -> None:
    # n = 4; "filler" is in one text, "shared" in two. idf = ln((1 + n) / df).
    rare, common = math.log(5 / 1), math.log(5 / 2)
    texts = ["shared " * 3 + "alpha", "shared " * 3 + "beta", "gamma", "delta"]
    cosine = 9 * common**2 / (9 * common**2 + rare**2)
    assert THRESHOLD < cosine < 0.75
    assert first_of_kind(texts) == [0, 0, 2, 3]
    texts = ["shared " * 2 + "alpha", "shared " * 2 + "beta", "gamma", "delta"]
    assert 4 * common**2 / (4 * common**2 + rare**2) < THRESHOLD
    assert first_of_kind(texts) == [0, 1, 2, 3]


def test_links_are_never_chains() -> None:
    words = [f"w{n}" for n in range(30)]
    texts = [" ".join(words[start : start + 20]) for start in range(0, 10, 2)]
    firsts = first_of_kind([*texts, *(f"other {n}" for n in range(20))])
    assert any(first != place for place, first in enumerate(firsts))
    assert all(firsts[first] == first for first in firsts)


def test_tables_with_other_numbers_are_others() -> None:
    first = "Balance\nCash | 1,204 | 993\nDebt | 4,410 | 4,702\nEquity | 7,731 | 7,004"
    second = "Balance\nCash | 2,871 | 612\nDebt | 3,305 | 5,118\nEquity | 9,046 | 6,215"
    assert first_of_kind([first, second, "Risk factors follow.", first]) == [0, 1, 2, 0]


def test_texts_without_words_are_no_duplicates() -> None:
    assert first_of_kind([]) == []
    assert first_of_kind(["", "—", "* * *", ""]) == [0, 1, 2, 3]
    assert first_of_kind(["", "same words", "", "same words"]) == [0, 1, 2, 1]
    assert first_of_kind(["same", "same"]) == [0, 0]


def test_more_texts_than_a_block_holds() -> None:
    texts = [f"page number {n % 1500} of subject{n % 1500} item{n % 1500}" for n in range(3000)]
    assert first_of_kind(texts) == [n % 1500 for n in range(3000)]
