"""Arithmetic that a question orders, as one that it asks for: "divide A by B", "take B off A"."""

import itertools
import re

from hirec.lexicon import find_metrics
from hirec.periods import find_period_spans
from hirec.understanding.plainly import first_found, rewritten

_SAME = re.compile(r"^(?:that|the one|it|the same)(?: figure)?(?: (?:of|in|for|at|from))? ", re.I)
"""``that of fiscal 2023``: the figure named before, of another period."""
_BEFORE = re.compile(r"(?: (?:in|at|for|of|during|as of))?(?: the)?(?: end of)?\s*$", re.IGNORECASE)
"""What leads to a period that is gone."""


def as_asked(text: str) -> str:
    """The question for what an order computes, and "where did X land" as what X was.

    Args:
        text: A normalized question.

    """
    text = rewritten(text, "orders")
    if (ordered := first_found(text, "less")) is None:
        return text
    said = ordered[1]
    return f"{said['aside']}what is {_less(said['a'], said['b'])}?"


def _less(left: str, right: str) -> str:
    """The first less the second, which may be the same figure of another period."""
    if not _SAME.match(right):
        return f"{left} less {_each(right)}"
    later, earlier = find_period_spans(left)[-1:], find_period_spans(right)[:1]
    if not (later and earlier):
        return f"{left} less {right}"
    figure = _BEFORE.sub("", f"{left[: later[0].start]}{left[later[0].end :]}")
    first, last = (spans[0].refs[-1].said for spans in (earlier, later))
    return f"the change in {figure.strip()} from {first} to {last}"


def _each(listed: str) -> str:
    """What is taken off one after the other: "costs and taxes" as "costs less taxes"."""
    for one, other in reversed([*itertools.pairwise(find_metrics(listed))]):
        if listed[one.end : other.start].strip(" ,").lower() in ("and", ""):
            listed = f"{listed[: one.end]} less {listed[other.start :]}"
    return listed
