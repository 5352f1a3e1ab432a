"""Hold every number of a program against the page it claims to come from.

Three questions, in this order. Is each operand printed where it says, and is its value the printed
number at the scale that the page itself states? Is it what the program takes it for: does the
filing's own tag agree, is it of the period and the company asked about? And does the program use
no other number than its operands? One "no" makes the answer unverified, with the reason in words.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from hirec.numbers import find_numbers, parse_number
from hirec.periods.dates import BARE_YEAR
from hirec.programs.slots import (
    entity_reason,
    period_reason,
    tag_reason,
    unsigned_names,
    whose_reason,
)
from hirec.scales import cell_scale, count_scale, rests_on_table
from hirec.types import (
    Cell,
    Column,
    Filing,
    Operand,
    Passage,
    Program,
    Row,
    Scope,
    Table,
    Verdict,
)

ARITHMETIC = frozenset(Decimal(n) for n in (0, 1, 2, 4, 100, 365))
"""Numbers that belong to arithmetic, not to a filing: identities, quarters, percent, days."""

EXPONENTS = frozenset(Decimal(n) for n in range(1, 31)) | {Decimal("0.5")}
"""Numbers that may stand in an exponent: years of growth, powers of ten, the square root."""

_PER_SHARE = re.compile(r"\bper\s+(?:\w+\s+){0,3}share\b|\(per\s+share\)", re.IGNORECASE)


def verify(
    program: Program,
    evidence: Sequence[Passage],
    scope: Scope | None = None,
    filings: Mapping[str, Filing] | None = None,
) -> tuple[Verdict, str]:
    """Whether every number of a program is backed by the evidence.

    Args:
        program: With its operands and where each is printed.
        evidence: Passages; an operand of another is not backed.
        scope: Companies asked about; each operand's is held against them.
        filings: By filing_id; needed with ``scope``.

    Returns:
        ``VERIFIED`` with an empty reason, or ``UNVERIFIED`` with one sentence for the first number
        that is not.

    """
    if not program.operands:
        return Verdict.UNVERIFIED, "The program uses no number of the evidence."
    if not _parses(program.source):
        return Verdict.UNVERIFIED, "The program cannot be parsed."
    passages = {passage.passage_id: passage for passage in evidence}
    shown = (working.expression for working in (*program.workings, *program.alternatives))
    unsigned = unsigned_names("\n".join((program.source, *shown)))
    for operand in program.operands:
        if reason := _operand_reason(operand, passages.get(operand.passage_id), unsigned):
            return Verdict.UNVERIFIED, reason
        if scope and (reason := entity_reason(operand, scope, filings or {})):
            return Verdict.UNVERIFIED, f"{operand.name} ({operand.printed}) {reason}"
    if filings and (reason := whose_reason(program.operands, scope, filings)):
        return Verdict.UNVERIFIED, reason
    if reason := _source_reason(program):
        return Verdict.UNVERIFIED, reason
    return Verdict.VERIFIED, ""


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _operand_reason(operand: Operand, passage: Passage | None, unsigned: frozenset[str]) -> str:
    """Why an operand is not backed by its passage; empty where it is."""
    who = f"{operand.name} ({operand.printed})"
    if passage is None:
        return f"{who} cites {operand.passage_id}, which is not in the evidence."
    if (passage.filing_id, passage.page_number) != (operand.filing_id, operand.page_number):
        return (
            f"{who} cites page {operand.page_number} of {operand.filing_id}, but its passage is "
            f"from page {passage.page_number} of {passage.filing_id}."
        )
    if not _folded(operand.printed):
        return f"{operand.name} cites no printed text."
    table = passage.table
    aside = (
        not operand.column
        and operand.cell is None
        and _folded(operand.printed) in _folded(operand.row)
    )
    if table is None or (aside and any(row.label == operand.row for row in table.rows)):
        return _prose_reason(operand, passage)  # a label may print "($5.02 per share)"
    return _table_reason(operand, table, unsigned)


def _prose_reason(operand: Operand, passage: Passage) -> str:
    """Backed by prose: a number of the passage, inside or around the printed words."""
    printed = _folded(operand.printed)
    who = f"{operand.name} ({operand.printed})"
    if printed not in _folded(passage.text):
        return f"{who} is not printed in {passage.passage_id}."
    spans = [
        span
        for span in find_numbers(passage.text)
        if _folded(span.text) in printed or printed in _folded(span.text)
    ]
    if any(
        span.scale == operand.scale and span.value.scaleb(span.scale) == operand.value
        for span in spans
    ):
        return ""
    differs = f"{who} has the value {operand.value}, which its printed words do not say."
    return operand.doubt or differs


def _table_reason(operand: Operand, table: Table, unsigned: frozenset[str]) -> str:
    """Backed by a table: a cell with that text, in that row and column, at the table's scale."""
    who = f"{operand.name} ({operand.printed})"
    matches = list(_cells(operand, table))
    if not matches:
        place = " / ".join(part for part in (operand.row, operand.column) if part)
        return f"{who} is not printed in {operand.passage_id} at {place or 'any cell'}."
    reasons = [
        _cell_reason(operand, table, row, column, cell)
        or tag_reason(operand, cell, unsigned)
        or period_reason(operand, row, column, cell)
        for row, column, cell in matches
    ]
    return "" if "" in reasons else f"{who} {reasons[0]}"


