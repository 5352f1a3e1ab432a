"""Names of figures in a clause that companies print, whatever the words within them would mean.

"Marketing and sales" is one figure, and so is "trade receivables, net of allowances": the rows of
tagged filings say so (:mod:`hirec.grounding.memory`).
"""

from collections.abc import Iterator, Sequence

from hirec.grounding.memory import packaged_memory
from hirec.grounding.stems import ordered_stems
from hirec.lexicon.geography import is_country
from hirec.understanding.normalize import Token
from hirec.understanding.vocabulary import entries

_INSIDE = frozenset(
    {"and", "or", "of", "for", "in", "on", "by", "from", "with", "the", "a", "an", "its", "'s"}
    | {"'", ",", "-", "–", "—"}
)
"""What may stand between the words of a name and does not count; "to" joins a ratio as well."""
_DOES = frozenset({"MOVE", "PERCENT", "SUM", "MOST", "LEAST", "MORE", "WH", "DO", "BE", "REASON"})
"""Words that do something with the name behind them."""
_EMPTY = frozenset({"FILLER", "LIGHT"})


def printed_names(tokens: Sequence[Token]) -> Iterator[tuple[int, int, int]]:
    """First token, the one behind the last, and companies, of every name of two words or more.

    What stands in brackets does not count, as in the memory; words that name nothing by themselves
    are no name: "end of period".
    """
    memory = packaged_memory()
    stems = [ordered_stems(token.text) for token in tokens]
    aside = _aside(tokens)
    for first in range(len(tokens)):
        if aside[first] or not stems[first] or _does(tokens[first : first + 2]):
            continue
        said: tuple[str, ...] = ()
        telling = False
        for last in range(first, len(tokens)):
            if aside[last]:
                continue
            if not stems[last] and tokens[last].lower not in _INSIDE:
                break
            said += stems[last]
            telling |= bool(stems[last]) and not _empty(tokens[last])
            if len(said) > memory.longest(said[0]):
                break
            whole = stems[last] and telling and len(said) > 1 and not _leads(tokens[: last + 1])
            if not whole or is_country(" ".join(t.text for t in tokens[first : last + 1])):
                continue  # a country's row is of what it has, and no figure's name
            if companies := memory.printed_by(said):
                yield first, last + 1, companies


def _leads(tokens: Sequence[Token]) -> bool:
    """Whether the last word leads up to another name: "inventories and net" sales."""
    before = [token.lower for token in tokens[-2:-1]]  # none where one token is two words: "R&D"
    return before != [] and before[0].isalpha() and before[0] in _INSIDE and _empty(tokens[-1])


def _does(tokens: Sequence[Token]) -> bool:
    """Whether an operator begins here, of a word or of two: "net change"."""
    words = tuple(token.lower for token in tokens)
    said = (*entries().get(words[:1], ()), *entries().get(words, ()))
    return any(entry.kind in _DOES for entry in said)


def _empty(token: Token) -> bool:
    """Whether a word may name nothing."""
    return any(entry.kind in _EMPTY for entry in entries().get((token.lower,), ()))


def _aside(tokens: Sequence[Token]) -> list[bool]:
    """Which tokens stand in brackets that are closed, the brackets themselves too."""
    aside = [False] * len(tokens)
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.text == "(":
            opened.append(at)
        elif token.text == ")" and opened:
            first = opened.pop()
            aside[first : at + 1] = [True] * (at + 1 - first)
    return aside
