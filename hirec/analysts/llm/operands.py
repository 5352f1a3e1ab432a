"""From a model's words to the cell or sentence they mean; value and scale are the page's.

A model names a number by its place. What is printed there, at which scale and in which unit, is
read by the same rules as without a model. Words that mean no place are handed on as they are: the
check of the program (:func:`hirec.programs.verify`) then says what is wrong with them, which is
what the repair round shows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from hirec.analysts.llm.replies import OperandReply
from hirec.analysts.rule.tables import base_value, kind_of, scale_for, unit_for
from hirec.numbers import find_numbers, parse_number
from hirec.prompts import as_data, from_data
from hirec.types import Operand, Passage, Program, Row, Table

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LAYOUT = re.compile(r"[\s$]")


def read_operand(said: OperandReply, labelled: Mapping[str, Passage]) -> Operand:
    """The operand a model means; unresolved, with the model's words in it, where it means none."""
    passage = labelled.get(said.passage.strip())
    if passage is None:
        return _unresolved(said, None)
    table = passage.table
    found = _in_prose(said, passage) if table is None else _in_table(said, passage, table)
    return found or _unresolved(said, passage)


def write_source(operands: Sequence[Operand], program: str) -> str:
    """One assignment an operand, each on a line of its own, then the model's lines."""
    lines = [
        f"{operand.name} = {operand.value:f}  # {_line(f'{operand.row} {operand.column}')}: "
        f"{operand.filing_id}, page {operand.page_number}, printed {_line(operand.printed)}"
        for operand in operands
    ]
    return "\n".join([*lines, program.strip(), ""])


def model_lines(program: Program) -> str:
    """What a model wrote of a program: all behind the assignments."""
    return program.source.split("\n", len(program.operands))[-1].strip()


def cell_of(operand: Operand, table: Table) -> tuple[Row, int] | None:
    """The row and the column number an operand was read from; None where it was from none."""
    for row in table.rows:
        for index, cell in enumerate(row.cells):
            if (
                cell is not None
                and (row.label, table.columns[index].label) == (operand.row, operand.column)
                and cell.text == operand.printed
            ):
                return row, index
    return None


def _in_table(said: OperandReply, passage: Passage, table: Table) -> Operand | None:
    places = list(_places(said, table))
    if len(places) > 1:
        exact = [at for at in places if folded(table.columns[at[1]].label) == folded(said.column)]
        places = exact or places
    if len({(id(row), index) for row, index in places}) != 1:
        return None
    row, index = places[0]
    cell, column = row.cells[index], table.columns[index]
    if cell is None or cell.value is None:
        return None
    kind = kind_of(None, row, cell)
    scale = max(0, scale_for(kind, table, row, column, cell))
    return Operand(
        name=said.name.strip(),
        value=base_value(cell, scale),
        unit=unit_for(None, kind, table),
        filing_id=passage.filing_id,
        page_number=passage.page_number,
        passage_id=passage.passage_id,
        printed=cell.text,
        scale=scale,
        row=row.label,
        column=column.label,
        table=table.caption,
        box=cell.box or table.box or passage.box,
        tagged=cell.fact.value if cell.fact else None,
    )


def _places(said: OperandReply, table: Table) -> Iterator[tuple[Row, int]]:
    """Cells that print what was said, in a row and a column that go with what was said."""
    printed = _bare(said.cell)
    for row in table.rows:
        if not _same_row(said.row, row):
            continue
        for index, cell in enumerate(row.cells):
            if (
                cell is not None
                and _bare(cell.text) == printed
                and _goes_with(said.column, table.columns[index].label)
            ):
                yield row, index


def _same_row(said: str, row: Row) -> bool:
    label = folded(row.label)
    return folded(said) in (label, folded(f"{row.section} » {row.label}"))


def _goes_with(said: str, label: str) -> bool:
    """Whether a column's heading may be meant: one holds the other, or they name the same years."""
    ours, theirs = folded(label), folded(said)
    if not theirs or theirs in ours or (ours and ours in theirs):
        return True
    years = set(_YEAR.findall(theirs))
    return bool(years) and years == set(_YEAR.findall(ours))


def _in_prose(said: OperandReply, passage: Passage) -> Operand | None:
    printed = _bare(said.cell)
    spans = [s for s in find_numbers(passage.text) if _bare(s.text) == printed]
    if not spans or len({(span.value, span.scale) for span in spans}) > 1:
        return None
    span = spans[0]
    return Operand(
        name=said.name.strip(),
        value=span.value.scaleb(span.scale),
        unit=span.unit,
        filing_id=passage.filing_id,
        page_number=passage.page_number,
        passage_id=passage.passage_id,
        printed=span.text,
        scale=span.scale,
        box=passage.box,
    )


def _unresolved(said: OperandReply, passage: Passage | None) -> Operand:
    printed = from_data(said.cell)
    return Operand(
        name=said.name.strip(),
        value=parse_number(printed) or Decimal(0),
        unit="",
        filing_id=passage.filing_id if passage else "",
        page_number=passage.page_number if passage else 0,
        passage_id=passage.passage_id if passage else _line(said.passage),
        printed=printed,
        row=from_data(said.row),
        column=from_data(said.column),
    )


def folded(text: str) -> str:
    """Text as it is compared: as a prompt shows it, blanks and case folded."""
    return " ".join(as_data(text).replace("\xa0", " ").split()).casefold()


def _bare(text: str) -> str:
    """A number's digits, brackets and words without the layout around them: "$ (1)" is "(1)"."""
    return _LAYOUT.sub("", folded(text))


def _line(text: str) -> str:
    """Text that cannot leave its line, such as a comment of a program."""
    return " ".join(text.split())
