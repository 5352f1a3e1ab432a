"""Other names that a filing gives its registrant: symbols, former names, short forms it defines."""

import re
from collections.abc import Iterator

from hirec.companies import compact, is_generic_word, is_role
from hirec.types import Alias, AliasSource, Identity

_READ_CHARS = 200_000
"""Short forms are defined on the cover, in the introduction or in the first notes."""
_READ_TIMES = 60
_QUOTED = re.compile(r"[\"“]([^\"”“\n]{2,40})[\"”]")
_BEHIND = re.compile(r"[^()\n]{0,80}?\(([^()]{2,160})\)", re.DOTALL)
"""``3M Company, a Delaware corporation ("3M" or the "Company")``."""
_REFERS = re.compile(r"\b(?:refers?|referring|means?)(?:\s+\w+)?(?:\s+to)?\s+(?:the\s+)?$")
"""``"Best Buy," "we" and "us" refer to Best Buy Co., Inc.``"""
_BEFORE_CHARS = 240
_LONGEST_WORDS = 5


def gather_aliases(text: str, identity: Identity) -> tuple[Alias, ...]:
    """Names besides the registrant's own, each once, as the filing spells it.

    A defined term counts where it is made of the registrant's name (``P&G``, ``JnJ``, ``Best
    Buy``) and is neither a role ("Company", "Bank") nor a word that many names share.

    Args:
        text: The filing's folded text.
        identity: With the symbols of its cover among its aliases.

    """
    names = [(alias.name, alias.source) for alias in identity.aliases]
    if identity.ticker:
        names.insert(0, (identity.ticker, AliasSource.SYMBOL))
    if identity.former_name:
        names.append((identity.former_name, AliasSource.FORMER))
    names += [(term, AliasSource.DEFINED) for term in _defined(text, identity.company)]
    own = compact(identity.company)
    found: dict[str, Alias] = {}
    for name, source in names:
        key = name if source is AliasSource.SYMBOL else compact(name)
        if key and key != own:
            found.setdefault(key, Alias(name, source))
    return tuple(found.values())


def _defined(text: str, company: str) -> Iterator[str]:
    words = re.findall(r"\w+", company)
    if not words:
        return
    spelt = r"\W{1,3}".join(map(re.escape, words))
    name = re.compile(rf"\b{spelt}\b", re.IGNORECASE)
    for count, match in enumerate(name.finditer(text, 0, _READ_CHARS)):
        if count == _READ_TIMES:
            return
        behind = _BEHIND.match(text, match.end())
        before = text[max(0, match.start() - _BEFORE_CHARS) : match.start()]
        sentence = before.rpartition(". ")[2] if _REFERS.search(before) else ""
        for clause in (behind[1] if behind else "", sentence):
            for quoted in _QUOTED.finditer(clause):
                term = re.sub(r"^[Tt]he\s+", "", quoted[1].strip(" ,.;"))
                if _names(term, company):
                    yield term


def _names(term: str, company: str) -> bool:
    """Whether a defined term is a name made of the company's: its letters in order, no role."""
    parts = term.split()
    if not term[:1].isupper() and not term[:1].isdigit():
        return False
    telling = [word for word in parts if not is_role(word)]
    shared = len(telling) == 1 and is_generic_word(telling[0])
    if not telling or shared or len(parts) > _LONGEST_WORDS:
        return False
    letters, short = compact(company), compact(term)
    return len(short) > 1 and short[0] == letters[0] and _in_order(short, letters)


def _in_order(short: str, letters: str) -> bool:
    rest = iter(letters)
    return all(letter in rest for letter in short)
