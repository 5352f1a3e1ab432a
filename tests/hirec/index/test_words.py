"""BM25 over segments gives what BM25 over the list of all covers gives."""

import random
from pathlib import Path

import numpy as np
import pytest

from hirec.index.catalog import CoverRow
from hirec.index.layout import Layout
from hirec.index.segment import Segment
from hirec.index.words import CoverWords
from hirec.ranking.lexical import LexicalIndex
from indexing.segments import write_segment

WORDS = [
    "sales",
    "lease",
    "goodwill",
    "2019",
    "10-K",
    "Apple",
    "income",
    "stores",
    "the",
    "impairment",
    "tax",
    "revenue",
]


def text(rng: random.Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randrange(0, 30)))


@pytest.mark.parametrize("seed", range(5))
def test_scores_are_those_of_one_list_however_it_is_cut_and_whatever_was_removed(
    tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    layout = Layout(tmp_path)
    segments, orders, kept = [], [], []
    for number in range(rng.randrange(1, 4)):
        texts = [text(rng) for _ in range(rng.randrange(1, 40))]
        rows = [CoverRow(f"{number}-{at}", "{}", t, bytes(8)) for at, t in enumerate(texts)]
        segments.append(Segment(layout.segment_folder(write_segment(layout, rows).name)))
        order = np.full(len(texts), -1, dtype=np.int32)
        for at, said in enumerate(texts):
            if rng.random() < 0.8:
                order[at] = len(kept)
                kept.append(said)
        orders.append(order)
    held = [s.lengths[o >= 0].sum() for s, o in zip(segments, orders, strict=True)]
    words = CoverWords(segments, orders, len(kept), int(sum(held)))
    whole = LexicalIndex(kept)
    for query in ("goodwill impairment", "Sales in 2019 and sales", "nowhere said", "", "the"):
        assert words.scores(query) == pytest.approx(whole.scores(query), abs=1e-5), query
