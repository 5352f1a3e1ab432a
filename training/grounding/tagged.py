"""Filings as a PDF would show them, and apart from that what their tags say."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from hirec.datasets.wording import bare_label
from hirec.grounding.memory import Nature, Seen
from hirec.grounding.places import Place
from hirec.grounding.tables import standing_of
from hirec.index import Index
from hirec.types import Cell, Fact, Filing, Identity, Passage, Row, encode_table
from indexing.columns import resolve_table

_ASIDE = re.compile(
    r"\s*\((?:see\s+)?notes?\s[^()]*\)|\s*\(\d\)|[\s,]*(?:of\s+)?\$\s?[\d.,]+.*$", re.I
)
"""Notes, and amounts within a label."""
_VAGUE = frozenset(
    ("total", "other", "net", "current", "noncurrent", "basic", "diluted", "balance", "amount")
)
_KINDS = {"USD": "money", "shares": "shares", "USD/shares": "per_share", "pure": "percent"}
_LEAST_FACTS = 100
"""Tagged figures that make a filing worth reading."""

Key = tuple[str, str, date, int, tuple[tuple[str, str], ...]]
"""Concept, unit, last day, months, dimensions."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One tagged cell: what is printed there and what the tag says."""

    label: str
    """As a question would say it."""
    fact: Fact
    value: Decimal
    statement: str
    """Primary statement it stands in, empty for notes."""


@dataclass(frozen=True, slots=True)
class TaggedFiling:
    """One filing in two views that must not meet before the labels are made."""

    filing: Filing
    passages: tuple[Passage, ...]
    """Without tags; columns have the periods that their headings print."""
    printed: tuple[Printed, ...]

    @property
    def facts(self) -> dict[Key, list[Printed]]:
        """Cells by what the tag says they are."""
        found: defaultdict[Key, list[Printed]] = defaultdict(list)
        for cell in self.printed:
            fact = cell.fact
            if fact.period.end is not None and fact.period.months is not None:
                end, months = fact.period.end, fact.period.months
                found[fact.concept, fact.unit, end, months, fact.dimensions].append(cell)
        return dict(found)


def read_tagged(index: Index) -> Iterator[TaggedFiling]:
    """Filings of an index that tag their figures."""
    for filing_id, filing in index.filings.items():
        passages = index.passages([filing_id])
        printed = tuple(cell for passage in passages for cell in printed_cells(passage))
        if len(printed) >= _LEAST_FACTS:
            plain = tuple(without_tags(passage, filing.identity) for passage in passages)
            yield TaggedFiling(filing, plain, printed)


def without_tags(passage: Passage, identity: Identity) -> Passage:
    """The passage as if nothing were tagged; periods of columns come from their headings again."""
    table = passage.table
    if table is None:
        return passage
    rows = tuple(replace(row, cells=tuple(_bare(cell) for cell in row.cells)) for row in table.rows)
    return replace(
        passage, table_json=encode_table(resolve_table(replace(table, rows=rows), identity))
    )


def seen_labels(tagged: TaggedFiling) -> Iterator[Seen]:
    """What a filing teaches the memory: labels of consolidated figures, and the tags' own names."""
    company = tagged.filing.company_key
    for cell in tagged.printed:
        fact = cell.fact
        if fact.dimensions or not fact.concept.startswith("us-gaap:") or not cell.label:
            continue
        kind = _KINDS.get(fact.unit)
        if kind is None:
            continue
        nature = Nature(fact.period.months == 0, kind, cell.statement)
        concept = fact.concept.partition(":")[2]
        yield Seen(cell.label, concept, company, nature)
        yield Seen(in_words(concept), concept, company, nature)


def in_words(name: str) -> str:
    """``InventoryNet`` → ``inventory net``."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+", name)
    return " ".join(part.lower() for part in parts)


def spoken_label(row: Row) -> str:
    """A row's label as a question writes it; empty where it says too little."""
    label = _tidy(row.label)
    if label.lower() in _VAGUE:
        section = _tidy(row.section)
        return f"{label} {section}".strip().lower() if section else ""
    return label.lower() if label.isupper() or label.istitle() else label[:1].lower() + label[1:]


def _tidy(text: str) -> str:
    return bare_label(_ASIDE.sub("", " ".join(text.split())))


def printed_cells(passage: Passage) -> Iterator[Printed]:
    """Tagged cells of a passage."""
    table = passage.table
    if table is None:
        return
    standing = standing_of(table, passage.section)
    statement = standing.statement if standing.primary else ""
    for row in table.rows:
        label = spoken_label(row)
        for cell in row.cells:
            if cell is not None and cell.fact is not None and _is_plain(cell.fact):
                yield Printed(label, cell.fact, cell.fact.value, statement)


def _is_plain(fact: Fact) -> bool:
    return fact.period.end is not None and fact.unit in _KINDS


def _bare(cell: Cell | None) -> Cell | None:
    return None if cell is None or cell.value is None else replace(cell, fact=None)


def value_states(place: Place, value: Decimal | None) -> bool:
    """Whether a place states a tag's value to its last printed digit, signs aside."""
    if value is None:
        return False
    own, expected = abs(place.value), abs(value)
    if place.kind.value == "percent" and own != expected:
        own = own.scaleb(-2)
    digits = place.printed.partition(".")[2]
    step = Decimal(1).scaleb(place.scale - sum(map(str.isdigit, digits)))
    return abs(own - expected) <= step / 2
