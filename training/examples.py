"""What a reranker learns from: a question, a passage that answers it, and others that do not."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from hirec.evaluation.files import write_lines
from hirec.types import HirecError


class TrainingError(HirecError):
    """Examples are missing or malformed, or a run cannot go on."""


@dataclass(frozen=True, slots=True)
class Example:
    """One question with passages as a retriever reads them (title and body)."""

    question: str
    positive: str
    negatives: tuple[str, ...]
    """Hard ones: other pages, other years, look-alike filings."""
    source: str = ""
    """Where the question comes from: ``questions``, ``rows`` or ``sentences``."""


def write_examples(examples: Iterable[Example], path: Path) -> None:
    """Write JSON Lines; the folder is made where it is missing."""
    write_lines(path, (asdict(example) for example in examples))


def read_examples(path: Path) -> list[Example]:
    """Read what :func:`write_examples` wrote; raises :class:`TrainingError`."""
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
        return [Example(**(row | {"negatives": tuple(row["negatives"])})) for row in rows]
    except OSError as error:
        raise TrainingError(f"Cannot read examples {path}: {error.strerror}.") from error
    except (ValueError, TypeError, KeyError) as error:
        raise TrainingError(f"{path} does not hold training examples: {error}.") from error
