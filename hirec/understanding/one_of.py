"""A question over several companies or periods as the same question about one of them."""

from hirec.types import Operation, ParsedQuestion, PeriodRef, Scope
from hirec.understanding.annotate import Annotation, Span, annotate
from hirec.understanding.normalize import normalize
from hirec.understanding.pieces import make_pieces

_POSSESSIVE = frozenset({"'s", "'"})


def about_one(parsed: ParsedQuestion, scope: Scope, company: str, period: PeriodRef | None) -> str:
    """The words of a question, its lists of companies and periods cut down to these.

    What compares, or asks for a change, becomes what is said of the subject: one alone does not
    change. A company or period that the words leave out is not added.

    Args:
        parsed: The question over several.
        scope: Of the question.
        company: As the question says it; empty: none.
        period: None: none.

    """
    text = normalize(parsed.core)
    if any(figure.words.lower() not in text.lower() for figure in parsed.figures):
        text = parsed.text  # "… and why did it change" leans on what stands before it
    annotation = annotate(text, scope.companies, scope.unknown_companies, ())
    moves = any(span.kind == "MOVE" for span in annotation.spans)
    if parsed.operation is not Operation.TEXT and moves and parsed.figures:
        subject = " and ".join(figure.words for figure in parsed.figures)
        when = f" in {period.said}" if period else ""
        return f"What did {company or 'the company'} say about {subject}{when}?"
    return _cut_down(annotation, {"COMPANY": company, "PERIOD": period.said if period else ""})


def by_quarter(question: str) -> bool:
    """Whether a question asks for each quarter: "for each quarter of 2023"."""
    spans = annotate(normalize(question), (), (), ()).spans
    return any((span.kind, span.value) == ("SERIES", "quarter") for span in spans)


def _cut_down(annotation: Annotation, one: dict[str, str]) -> str:
    """The text with the one in the place of the first of its list, and without the others."""
    joins = make_pieces(annotation).joins
    written: set[str] = set()
    text, end, dropped = "", 0, False
    for span in annotation.spans:
        start, stop = _place(annotation, span)
        said = annotation.text[start:stop]
        if one.get(span.kind):
            said = "" if span.kind in written else one[span.kind]
            written.add(span.kind)
        elif said.lower() == "from" and any(join.value == "to" for join in joins):
            said = "in"
        elif span in joins or span.kind == "SERIES" or (dropped and said in _POSSESSIVE):
            said = ""
        dropped = not said
        text += annotation.text[end:start] + said
        end = stop
    return normalize(text + annotation.text[end:])


def _place(annotation: Annotation, span: Span) -> tuple[int, int]:
    return annotation.tokens[span.first].start, annotation.tokens[span.last - 1].end
