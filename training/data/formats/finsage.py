"""FinSage's annotated pairs: passages of a query that experts preferred, and those they did not.

The paper (section 3.3, equation 2) trains on triplets of a query, a better and a worse passage and
publishes no file. Ours has a line a triplet, in the usual names of preference data: ``prompt``,
``chosen``, ``rejected``; the lines of one query become one record a chosen passage.
"""

from pathlib import Path

from pydantic import BaseModel, ValidationError

from hirec.invalid import first_problem
from training.data.record import Negative, Record, Why
from training.errors import TrainingError

SOURCE = "finsage"


class _Pair(BaseModel):
    prompt: str
    chosen: str
    rejected: str


def read_finsage(path: Path) -> list[Record]:
    """Read JSON Lines of triplets; raises :class:`TrainingError`, which names the line."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise TrainingError(f"Cannot read pairs {path}: {error.strerror}.") from error
    worse: dict[tuple[str, str], dict[str, None]] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            pair = _Pair.model_validate_json(line)
        except ValidationError as error:
            problem = first_problem(error, "the line")
            raise TrainingError(f"{path}, line {number}: {problem}.") from error
        worse.setdefault((pair.prompt, pair.chosen), {})[pair.rejected] = None
    return [
        Record(query, chosen, tuple(Negative(text, Why.JUDGED) for text in texts), SOURCE, query)
        for (query, chosen), texts in worse.items()
    ]
