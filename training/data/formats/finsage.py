"""FinSage's annotated pairs: passages of a query that experts preferred, and those they did not.

The paper (section 3.3, equation 2) trains on triplets of a query, a better and a worse passage and
publishes no file. Ours has a line a triplet, in the usual names of preference data: ``prompt``,
``chosen``, ``rejected``; the lines of one query become one record a chosen passage.
"""

from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from training.data.lines import read_lines
from training.data.record import Negative, Record, Why

SOURCE = "finsage"


class _Pair(BaseModel):
    prompt: str
    chosen: str
    rejected: str


_PAIR = TypeAdapter(_Pair)


def read_finsage(path: Path) -> list[Record]:
    """Read JSON Lines of triplets; raises :class:`TrainingError`, which names the line."""
    worse: dict[tuple[str, str], dict[str, None]] = {}
    for pair in read_lines(path, _PAIR, "pair"):
        worse.setdefault((pair.prompt, pair.chosen), {})[pair.rejected] = None
    return [
        Record(query, chosen, tuple(Negative(text, Why.JUDGED) for text in texts), SOURCE, query)
        for (query, chosen), texts in worse.items()
    ]
