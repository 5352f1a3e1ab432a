"""Whether a table shows balances at a day or flows over a span, told by its own words."""

import functools
import re
from collections.abc import Mapping, Sequence
from importlib import resources

from hirec.caching import remembered
from hirec.yaml_files import load_yaml

_WORD = re.compile(r"[a-z]{3,}")
_LEAST = 0.12
"""Share by which the words of one kind must outnumber the other's."""
_CAPTION, _HEADING, _ROWS = 1.0, 1.5, 1.5
"""What the caption's words, a column's heading and the rows' labels weigh."""


def leaning(caption: str, heading: str, labels: Sequence[str]) -> float:
    """From -1 (flows) to 1 (balances); 0 where the words say nothing.

    Args:
        caption: Of the table.
        heading: Words over its columns.
        labels: Those of its rows.

    """
    parts = (
        (_CAPTION, _share(caption)),
        (_HEADING, _share(heading)),
        (_ROWS, _share_of_rows(tuple(labels))),
    )
    told = [(weight, share) for weight, share in parts if share]
    if not told:
        return 0.0
    return sum(weight * share for weight, share in told) / sum(weight for weight, _ in told)


def shows_balances(
    caption: str, heading: str, labels: Sequence[str], *, prior: float = 0.0
) -> bool | None:
    """True for balances, False for flows, None where it cannot be told.

    Args:
        caption: Of the table.
        heading: Words over its columns.
        labels: Those of its rows.
        prior: Added to the score of the words: above 0 for balances, below for flows.

    """
    score = leaning(caption, heading, labels) + prior
    return None if abs(score) < _LEAST else score > 0


@functools.lru_cache(maxsize=256)
def _share_of_rows(labels: tuple[str, ...]) -> float:
    shares = [_share(label) for label in labels]
    told = [share for share in shares if share]
    return sum(told) / len(told) if told else 0.0


@remembered
def _share(text: str) -> float:
    kinds = _kinds()
    words = _WORD.findall(text.lower())
    balances = sum(word in kinds["balances"] for word in words)
    flows = sum(word in kinds["flows"] for word in words)
    return (balances - flows) / (balances + flows) if balances + flows else 0.0


@functools.cache
def _kinds() -> Mapping[str, frozenset[str]]:
    text = resources.files("hirec.periods").joinpath("kinds.yaml").read_text("utf-8")
    return {kind: frozenset(words.split()) for kind, words in load_yaml(text).items()}
