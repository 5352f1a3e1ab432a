"""The scale of each table by the nearest of all statements that reach it.

Said by the table itself, by what it goes on from, by what announces several tables, at the top of
its page, or by a sentence about the tables of a part of the filing; the nearest wins, and what
is farther and says otherwise is noted as a conflict. Tables that nothing reaches are left to
:mod:`indexing.reading.prevailing`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from hirec.numbers import stated_scale, unit_of
from hirec.types import Page, Reach, ScaleSource, Table, TextBlock
from indexing.reading.captions import is_unit_line, unit_inside
from indexing.reading.scale_words import (
    Statement,
    announces_several,
    general_words,
)
from indexing.reading.unit_notes import with_notes
from indexing.reading.units import resolve_unit, unit_across

_NOTES = re.compile(r"notes\s+to\b.{0,60}\bstatements", re.IGNORECASE)
_NOTE = re.compile(r"\s*(?:note|item)\s+\d", re.IGNORECASE)
_HEAD_CHARS = 400
_TOP_BLOCKS = 8
_INVESTED = 100


@dataclass(slots=True)
class _InForce:
    """Statements that reach the next table, but for its own."""

    announced: Statement | None = None
    page: Statement | None = None
    general: Statement | None = None
    printed: dict[str, int] = field(default_factory=dict)
    """Unit line of a table → page on which it was last printed."""

    def nearest_first(self) -> Iterator[Statement]:
        """Whatever is in force, the narrowest reach first."""
        yield from (stated for stated in (self.announced, self.page, self.general) if stated)


def state_scales(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Pages whose tables know their scale and who says it, as far as anything does."""
    force = _InForce()
    done: list[Page] = []
    for page in pages:
        _read_page(page, force)
        blocks: list[TextBlock | Table] = []
        for at, block in enumerate(page.blocks):
            if isinstance(block, Table):
                block = resolve_unit(unit_across(block), trust_tags=False)
                block = with_notes(block, page.blocks[at + 1 :])
                block = _stated(block, page.page_number, force)
            else:
                _read_introduction(block.text, page.page_number, force)
            blocks.append(block)
        done.append(replace(page, blocks=tuple(blocks)))
    return tuple(done)


def _read_introduction(text: str, page_number: int, force: _InForce) -> None:
    """What is said of several tables holds until the next note or the next introduction."""
    inside = unit_inside(text)
    scale = stated_scale(inside) if inside else None
    if inside and announces_several(text) and scale is not None:
        force.announced = Statement(inside, scale, Reach.ANNOUNCED, page_number)
    elif inside or _NOTE.match(text):
        force.announced = None


def _read_page(page: Page, force: _InForce) -> None:
    """The statement at the page's top, and the general one in force from here on.

    A unit line that stands under the heading of the notes is general, too.
    """
    force.announced = force.page = None
    notes = False
    for at, block in enumerate(page.blocks):
        if isinstance(block, Table):
            continue
        text = " ".join(block.text.split())
        notes = notes or (len(text) < _HEAD_CHARS and _NOTES.match(text) is not None)
        top = at < _TOP_BLOCKS and is_unit_line(text)
        words = general_words(text) or (text if top and notes else "")
        scale = stated_scale(words or (text if top else ""))
        if scale is None:
            continue
        if top and force.page is None:
            force.page = Statement(text, scale, Reach.PAGE, page.page_number)
        if words:
            force.general = Statement(words, scale, Reach.GENERAL, page.page_number)


def _stated(table: Table, page_number: int, force: _InForce) -> Table:
    """The table with its scale, and the words of the nearest statement."""
    own = _own(table, page_number, force)
    if own is None and (table.unit in ("%", "shares") or is_index(table)):
        return table
    stated = [own, *force.nearest_first()] if own else list(force.nearest_first())
    if not stated:
        return table
    source = _source(stated)
    table = replace(table, scale=stated[0].scale, scale_source=source)
    if own is not None:
        return table
    unit_line = " ".join(part for part in (table.unit_line, source.words) if part)
    return replace(table, unit_line=unit_line, unit=table.unit or unit_of(source.words))


def is_index(table: Table) -> bool:
    """Whether a table follows an investment of 100: one column prints nothing else."""
    for at in range(len(table.columns)):
        cells = [row.cells[at] for row in table.rows]
        values = [cell.value for cell in cells if cell is not None and cell.value is not None]
        if len(values) > 1 and all(value == _INVESTED for value in values):
            return True
    return False


def _own(table: Table, page_number: int, force: _InForce) -> Statement | None:
    """What the table itself says, by its tags, its unit line or its caption."""
    if table.scale_source is not None and table.scale_source.reach is Reach.TAGS:
        return Statement(table.scale_source.words, table.scale, Reach.TAGS, page_number)
    if table.scale_source is not None:
        page = force.printed.get(table.unit_line, page_number)
        return Statement(table.unit_line, table.scale, Reach.CONTINUED, page)
    force.printed[table.unit_line] = page_number
    for words in (table.unit_line, unit_inside(table.caption)):
        scale = stated_scale(words)
        if scale is not None:
            return Statement(words, table.scale or scale, Reach.TABLE, page_number)
    return Statement(table.caption, table.scale, Reach.TABLE, page_number) if table.scale else None


def _source(stated: Sequence[Statement]) -> ScaleSource:
    nearest, *farther = stated
    conflicts = tuple(
        f"{other.words} (page {other.page_number})"
        for other in farther
        if other.scale != nearest.scale
    )
    return ScaleSource(nearest.reach, nearest.words, nearest.page_number, conflicts)
