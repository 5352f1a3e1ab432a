"""Whether a sentence says an amount of what is asked, and of nothing narrower."""

import re
from collections.abc import Sequence
from itertools import dropwhile

from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.vocabulary import ROUNDING
from hirec.lexicon import content_words
from hirec.numbers import NumberSpan

_WORD = re.compile(r"[A-Za-z][\w'’&-]*|\d[\d,.]*")
"""Words and numbers of a sentence as tokens."""
_ASIDE = re.compile(r"\([^()]*\)|,\s+(?:net of|excluding|including|which)\b[^,]*,", re.IGNORECASE)
"""What stands between brackets or commas and narrows nothing."""
_LEADS = re.compile(
    r"\w+ly|\d.*|total(?:l?ed|s)|amounted|came|reached|recorded|reported|had|were|includes?d?",
    re.IGNORECASE,
)
"""Adverbs, further numbers and the verbs that lead to an amount say nothing of what it is."""
_OF_ALL = re.compile(
    r"(?:,?\s+(?:and\s+)?[\d.]+%)*,?\s+of\s+(?:our|the|its|company['’]s|total|consolidated|net|annual|worldwide|overall|\s)*"
    r"(?:sales|revenues?)\b(?!\s+(?:of|from|for|in)\s+(?!fiscal|(?:19|20)\d\d|each|all|both|those|these))",
    re.IGNORECASE,
)
"""The whole that a percentage is of, and nothing narrower."""
_NET_OF = re.compile(rf"\bnet of (?:{ROUNDING} )?$", re.IGNORECASE)
_DONE = re.compile(r"\w+(?:ed|ing)|paid|spent|made|borne|took|incurred", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,;]\s")
_AND = frozenset({"and", "or", "&"})
_NOWHERE = 1_000
"""More words than a sentence has."""


def unsaid(asked: frozenset[str], text: str) -> frozenset[str]:
    """The words asked for that a sentence, with what it stands under, does not have."""
    return asked - stems(text)


def is_share_of_all(asked: frozenset[str], sentence: str, number: NumberSpan) -> bool:
    """Whether a percentage is what a part is of the whole: "sales to Acme were 14% of our sales".

    Args:
        asked: Stems of part and whole.
        sentence: As printed.
        number: The percentage in it.

    """
    whole = _OF_ALL.match(sentence, number.end)
    part = asked - stems(whole[0]) if whole else frozenset()
    return bool(part) and part != asked and part <= stems(sentence[: number.start])


def is_deducted(sentence: str, printed: str) -> bool:
    """Whether an amount is what something is net of: "goodwill is net of $5 million impairment"."""
    return any(_NET_OF.search(before) for before in sentence.split(printed)[:-1])


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
    before, behind = _phrase(asked, sentence, printed)
    words = (w for w in before + behind if content_words(w) and not _LEADS.fullmatch(w))
    return len({stem for word in words for stem in stems(word)} - asked - known)


def is_narrowed(asked: frozenset[str], known: frozenset[str], sentence: str, printed: str) -> bool:
    """Whether a word not asked for opens the name nearest an amount: "cash consideration of $5".

    Args:
        asked: Stems of the figure's words.
        known: Stems that narrow nothing.
        sentence: As printed.
        printed: The amount in it.

    """
    words = iter(_phrase(asked, sentence, printed)[0])
    nearest = dropwhile(lambda word: not stems(word) & asked, words)
    first = next(dropwhile(lambda word: stems(word) <= asked, nearest), "")
    plain = not content_words(first) or _LEADS.fullmatch(first) or _DONE.fullmatch(first)
    return not plain and not stems(first) <= known


def is_joined(asked: frozenset[str], sentence: str, printed: str) -> bool:
    """Whether an amount is said of what is asked together with another: "Brand and Converse".

    Args:
        asked: Stems of the figure's words.
        sentence: As printed.
        printed: The amount in it.

    """
    return _joins(asked, _phrase(asked, sentence, printed, further=2)[0])


def is_joined_behind(asked: frozenset[str], sentence: str, printed: str) -> bool:
    """Whether the same is said behind it: "$9 billion through repurchases and dividends".

    Args:
        asked: Stems of the figure's words.
        sentence: As printed.
        printed: The amount in it.

    """
    before, found, behind = sentence.partition(printed)
    clause = f"{before}{found}{_CLAUSE_END.split(behind)[0]}"
    return _joins(asked, _phrase(asked, clause, printed, further=3)[1])


def _joins(asked: frozenset[str], words: Sequence[str]) -> bool:
    for behind, joint, ahead in zip(words, words[1:], words[2:], strict=False):
        beside = [word for word in (behind, ahead) if word[0].isalpha()]
        if joint in _AND and len(beside) == 2 and any(map(content_words, beside)):
            return not all(_LEADS.fullmatch(word) or stems(word) & asked for word in beside)
    return False


def _phrase(
    asked: frozenset[str], sentence: str, printed: str, further: int = 1
) -> tuple[list[str], list[str]]:
    """The words before an amount, the nearest first, and behind it that reach to those asked."""
    plain = _ASIDE.sub(" ", sentence)
    before, found, behind = (plain if printed in plain else sentence).partition(printed)
    back, ahead = _WORD.findall(before)[::-1], _WORD.findall(behind) if found else []
    places = [(_place(stem, back), _place(stem, ahead)) for stem in asked]
    reach = max((a for a, b in places if a <= b and a < _NOWHERE), default=-1)
    to = max((b for a, b in places if b < a), default=-1)
    near = back[: reach + 1 + further if reach >= 0 else 0]
    return near, ahead[: to + further if to >= 0 else 0]


def _place(stem: str, words: Sequence[str]) -> int:
    """Words between the amount and the first with this stem."""
    return next((at for at, word in enumerate(words) if stem in stems(word)), _NOWHERE)