def _cells(operand: Operand, table: Table) -> Iterator[tuple[Row, Column, Cell]]:
    """Cells that print the operand's text in the row and column it names (where it names them)."""
    printed, wanted_row, wanted_column = map(
        _folded, (operand.printed, operand.row, operand.column)
    )
    for row in table.rows:
        if wanted_row and _folded(row.label) != wanted_row:
            continue
        for column, cell in zip(table.columns, row.cells, strict=False):
            if wanted_column and _folded(column.label) != wanted_column:
                continue
            if cell is not None and _folded(cell.text) == printed:
                yield row, column, cell


def _cell_reason(operand: Operand, table: Table, row: Row, column: Column, cell: Cell) -> str:
    """Why the cell does not carry the operand's value; empty where it does."""
    number = cell.value if cell.value is not None else parse_number(cell.text)
    if number is None:
        return "is a cell without a number."
    if number.scaleb(operand.scale) != operand.value:
        return f"has the value {operand.value}, but prints {number} at scale 10**{operand.scale}."
    stated = _stated_scale(operand, table, row, column, cell)
    if not operand.unit and operand.scale == count_scale(table, row, column)[0]:
        return ""  # a number of things
    tagged = cell.fact is not None and abs(cell.fact.value) == abs(operand.value)
    if number and operand.scale != stated and not tagged:
        return f"claims scale 10**{operand.scale}, but the table says 10**{stated}."
    if number and not tagged and table.scale_inferred and rests_on_table(table, row, column, cell):
        return f"stands in a table whose scale nothing says; 10**{stated} is inferred."
    return ""


def _stated_scale(operand: Operand, table: Table, row: Row, column: Column, cell: Cell) -> int:
    """Power of ten that holds for one cell by the words around it."""
    unit = cell.unit or operand.unit
    per_share = unit != "shares" and _PER_SHARE.search(f"{row.section} {row.label}")
    if "/" in unit or unit in ("%", "ratio") or per_share:
        return 0
    return max(0, cell_scale(table, row, column, cell))


def _source_reason(program: Program) -> str:
    """Why a literal of the source is no operand; empty where each one is."""
    tree = ast.parse(program.source)
    values = {operand.value for operand in program.operands}
    by_name = {operand.name: operand.value for operand in program.operands}
    if wrong := next(_misassigned(tree, by_name), ""):
        return wrong
    allowed = values | {abs(v) for v in values} | ARITHMETIC | {Decimal(len(program.operands))}
    allowed |= {program.bound, -program.bound} if program.bound is not None else set()
    structural = {id(node) for node in _structural(tree)}
    for node in ast.walk(tree):
        number = _literal(node)
        if number is not None and id(node) not in structural and number not in allowed:
            return f"The program uses {number}, which is no number of the evidence."
    return ""


def _misassigned(tree: ast.AST, by_name: dict[str, Decimal]) -> Iterator[str]:
    """Reasons where a variable named like an operand is given another operand's value."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if not isinstance(target, ast.Name) or target.id not in by_name:
                continue
            given, sign = node.value, 1
            if isinstance(given, ast.UnaryOp) and isinstance(given.op, ast.USub):
                given, sign = given.operand, -1
            number = _literal(given)
            if number is not None and sign * number != by_name[target.id]:
                yield (
                    f"The program sets {target.id} to {sign * number}, but the evidence says "
                    f"{by_name[target.id]}."
                )


def _structural(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes whose numbers are no quantities: exponents and their base ten, places, indices."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            yield from (part for part in ast.walk(node.right) if _literal(part) in EXPONENTS)
            if isinstance(node.left, ast.Constant) and node.left.value == 10:
                yield node.left
        elif isinstance(node, ast.Subscript):
            yield from ast.walk(node.slice)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "round":
            for places in node.args[1:]:
                yield from ast.walk(places)
        elif isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            yield from ast.walk(node.format_spec)


def _literal(node: ast.AST) -> Decimal | None:
    """Value of a number, or of a text that is a number but no year; None for anything else."""
    if not isinstance(node, ast.Constant) or isinstance(node.value, bool):
        return None
    if isinstance(node.value, str):
        if BARE_YEAR.fullmatch(node.value):
            return None
        return _decimal(node.value.strip().strip("$%").replace(",", ""))
    return _decimal(repr(node.value)) if isinstance(node.value, int | float) else None


def _decimal(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _folded(text: str) -> str:
    """White space folded and case dropped, so that layout does not decide."""
    return " ".join(text.split()).casefold()
