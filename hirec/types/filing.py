"""What a filing consists of: pages, text blocks, tables, tagged facts, passages."""

import functools
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any

from pydantic import TypeAdapter

from hirec.types.identity import Identity
from hirec.types.period import Period

Span = tuple[int, int]
"""First character of a stretch of a text file, from 0, and the one behind its last."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page in points, origin at the top left."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Fact:
    """A number tagged with inline XBRL, value already scaled and signed (base units)."""

    concept: str
    """Qualified name, e.g. ``us-gaap:InventoryNet``."""
    value: Decimal
    unit: str
    """``USD``, ``shares``, ``USD/shares``, ``pure``."""
    period: Period
    dimensions: tuple[tuple[str, str], ...] = ()
    """Pairs (axis, member); empty for the consolidated figure."""
    decimals: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table's body."""

    text: str
    """As printed: ``(1,234)``, ``$ 5.6``, ``—``."""
    value: Decimal | None = None
    """Number as printed, negative for parentheses, zero for a dash; the scale is NOT applied."""
    unit: str | None = None
    """Only where the cell itself says so (``%``, ``USD``), else the table's unit holds."""
    box: Box | None = None
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values with its header lines joined by a blank."""

    label: str
    period: Period | None = None
    note: str = ""
    """What a note below the table says of this column's unit: ``In thousands``."""


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled row; ``cells`` has one entry a column, None where nothing is printed."""

    label: str
    cells: tuple[Cell | None, ...]
    section: str = ""
    """Label of the heading row above it (``Current assets:``), else empty."""
    level: int = 0
    """Indentation, 0 for the leftmost."""
    note: str = ""
    """What a note below the table, or a row above, says of this row's unit: ``In thousands``."""
    period: Period | None = None
    """What the label says of it, or the dated heading it stands under (``2012:``), else None; of a
    cell see :func:`hirec.periods.cell_period`."""

    def render(self) -> str:
        """The label and, where any is printed, the cells between bars."""
        cells = ["" if cell is None else cell.text for cell in self.cells]
        return " | ".join([self.label, *cells]) if any(cells) else self.label


class Reach(StrEnum):
    """How far a statement of scale reaches, nearest first."""

    TAGS = "tags"
    """The table's own inline XBRL, which says each value in base units."""
    TABLE = "table"
    """Unit line, caption, heading or note of the table itself."""
    CONTINUED = "continued"
    """The table that this one goes on from, or is introduced with."""
    ANNOUNCED = "announced"
    """``The following tables, in millions``."""
    PAGE = "page"
    """A unit line at the top of the page."""
    GENERAL = "general"
    """A sentence about the tables of a section, the notes or the filing."""
    MATCHED = "matched"
    """Said nowhere, but several of its rows and values stand elsewhere at a known scale."""
    INFERRED = "inferred"
    """Said nowhere; the scale in which the filing prints its other tables."""


