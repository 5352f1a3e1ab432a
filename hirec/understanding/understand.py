"""From a question and its scope to what it asks for."""

from collections.abc import Iterator
from dataclasses import replace

from hirec.types import CannotAnswer, Measure, Operation, ParsedQuestion, Query, Scope
from hirec.understanding.adjuncts import Clause
from hirec.understanding.annotate import annotate
from hirec.understanding.conventions import read_convention
from hirec.understanding.formulas import read_formula
from hirec.understanding.layout import Layout, Mark, read_layout, without_marks
from hirec.understanding.normalize import normalize
from hirec.understanding.parse import parse
from hirec.understanding.pieces import make_pieces
from hirec.understanding.reading import Reading
from hirec.understanding.senses import with_senses
from hirec.understanding.spelling import respell


def understand(question: str, scope: Scope) -> ParsedQuestion:
    """Parse a question; what cannot be placed is said in ``unplaced``, nothing is left out."""
    names = [
        *(normalize(c.said) for c in scope.companies),
        *map(normalize, scope.unknown_companies),
    ]
    text, slips = respell(normalize(question), names)
    layout = read_layout(text, names)
    convention, asked = None, text[layout.asked : layout.end]
    if not layout.definitions:
        convention, rest = read_convention(asked, text)
        if rest != asked:
            text = f"{text[: layout.asked]}{rest}{text[layout.end :]}"
            layout = read_layout(text, names)
    clause = text[layout.start : layout.end]
    marks = [Mark(m.start - layout.start, m.end - layout.start, m.kind) for m in layout.marks]
    annotation = annotate(clause, scope.companies, scope.unknown_companies, marks)
    annotation = replace(annotation, spans=tuple(with_senses(annotation.spans)))
    pieces = make_pieces(annotation)
    core = text[layout.asked : layout.end].strip()
    if not pieces.pieces:
        return ParsedQuestion(text, Operation.TEXT, core=core, unplaced=(core,))
    tree = parse(pieces.pieces, "question")
    given = Clause(annotation, pieces, layout.wanted, scope)
    parsed = Reading(given, tree).parsed(text, core)
    ratios = [figure.concept for figure in parsed.figures]
    return replace(
        parsed,
        convention=convention if convention and ratios == [convention.measure] else None,
        definitions=tuple(_definitions(layout, scope)),
        readings=(*slips, *parsed.readings),
    )


def parse_of(query: Query) -> ParsedQuestion:
    """What a query asks for; one that came from elsewhere is parsed here."""
    return query.parsed or understand(query.text, query.scope)


def _definitions(layout: Layout, scope: Scope) -> Iterator[tuple[str, Measure]]:
    """What the question defines; a definition that is no formula is left to the lexicon."""
    for name, formula in layout.definitions:
        annotation = annotate(without_marks(formula), scope.companies, scope.unknown_companies, ())
        pieces = make_pieces(annotation, formula=True).pieces
        try:
            yield name, read_formula(annotation, pieces, parse(pieces, "formula"))
        except CannotAnswer:
            continue
