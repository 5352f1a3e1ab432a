"""How names of metrics are compared."""

import re
from collections.abc import Sequence

import Stemmer

from hirec.caching import remembered
from hirec.lexicon.files import word_lists

TOKEN = re.compile(r"\w+|[&%]")
"""A word, or a sign that counts as one."""
_STEMMER = Stemmer.Stemmer("english")
PLACES: dict[str, str] = {called: place for place, called in word_lists()["demonyms"].items()}
"""``european`` → ``europe``."""


def stemmed(words: Sequence[str]) -> list[str]:
    """Porter's stems of English words in lower case; what is of a place has the place's stem."""
    return list(_STEMMER.stemWords([PLACES.get(word, word) for word in words]))


@remembered
def words_in(text: str) -> frozenset[str]:
    """The words of a text as it has them, in lower case."""
    return frozenset(word.lower() for word in TOKEN.findall(text))


@remembered
def name_token(token: str) -> str:
    """A token as names are compared: lower case, "&" as "and", a plural s dropped."""
    lower = token.lower()
    if lower == "&":
        return "and"
    if len(lower) > 3 and lower.endswith("s") and not lower.endswith("ss"):
        return lower[:-1]
    return lower


def folded_name(name: str) -> tuple[str, ...]:
    """A name as the words it is compared by."""
    return tuple(name_token(match[0]) for match in TOKEN.finditer(name))
