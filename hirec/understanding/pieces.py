"""From the spans of a clause to the terminals of the grammar.

Words of a figure run together; what says whose figure it is and of when is lifted out, with the
words that join it ("from 2019 to 2021", "Apple and Intel"), and stays with the figure beside it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hirec.lexicon.geography import is_region
from hirec.types import CompanyRef, PeriodRef
from hirec.understanding.annotate import ADJUNCTS, NAMES, Annotation, Span
from hirec.understanding.parse import Piece, known_kinds

_JOINS = frozenset({"AND", "OR", "TO", "VS", "MINUS", "PLUS", "SLASH", "BETWEEN"})
_LEADS = frozenset({"BETWEEN", "VS", "TO"})
"""Words that may lead up to a period without another one before them."""
_HOLDING = frozenset({"COMPARE", "LIMIT", "MORE", "VS", "MOVE"})
_FACTORS = frozenset({"TIMES", "OVER"})
_SET_FORMS = frozenset({"FORMAT", "SOURCE", "GIVEN"})


@dataclass(frozen=True, slots=True)
class Pieces:
    """A clause as the grammar takes it, and what stands beside it."""

    pieces: tuple[Piece, ...]
    adjuncts: tuple[Span, ...]
    joins: tuple[Span, ...]
    """What joins the adjuncts: "between … and …", "versus"."""


def make_pieces(annotation: Annotation, *, formula: bool = False, alone: bool = True) -> Pieces:
    """Lift adjuncts out and run the words of each figure together.

    A number is a constant in a formula; in a question it is a bound, or part of a name. Light
    words name a figure only in a question that stands alone: "the 2021 value" leans on another.

    Args:
        annotation: Spans of the clause.
        formula: Whether the clause defines a measure.
        alone: Whether no turn went before.

    """
    spans = [span for span in annotation.spans if span.kind not in _SET_FORMS]
    spans = spans if formula else list(_named_numbers(_without_brackets(spans)))
    lifted = _lifted(spans)
    pieces: list[Piece] = []
    run: list[Span] = []
    for span in spans:
        if span.kind in NAMES:
            run.append(span)
        elif span.kind == "IT":
            pieces += [*_closed(run), Piece("CONCEPT", span.value, (span,))]
            run = []
        elif span.kind in known_kinds() and span not in lifted:
            pieces += _closed(run)
            run = []
            pieces.append(Piece(span.kind, span.value, (span,)))
    pieces += _closed(run)
    if alone and not any(piece.kind in ("NAME", "CONCEPT") for piece in pieces):
        light = [span for span in spans if _names_little(span)]
        pieces += [Piece("NAME", "", tuple(light))] if light else []
    adjuncts = tuple(span for span in spans if span.kind in ADJUNCTS)
    return Pieces(tuple(pieces), adjuncts, tuple(span for span in spans if span in lifted))


def _names_little(span: Span) -> bool:
    """Words that are a figure's name where there is no other: "the total amount"."""
    nouns = span.kind == "LIGHT" or (span.kind, span.value) == ("FILLER", "money")
    return nouns and span.said[-1].isalpha()


def _without_brackets(spans: Sequence[Span]) -> list[Span]:
    """Brackets of names: what repeats or abbreviates a name is an aside, other words are its own.

    "… (EBITDA)" says nothing new, "income (loss)" is one name, "increase (decrease)" one move.
    """
    result = list(spans)
    opened: list[int] = []
    for at, span in enumerate(spans):
        if span.kind == "OPEN":
            opened.append(at)
        elif span.kind == "CLOSE":
            first = opened.pop() if opened else at
            inside = spans[first + 1 : at]
            plain = all(s.kind in NAMES | {"FILLER", "AND", "SLASH"} for s in inside)
            short = (s.said.isupper() and not is_region(s.said) for s in inside)
            repeats = any(short) or any(s.kind == "CONCEPT" for s in inside)
            either = first > 0 and {s.kind for s in spans[first - 1 : at]} == {"MOVE", "OPEN"}
            if either or (plain and repeats):
                result[first : at + 1] = [replace(s, kind="GIVEN") for s in spans[first : at + 1]]
            elif not any(s.kind in ("PLUS", "MINUS", "TIMES", "OVER") for s in inside):
                for end in (first, at):
                    result[end] = replace(
                        spans[end], kind="LIGHT" if plain and inside else "FILLER"
                    )
    for at in opened:
        result[at] = replace(spans[at], kind="FILLER")
    return [span for span in result if span.kind not in _SET_FORMS]


def _named_numbers(spans: Sequence[Span]) -> Iterator[Span]:
    """Numbers that nothing is held against are words: "S&P 500", "the 3% notes".

    What a figure is divided by or taken times is a constant: "divided by 4".
    """
    before = ""
    for span in spans:
        factor = before in _FACTORS and not span.value.endswith(("%", "USD"))
        named = span.kind == "NUMBER" and not factor and before not in _HOLDING
        yield replace(span, kind="WORD") if named else span
        before = before if span.kind == "FILLER" else span.kind


def _closed(run: Sequence[Span]) -> list[Piece]:
    """A run of words as one piece; words that by themselves name nothing are none."""
    concepts = {span.value or span.said.casefold() for span in run if span.kind == "CONCEPT"}
    words = [span for span in run if span.kind in ("WORD", "QUALIFIER")]
    if not concepts and not words:
        return []
    if words or len(concepts) > 1:
        return [Piece("NAME", "", tuple(run))]
    # "Acme's revenue with Bolt's revenue" names one figure, once.
    named = next(at for at, span in enumerate(run) if span.kind == "CONCEPT")
    once = [span for at, span in enumerate(run) if span.kind != "CONCEPT" or at == named]
    return [Piece("CONCEPT", "", tuple(once))]


def _lifted(spans: Sequence[Span]) -> list[Span]:
    """Words that join adjuncts to each other, or lead up to one."""
    telling = [span for span in spans if span.kind != "FILLER"]
    lifted: list[Span] = []
    for at, span in enumerate(telling):
        if span.kind not in _JOINS:
            continue
        later = at + 1
        while later < len(telling) and telling[later].kind in _JOINS:
            later += 1  # ", and", "compared to between"
        following = telling[later].kind if later < len(telling) else ""
        before = next((s.kind for s in telling[at - 1 :: -1] if s not in lifted), "") if at else ""
        joined = following in ADJUNCTS and before == following
        led = following == "PERIOD" and span.kind in _LEADS
        behind = telling[later + 1].kind if later + 1 < len(telling) else ""
        both = (span.kind, following) == ("BETWEEN", "COMPANY") and behind in _JOINS
        if joined or led or both:
            lifted.append(span)
    return lifted


def companies_of(spans: Sequence[Span]) -> tuple[CompanyRef, ...]:
    """The companies of some spans, each once."""
    return tuple(dict.fromkeys(span.company for span in spans if span.company))


def periods_of(spans: Sequence[Span]) -> tuple[PeriodRef, ...]:
    """The periods of some spans, each once, as said."""
    found = {ref.period: ref for span in reversed(spans) for ref in reversed(span.periods)}
    return tuple(reversed(found.values()))