@dataclass(frozen=True, slots=True)
class ScaleSource:
    """Where the scale of a table was said."""

    reach: Reach
    words: str
    """As printed; for an inferred scale the reason."""
    page_number: int
    conflicts: tuple[str, ...] = ()
    """Farther statements in force here that say another scale, as printed with their page."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as we understood it."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    """``CONSOLIDATED BALANCE SHEETS``; empty where none was found."""
    unit_line: str = ""
    """``(In millions, except per share data)`` as printed."""
    scale: int = 0
    """Power of ten that the unit line demands: 0, 3, 6 or 9. Per-share rows are not scaled."""
    unit: str = ""
    """``USD``, ``shares``, ``%`` or empty where the table does not say."""
    box: Box | None = None
    continued: bool = False
    """True where the table goes on from the page before; caption and header are then inherited."""
    scale_source: ScaleSource | None = None
    """Who says the scale; None where nobody does, and the scale 0 is then no statement."""

    @property
    def scale_inferred(self) -> bool:
        """Whether nothing says the scale of this table, and it was taken from others."""
        return self.scale_source is not None and self.scale_source.reach is Reach.INFERRED

    def render(self) -> str:
        """The table as text: caption, unit line, header, one row a line, cells between bars."""
        lines = [line for line in (self.caption, self.unit_line) if line]
        if any(column.label for column in self.columns):
            lines.append(" | ".join(["", *(column.label for column in self.columns)]).strip())
        lines += [row.render() for row in self.rows]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph or heading."""

    text: str
    box: Box | None = None
    heading: bool = False
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A physical page with its blocks in reading order."""

    page_number: int
    """1-based."""
    blocks: tuple[TextBlock | Table, ...]

    @property
    def text(self) -> str:
        """All blocks as text, tables rendered, separated by newlines."""
        return "\n".join(b.render() if isinstance(b, Table) else b.text for b in self.blocks)


class SourceKind(StrEnum):
    """Container formats the readers understand."""

    PDF = "pdf"
    HTML = "html"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Document:
    """A file as read, before anyone knows whose filing it is."""

    name: str
    """File name without folder."""
    kind: SourceKind
    pages: tuple[Page, ...]
    dei: Mapping[str, str] = field(default_factory=dict)
    """Document-and-entity tags without prefix: ``EntityRegistrantName`` → value."""
    notes: tuple[str, ...] = ()
    """What reading could not do though the file is a filing: ``3 pages without text``."""


class PassageKind(StrEnum):
    """Whether a passage is prose or (part of) a table."""

    TEXT = "text"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of one page, the unit of retrieval and citation."""

    passage_id: str
    """``<filing_id>#<page>.<ordinal on the page>``, both from 1."""
    filing_id: str
    page_number: int
    kind: PassageKind
    title: str
    """``company · form · period · section``."""
    text: str
    """Body; for a table its rendered piece with caption, unit line and header repeated."""
    section: str = ""
    """Section path such as ``Item 7 > Liquidity``."""
    table_json: str = ""
    """The piece of the table as JSON; decoded on demand by :attr:`table`."""
    box: Box | None = None
    duplicate_of: str = ""
    """passage_id of the first passage of the filing that says nearly the same; else empty."""
    retrieval_body: str = ""
    """Body as retrievers read it where enrichment changed it; never shown or cited."""
    span: Span | None = None
    """Its place in the decoded text of the source, where the reader keeps it: documents as text."""

    @property
    def table(self) -> Table | None:
        """The structured table behind a table passage, None for prose."""
        return decode_table(self.table_json) if self.table_json else None

    @property
    def retrieval_text(self) -> str:
        """What every retriever sees: title, then body, enriched where it was."""
        return f"{self.title}\n{self.retrieval_body or self.text}"

    def to_json(self) -> dict[str, Any]:
        """All of it as the command line and the API print it, the table as an object."""
        content = asdict(self)
        content["table"] = json.loads(content.pop("table_json") or "null")
        return content


_TABLE = TypeAdapter(Table)


def encode_table(table: Table) -> str:
    """Serialize a table for :attr:`Passage.table_json` (defaults left out)."""
    return _TABLE.dump_json(table, exclude_defaults=True).decode()


@functools.lru_cache(maxsize=640)
def decode_table(table_json: str) -> Table:
    """Inverse of :func:`encode_table`; raises ``pydantic.ValidationError`` on foreign JSON."""
    return _TABLE.validate_json(table_json)


@dataclass(frozen=True, slots=True)
class Filing:
    """A filing in the index."""

    filing_id: str
    """LOFin's scheme: ``AAPL_2023_10K``, ``AAPL_2023Q1_10Q``, ``AAPL_2023-02-02_8K``."""
    identity: Identity
    company_key: str
    """Same for all filings of one registrant, whatever it was called at the time."""
    source_names: tuple[str, ...]
    """Stems of the source files that carried it."""
    page_count: int
    passage_count: int
    summary: str
    """Cover summary that was embedded."""
