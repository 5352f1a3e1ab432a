"""From a question and its scope to what it asks for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hirec.periods import find_periods
from hirec.types import CannotAnswer, Figure, Measure, Operation, ParsedQuestion, Query, Scope
from hirec.understanding.adjuncts import Clause
from hirec.understanding.annotate import Annotation, annotate
from hirec.understanding.antecedents import Antecedents, around
from hirec.understanding.asides import set_apart
from hirec.understanding.asking import Asking, read_asking
from hirec.understanding.choices import named_behind
from hirec.understanding.conventions import taken
from hirec.understanding.derivation import Derivation
from hirec.understanding.disclosed import asked_disclosure, counted_on_cover
from hirec.understanding.due_windows import asks_due
from hirec.understanding.formulas import read_formula
from hirec.understanding.judged import asked_judgement
from hirec.understanding.layout import OPENS, Layout, says_sum, without_marks
from hirec.understanding.parse import parse
from hirec.understanding.pieces import Pieces, make_pieces
from hirec.understanding.ranked import with_ranking
from hirec.understanding.reading import Reading
from hirec.understanding.returns import asks_return
from hirec.understanding.senses import with_senses
from hirec.understanding.topics import with_rest
from hirec.understanding.unnamed import left_aside
from hirec.understanding.vocabulary import KINDS_OF_PARTS, domain_of


def understand(question: str, scope: Scope) -> ParsedQuestion:
    """Parse a question; what cannot be placed is said in ``unplaced``, nothing is left out."""
    return read_clause(question, scope).parsed


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as parsed, with the spans it was parsed from."""

    parsed: ParsedQuestion
    annotation: Annotation
    pieces: Pieces


def read_clause(question: str, scope: Scope, antecedents: Antecedents | None = None) -> Understood:
    """Parse a question as :func:`understand` does, maybe one that leans on the turns before it."""
    asking = read_asking(question, scope)
    disclosure = asked_disclosure(asking.core, scope)
    given, context = _annotated(asking, scope, None if disclosure else antecedents)
    parsed = _set_form(asking, given)
    if parsed is None:
        tree = parse(given.pieces.pieces, "question")
        parsed = Reading(given, Derivation(tree, given.pieces.pieces)).parsed(
            asking.text, asking.core
        )
        parsed, before = with_rest(parsed, asking.lead, asking.tail, scope)
        context = " … ".join(filter(None, (before, context)))
        parsed = replace(parsed, context=context, disclosure=disclosure or counted_on_cover(parsed))
        parsed = _computed(parsed, asking, given)
        parsed = _told_apart(parsed, asking, given.annotation)
        if not disclosure and (judgement := asked_judgement(asking.core)):
            parsed = replace(parsed, operation=Operation.TEXT, judgement=judgement)
    return Understood(parsed, given.annotation, given.pieces)


def _annotated(asking: Asking, scope: Scope, antecedents: Antecedents | None) -> tuple[Clause, str]:
    """The clause that asks as spans and pieces, and what it stands in, set apart."""
    periods = scope.periods or find_periods(asking.clause)
    annotation = annotate(
        asking.clause,
        scope.companies,
        scope.unknown_companies,
        asking.marks,
        antecedents.referred if antecedents else around(periods[:1]),
        alone=antecedents is None,
    )
    annotation, context = set_apart(annotation, asking.layout.asked - asking.layout.start)
    annotation = replace(annotation, spans=tuple(with_senses(annotation.spans)))
    pieces = make_pieces(annotation, alone=antecedents is None)
    if antecedents is not None:
        pieces = antecedents.completed(pieces, annotation)
    return Clause(annotation, pieces, asking.layout.wanted, scope, antecedents), context


def _set_form(asking: Asking, given: Clause) -> ParsedQuestion | None:
    """What is read from its words alone: nothing to parse, a return, what falls due; else None."""
    core, wanted = asking.core, asking.layout.wanted
    if not given.pieces.pieces:
        return ParsedQuestion(
            asking.text, Operation.TEXT, core=core, unplaced=(core,), wanted=wanted
        )
    if given.antecedents is not None:
        return None
    found = asks_return(asking.clause, given.scope) or asks_due(asking.clause, given.scope)
    if found is None:
        return None
    return replace(found, text=asking.text, core=core, wanted=wanted, readings=asking.slips)


def _computed(parsed: ParsedQuestion, asking: Asking, given: Clause) -> ParsedQuestion:
    """The question with how it says to compute, and the doubt that leaves."""
    convention, lost = taken(asking.convention, parsed.figures)
    operation = parsed.operation
    if asking.signed and operation in (Operation.POSITIVE, Operation.NEGATIVE):
        operation = Operation.VALUE
    return replace(
        parsed,
        operation=operation,
        convention=convention,
        definitions=tuple(_definitions(asking.layout, given.scope)),
        readings=(*asking.slips, *parsed.readings),
        doubt=parsed.doubt
        or asking.doubt
        or lost
        or _of_a_dash(given.annotation)
        or left_aside(parsed, given.annotation, asking.tail),
    )


