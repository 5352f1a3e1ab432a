"""Quotas: what several filings are needed for, none of them may crowd out."""

from collections import Counter
from collections.abc import Collection, Sequence


def with_quotas(
    groups: Sequence[str], wanted: Collection[str], places: int, quota: int
) -> list[int]:
    """Order in which the first ``places`` hold ``quota`` of every wanted group, or all it has.

    Args:
        groups: The group of each candidate, best candidate first.
        wanted: Groups that keep places.
        places: How many candidates are looked at.
        quota: Places each wanted group keeps; more than fit are kept in the candidates' order.

    Returns:
        Positions in ``groups``: who holds a place in the order given, then the others.

    """
    held: Counter[str] = Counter()
    kept: list[int] = []
    for position, group in enumerate(groups):
        if group in wanted and held[group] < quota and len(kept) < places:
            held[group] += 1
            kept.append(position)
    reserved = set(kept)
    free = [position for position in range(len(groups)) if position not in reserved]
    first = sorted([*kept, *free[: max(0, places - len(kept))]])
    chosen = set(first)
    return first + [position for position in range(len(groups)) if position not in chosen]
