"""Tables that state a figure of each part of a company: segments, regions, products."""

from collections.abc import Iterable, Sequence

from hirec.grounding.stems import stem_set
from hirec.lexicon import find_metrics
from hirec.lexicon.geography import is_region
from hirec.types import Passage, Table

_UNCALLED = 0.3
"""A table of the figure whose parts nothing calls so, where no other has it: it may be any."""
_REGION = "region"
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

    def fit(passage: Passage) -> tuple[bool, float]:
        if not passage.table_json:
            return False, 0.0
        around = stem_set(f"{passage.section} {passage.text}")
        sure = any(kind <= around for kind in called)
        table = passage.table if sure or asked <= around else None
        if table is None or _names(table) < _FEWEST:
            return False, 0.0
        sure = sure or (_REGION in kinds and _places(table) >= _FEWEST)
        return sure, len(asked & around) / max(len(asked), 1)

    fits = [fit(passage) for passage in passages]
    found = any(sure and share == 1 for sure, share in fits)
    return [share if sure else 0.0 if found else _UNCALLED * share for sure, share in fits]


def _places(table: Table) -> int:
    """How many rows, or else columns, are called by places."""
    sides = ([row.label for row in table.rows], [column.label for column in table.columns])
    return max(len({name for name in side if is_region(name)}) for side in sides)


def _names(table: Table) -> int:
    """How many rows, or else columns, are called by no figure: by names of parts, perhaps."""
    sides = ([row.label for row in table.rows], [column.label for column in table.columns])
    return max(sum(bool(name) and not find_metrics(name) for name in side) for side in sides)
