"""The templates of generated questions, read from ``phrasings.yaml``."""

import functools
from collections.abc import Iterable, Mapping
from importlib import resources

from hirec.yaml_files import load_yaml

BANKS = ("plain", "people", "formal")
"""``plain`` names figures as the lexicon does; ``people`` is worded apart from every word list;
``formal`` is for sets that people read."""


@functools.cache
def _content() -> Mapping[str, Mapping[str, Mapping[str, tuple[str, ...]]]]:
    text = resources.files("hirec.evaluation.generated").joinpath("phrasings.yaml")
    content: Mapping[str, Mapping[str, Mapping[str, tuple[str, ...]]]] = load_yaml(
        text.read_text("utf-8")
    )
    return content


def templates(bank: str, relation: str, kinds: Iterable[str], *, scaled: bool) -> tuple[str, ...]:
    """Templates of a bank for a relation of figures that are all of these kinds.

    Empty where the bank does not ask for the relation.

    Args:
        bank: One of :data:`BANKS`.
        relation: Such as ``lookup`` or ``growth``.
        kinds: Of ``money``, ``balance`` and ``flow``.
        scaled: Whether there is a scale to ask for; else templates that name one are left out.

    """
    by_kind = _content()[bank].get(relation, {})
    found = (text for kind in ("any", *kinds) for text in by_kind.get(kind, ()))
    return tuple(text for text in found if scaled or "{scale}" not in text)
