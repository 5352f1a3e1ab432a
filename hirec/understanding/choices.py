"""Choices among parts in the one order that the grammar reads: which of them had the most of what.

People put first what they choose by ("net sales by product: which is largest?") or what they choose
within ("in its domestic segment, which category …"), say it by a verb ("which region added the most
revenue") and name the parts behind it ("…: Widgets, Gears or Cogs?").
"""

import re

from hirec.types import Ranking
from hirec.understanding.plainly import first_found, rewritten

_JOINS = re.compile(r",? or |, ")
_PART = re.compile(r"(?:the )?(?:i?[A-Z]|[a-z][\w-]+(?: (?:and|&|of|the|[\w-]+)){0,5}$)")


def as_choice(text: str) -> str:
    """A choice among parts in the usual order; any other question as it is.

    Args:
        text: A normalized question.

    """
    return rewritten(text, "choices")


def named_behind(text: str) -> tuple[str, Ranking] | None:
    """A choice without the parts that it names behind it, and the ranking of these alone.

    None where it names none: "which segment had the higher sales, Tools or Paint?".

    Args:
        text: A normalized question.

    """
    found = first_found(as_choice(text), "behind")
    if found is None:
        return None
    names = tuple(name.strip() for name in _JOINS.split(found[1]["names"]))
    if not all(map(_PART.match, names)):
        return None
    return f"{found[1]['asks']}?", Ranking(1, 1, among=names)
