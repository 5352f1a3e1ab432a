"""What a question for words asks by: its words, names, numbers, years, and a kind of answer."""

import re
from dataclasses import dataclass
from enum import StrEnum

from hirec.numbers import find_numbers
from hirec.periods import years_in
from hirec.ranking.lexical import tokenize
from hirec.types import Query
from hirec.understanding import parse_of, without_names
from hirec.understanding.vocabulary import general_words

_WORD = re.compile(r"[^\W\d_][\w'’-]*")


class Asks(StrEnum):
    """What kind of words answers."""

    WHO = "who"
    WHEN = "when"
    WHERE = "where"
    LONG = "how long"
    AMOUNT = "how much"
    WHY = "why"
    WHAT = "what"
    """A thing, or anything."""


_ASKS = (
    (Asks.LONG, r"how (?:long|old|many (?:years|months|days|weeks|hours|minutes))\b"),
    (Asks.AMOUNT, r"how (?:much|many|big|large|high|low|far|often)\b|(?:what|which) (?:\w+ ){0,3}?"
     r"(?:percent\w*|%|amount|price|rate|share|number|cost|value|portion|fraction|sum|fee|size)\b"),
    (Asks.WHEN, r"when\b|(?:what|which) (?:\w+ )?(?:date|day|month|year|quarter|deadline)\b"),
    (Asks.WHERE, r"where\b|(?:what|which) (?:\w+ )?(?:city|cities|country|countries|state|states"
     r"|place|town|location)\b"),
    (Asks.WHO, r"who(?:m|se)?\b|(?:what|which) (?:\w+ )?(?:company|companies|firm|bank|agency"
     r"|person|director|executive|court|law firm|auditor)\b"),
    (Asks.WHY, r"why\b|how come\b|what (?:\w+ )?(?:reasons?|caused?|led|drove|triggered)\b"),
)  # fmt: skip
_KINDS = tuple((kind, re.compile(rf"\b{pattern}", re.IGNORECASE)) for kind, pattern in _ASKS)


@dataclass(frozen=True, slots=True)
class Question:
    """A question for words as sentences are compared with it."""

    text: str
    """As typed."""
    words: str
    """All of it but the companies and periods it names."""
    stems: tuple[str, ...]
    """Of these words, each once, in their order."""
    names: frozenset[str]
    """Stems of words that are no general English: of products, places, people."""
    numbers: frozenset[str]
    """As printed, without their units."""
    years: frozenset[int]
    kind: Asks


def read_question(query: Query) -> Question:
    """What a query's question asks by."""
    core = parse_of(query).core
    scope = query.scope
    aside = [*(c.said for c in scope.companies), *(ref.said for ref in scope.periods)]
    words = without_names(core, aside)
    named = {w.lower() for w in _WORD.findall(words)} - general_words()
    periods = {ref.period.fiscal_year for ref in scope.periods} - {None}
    return Question(
        query.text,
        words,
        tuple(dict.fromkeys(tokenize([words])[0])),
        frozenset(tokenize([" ".join(sorted(named))])[0]),
        frozenset(str(one.value) for one in find_numbers(words)),
        frozenset({year for year in periods if year} | {*years_in(core)}),
        kind_of(core),
    )


def kind_of(text: str) -> Asks:
    """What a question asks for, by the first words that say it."""
    found = [(match.start(), kind) for kind, ask in _KINDS if (match := ask.search(text))]
    return min(found, default=(0, Asks.WHAT), key=lambda one: one[0])[1]
