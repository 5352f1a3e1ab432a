"""The one recognisable fact that a question asks for: employees, auditor, fiscal year end."""

import re

from hirec.lexicon.disclosures import all_disclosures, find_disclosure
from hirec.lexicon.files import word_list
from hirec.periods import find_date_spans
from hirec.types import Figure, Operation, ParsedQuestion, Scope
from hirec.understanding.normalize import tokenize
from hirec.understanding.vocabulary import entries

_ASKING_VERBS = ("did", "does", "do", "has", "have", "had")
"""Between "people" and "employ" they keep a fact's name from being found."""
_DATED = re.compile(r"\b(?:when|(?:what|which) (?:year|date|day|month))\b", re.IGNORECASE)
_NAMED = re.compile(r"(?<!^)\b[A-Z][\w&]*")
_LONGEST_PHRASE = 4
_SILENT = frozenset(
    {("FILLER", "function"), ("FILLER", "polite"), ("FILLER", "money"), ("SOURCE", "report")}
)
"""Kinds of phrases that ask for nothing and narrow nothing."""


def asked_disclosure(core: str, scope: Scope) -> str:
    """The key of the fact of ``disclosures.yaml`` that a question asks for and nothing besides.

    Empty where it compares companies or periods, names a metric, or says more words than the
    fact's name.
    """
    if len(scope.companies) > 1 or len(scope.periods) > 1:
        return ""
    # In "is Acme incorporated" the last word is a verb, not the name's legal form.
    names = [company.said.removesuffix(" incorporated") for company in scope.companies]
    # "fiscal year 2008 end" is the fiscal year's end: only the number of a period goes.
    numbers = [word for ref in scope.periods for word in ref.said.split() if not word.isalpha()]
    days = [core[day.start : day.end] for day in find_date_spans(core)]
    said = [*days, *names, *scope.unknown_companies, *numbers, *_ASKING_VERBS]
    named = find_disclosure(without_names(core, said))
    if named is None:
        return ""
    disclosure, rest = named
    again = find_disclosure(rest)
    if again is not None and again[0] is disclosure:
        rest = again[1]
    if disclosure.value not in ("day", "year") and _DATED.search(core):
        if not disclosure.dated:
            return ""  # "in what year did it hire so many" asks for no count
        disclosure = all_disclosures()[disclosure.dated]
        rest = _NAMED.sub(" ", rest)  # "since when has Tallis & Vane been its auditor"
    more = telling(rest) - set(disclosure.beside)
    return "" if more else disclosure.key


def counted_on_cover(parsed: ParsedQuestion) -> str:
    """The shares that a cover counts, where nothing but these is asked for in any words."""
    several = len(parsed.measures) != 1 or len(parsed.companies) > 1 or len(parsed.periods) > 1
    if several or parsed.operation is not Operation.VALUE:
        return ""
    (figure,) = parsed.measures
    if not isinstance(figure, Figure) or figure.part or figure.qualifiers:
        return ""
    fact = all_disclosures().get(figure.concept)
    return fact.key if fact and fact.value == "shares" else ""


def telling(text: str) -> set[str]:
    """The words of a text but those that only ask, and set phrases: "going by its 10-K"."""
    words = [token.lower.strip("'") for token in tokenize(text) if token.text[-1].isalnum()]
    told: set[str] = set()
    at = 0
    while at < len(words):
        said = (tuple(words[at : at + most]) for most in range(_LONGEST_PHRASE, 0, -1))
        silent = next(filter(_is_silent, said), (words[at],))
        told |= set() if _is_silent(silent) else {words[at]}
        at += len(silent)
    return told - word_list("asking")


def _is_silent(words: tuple[str, ...]) -> bool:
    return any((one.kind, one.value) in _SILENT for one in entries().get(words, ()))


def without_names(text: str, said: list[str]) -> str:
    """A text without these names, possessive or not; a part of a longer word stays."""
    for words in sorted(filter(None, said), key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(words)}(?:s?['’]s?)?(?!\w)"
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    return " ".join(text.split())
