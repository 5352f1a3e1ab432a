"""What speaks against a draft: another period, unit or matter than asked, a second reading."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from hirec.analysts.llm.rendering import bears
from hirec.analysts.protocol import Analyst, Statement
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.analysts.rule.plans.formula import prior
from hirec.analysts.rule.textual.statements import split_sentences
from hirec.grounding.scale_said import scale_is_said
from hirec.grounding.tables import kind_of
from hirec.numbers import figures_agree
from hirec.periods import matches
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import (
    CannotAnswer,
    Citation,
    Filing,
    Operand,
    Passage,
    PeriodRef,
    Program,
    ProgramError,
    Query,
    Row,
    Table,
)
from hirec.understanding import parse_of

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_PERCENT = ("%", "percentage points", "")
CHOSEN = "A model chose these figures, and no second reading comes to them."


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

    Each operand has to be printed at a scale that the page says, and ``second`` has to come to the
    same value: a figure that only a model chose is never sure. Raises CannotAnswer where an
    operand is of no period asked for, none stands in words about what is asked, or percent is
    asked for and not given: that is another figure.

    Args:
        program: A draft that ran.
        query: What is asked.
        evidence: What the draft was written from.
        filings: By filing_id.
        ranking: filing_ids, best first.
        second: Answers from the same evidence on its own.
        sandbox: Limits of the programs that are run.

    """
    passages = {passage.passage_id: passage for passage in evidence}
    if other := _other_figure(program, query, passages):
        places = tuple(map(Citation.of_operand, program.operands))
        raise CannotAnswer(f"Not found in the filings: {query.text} {other}", (query.text,), places)
    for operand in program.operands:
        if doubt := _scale(operand, passages.get(operand.passage_id)):
            return doubt
    return _second_reading(program, query, evidence, filings, ranking, second, sandbox)


def review_statement(
    statement: Statement, query: Query, evidence: Sequence[Passage], rules: RuleAnalyst
) -> str:
    """The doubt of an answer in words: its own, or that what it says answers weakly.

    Raises CannotAnswer where none of the sentences it points at speaks about what is asked.

    Args:
        statement: A draft in words with the lines it cites.
        query: What is asked.
        evidence: What it was written from; only prose of it is weighed.
        rules: Weighs how far each sentence speaks about the question.

    """
    texts = {passage.passage_id: passage for passage in evidence if passage.table is None}
    cited = statement.citations
    prose = [(at.quote, texts[at.passage_id]) for at in cited if at.passage_id in texts]
    weighed = rules.weigh(query, prose)
    if not prose:
        return statement.doubt
    if _answers(statement, query, prose, rules):
        return statement.doubt
    if any(sentence.related for sentence in weighed):
        return statement.doubt or "The lines may be about something else than what is asked."
    raise CannotAnswer(
        f"Not found in the filings: {query.text} A model points at words that seem to be about "
        "something else.",
        (query.text,),
        cited,
    )


def _answers(
    statement: Statement, query: Query, prose: Sequence[tuple[str, Passage]], rules: RuleAnalyst
) -> bool:
    """Whether a sentence that is said answers for sure, maybe a cause behind the line it explains.

    "The increase was due to higher prices" answers behind "Net sales increased 9%".
    """
    for said in split_sentences(statement.text):
        for line, passage in prose:
            weighed = rules.weigh(query, [(line, passage), (said, passage)])
            if any(sentence.sure and sentence.text.endswith(said) for sentence in weighed):
                return True
    return False


def _other_figure(program: Program, query: Query, passages: Mapping[str, Passage]) -> str:
    """Why the numbers of a program are not those asked for; empty where they may be."""
    operands = program.operands
    for operand in operands:
        if other := _period(operand, passages.get(operand.passage_id), query, len(operands)):
            return other
    if not any(bears(query, _place(o, passages.get(o.passage_id))) for o in operands):
        return "None of the numbers stands in words about what is asked."
    if parse_of(query).wanted.percent and program.unit not in _PERCENT:
        return f"The question wants percent, what was found has the unit '{program.unit}'."
    return ""


def _place(operand: Operand, passage: Passage | None) -> str:
    """The words around a number: headings and row of its cell, or its sentence."""
    if passage is None:
        return ""
    if passage.table is not None:
        return f"{passage.section} {operand.table} {operand.row} {operand.column}"
    printed = operand.printed
    return " ".join(part for part in _SENTENCE_END.split(passage.text) if printed in part)


def _period(operand: Operand, passage: Passage | None, query: Query, count: int) -> str:
    """A column of another period; the year before goes with a computation over several numbers."""
    table = passage.table if passage else None
    place = _cell_of(operand, table) if table else None
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


def _cell_of(operand: Operand, table: Table) -> tuple[Row, int] | None:
    """The row and the column number an operand was read from."""
    for row in table.rows:
        for index, cell in enumerate(row.cells):
            if (
                cell is not None
                and (row.label, table.columns[index].label) == (operand.row, operand.column)
                and cell.text == operand.printed
            ):
                return row, index
    return None


def _scale(operand: Operand, passage: Passage | None) -> str:
    table = passage.table if passage else None
    place = _cell_of(operand, table) if table else None
    if table is None or place is None:
        return ""
    row, index = place
    cell = row.cells[index]
    if cell is None or scale_is_said(
        kind_of(None, row, cell), cell, table, row, table.columns[index], operand.scale
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
    """Compare with what the second analyst computes from the same pages."""
    try:
        other = second.answer(query, evidence, filings, ranking)
        if not isinstance(other, Program):
            return CHOSEN
        theirs, ours = run(other, sandbox).value, run(program, sandbox).value
    except (CannotAnswer, ProgramError):
        return CHOSEN
    if other.unit == "%" and program.unit == "ratio" and isinstance(theirs, Decimal):
        theirs /= 100
    if _agree(ours, theirs):
        return ""
    places = "; ".join(f"{o.row or 'text'}, {o.column}: {o.printed}" for o in other.operands)
    return f"The program gives {ours}, a second reading of the same pages {theirs} ({places})."


def _agree(ours: Decimal | str | bool, theirs: Decimal | str | bool) -> bool:
    if isinstance(ours, Decimal) and isinstance(theirs, Decimal):
        return figures_agree(ours, theirs)
    if isinstance(ours, str) and isinstance(theirs, str):
        one, other = ours.casefold(), theirs.casefold()
        return one in other or other in one
    return ours == theirs
