"""What is said beside a question and is part of it: "Acme 2022, Japan: what were net sales?"."""

import itertools
import re
from dataclasses import dataclass, replace

from hirec.companies.vocabulary import is_ordinary
from hirec.periods import find_periods, in_order
from hirec.periods.dates import MONTH
from hirec.sentence_ends import sentences
from hirec.types import Arithmetic, Figure, Measure, Operation, ParsedQuestion, Scope, figures_of
from hirec.understanding.annotate import Span, annotate
from hirec.understanding.layout import STATEMENT, without_marks
from hirec.understanding.normalize import tokenize
from hirec.understanding.parts import of_part
from hirec.understanding.plainly import rewritten
from hirec.understanding.vocabulary import KINDS_OF_PARTS, domain_of

_POINTS_BACK = frozenset({"its", "it", "their", "they", "there"})
_THERE = re.compile(r"\bthere\b(?! (?:is|are|was|were|been|be)\b)(?<!is there)(?<!are there)", re.I)
_OF_A_TOPIC = frozenset({"WORD", "DOMAIN", "QUALIFIER", "AND"})
_HEADING = (_OF_A_TOPIC - {"AND"}) | {"CONCEPT"}
_MONTH = re.compile(MONTH, re.IGNORECASE)
_ONLY = frozenset({"only", "just", "for", "in", "the"})
_LAST = 6
"""Words behind a question that may narrow it; longer ones tell how to answer it."""
_SHORT = 3
"""Words of a heading; more of them make a sentence."""


def topic_first(text: str) -> str:
    """A question with what it is about in plain words before a comma: "for Services, what …"."""
    return rewritten(text, "topics")


@dataclass(frozen=True, slots=True)
class _Lead:
    """The text before a question, annotated once, but for statements that it only points to."""

    text: str
    spans: tuple[Span, ...]

    @property
    def words(self) -> list[Span]:
        """What may name a part or a figure."""
        return [span for span in self.spans if span.kind in _HEADING]


def with_rest(
    parsed: ParsedQuestion, lead: str, tail: str, scope: Scope
) -> tuple[ParsedQuestion, str]:
    """A question with what stands before it, and what of the rest is left aside.

    Args:
        parsed: The sentence that asks.
        lead: The text before it.
        tail: The text behind it.
        scope: Whose and when.

    """
    parsed = replace(parsed, measures=tuple(map(_of_front, parsed.measures)))
    if not lead.strip():
        return parsed, _unused(tail, scope, _LAST)
    front = _Lead(lead, _spans(lead, scope))
    held = _dated_before(_held_against(parsed, front, scope), lead, scope)
    told = _with_topic(held, front)
    unused = ("" if told is not held else _unused(lead, scope), _unused(tail, scope, _LAST))
    return told, " … ".join(filter(None, unused))


def _spans(text: str, scope: Scope) -> tuple[Span, ...]:
    said = STATEMENT.sub(" ", text)
    return annotate(said, scope.companies, scope.unknown_companies, ()).spans


def _of_front(measure: Measure) -> Measure:
    """A measure of the part that a phrase before the question names: "For Japan, what …"."""
    if isinstance(measure, Arithmetic):
        sides = _of_front(measure.left), _of_front(measure.right)
        return replace(measure, left=sides[0], right=sides[1])
    if not isinstance(measure, Figure):
        return measure
    parts = [said for said in measure.qualifiers if _is_part(said)]
    rest = tuple(said for said in measure.qualifiers if said not in parts)
    return of_part(replace(measure, qualifiers=rest), " ".join(parts)) if parts else measure


def _is_part(said: str) -> bool:
    """Whether a phrase is a name, or says that it is one of the parts of a company."""
    kinds = any(domain_of(word.lower()) in KINDS_OF_PARTS for word in said.split())
    return kinds or (said[:1].isupper() and _MONTH.fullmatch(said) is None)


def _unused(text: str, scope: Scope, longest: int | None = None) -> str:
    """The sentences beside a question that name something beside company and period.

    What only says who asks or how to answer names nothing: "You are an analyst."
    """
    return ". ".join(
        said
        for one in sentences(text)
        if (said := one.strip(" :.?!"))
        and (longest is None or len(said.split()) <= longest)
        and _names(said, scope)
    )


def _names(sentence: str, scope: Scope) -> bool:
    spans = _spans(without_marks(STATEMENT.sub(" ", sentence)), scope)
    words = [span for span in spans if span.kind in _HEADING]
    named = any(span.said[0].isupper() for span in words if span.first)
    part = any(domain_of(span.said.lower()) in KINDS_OF_PARTS for span in words)
    telling = [span for span in spans if span.said.isalpha() and span.said.lower() not in _ONLY]
    alone = all(span in words for span in telling)
    return bool(words) and (named or part or (alone and len(words) <= _SHORT))


def _held_against(parsed: ParsedQuestion, lead: _Lead, scope: Scope) -> ParsedQuestion:
    """A question about one of the companies that stand before it side by side: about both.

    "Acme vs Bolt: how much more did Acme earn?"
    """
    if len(scope.companies) < 2 or len(parsed.companies) != 1:
        return parsed
    named = [span.company for span in lead.spans if span.company is not None]
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


def _with_topic(parsed: ParsedQuestion, lead: _Lead) -> ParsedQuestion:
    """A question that points at what the sentence before it is about, as one about that."""
    topic = _topic(lead)
    if lead.text.rstrip().endswith(":") and (part := topic or _heading(lead)):
        told = (m if part.lower() in _said(m) else of_part(m, part) for m in parsed.measures)
        return replace(parsed, measures=tuple(told))
    if _POINTS_BACK.isdisjoint(token.lower for token in tokenize(parsed.core)):
        return parsed
    if topic:
        return replace(parsed, measures=tuple(of_part(m, topic) for m in parsed.measures))
    place = _THERE.search(parsed.core)
    return replace(parsed, unplaced=(*parsed.unplaced, place[0])) if place else parsed


def _said(measure: Measure) -> str:
    return " ".join(figure.words for figure in figures_of(measure)).lower()


def _topic(lead: _Lead) -> str:
    """The part of a company that a sentence before the asking one is about, which "its" means.

    "Acme's energy business had lower sales. Was its gross profit also lower?"
    """
    for at, span in enumerate(lead.spans):
        behind = lead.spans[at + 1 :]
        owned = [one.said for one in behind[:1]] == ["'s"]
        named = not owned and any(one.said.istitle() for one in behind[:1])
        if span.kind == "COMPANY" and (owned or named):
            run = itertools.takewhile(lambda one: one.kind in _OF_A_TOPIC, behind[owned:])
            return " ".join(one.said for one in run if owned or one.said.istitle())
    return ""


def _heading(lead: _Lead) -> str:
    """What a question stands under beside whose and when it is: "Acme 2022, Japan: what …"."""
    known = any(span.kind in ("COMPANY", "PERIOD") for span in lead.spans)
    capital = (span for span in lead.words if span.said[0].isupper())
    if not known and not any(span.first or not is_ordinary(span.said) for span in capital):
        return ""  # "Please answer the following:"
    return " ".join(span.said for span in lead.words)
