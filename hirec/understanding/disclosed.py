"""The one recognisable fact that a question asks for: employees, auditor, fiscal year end."""

import re

from hirec.lexicon.disclosures import find_disclosure
from hirec.periods import find_date_spans
from hirec.types import Scope
from hirec.understanding.normalize import tokenize
from hirec.understanding.vocabulary import folded

_SILENT = frozenset(
    folded(
        "what which who whom whose where when how many much number of the a an is are was were "
        "does do did has have had at in for on as by its their current currently name total firm "
        "company person tell me please give say state from to s year fiscal end and latest about "
        "it they "
        "ended january february march april may june july august september october november "
        "december jan feb mar apr jun jul aug sep sept oct nov dec"
    )
)
"""Words that ask and say nothing more."""
_ASKING_VERBS = ("did", "does", "do", "has", "have", "had")
"""Between "people" and "employ" they keep a fact's name from being found."""


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
    words = {token.lower.strip("'") for token in tokenize(rest) if token.text[-1].isalnum()}
    return "" if words - _SILENT else disclosure.key


def without_names(text: str, said: list[str]) -> str:
    """A text without these names, possessive or not; a part of a longer word stays."""
    for words in sorted(filter(None, said), key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(words)}(?:s?['’]s?)?(?!\w)"
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    return " ".join(text.split())
