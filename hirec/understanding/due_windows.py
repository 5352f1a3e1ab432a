"""What falls due in a stretch of years to come: "after 2028", "within five years", "thereafter"."""

import re

from hirec.lexicon import Kind, content_words, find_metrics
from hirec.periods import find_periods
from hirec.periods.asked import COUNTS
from hirec.types import DueWindow, Figure, Operation, ParsedQuestion, Scope
from hirec.understanding.annotate import Annotation, Span, annotate

_DUE = (
    r"(?:(?:falls?|falling|comes?|coming) due|(?:(?:is|are|be) )?due|(?:to )?matur(?:e|es|ing)"
    r"|payable|expir(?:e|es|ing)|falls?|falling|(?:(?:is|are) )?scheduled(?: to be paid)?|expects?"
    r"|owes?|(?:is|are|be) (?:paid|repaid|recogni[sz]ed|owed))"
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
    rf"(?:(?:in|during|between|from|over)(?: the (?:{'|'.join(COUNTS)}) years)? )?"
    rf"{_YEAR.format('first')}"
    rf" ?(?:and|to|through|thru|until|-|–) ?{_YEAR.format('last')}",
    rf"(?:in|during|for) {_YEAR.format('only')}(?! ?(?:and|or|to|through|until|-|–|,) ?\d)",
    r"(?P<rest>thereafter|in (?:the )?later years)",
    rf"(?:after|beyond|(?:in )?more than|in over) (?:the (?:next|first) )?{_COUNT.format('over')}"
    r" years?",
    rf"(?:within|in less than|in under|{_AHEAD}) (?:the next )?(?:{_COUNT.format('next')} )?years?",
    r"(?:within|in|over|during) (?:the )?(?:next |coming )?(?P<months>twelve|12) months",
)
_COMBINED = "(?: combined| together| in total)?"
_WINDOW = re.compile(
    rf"\b(?P<due>{_DUE}|(?P<named>{_SCHEDULED}))(?: (?:that|which) (?:is|are))?"
    rf" (?:{'|'.join(_FORMS)})\b{_COMBINED}",
    re.IGNORECASE,
)
_APART = re.compile(
    r"\b(?:due|owes?|matur(?:e|es|ing)|payable|expects?|expected)\b.*?"
    rf" (?P<window>{'|'.join(_FORMS)})\b{_COMBINED}",
    re.IGNORECASE,
)
"""The same with words between: "is due on its leases in 2024 through 2026"."""
_PAST = re.compile(
    r"\b(?:proceeds|held[- ]to[- ]maturity|repaid|matured|fell due|came due)\b", re.IGNORECASE
)
"""Of what has been: no schedule says it."""
_NAMES = frozenset({"WORD", "CONCEPT", "LIGHT", "QUALIFIER", "DOMAIN"})
_READ = (
    _NAMES
    | {"WH", "SUM_OF", "SHARE", "PERCENT", "COMPANY", "PERIOD", "FILLER"}
    | {"BE", "DO", "VERB", "GIVEN", "SOURCE"}
)
"""What such a question says beside the stretch; with anything else it asks for more than that."""
_HOW_MUCH = re.compile(r"\bhow much of\b", re.IGNORECASE)
_SAYS_NOTHING = frozenset(
    {"amount", "total", "sum", "due", "payable", "scheduled", "expected", "owed", "owe"}
    | {"company", "payment", "have"}
)


def window_of(text: str) -> tuple[re.Match[str], str] | None:
    """Where a question says such a stretch, and the question without it; else None."""
    found = _WINDOW.search(text)
    if found is None or _PAST.search(text):
        found = None
    elif found["only"] and not _HOW_MUCH.search(text):
        found = None  # else that year's figure, or its share, is asked for
    elif found["named"] and (found["first"] or found["by"]):
        found = None
    else:
        named = found["named"] or ""
        return found, f"{text[: found.start()]}{named}{text[found.end() :]}"
    found = None if _PAST.search(text) else _APART.search(text)
    if found is None or found["only"] or found["by"] or found["next"] or found["months"]:
        return None  # said apart, only years after one, or several in a row, are sure to be meant
    return found, f"{text[: found.start('window')]}{text[found.end() :]}"


def asks_due(text: str, scope: Scope) -> ParsedQuestion | None:
    """The question for what falls due in a stretch of years; None where it asks otherwise.

    Args:
        text: A question, normalized.
        scope: Its companies.

    """
    found = window_of(text)
    if found is None:
        return None
    at, rest = found
    if any(one.start < at.start() and at.end() <= one.end for one in find_metrics(text)):
        return None  # "long-term debt due within one year" is a row's very name
    annotation = annotate(rest, scope.companies, scope.unknown_companies, ())
    spans = annotation.spans
    read = _READ | ({"OR"} if "-or-" in rest.lower() else frozenset[str]())  # "take-or-pay"
    if any(span.kind not in read for span in spans if span.said not in "?.,"):
        return None
    words = " ".join(_said(annotation, span) for span in spans if span.kind in _NAMES)
    words = words.replace("- ", "-")
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
        due=_window(at),
    )


def _said(annotation: Annotation, span: Span) -> str:
    """A span with the hyphen that joins it to the next: "non-recourse"."""
    end = annotation.tokens[span.last - 1].end
    return f"{span.said}-" if annotation.text[end : end + 1] == "-" else span.said


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
    return found[1] if found else text
