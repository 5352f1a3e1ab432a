"""Cutting a filing into passages: text by characters, tables by rows, never across pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from langchain_text_splitters import RecursiveCharacterTextSplitter

from hirec.grounding.affiliates import with_affiliates
from hirec.periods import PrintedDays
from hirec.settings import IndexSettings
from hirec.types import (
    Box,
    Document,
    Identity,
    Page,
    Passage,
    PassageKind,
    Table,
    TextBlock,
    encode_table,
)
from indexing.columns import printed_days, resolve_table
from indexing.reading.captions import is_running_line
from indexing.sections import Section, SectionTracker
from indexing.table_pieces import split_table, union

_SHORTEST_RUN = 120
_SEPARATORS = ["\n\n", "\n", ". ", "; ", " ", ""]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A passage before it has an id: where it starts on the page, and what it says."""

    order: int
    """Index of its first block on the page."""
    section: Section
    text: str
    box: Box | None
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class _PlacedBlock:
    """A text block, its place on the page and the section it stands in."""

    order: int
    block: TextBlock
    section: Section


class _Splitter:
    """RecursiveCharacterTextSplitter with the places where chunks start."""

    def __init__(self, size: int, overlap: int) -> None:
        self._size = size
        self._overlap = min(overlap, size // 2)
        self._splitter = RecursiveCharacterTextSplitter(
            chunk_size=size,
            chunk_overlap=self._overlap,
            separators=_SEPARATORS,
            strip_whitespace=True,
            keep_separator="end",
        )

    def chunks(self, text: str) -> Iterator[tuple[int, str]]:
        """Start and text of each chunk; a text shorter than a chunk is not put to the splitter."""
        if len(text) < self._size:
            if whole := text.strip():
                yield text.index(whole), whole
            return
        start = end = 0
        for chunk in self._splitter.split_text(text):
            start = text.find(chunk, max(0, end - self._overlap))
            end = start + len(chunk)
            yield start, chunk


def cut(
    document: Document, filing_id: str, identity: Identity, settings: IndexSettings
) -> list[Passage]:
    """Passages of a filing in reading order.

    Text is split by RecursiveCharacterTextSplitter within one page and one Item, Note or
    statement. A table is one unit, split only between rows, its caption, unit line and header
    repeated; its columns carry their periods. Every page that says anything has a passage.

    Args:
        document: As it was read.
        filing_id: Begins the passages' ids.
        identity: Gives the title that each passage bears, and the calendar of table columns.
        settings: ``chunk_size``, ``chunk_overlap`` and ``table_size``, in characters.

    """
    splitter = _Splitter(settings.chunk_size, settings.chunk_overlap)
    tracker = SectionTracker(identity.company)
    title = identity.title()
    printed = printed_days(document)
    passages: list[Passage] = []
    for page in document.pages:
        sections = tracker.follow(page)
        pieces = [
            *_text_pieces(page, sections, splitter),
            *_table_pieces(page, sections, identity, printed, settings.table_size),
        ]
        pieces.sort(key=lambda piece: piece.order)
        passages.extend(
            _passage(piece, filing_id, page.page_number, ordinal, title)
            for ordinal, piece in enumerate(pieces, start=1)
        )
    return with_affiliates(passages)


def _passage(piece: _Piece, filing_id: str, page_number: int, ordinal: int, title: str) -> Passage:
    section = piece.section.path
    return Passage(
        passage_id=f"{filing_id}#{page_number}.{ordinal}",
        filing_id=filing_id,
        page_number=page_number,
        kind=PassageKind.TEXT if piece.table is None else PassageKind.TABLE,
        title=f"{title} · {section}" if section else title,
        text=piece.text,
        section=section,
        table_json="" if piece.table is None else encode_table(piece.table),
        box=piece.box,
    )


def _text_pieces(page: Page, sections: Sequence[Section], splitter: _Splitter) -> Iterator[_Piece]:
    stated = [
        (order, block)
        for order, block in enumerate(page.blocks)
        if isinstance(block, TextBlock) and block.text.strip()
    ]
    telling = [(order, block) for order, block in stated if not is_running_line(block.text)]
    if not telling and not any(isinstance(block, Table) for block in page.blocks):
        telling = stated
    for run in _runs([_PlacedBlock(order, block, sections[order]) for order, block in telling]):
        yield from _split_run(run, splitter)


def _runs(stated: Sequence[_PlacedBlock]) -> Iterator[list[_PlacedBlock]]:
    """Blocks of the same Item, Note or statement together; tables between do not part them.

    A few words before the next heading, such as a running company name, go with what follows.
    """
    run: list[_PlacedBlock] = []
    for item in stated:
        if run and not run[-1].section.same_part(item.section):
            if sum(len(held.block.text) for held in run) >= _SHORTEST_RUN:
                yield run
                run = []
            else:
                run = [replace(held, section=item.section) for held in run]
        run.append(item)
    if run:
        yield run


def _split_run(run: Sequence[_PlacedBlock], splitter: _Splitter) -> Iterator[_Piece]:
    starts: list[int] = []
    length = 0
    for item in run:
        starts.append(length)
        length += len(item.block.text) + 1
    text = "\n".join(item.block.text for item in run)
    for begin, chunk in splitter.chunks(text):
        end = begin + len(chunk)
        inside = [
            item
            for item, start in zip(run, starts, strict=True)
            if start < end and start + len(item.block.text) > begin
        ] or [run[0]]
        box = union([item.block.box for item in inside])
        yield _Piece(inside[0].order, inside[0].section, chunk, box)


def _table_pieces(
    page: Page,
    sections: Sequence[Section],
    identity: Identity,
    printed: PrintedDays,
    size: int,
) -> Iterator[_Piece]:
    for order, block in enumerate(page.blocks):
        if isinstance(block, Table):
            for table in split_table(resolve_table(block, identity, printed), size):
                yield _Piece(order, sections[order], table.render(), table.box, table)
