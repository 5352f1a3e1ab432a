"""Cutting a document into passages: whole lines and sentences, a heading begins a new one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hirec.settings import IndexSettings
from hirec.types import (
    Box,
    Document,
    Identity,
    Page,
    Passage,
    PassageKind,
    Span,
    Table,
    TextBlock,
    encode_table,
)
from indexing.documents.headings import is_heading
from indexing.table_pieces import split_table, union

_SENTENCE = re.compile(r".+?(?:[.;:!?][\"”’)]*(?=\s)|$)\s*", re.DOTALL)
_SHORTEST = 4
"""A passage is ended by a heading only where it fills this part of its size."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line, or a part of one, or the table that stands in its place."""

    text: str
    section: str
    span: Span | None = None
    heading: bool = False
    table: Table | None = None
    box: Box | None = None


def cut(
    document: Document, filing_id: str, identity: Identity, settings: IndexSettings
) -> list[Passage]:
    """Passages in reading order, ``chunk_size`` characters at most, none over a page's end.

    Neighbours share nothing: each character of a text belongs to one passage. A passage of plain
    text knows its place in the file.

    Args:
        document: As it was read.
        filing_id: Begins the passages' ids.
        identity: Gives the title that each passage bears.
        settings: ``chunk_size``, in characters.

    """
    title = identity.title()
    passages: list[Passage] = []
    section = ""
    for page in document.pages:
        pieces = list(_pieces(page, section, settings))
        section = pieces[-1].section if pieces else section
        for ordinal, held in enumerate(_packed(pieces, settings.chunk_size), start=1):
            passages.append(_passage(held, filing_id, page.page_number, ordinal, title))
    return passages


def _pieces(page: Page, section: str, settings: IndexSettings) -> Iterator[_Piece]:
    for block in page.blocks:
        if isinstance(block, Table):
            for table in split_table(block, settings.table_size):
                yield _Piece(table.render(), section, table=table, box=table.box)
            continue
        heading = block.heading or is_heading(block.text)
        if heading:
            section = " ".join(block.text.split())[:90]
        for piece in _sentences(block, section, settings.chunk_size):
            yield replace(piece, heading=heading)


def _sentences(block: TextBlock, section: str, size: int) -> Iterator[_Piece]:
    """A block whole where it fits into a passage, else sentence by sentence, else cut."""
    bounds = [(0, len(block.text))]
    if len(block.text) > size:
        bounds = [
            (start, min(start + size, found.end()))
            for found in _SENTENCE.finditer(block.text)
            for start in range(found.start(), found.end(), size)
        ]
    first = block.span[0] if block.span else 0
    for start, end in bounds:
        text = block.text[start:end]
        if stated := text.strip():
            begin = first + start + len(text) - len(text.lstrip())
            span = (begin, begin + len(stated)) if block.span else None
            yield _Piece(stated, section, span, box=block.box)


def _packed(pieces: list[_Piece], size: int) -> Iterator[list[_Piece]]:
    held: list[_Piece] = []
    length = 0
    for piece in pieces:
        full = length + len(piece.text) + 1 > size
        ended = piece.heading and not _headings_alone(held) and length * _SHORTEST >= size
        if held and (full or ended or piece.table or held[-1].table):
            yield held
            held, length = [], 0
        held.append(piece)
        length += len(piece.text) + 1
    if held:
        yield held


def _headings_alone(held: list[_Piece]) -> bool:
    """Whether nothing but headings is held: a title over a title."""
    return all(piece.heading for piece in held)


def _passage(
    held: list[_Piece], filing_id: str, page_number: int, ordinal: int, title: str
) -> Passage:
    first, last = held[0].span, held[-1].span
    section = next((p.section for p in held if not p.heading), held[-1].section)
    table = held[0].table
    return Passage(
        passage_id=f"{filing_id}#{page_number}.{ordinal}",
        filing_id=filing_id,
        page_number=page_number,
        kind=PassageKind.TEXT if table is None else PassageKind.TABLE,
        title=f"{title} · {section}" if section else title,
        text="\n".join(piece.text for piece in held),
        section=section,
        table_json="" if table is None else encode_table(table),
        box=union([piece.box for piece in held]),
        span=(first[0], last[1]) if first and last else None,
    )
