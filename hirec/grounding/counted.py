"""What a figure counts, and which passages say how many there are."""

from collections.abc import Iterable, Sequence

from hirec.grounding.nouns import (
    count_pattern,
    count_words,
    has_set_phrase,
    in_one_word,
    read_noun,
    stems_of,
)
from hirec.lexicon import Kind, get_metric
from hirec.types import Figure, Passage

_OF_A_TABLE = 0.5
"""A table that names what is counted may count it; a sentence with the number before it does."""


def counted_in(figure: Figure) -> str:
    """What a figure counts, in its own words where the question has no more; empty for amounts."""
    metric = get_metric(figure.concept)
    counts = figure.kind == Kind.COUNT or (metric is not None and metric.kind is Kind.COUNT)
    shares = "share" in stems_of(figure.words)
    return figure.counted or (figure.words if counts and not shares else "")


def count_fits(figures: Iterable[Figure], passages: Iterable[Passage]) -> list[float]:
    """How likely each passage states one of the counts among the figures, 0 to 1."""
    nouns = [noun for figure in figures if (noun := read_noun(counted_in(figure)))]
    patterns = [count_pattern(noun) for noun in dict.fromkeys(nouns)]
    if not patterns:
        return []
    words = frozenset().union(*map(count_words, nouns))
    anywhere = has_set_phrase(words)

    def fit(passage: Passage) -> float:
        lower = passage.text.lower()
        if anywhere or any(word in lower for word in words):
            text = in_one_word(passage.text)
            if any(pattern.search(text) for pattern in patterns):
                return 1.0
        return _OF_A_TABLE * any(noun.noun in _head_stems(passage) for noun in nouns)

    return [fit(passage) for passage in passages]


def counts_only(figures: Sequence[Figure]) -> bool:
    """Whether every one of the figures counts things."""
    return bool(figures) and all(map(counted_in, figures))


def _head_stems(passage: Passage) -> frozenset[str]:
    """Stems of what a table is about and of its rows; none of prose."""
    table = passage.table
    if table is None:
        return frozenset()
    return stems_of(" ".join((table.caption, *(row.label for row in table.rows))))
