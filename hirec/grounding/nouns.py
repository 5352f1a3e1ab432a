"""What a phrase counts: its head noun and the words that narrow it, compared by their stems."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hirec.caching import remembered
from hirec.grounding.stems import ordered_stems
from hirec.lexicon.files import word_list, word_lists

_WORD = re.compile(r"[A-Za-z][\w&'’]*(?:\.[A-Za-z]\.?)*")
"""A word; "U.S." is one, the parts of a compound are several."""
_NUMBER_OF = re.compile(r"^(?:the\s+)?(?:total\s+|average\s+)?(?:number|count)\s+of\s+", re.I)
_NUMBER = r"(?<![$\d,.])(?<!section )(?!(?:19|20)\d\d\b(?![,.]\d))\d+(?:[,.]\d+)*"
"""A number that is no year and no section's."""
_BETWEEN = r"(?:(?!(?:of|for|in|who|covers)\b|\d)[\w&'’.-]+[^\S\n]+){0,3}"
_IN_NUMBER = re.compile(r"(?:,| -| in) (?:the )?number of [\w-]+$|,? in (?:shares|units)$", re.I)
"""Behind what is counted: "shares repurchased, number of shares"."""
_FUNCTION, _VERBS = word_list("noun_function"), word_list("noun_verb")
_PLURALS = word_list("plural")
_STATES = re.compile(r"\bU\.?\s?S\b\.?(?:\s?A\b\.?)?|\bUSA\b|\bUnited States(?: of America)?\b")
"""A country whose letters are the pronoun's."""
_SET_PHRASES = {
    "employees": r"\b(?:team|crew|staff) members?\b",
    "abroad": r"\b(?:outside(?: of)? (?:the )?(?:U\.?\s?S\b\.?(?:\s?A\b\.?)?|United States(?: of "
    r"America)?)|non-U\.?S\b\.?|(?-i:overseas|internationally)|in (?:\d+ )?other countries)",
}
"""Phrases that mean one word: what is counted, and that it is not counted at home."""
_PHRASE = re.compile("|".join(f"({form})" for form in _SET_PHRASES.values()), re.IGNORECASE)
_ANYBODY = frozenset({"people", "persons", "individuals"})
_COUNTS = frozenset({"count", "counts", "headcount"})
_FAMILIES: Mapping[str, str] = word_lists()["counted_alike"]
_SAME = {stem: kept for kept, words in _FAMILIES.items() for stem in ordered_stems(words)}


@dataclass(frozen=True, slots=True)
class Counted:
    """A noun and what is said of it."""

    noun: str
    """The head's stem, synonyms folded."""
    said: str
    """The head as printed."""
    before: frozenset[str]
    """Stems in front of it: "paid", "company", "domestic"."""
    behind: frozenset[str] = frozenset()
    """Stems behind it: "delivered", "California"."""

    @property
    def words(self) -> frozenset[str]:
        """Every stem that narrows the noun."""
        return self.before | self.behind


def in_one_word(text: str) -> str:
    """A text of the same length, with phrases that mean one word put by it: "team members"."""

    def one(match: re.Match[str]) -> str:
        return list(_SET_PHRASES)[(match.lastindex or 1) - 1].ljust(len(match[0]))

    return _PHRASE.sub(one, text)


@remembered
def stems_of(text: str) -> frozenset[str]:
    """Stems of a text, synonyms folded."""
    plain = _STATES.sub(" usa ", in_one_word(text)).replace("-", " ")
    return frozenset(_SAME.get(stem, stem) for stem in ordered_stems(plain))


@remembered
def read_noun(phrase: str) -> Counted | None:
    """The head of the first noun phrase of a text; None where it has no words.

    The head is the last plural in front of a preposition or a verb: "company-owned stores open at
    year end" counts stores, "store employees" counts employees, "store expenses" neither.
    """
    named = _NUMBER_OF.sub("", in_one_word(phrase.strip()))
    named = _STATES.sub("USA", named).replace("-", " ")
    words = [word[0] for word in _WORD.finditer(named)]
    low = [word.lower() for word in words]
    first = next((at for at, word in enumerate(low) if word not in _FUNCTION), len(words))
    stop = next((at for at in range(first + 1, len(words)) if _ends(words, first, at)), len(words))
    head = _head(words[first:stop])
    if head < 0:
        return None
    head += first
    noun = stems_of(words[head])
    if len(noun) != 1:
        return None
    telling = [w if len(w) > 1 and w.lower() not in _FUNCTION else "" for w in words]
    sides = telling[first:head], telling[head + 1 :]
    before, behind = (stems_of(" ".join(side)) - noun for side in sides)
    if words[head].lower() in _ANYBODY and behind & stems_of("served"):
        noun = frozenset({words[head].lower()})  # whom a company serves it does not employ
    return Counted(next(iter(noun)), words[head], before, behind)


def _ends(words: Sequence[str], first: int, at: int) -> bool:
    """Whether a word ends a noun phrase; "manufacturing and processing sites" goes on."""
    word = words[at].lower()
    if word in ("and", "or") or word in _VERBS:
        return any(map(is_plural, words[first:at]))
    return word in _FUNCTION


def count_words(counted: Counted) -> frozenset[str]:
    """Words of which one stands wherever such things are counted, in lower case."""
    return frozenset(
        {counted.said.lower(), *filter(is_plural, _FAMILIES.get(counted.noun, "").split())}
    )


def has_set_phrase(words: frozenset[str]) -> bool:
    """Whether a phrase may stand for one of the words, see :func:`in_one_word`."""
    return not words.isdisjoint(_SET_PHRASES)


def count_pattern(counted: Counted) -> re.Pattern[str]:
    """What matches a number with such things close behind it: "1,355 retail stores"."""
    nouns = "|".join(map(re.escape, sorted(count_words(counted))))
    return re.compile(rf"{_NUMBER}[^\S\n]+{_BETWEEN}(?:{nouns})\b", re.IGNORECASE)


def is_of_things(phrase: str) -> bool:
    """Whether a phrase names people or things, never an amount: "customers", "stores"."""
    counted = read_noun(phrase)
    forms = _FAMILIES.get(counted.noun, "") if counted else ""
    return any(map(is_plural, forms.split()[:1]))


def says_count(phrase: str) -> bool:
    """Whether a phrase says that it counts: "number of shares sold", "store count"."""
    words = phrase.lower().split()
    said = words[-1] in _COUNTS or _NUMBER_OF.match(phrase) or _IN_NUMBER.search(phrase)
    return len(words) > 1 and bool(said)


def same_noun(one: str, other: str) -> bool:
    """Whether two phrases have the same head."""
    first, second = read_noun(one), read_noun(other)
    return first is not None and second is not None and first.noun == second.noun


def is_plural(word: str) -> bool:
    """Whether a word may name several things."""
    low = word.lower()
    return low in _PLURALS or (
        len(low) > 3 and low.endswith("s") and not low.endswith(("ss", "'s"))
    )


def _head(words: Sequence[str]) -> int:
    """Index of the head of a noun phrase, -1 where it is empty; a count is of what it names."""
    at = len(words) - 1
    if at > 0 and words[at].lower() in _COUNTS:
        return at - 1
    plural = [index for index, word in enumerate(words) if is_plural(word)]
    return plural[-1] if plural else at
