"""Whether the collection answers the same words about the same company and period otherwise."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from hirec.evaluation.generated.questions import Asked
from hirec.evaluation.generated.tagged_facts import StatedFact, statement_of
from hirec.index import Index
from hirec.lexicon import content_words, normalize_label
from hirec.periods import cell_period
from hirec.periods.dates import MONTH_NAMES
from hirec.scales import cell_scale
from hirec.types import Cell, Column, Passage, Period, Row, Table

_SAME_END_DAYS = 7
_OF_TIME = re.compile(
    rf"\b(?:{MONTH_NAMES}"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?|fiscal|years?|quarters?|months?|weeks?"
    r"|ended|ending|as|of|at|the|first|second|third|fourth|three|six|nine|twelve|thirteen|unaudited"
    r"|in|millions?|thousands?|billions?|q[1-4]|fy)\b|[\W\d_]+",
    re.IGNORECASE,
)
"""What a column's header says of its period and unit; all else makes it a part or a comparison."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another value under the same words."""

    filing_id: str
    page_number: int
    statement: str
    """Primary statement it stands in; empty elsewhere."""
    printed: str


class Collection:
    """The rows of an index by company and label."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._rows: dict[str, Mapping[str, list[tuple[Passage, Table, Row]]]] = {}

    def rivals(self, asked: Asked) -> list[Rival]:
        """Cells under the asked words, of the same company and period, that state another value.

        A cell with dimensions, or in a column that says more than a period, answers other words;
        so does an untagged row below another heading. What differs by rounding or sign is the
        same figure.
        """
        found = []
        for passage, table, row in self._labelled(asked):
            for column, cell in zip(table.columns, row.cells, strict=True):
                if cell is not None and _answers(cell, column, row, asked.fact):
                    scale = cell_scale(table, row, column, cell)
                    if not _is_same(cell, scale, asked.fact):
                        place = (passage.filing_id, passage.page_number)
                        found.append(Rival(*place, statement_of(table, passage.section), cell.text))
        return found

    def other_companies(self, question: str, keys: Sequence[str]) -> list[str]:
        """Companies that the question's names mean beside, or in place of, those of ``keys``."""
        named, unknown = self._index.companies.find(question)
        meant = {company.company_key for company in named}
        return [*sorted(meant ^ set(keys)), *unknown]

    def _labelled(self, asked: Asked) -> list[tuple[Passage, Table, Row]]:
        rows = self._of(asked.fact.company_key)
        return rows.get(normalize_label(asked.words), [])

    def _of(self, company_key: str) -> Mapping[str, list[tuple[Passage, Table, Row]]]:
        if company_key not in self._rows:
            rows: defaultdict[str, list[tuple[Passage, Table, Row]]] = defaultdict(list)
            for filing_id in self._index.companies.filings(company_key):
                for passage in self._index.passages([filing_id]):
                    table = passage.table
                    for row in table.rows if table else ():
                        if table and row.label:
                            rows[normalize_label(row.label)].append((passage, table, row))
            self._rows[company_key] = rows
        return self._rows[company_key]


def _answers(cell: Cell, column: Column, row: Row, fact: StatedFact) -> bool:
    """Whether a cell under the asked words is about the whole company and the asked period."""
    if cell.fact is not None:
        same_unit = cell.fact.unit == fact.unit
        return same_unit and not cell.fact.dimensions and same_period(cell.fact.period, fact.period)
    if not cell.value or "%" in (cell.unit, cell.text[-1:]):
        return False
    if row.section and normalize_label(row.section) != normalize_label(fact.section):
        return False
    if content_words(_OF_TIME.sub(" ", column.label)):
        return False
    period = cell_period(column, row)
    return period is not None and same_period(period, fact.period)


def same_period(said: Period, asked: Period) -> bool:
    """Whether a cell's period is the asked one; a header of years alone means whole years."""
    if said.end is not None and asked.end is not None:
        near = abs((said.end - asked.end).days) <= _SAME_END_DAYS
        return near and said.months in (None, asked.months)
    whole = asked.fiscal_quarter is None and asked.months in (0, 12)
    return whole and said.fiscal_year == asked.fiscal_year and said.fiscal_quarter is None


def _is_same(cell: Cell, scale: int, fact: StatedFact) -> bool:
    """Equal in amount to the coarser rounding of tag and print; an untagged scale may be lost."""
    places = len(cell.text.partition(".")[2].rstrip(" )%"))
    slack = max(Decimal(1).scaleb(scale - places), Decimal(1).scaleb(-fact.decimals))
    values = [] if cell.value is None else [cell.value.scaleb(scale), cell.value]
    if cell.fact is not None:
        values = [cell.fact.value]
    return any(abs(abs(value) - abs(fact.value)) <= slack for value in values)
