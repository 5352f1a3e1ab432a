"""Tables that state a figure of each part of a company: segments, regions, products."""

from collections.abc import Iterable, Sequence

from hirec.grounding.stems import stem_set
from hirec.lexicon import find_metrics
from hirec.types import Passage, Table

_FEWEST = 3
"""Two rows without a metric's name may be anything."""


def parts_fits(words: str, kinds: Sequence[str], passages: Iterable[Passage]) -> list[float]:
    """How likely each passage is a table that states a figure by part, 0 to 1.

    Args:
        words: The figure's.
        kinds: Ways to call such parts: "segment", "division".
        passages: Of the filings in scope.

    """
    asked, called = stem_set(words), [stem_set(kind) for kind in kinds]

    def fit(passage: Passage) -> float:
        lower = f"{passage.section} {passage.text}".lower()
        if not passage.table_json or not any(kind in lower for kind in kinds):
            return 0.0
        around = stem_set(lower)
        table = passage.table if any(kind <= around for kind in called) else None
        if table is None or _names(table) < _FEWEST:
            return 0.0
        return len(asked & around) / max(len(asked), 1)

    return [fit(passage) for passage in passages]


def _names(table: Table) -> int:
    """How many rows, or else columns, are called by no figure: by names of parts, perhaps."""
    sides = ([row.label for row in table.rows], [column.label for column in table.columns])
    return max(sum(bool(name) and not find_metrics(name) for name in side) for side in sides)
