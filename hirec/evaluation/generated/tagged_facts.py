"""Tagged figures of the primary statements: what an index of inline-XBRL filings knows for sure."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from hirec.datasets.wording import ASKED_MONTHS
from hirec.grounding.tables import standing_of
from hirec.index import Index
from hirec.lexicon import normalize_label
from hirec.periods import cell_period
from hirec.types import Cell, Fact, Filing, Form, Passage, Period, Row, Table

_BESIDE = re.compile(r"parenthetical", re.IGNORECASE)
"""What is said in brackets beside the rows of a balance sheet: par values, shares."""
_COMPREHENSIVE = re.compile(r"statements? of [\w ()]*comprehensive", re.IGNORECASE)
_PAID_OUT = re.compile(r"(?:Payments|Repayments)(?=[A-Z])")
_OUTGOING = re.compile(
    r"\b(?:expenses?|costs?|charges|payments?|repayments?|purchases?|repurchases?)\b", re.IGNORECASE
)
_INCOMING = re.compile(
    r"\b(?:income|gains?|proceeds|borrowings?|benefits?|issuances?|sales?|provided|\(decrease\))\b",
    re.IGNORECASE,
)
_SAME_END_DAYS = 7

FactKey = tuple[str, str, date, int]
"""Concept, unit, last day, months: what makes two tags of one company the same figure."""


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A consolidated figure of a primary statement, with every page that states it."""

    company_key: str
    statement: str
    """``income``, ``comprehensive``, ``balance`` or ``cash_flow``."""
    concept: str
    """Without prefix: ``InventoryNet``."""
    unit: str
    period: Period
    """With year, last day and months all known."""
    value: Decimal
    decimals: int
    label: str
    """The row's own label, as the first gold filing prints it."""
    section: str
    gold: tuple[str, ...]
    """The period's own filing where the index holds it, else every filing that states it."""
    pages: Mapping[str, tuple[int, ...]]
    """filing_id → pages, for all filings that state it."""
    primary: tuple[str, int] = ("", 0)
    """The filing and page of the primary statement that ``label`` is read from."""

    def evidence(self, filings: Sequence[str] = ()) -> list[dict[str, Any]]:
        """Pages of the gold filings, or of others, that state it, as a question file has them."""
        return [
            {"filing": filing_id, "page": page}
            for filing_id in filings or self.gold
            for page in self.pages.get(filing_id, ())
        ]

    @property
    def key(self) -> FactKey:
        """Identity of the figure within its company."""
        return _key(self.concept, self.unit, self.period)


@dataclass(frozen=True, slots=True)
class _Place:
    filing_id: str
    page_number: int
    statement: str
    """Empty outside the primary statements."""
    row: Row
    cell: Cell
    fact: Fact


def statement_of(table: Table, section: str = "") -> str:
    """Which primary statement a table is, by its caption and section; empty for all others."""
    standing = standing_of(table, section)
    if _BESIDE.search(table.caption):
        return ""
    if standing.primary:
        return standing.statement
    return "comprehensive" if _COMPREHENSIVE.search(table.caption) else ""


def stated_facts(index: Index, company_key: str) -> list[StatedFact]:
    """Figures of one company that can be asked for, in the order of its filings.

    Left out: figures with dimensions, zeros, ratios, figures that two filings state differently
    (restated), rows without a label, rows printed with the other sign than their tag, unless
    the tag counts a payment, and outgoing money tagged below zero, whose sign the row leaves open.
    """
    filings = [index.filings[filing_id] for filing_id in index.companies.filings(company_key)]
    passages = {filing.filing_id: index.passages([filing.filing_id]) for filing in filings}
    places: defaultdict[FactKey, list[_Place]] = defaultdict(list)
    for filing in filings:
        for place in _tagged(filing.filing_id, passages[filing.filing_id]):
            fact = place.fact
            places[_key(_local(fact.concept), fact.unit, fact.period)].append(place)
    found = []
    for same in places.values():
        resolved = _resolve(company_key, same, filings, passages)
        if resolved is not None:
            found.append(resolved)
    return found


