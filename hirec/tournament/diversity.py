"""Diversity: sections that crowd out others, and near duplicates, step back (3.3.5)."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from hirec.tournament.aggregation import jaccard
from hirec.tournament.settings import HumanSettings
from hirec.tournament.trail import Trails, TrailStep
from hirec.types import Card

_STAGE = "diversity"
_WORD = re.compile(r"\w+")


def diversify(
    order: Sequence[str], cards: Mapping[str, Card], settings: HumanSettings, trails: Trails
) -> list[str]:
    """The order in which the first ``places`` hold no near duplicates and keep section quotas.

    What steps back stands right behind those places, in its own order: nothing is lost.

    Args:
        order: passage_ids, best first.
        cards: passage_id → card.
        settings: ``places``, ``section_quota`` and ``near_duplicate``.
        trails: Take each passage's rank, and why it steps back.

    """
    ahead: list[str] = []
    back: dict[str, str] = {}
    sections: Counter[str] = Counter()
    for key in order:
        if len(ahead) == settings.quota_top_k:
            break
        section = cards[key].section
        quota = settings.section_quota
        if twin := _twin(key, ahead, cards, settings.near_duplicate):
            back[key] = f"nearly the same as {twin}"
        elif quota and section and sections[section] >= quota:
            back[key] = f"{quota} of its section stand ahead"
        else:
            ahead.append(key)
            sections[section] += 1
    first = set(ahead)
    result = [*ahead, *(key for key in order if key not in first)]
    for rank, key in enumerate(result, start=1):
        trails.note(
            key, TrailStep(_STAGE, True, back.get(key, "nothing like it ahead"), None, rank)
        )
    return result


def _twin(key: str, ahead: Sequence[str], cards: Mapping[str, Card], likeness: float) -> str:
    """One ahead of the same section that says nearly the same; empty where there is none."""
    card = cards[key]
    own = content_of(card)
    alike = (
        other
        for other in ahead
        if cards[other].section == card.section
        and jaccard(own, content_of(cards[other])) >= likeness
    )
    return next(alike, "") if own else ""


def content_of(card: Card) -> tuple[str, ...]:
    """What a card says: words of its summary and anchors, and its numbers."""
    words = _WORD.findall(" ".join((card.sketch.summary, *card.sketch.anchors)).lower())
    return (*words, *card.numbers)
