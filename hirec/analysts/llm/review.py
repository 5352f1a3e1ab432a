"""What speaks against a draft that prints what it says: period, scale, a second reading."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from hirec.analysts.llm.operands import cell_of, folded
from hirec.analysts.orders import gives_orders, without_orders
from hirec.analysts.protocol import Analyst, Statement
from hirec.analysts.rule.formula import prior
from hirec.analysts.rule.tables import kind_of, scale_is_said
from hirec.numbers import find_numbers
from hirec.periods import matches
from hirec.programs import run
from hirec.ranking.lexical import tokenize
from hirec.settings import SandboxSettings
from hirec.types import (
    CannotAnswer,
    Filing,
    Operand,
    Passage,
    PeriodRef,
    Program,
    ProgramError,
    Query,
)
from hirec.understanding import parse_of

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_PERCENT = ("%", "percentage points", "")
_CLOSE = Decimal("0.005")
"""Two readings agree within half a percent: rounded and unrounded figures do."""


def review_program(
    program: Program,
    query: Query,
    evidence: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
    second: Analyst,
    sandbox: SandboxSettings,
) -> str:
    """The first objection to a program in one sentence, empty where there is none.

    Each operand has to be of a period asked for and printed at a scale that the page says, in words
    that speak to people; one at least in words about what is asked. Percent has to be given where
    it is asked for; and where ``second`` can answer too, its value has to be the same.
    """
    passages = {passage.passage_id: passage for passage in evidence}
    for operand in program.operands:
        passage = passages.get(operand.passage_id)
        found = (
            _order(operand, passage)
            or _period(operand, passage, query, len(program.operands))
            or _scale(operand, passage)
        )
        if found:
            return found
    if not any(_bears(query, _place(o, passages.get(o.passage_id))) for o in program.operands):
        return "None of the numbers stands in words about what is asked."
    if parse_of(query).wanted.percent and program.unit not in _PERCENT:
        return f"The question wants percent, the answer has the unit '{program.unit}'."
    return _second_reading(program, query, evidence, filings, ranking, second, sandbox)


def review_statement(statement: Statement, query: Query, evidence: Sequence[Passage]) -> str:
    """The first objection to an answer in words.

    A quote that no passage prints, that is meant for a machine or, as all others, speaks of
    something else; a number that no quote holds.
    """
    if not statement.citations:
        return "The answer cites nothing."
    texts = {passage.passage_id: folded(passage.text) for passage in evidence}
    for citation in statement.citations:
        if citation.passage_id not in texts:
            return f"The answer cites {citation.passage_id}, which is not in the evidence."
        if gives_orders(citation.quote):
            return f"“{citation.quote}” speaks to a machine; it is no statement of the filing."
        if not _holds(texts[citation.passage_id], citation.quote):
            return f"“{citation.quote}” is not printed in {citation.passage_id}."
    quotes = " ".join(citation.quote for citation in statement.citations)
    if not _bears(query, quotes):
        return "None of the quotes speaks about what is asked."
    said = f"{query.text} {quotes}"
    held = set(_values(said))
    for value in _values(statement.text):
        if value not in held:
            return f"The answer says {value}, which no quote holds."
    return ""


def _holds(text: str, quote: str) -> bool:
    """Whether a passage prints the words; rows as the prompt joins them, gaps left open."""
    pieces = [folded(piece).strip(" |") for piece in re.split(r"…|»|\n", quote)]
    return any(pieces) and all(piece in text for piece in pieces)


def _values(text: str) -> Iterator[Decimal]:
    for span in find_numbers(text):
        yield abs(span.value).scaleb(span.scale).normalize()


def _bears(query: Query, text: str) -> bool:
    """Whether words of a page share one with the question, or with what it was rewritten to."""
    keywords = {*query.intent.keywords, *tokenize([query.passage_text])[0]}
    return not keywords or not keywords.isdisjoint(tokenize([text])[0])


def _place(operand: Operand, passage: Passage | None) -> str:
    """The words around a number: headings and row of its cell, or its sentence."""
    if passage is None:
        return ""
    if passage.table is not None:
        return f"{passage.section} {operand.table} {operand.row} {operand.column}"
    printed = operand.printed
    return " ".join(part for part in _SENTENCE_END.split(passage.text) if printed in part)


def _order(operand: Operand, passage: Passage | None) -> str:
    """A number that stands in words meant for a machine."""
    if passage is None:
        return ""
    if passage.table is not None:
        ordered = gives_orders(f"{operand.row}\n{operand.column}\n{operand.table}")
    else:
        ordered = folded(operand.printed) not in folded(without_orders(passage.text))
    if not ordered:
        return ""
    return f"{operand.name} ({operand.printed}) stands in words that speak to a machine."


def _period(operand: Operand, passage: Passage | None, query: Query, count: int) -> str:
    """A column of another period; the year before goes with a computation over several numbers."""
    table = passage.table if passage else None
    place = cell_of(operand, table) if table else None
    if table is None or place is None:
        return ""
    row, index = place
    cell = row.cells[index]
    stated = table.columns[index].period or (cell.fact.period if cell and cell.fact else None)
    asked = list(_asked(query.scope.periods, count))
    if stated is None or not asked or any(matches(ref, stated) > 0 for ref in asked):
        return ""
    said = ", ".join(ref.said for ref in query.scope.periods)
    of = f"{operand.name} ({operand.printed}) is of {stated.label()}"
    return f"{of}; the question asks about {said}."


def _asked(periods: Sequence[PeriodRef], count: int) -> Iterator[PeriodRef]:
    yield from periods
    for ref in periods if count > 1 else ():
        if ref.period.fiscal_year is not None or ref.period.end is not None:
            yield prior(ref)


def _scale(operand: Operand, passage: Passage | None) -> str:
    table = passage.table if passage else None
    place = cell_of(operand, table) if table else None
    if table is None or place is None:
        return ""
    row, index = place
    cell = row.cells[index]
    if cell is None or scale_is_said(
        kind_of(None, row, cell), cell, table, table.columns[index], operand.scale
    ):
        return ""
    return f"Nothing around {operand.name} ({operand.printed}) says in what scale it is printed."


def _second_reading(
    program: Program,
    query: Query,
    evidence: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
    second: Analyst,
    sandbox: SandboxSettings,
) -> str:
    """Compare with what the second analyst computes; what it cannot answer it does not judge."""
    try:
        other = second.answer(query, evidence, filings, ranking)
        if not isinstance(other, Program):
            return ""
        theirs = run(other, sandbox).value
    except (CannotAnswer, ProgramError):
        return ""
    ours = run(program, sandbox).value
    if other.unit == "%" and program.unit == "ratio" and isinstance(theirs, Decimal):
        theirs /= 100
    if _agree(ours, theirs):
        return ""
    places = "; ".join(f"{o.row or 'text'}, {o.column}: {o.printed}" for o in other.operands)
    return f"The program gives {ours}, a second reading of the same pages {theirs} ({places})."


def _agree(ours: Decimal | str | bool, theirs: Decimal | str | bool) -> bool:
    if isinstance(ours, Decimal) and isinstance(theirs, Decimal):
        return abs(ours - theirs) <= _CLOSE * max(abs(ours), abs(theirs))
    if isinstance(ours, str) and isinstance(theirs, str):
        return folded(ours) in folded(theirs) or folded(theirs) in folded(ours)
    return ours == theirs
