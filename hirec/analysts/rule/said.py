"""Whether a sentence says an amount of what is asked, and of nothing narrower."""

import re
from collections.abc import Sequence

from hirec.analysts.rule.phrases import stems
from hirec.lexicon import content_words

_WORD = re.compile(r"[A-Za-z][\w'’&-]*|\d[\d,.]*")
"""Words and numbers of a sentence as tokens."""
_ASIDE = re.compile(r"\([^()]*\)|,\s+(?:net of|excluding|including|which)\b[^,]*,", re.IGNORECASE)
"""What stands between brackets or commas and narrows nothing."""
_LEADS = re.compile(
    r"\w+ly|\d.*|total(?:l?ed|s)|amounted|came|reached|recorded|reported|had|were|includes?d?",
    re.IGNORECASE,
)
"""Adverbs, further numbers and the verbs that lead to an amount say nothing of what it is."""
_NOWHERE = 1_000
"""More words than a sentence has."""


def unsaid(asked: frozenset[str], text: str) -> frozenset[str]:
    """The words asked for that a sentence, with what it stands under, does not have."""
    return asked - stems(text)


def words_beside(asked: frozenset[str], known: frozenset[str], sentence: str, printed: str) -> int:
    """How many words stand in the phrase that an amount is said of, and are not asked for.

    The phrase reaches from the amount to the farthest of the words asked for, each where it is
    nearest, with the word that it opens with: "investment losses of $5 million".

    Args:
        asked: Stems of the figure's words.
        known: Stems that narrow nothing: the rest of the question, the company's name.
        sentence: As printed.
        printed: The amount in it.

    """
    plain = _ASIDE.sub(" ", sentence)
    before, found, behind = (plain if printed in plain else sentence).partition(printed)
    back, ahead = _WORD.findall(before)[::-1], _WORD.findall(behind) if found else []
    places = [(_place(stem, back), _place(stem, ahead)) for stem in asked]
    reach = max((a for a, b in places if a <= b and a < _NOWHERE), default=-1)
    within = back[: reach + 2 if reach >= 0 else 0]
    within += ahead[: max((b for a, b in places if b < a), default=-1) + 1]
    words = (word for word in within if content_words(word) and not _LEADS.fullmatch(word))
    return len({stem for word in words for stem in stems(word)} - asked - known)


def _place(stem: str, words: Sequence[str]) -> int:
    """Words between the amount and the first with this stem."""
    return next((at for at, word in enumerate(words) if stem in stems(word)), _NOWHERE)
