"""BM25 over the cover summaries of all segments, as if they were one list."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hirec.index.segment import Segment

K1, B = 1.5, 0.75


class CoverWords:
    """Lucene's variant, the very scores that :class:`hirec.ranking.lexical.LexicalIndex` gives.

    How rare a word is and how long a cover is on average are counted over the filings that the
    generation holds, whatever segment they are in: what was removed does not count.
    """

    def __init__(
        self,
        segments: Sequence[Segment],
        orders: Sequence[npt.NDArray[np.int32]],
        filings: int,
        words: int,
    ) -> None:
        """Join the segments' postings.

        Args:
            segments: Those of one generation.
            orders: Number of each segment's places in the generation, -1 for none.
            filings: Number of filings in the generation.
            words: Words of all covers together, for their mean length.

        """
        self._segments = segments
        self._orders = orders
        self._filings = filings
        self._mean = words / max(1, filings)

    def scores(self, query: str) -> npt.NDArray[np.float32]:
        """Score every filing by its number; zeros where no word is shared."""
        # It brings SciPy, which a builder with nothing to do is spared.
        from hirec.ranking.lexical import tokenize

        total = np.zeros(self._filings, dtype=np.float32)
        for term in tokenize([query])[0] if query.strip() else ():
            found = [self._found(at, term) for at in range(len(self._segments))]
            held = sum(len(numbers) for numbers, _ in found)
            rarity = np.log(1 + (self._filings - held + 0.5) / (held + 0.5))
            for numbers, weights in found:
                total[numbers] += (rarity * weights).astype(np.float32)
        return total

    def _found(self, at: int, term: str) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """Numbers of a segment's filings with a word, and its weight in each but for rarity."""
        postings = self._segments[at].postings(term)
        if postings is None:
            return np.zeros(0, dtype=np.int32), np.zeros(0)
        places, counts = postings
        numbers = self._orders[at][places]
        lengths = self._segments[at].lengths[places]
        if (numbers < 0).any():
            kept = numbers >= 0
            numbers, counts, lengths = numbers[kept], counts[kept], lengths[kept]
        often = counts.astype(np.float64)
        return numbers, often / (K1 * (1 - B + B * lengths / self._mean) + often)
