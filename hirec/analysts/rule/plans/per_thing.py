"""An amount for each thing that no row states: "revenue per customer in Ohio"."""

import re

from hirec.grounding.nouns import is_of_things
from hirec.lexicon import Kind, metric_named
from hirec.types import Figure
from hirec.understanding.parts import narrowed

_PER = re.compile(
    r"(?:average )?(?P<amount>.+?) (?:per|for each) (?P<thing>[a-z]+)"
    r"(?: (?:in|at|of|for|,) (?P<part>.+))?",
    re.IGNORECASE,
)


def amount_and_things(figure: Figure) -> tuple[Figure, Figure] | None:
    """What is divided and the things that are counted, both of the part that is named.

    None where nothing says so, or where it is per something that is no thing ("per share").
    """
    said = _PER.fullmatch(figure.words)
    things = f"{said['thing']}s" if said else ""
    if said is None or figure.concept or not is_of_things(things):
        return None
    metric = metric_named(said["amount"])
    amount = Figure(said["amount"], metric.key if metric else "", kind=Kind.MONEY.value)
    count = Figure(things, kind=Kind.COUNT.value, counted=things)
    if not said["part"]:
        return amount, count
    part = Figure(said["part"].strip(" ,"))
    return narrowed(amount, part), narrowed(count, part)