def _told_apart(parsed: ParsedQuestion, asking: Asking, annotation: Annotation) -> ParsedQuestion:
    """The question with the parts that it leaves out, ranks, chooses among or tells one by one."""
    lost = (asking.left_out,) if asking.left_out and not parsed.among_parts else ()
    for_each = (q for one in parsed.figures for q in one.qualifiers if _FOR_EACH.match(q))
    unplaced = (*parsed.unplaced, *lost, *for_each)
    parsed = replace(parsed, left_out=asking.left_out, unplaced=unplaced)
    parsed = _chosen(with_ranking(parsed, asking.ranking, asking.ranked), annotation)
    if not parsed.among_parts and named_behind(asking.text):
        parsed = replace(parsed, doubt=parsed.doubt or _LISTED)
    return parsed


def _of_a_dash(annotation: Annotation) -> str:
    """A dash may set apart what a figure is made of: "income taxes - current federal"."""
    kinds = {span.kind for span in annotation.spans}
    dashed = any((span.kind, span.said) == ("MINUS", "-") for span in annotation.spans)
    return _DASH if dashed and not kinds & {"WH", "COUNT", "ORDER", "OVER", "SLASH"} else ""


def _chosen(parsed: ParsedQuestion, annotation: Annotation) -> ParsedQuestion:
    """A question that begins to choose among parts, and was read as none: not understood."""
    kinds = [span.kind for span in annotation.spans if span.kind != "FILLER"]
    which = "WHICH" in kinds and "DOMAIN" in kinds[kinds.index("WHICH") + 1 :][:3]
    among = any(domain_of(s.said.lower()) in KINDS_OF_PARTS for s in annotation.spans)
    worded = parsed.operation in (Operation.TEXT, Operation.LARGEST, Operation.SMALLEST)
    if parsed.choose or worded or not (which and among) or parsed.unplaced:
        return parsed
    return replace(parsed, unplaced=("which",))


_FOR_EACH = re.compile(r"(?:for )?(?:every|each)\b", re.IGNORECASE)
_DASH = "“-” is read as minus."
_LISTED = "The parts that it names may be told by one table, which may call them otherwise."


_LEADING = frozenset(("in", "at", "for", "with", "of", "by"))
_BEGINS = frozenset({"WH", "REASON", "COUNT"})
_BEGINS_SENTENCE = _BEGINS | {"DO", "BE", "WHICH"}


def cut_apart(text: str, scope: Scope) -> tuple[str, ...]:
    """A text cut where another question begins: behind "?", ";" or a joint, with its own word."""
    annotation = annotate(text, scope.companies, scope.unknown_companies, ())
    parts: list[str] = []
    begin, joint, stop = 0, "", 0
    meant = False  # "Hi, how many" begins with no question
    leads = OPENS.match(text) is not None  # "When Acme bought Bolt, what did it pay?"
    conditional = False  # "If it is not useful, state that and explain why."
    for span in annotation.spans:
        start = annotation.tokens[span.first].start
        begins = span.kind in (_BEGINS_SENTENCE if joint == "?" else _BEGINS)
        conditional = span.said not in "?;." and (conditional or span.said.lower() == "if")
        if joint and begins and not conditional and meant:
            if not leads:
                parts.append(text[begin:stop])
                begin = start
            joint, leads = "", False
        elif span.said in ("?", ";") or span.kind == "AND":
            joint, stop = (joint, stop) if joint else (span.said, start)
        elif leads and meant and span.kind in _BEGINS_SENTENCE:
            leads, joint = False, ""  # "In 2022 did Acme earn more there or here, and what …"
        elif span.kind == "FILLER" and span.said.lower() in _LEADING:
            continue  # "and in how many"
        else:
            joint = ""
        meant |= span.kind not in ("FILLER", "AND")
    if not parts:
        return (text,)
    said = max(span.last for span in annotation.spans if span.kind != "FILLER")
    end = annotation.tokens[said - 1].end
    polite = re.match(r"[.!?]\s", text[end:])  # "Thanks!"
    return (*parts, text[begin:end] if polite else text[begin:])


def parse_of(query: Query) -> ParsedQuestion:
    """What a query asks for; one that came from elsewhere is parsed here."""
    return query.parsed or understand(query.text, query.scope)


def _definitions(layout: Layout, scope: Scope) -> Iterator[tuple[str, Measure]]:
    """What the question defines; a definition that is no formula is left to the lexicon."""
    for name, formula in layout.definitions:
        annotation = annotate(without_marks(formula), scope.companies, scope.unknown_companies, ())
        pieces = make_pieces(annotation, formula=True).pieces
        try:
            derivation = Derivation(parse(pieces, "formula"), pieces)
            measure = read_formula(annotation, derivation)
        except CannotAnswer:
            continue
        if not (isinstance(measure, Figure) and says_sum(formula)):  # else it was read in half
            yield name, measure
