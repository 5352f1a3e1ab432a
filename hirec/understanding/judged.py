"""Whether a question asks to judge: "Is Acme's liquidity healthy?", "Is it capital-intensive?"."""

from hirec.lexicon import find_metrics
from hirec.lexicon.judgements import NAMED, find_judgement, judges

_BEGINNINGS = frozenset({"is", "are", "was", "were", "does", "do", "has", "have", "can", "how"})
"""A judgement says so of something; "the low end", asked for with "what", is a figure."""


def asked_judgement(core: str) -> str:
    """The key of the judgement asked for; empty where a figure or a text is."""
    first = core.lower().split(maxsplit=1)[:1]
    if not _BEGINNINGS.intersection(first):
        return ""
    if key := find_judgement(core):
        return key
    return NAMED if judges(core) and figures_named(core) else ""


def figures_named(core: str) -> tuple[str, ...]:
    """Names of figures that the question says itself."""
    return tuple(core[mention.start : mention.end] for mention in find_metrics(core))
