"""What falls due in a stretch of years to come: "after 2028", "within five years", "thereafter"."""

import re

from hirec.lexicon import Kind, content_words
from hirec.periods import find_periods
from hirec.periods.asked import COUNTS
from hirec.types import DueWindow, Figure, Operation, ParsedQuestion, Scope
from hirec.understanding.annotate import annotate

_DUE = (
    r"(?:(?:falls?|falling|comes?|coming) due|(?:(?:is|are|be) )?due|matur(?:e|es|ing)|payable"
    r"|expir(?:e|es|ing)|(?:(?:is|are) )?scheduled(?: to be paid)?"
    r"|(?:is|are|be) (?:paid|repaid|recogni[sz]ed|owed))"
)
_SCHEDULED = (
    r"(?:payments?|maturities|obligations|commitments|rentals|rents?|amorti[sz]ation|expense)"
)
_YEAR = r"(?:the end of )?(?:fiscal )?(?:years? )?(?:FY ?)?(?P<{}>20\d\d)"
_COUNT = rf"(?P<{{}}>one|{'|'.join(COUNTS)}|1?\d)"
_AHEAD = r"(?:in|over|during) the (?:next|coming|following)"
_FORMS = (
    rf"(?:after|beyond|past|later than) {_YEAR.format('after')}",
    rf"(?:before|prior to|earlier than) {_YEAR.format('before')}",
    rf"(?:by|through|until|no later than) {_YEAR.format('by')}",
    rf"(?:(?:in|during|between|from|over) )?{_YEAR.format('first')}"
    rf" ?(?:and|to|through|thru|until|-|–) ?{_YEAR.format('last')}",
    rf"(?:in|during|for) {_YEAR.format('only')}(?! ?(?:and|or|to|through|until|-|–|,) ?\d)",
    r"(?P<rest>thereafter|in (?:the )?later years)",
    rf"(?:after|beyond|(?:in )?more than|in over) (?:the (?:next|first) )?{_COUNT.format('over')}"
    r" years?",
    rf"(?:within|in less than|in under|{_AHEAD}) (?:the next )?(?:{_COUNT.format('next')} )?years?",
    r"(?:within|in|over|during) (?:the )?(?:next |coming )?(?P<months>twelve|12) months",
)
_WINDOW = re.compile(
    rf"\b(?P<due>{_DUE}|(?P<named>{_SCHEDULED}))(?: (?:that|which) (?:is|are))?"
    rf" (?:{'|'.join(_FORMS)})\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:proceeds|held[- ]to[- ]maturity|repaid|matured|fell due|came due)\b", re.IGNORECASE
)
"""Of what has been: no schedule says it."""
_READ = frozenset(
    {"WH", "SHARE", "PERCENT", "COMPANY", "FILLER", "WORD", "CONCEPT", "DOMAIN", "BE", "DO"}
    | {"VERB", "PERIOD", "LIGHT", "QUALIFIER", "GIVEN", "SOURCE"}
)
"""What such a question says beside the stretch; with anything else it asks for more than that."""
_NAMES = frozenset({"WORD", "CONCEPT", "LIGHT", "QUALIFIER", "DOMAIN"})
_HOW_MUCH = re.compile(r"\bhow much of\b", re.IGNORECASE)
_SAYS_NOTHING = frozenset(
    [
        "amount",
        "total",
        "sum",
        "due",
        "payable",
        "scheduled",
        "expected",
        "owed",
        "owe",
        "company",
        "payment",
        "have",
    ]
)


def window_of(text: str) -> re.Match[str] | None:
    """Where a question says such a stretch; None where it says none."""
    found = _WINDOW.search(text)
    if found is None or _PAST.search(text):
        return None
    if found["only"] and not _HOW_MUCH.search(text):
        return None  # else that year's figure, or its share, is asked for
    return None if found["named"] and (found["first"] or found["by"]) else found


def asks_due(text: str, scope: Scope) -> ParsedQuestion | None:
    """The question for what falls due in a stretch of years; None where it asks otherwise.

    Args:
        text: A question, normalized.
        scope: Its companies.

    """
    found = window_of(text)
    if found is None:
        return None
    rest = f"{text[: found.start()]}{found['named'] or ''}{text[found.end() :]}"
    spans = annotate(rest, scope.companies, scope.unknown_companies, ()).spans
    if any(span.kind not in _READ for span in spans if span.said not in "?.,"):
        return None
    words = " ".join(span.said for span in spans if span.kind in _NAMES)
    if not content_words(words) - _SAYS_NOTHING:
        return None
    told = find_periods(rest)
    if len(told) > 1:
        return None
    shares = any(span.kind in ("SHARE", "PERCENT") for span in spans)
    share = shares and not _HOW_MUCH.search(rest)
    figure = Figure(words, kind=Kind.MONEY, told=next(iter(told), None))
    return ParsedQuestion(
        text,
        Operation.SHARE if share else Operation.VALUE,
        (figure,),
        scope.companies,
        told,
        core=text,
        figure_asked=True,
        due=_window(found),
    )


def _window(found: re.Match[str]) -> DueWindow:
    def number(name: str) -> int | None:
        said = (found[name] or "").lower()
        return int(said) if said.isdigit() else {"one": 1, **COUNTS}.get(said)

    if after := number("after"):
        return DueWindow(after + 1, None)
    if last := number("by"):
        return DueWindow(None, last)
    if before := number("before"):
        return DueWindow(None, before - 1)
    if only := number("only"):
        return DueWindow(only, only)
    first, last = number("first"), number("last")
    if first and last:
        return DueWindow(first, last)
    if over := number("over"):
        return DueWindow(over + 1, None, counted=True)
    if found["rest"]:
        return DueWindow(None, None)
    return DueWindow(1, number("next") or 1, counted=True)


def without_window(text: str) -> str:
    """The question without the years of the stretch, which are no periods that it is about."""
    found = window_of(text)
    return text if found is None else f"{text[: found.start()]} {text[found.end() :]}"
