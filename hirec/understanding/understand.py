"""From a question and its scope to what it asks for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hirec.periods import find_periods
from hirec.types import CannotAnswer, Measure, Operation, ParsedQuestion, Query, Scope
from hirec.understanding.abbreviations import without_initials
from hirec.understanding.adjuncts import Clause
from hirec.understanding.against import as_comparison, asks_which_way
from hirec.understanding.annotate import Annotation, annotate
from hirec.understanding.antecedents import Antecedents, around
from hirec.understanding.asides import set_apart
from hirec.understanding.choices import as_choice, named_behind
from hirec.understanding.conventions import read_convention, said_how, taken
from hirec.understanding.deals import priced
from hirec.understanding.derivation import Derivation
from hirec.understanding.disclosed import (
    asked_disclosure,
    counted_on_cover,
    telling,
    without_names,
)
from hirec.understanding.due_windows import asks_due
from hirec.understanding.formulas import read_formula
from hirec.understanding.imperatives import as_asked
from hirec.understanding.judged import asked_judgement
from hirec.understanding.layout import OPENS, Layout, Mark, read_layout, without_marks
from hirec.understanding.listing import left_out, listed_last, without_echo
from hirec.understanding.normalize import normalize
from hirec.understanding.parse import parse
from hirec.understanding.pieces import Pieces, make_pieces
from hirec.understanding.ranked import ranked, with_ranking
from hirec.understanding.reading import Reading
from hirec.understanding.returns import asks_return
from hirec.understanding.rewrites import plainly
from hirec.understanding.senses import with_senses
from hirec.understanding.short_years import with_year
from hirec.understanding.spelling import respell
from hirec.understanding.topics import topic_first, with_rest
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
    names = [normalize(name) for name in scope.names]
    plain = _out_of_brackets(without_initials(normalize(question)), names)
    text, slips = respell(plain, names)
    text = with_year(text, names)
    text = topic_first(without_echo(as_asked(text)))
    either = asks_which_way(text)
    text, out = left_out(as_comparison(text, names), names)
    text, ranking, said = ranked(priced(plainly(listed_last(as_choice(text), names))))
    layout = read_layout(text, names)
    convention, asked, how = None, text[layout.asked : layout.end], ""
    if not layout.definitions:
        convention, rest = read_convention(asked, text)
        how = said_how(asked, rest)
        if rest != asked:
            text = f"{text[: layout.asked]}{rest}{text[layout.end :]}"
            layout = read_layout(text, names)
    clause = text[layout.start : layout.end]
    marks = [Mark(m.start - layout.start, m.end - layout.start, m.kind) for m in layout.marks]
    core = text[layout.asked : layout.end].strip()
    disclosure = asked_disclosure(core, scope)
    antecedents = None if disclosure else antecedents
    referred = (
        antecedents.referred if antecedents else around((scope.periods or find_periods(clause))[:1])
    )
    annotation = annotate(
        clause,
        scope.companies,
        scope.unknown_companies,
        marks,
        referred,
        alone=antecedents is None,
    )
    annotation, context = set_apart(annotation, layout.asked - layout.start)
    annotation = replace(annotation, spans=tuple(with_senses(annotation.spans)))
    pieces = make_pieces(annotation, alone=antecedents is None)
    if antecedents is not None:
        pieces = antecedents.completed(pieces, annotation)
    if not pieces.pieces:
        parsed = ParsedQuestion(text, Operation.TEXT, core=core, unplaced=(core,))
        return Understood(replace(parsed, wanted=layout.wanted), annotation, pieces)
    if antecedents is None and (earned := asks_return(clause, scope)):
        earned = replace(earned, text=text, core=core, wanted=layout.wanted, readings=tuple(slips))
        return Understood(earned, annotation, pieces)
    if antecedents is None and (due := asks_due(clause, scope)):
        due = replace(due, text=text, core=core, wanted=layout.wanted, readings=tuple(slips))
        return Understood(due, annotation, pieces)
    tree = parse(pieces.pieces, "question")
    given = Clause(annotation, pieces, layout.wanted, scope, antecedents)
    parsed = Reading(given, Derivation(tree, pieces.pieces)).parsed(text, core)
    parsed, before = with_rest(parsed, text[: layout.start], text[layout.end :], scope)
    convention, lost = taken(convention, parsed.figures)
    parsed = replace(
        parsed,
        convention=convention,
        definitions=tuple(_definitions(layout, scope)),
        disclosure=disclosure or counted_on_cover(parsed),
        readings=(*slips, *parsed.readings),
        context=" … ".join(filter(None, (before, context))),
    )
    if out:
        unplaced = () if parsed.among_parts else (out,)
        parsed = replace(parsed, left_out=out, unplaced=(*parsed.unplaced, *unplaced))
    doubt = parsed.doubt or how or lost or _of_a_dash(annotation)
    for_each = (q for one in parsed.figures for q in one.qualifiers if _FOR_EACH.match(q))
    parsed = replace(parsed, doubt=doubt, unplaced=(*parsed.unplaced, *for_each))
    if either and parsed.operation in (Operation.POSITIVE, Operation.NEGATIVE):
        parsed = replace(parsed, operation=Operation.VALUE)
    parsed = _chosen(with_ranking(parsed, ranking, said), annotation)
    if not parsed.among_parts and named_behind(text):
        parsed = replace(parsed, doubt=parsed.doubt or _LISTED)
    if not disclosure and (judgement := asked_judgement(core)):
        parsed = replace(parsed, operation=Operation.TEXT, judgement=judgement)
    return Understood(parsed, annotation, pieces)


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


def _out_of_brackets(text: str, names: list[str]) -> str:
    """Without brackets around nothing but whose report it is: "(Acme 10-K)"."""

    def plain(match: re.Match[str]) -> str:
        named = any(name.lower() in match[1].lower() for name in names)
        return match[0] if not named or telling(without_names(match[1], names)) else match[1]

    return _BRACKETED.sub(plain, text)


_FOR_EACH = re.compile(r"(?:for )?(?:every|each)\b", re.IGNORECASE)
_DASH = "“-” is read as minus."
_LISTED = "The parts that it names may be told by one table, which may call them otherwise."
_BRACKETED = re.compile(r"\(([^()]*)\)")


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
            yield name, read_formula(annotation, derivation)
        except CannotAnswer:
            continue
