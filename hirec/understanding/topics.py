"""What is said before a question and is part of it: "Acme 2022, Japan: what were net sales?"."""

import itertools
import re
from dataclasses import replace

from hirec.periods import find_periods, in_order
from hirec.types import Measure, Operation, ParsedQuestion, Scope, figures_of
from hirec.understanding.annotate import annotate
from hirec.understanding.layout import STATEMENT
from hirec.understanding.normalize import tokenize
from hirec.understanding.parts import of_part
from hirec.understanding.vocabulary import KINDS_OF_PARTS, domain_of

_TOPIC = re.compile(
    r"^(?:(?:i[’']?m|i am|we[’']?re|we are|just|only|now) )*"
    r"(?:regarding|concerning|about|re|with (?:regard|respect|reference) to"
    r"|as (?:for|to)|when it comes to|turning to"
    r"|(?:looking|focus+ing|zeroing|zooming|concentrating|drilling)(?: in| down)?"
    r"(?: (?:only|just|solely|specifically|purely))? (?:at|on|into|in))"
    r"(?: (?:only|just))? (?P<topic>[^,:?]{2,60}?)[,:.]\s+"
    r"(?=(?:what|how|which|by|did|was|were|is|are)\b)",
    re.IGNORECASE,
)
"""Says what the question is about, in words that name nothing themselves."""
_WITHIN = re.compile(
    r"^(?P<lead>(?:for|in|at|within|on|under|exclud\w+|without|ex|leaving out)\s[^,:?]{2,60}):\s+"
    r"(?=(?:what|how|which|by|did|was|were|is|are)\b)",
    re.IGNORECASE,
)
_POINTS_BACK = frozenset({"its", "it", "their", "they", "there"})
_THERE = re.compile(r"\bthere\b(?! (?:is|are|was|were|been|be)\b)(?<!is there)(?<!are there)", re.I)
_OF_A_TOPIC = frozenset({"WORD", "DOMAIN", "QUALIFIER", "AND"})
_HEADING = (_OF_A_TOPIC - {"AND"}) | {"CONCEPT"}
_SHORT = 3
"""Words of a heading; more of them make a sentence."""


def topic_first(text: str) -> str:
    """A question with what it is about in plain words before a comma: "for Services, what …"."""
    return _WITHIN.sub(r"\g<lead>, ", _TOPIC.sub(r"for \g<topic>, ", text))


def with_lead(parsed: ParsedQuestion, lead: str, scope: Scope) -> tuple[ParsedQuestion, str]:
    """A question with what stands before it, and what of that is left aside.

    Args:
        parsed: The sentence that asks.
        lead: The text before it.
        scope: Whose and when.

    """
    held = _dated_before(_held_against(parsed, lead, scope), lead, scope)
    told = _with_topic(held, lead, scope)
    return told, "" if told is not held else _unused(lead, scope)


def _unused(lead: str, scope: Scope) -> str:
    """A sentence before the question that names something beside company and period.

    What only says who asks or how to answer names nothing: "You are an analyst."
    """
    said = STATEMENT.sub(" ", lead)
    spans = annotate(said, scope.companies, scope.unknown_companies, ()).spans
    words = [span for span in spans if span.kind in _HEADING]
    named = any(span.said[0].isupper() for span in words if span.first)
    part = any(domain_of(span.said.lower()) in KINDS_OF_PARTS for span in words)
    heading = 0 < len(words) <= _SHORT and all(
        span in words for span in spans if span.said.isalpha()
    )
    return lead.strip(" :.") if named or part or heading else ""


def _held_against(parsed: ParsedQuestion, lead: str, scope: Scope) -> ParsedQuestion:
    """A question about one of the companies that stand before it side by side: about both.

    "Acme vs Bolt: how much more did Acme earn?"
    """
    if len(scope.companies) < 2 or len(parsed.companies) != 1:
        return parsed
    spans = annotate(lead, scope.companies, (), ()).spans
    named = [span.company for span in spans if span.company is not None]
    others = tuple(one for one in named if one not in parsed.companies)
    if len(named) < 2 or not others:
        return parsed
    return replace(parsed, companies=(*parsed.companies, *others))


def _dated_before(parsed: ParsedQuestion, lead: str, scope: Scope) -> ParsedQuestion:
    """A change against one period, from the period that stands before it.

    "Acme Q2 2023: how much did its sales rise against the same quarter of 2022?"
    """
    moves = parsed.moving or parsed.operation in (Operation.DIFFERENCE, Operation.GROWTH)
    before = find_periods(lead) if moves and len(parsed.periods) == 1 else ()
    if len(before) != 1 or len(scope.periods) != 2 or before[0] in parsed.periods:
        return parsed
    return replace(parsed, periods=in_order(scope.periods))


def _with_topic(parsed: ParsedQuestion, lead: str, scope: Scope) -> ParsedQuestion:
    """A question that points at what the sentence before it is about, as one about that."""
    if not lead.strip():
        return parsed
    if lead.rstrip().endswith(":") and (part := _topic(lead, scope) or _heading(lead, scope)):
        told = (m if part.lower() in _said(m) else of_part(m, part) for m in parsed.measures)
        return replace(parsed, measures=tuple(told))
    if _POINTS_BACK.isdisjoint(token.lower for token in tokenize(parsed.core)):
        return parsed
    if topic := _topic(lead, scope):
        return replace(parsed, measures=tuple(of_part(m, topic) for m in parsed.measures))
    place = _THERE.search(parsed.core)
    return replace(parsed, unplaced=(*parsed.unplaced, place[0])) if place else parsed


def _said(measure: Measure) -> str:
    return " ".join(figure.words for figure in figures_of(measure)).lower()


def _topic(lead: str, scope: Scope) -> str:
    """The part of a company that a sentence before the asking one is about, which "its" means.

    "Acme's energy business had lower sales. Was its gross profit also lower?"
    """
    spans = annotate(lead, scope.companies, (), ()).spans
    for at, span in enumerate(spans):
        behind = spans[at + 1 :]
        owned = [one.said for one in behind[:1]] == ["'s"]
        named = not owned and any(one.said.istitle() for one in behind[:1])
        if span.kind == "COMPANY" and (owned or named):
            run = itertools.takewhile(lambda one: one.kind in _OF_A_TOPIC, behind[owned:])
            return " ".join(one.said for one in run if owned or one.said.istitle())
    return ""


def _heading(lead: str, scope: Scope) -> str:
    """What a question stands under beside whose and when it is: "Acme 2022, Japan: what …"."""
    said = STATEMENT.sub(" ", lead)
    spans = annotate(said, scope.companies, scope.unknown_companies, ()).spans
    if not any(span.kind in ("COMPANY", "PERIOD") for span in spans):
        return ""  # "Please answer the following:"
    return " ".join(span.said for span in spans if span.kind in _HEADING)