def _tagged(filing_id: str, passages: Sequence[Passage]) -> Iterator[_Place]:
    for passage in passages:
        table = passage.table
        if table is None:
            continue
        statement = statement_of(table, passage.section)
        for row in table.rows:
            for cell in row.cells:
                fact = cell.fact if cell is not None else None
                if cell is None or fact is None or fact.dimensions or not _is_dated(fact.period):
                    continue
                yield _Place(filing_id, passage.page_number, statement, row, cell, fact)


def _resolve(
    company_key: str,
    places: Sequence[_Place],
    filings: Sequence[Filing],
    passages: Mapping[str, Sequence[Passage]],
) -> StatedFact | None:
    """One figure out of all places that tag it; None where it makes no fair question."""
    own = {f.filing_id for f in filings if _is_own_filing(f, places[0].fact.period)}
    gold = [place for place in places if place.filing_id in own] or list(places)
    first = next((p for p in gold if p.statement not in ("", "equity") and p.row.label), None)
    if first is None or not _is_askable(first):
        return None
    if len({round(place.fact.value, -_coarsest(places)) for place in places}) > 1:
        return None
    pages: defaultdict[str, set[int]] = defaultdict(set)
    for place in places:
        pages[place.filing_id].add(place.page_number)
    for filing_id, tagged in pages.items():
        tagged |= set(_untagged(first, passages[filing_id]))
    return StatedFact(
        company_key=company_key,
        statement=first.statement,
        concept=_local(first.fact.concept),
        unit=first.fact.unit,
        period=first.fact.period,
        value=first.fact.value,
        decimals=first.fact.decimals or 0,
        label=first.row.label,
        section=first.row.section,
        gold=tuple(sorted({place.filing_id for place in gold})),
        pages={filing_id: tuple(sorted(numbers)) for filing_id, numbers in pages.items()},
        primary=(first.filing_id, first.page_number),
    )


def _untagged(place: _Place, passages: Sequence[Passage]) -> Iterator[int]:
    """Pages whose tables print the same row, period and value without a tag (MD&A, highlights)."""
    label, end = normalize_label(place.row.label), place.fact.period.end
    for passage in passages:
        table = passage.table
        if table is None:
            continue
        for row in table.rows:
            if normalize_label(row.label) != label:
                continue
            for column, cell in zip(table.columns, row.cells, strict=True):
                if cell is None or cell.value is None or cell.fact is not None:
                    continue
                period = cell_period(column, row)
                same_end = period is not None and period.end == end
                same_span = period is not None and period.months == place.fact.period.months
                scaled = (cell.value, cell.value.scaleb(table.scale))
                if same_end and same_span and place.fact.value in scaled:
                    yield passage.page_number


def _is_own_filing(filing: Filing, period: Period) -> bool:
    """Whether the filing reports on just this period (for an instant: on what it closes)."""
    identity = filing.identity
    if identity.amendment or identity.period_end is None or period.end is None:
        return False
    if abs((identity.period_end - period.end).days) > _SAME_END_DAYS:
        return False
    if identity.form is Form.ANNUAL:
        return period.months in (0, 12)
    return identity.form is Form.QUARTERLY and period.months != 12


def _is_dated(period: Period) -> bool:
    return (
        period.end is not None
        and period.fiscal_year is not None
        and period.months in ASKED_MONTHS
        and (period.months == 0 or (period.months == 12) == (period.fiscal_quarter is None))
    )


def _is_askable(place: _Place) -> bool:
    fact, printed = place.fact, place.cell.value
    if not fact.concept.startswith("us-gaap:") or fact.value == 0 or printed is None:
        return False
    if fact.unit not in ("USD", "USD/shares", "shares") or not printed:
        return False
    if (printed < 0) != (fact.value < 0):
        return fact.value > 0 and bool(_PAID_OUT.match(_local(fact.concept)))
    label = place.row.label
    outgoing = _OUTGOING.search(label) and not _INCOMING.search(label)
    # "Interest expense – net" of (39): an expense of 39 or of -39?
    return not (fact.value < 0 and outgoing)


def _coarsest(places: Sequence[_Place]) -> int:
    """Power of ten to which all filings report the figure."""
    return max(-(place.fact.decimals or 0) for place in places)


def _key(concept: str, unit: str, period: Period) -> FactKey:
    return concept, unit, period.end or date.min, period.months or 0


def _local(concept: str) -> str:
    return concept.partition(":")[2] or concept
