"""Tables that go on over pages, or repeat an earlier one for another period, take over its words.

That is its caption, unit line and header, each only where the later table prints none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.numbers import scale_of, unit_of
from hirec.periods import find_dates, find_periods
from hirec.types import Page, Reach, ScaleSource, Table, TextBlock
from indexing.reading.captions import is_running_line, unit_inside
from indexing.reading.paragraphs import caption_from_text

_TEXT_BETWEEN = 200
"""Characters of footnotes or running heads that may stand between the two parts."""
_FOOTNOTE = re.compile(r"\W{0,2}(?:\d{1,2}|[a-z]|\*+)\)\s*\S|[*†]")
_PAGES_BACK = 2
_ROWS_SHARED = 3


def continue_tables(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Give tables that go on from an earlier one its caption, unit line and header.

    A table at the top of a page goes on from the one that ends the page before, where both have
    the same number of columns. A table without caption or unit line that lists the same rows as
    one a little above shows them for another period. One right below another, whose columns bear
    no heading, has the other's.
    """
    done: list[Page] = []
    recent: list[tuple[int, Table]] = []
    for page in pages:
        blocks = list(page.blocks)
        first = _first_table(page)
        last = _last_table(done[-1]) if done else None
        recent = [held for held in recent if page.page_number - held[0] <= _PAGES_BACK]
        for at, table in _tables(blocks):
            if at == first and not table.caption and done:
                table = _introduced(table, done[-1])
            if at == first and last is not None:
                table = _continued(table, last)
            table = _of_kin(table, [held for _, held in reversed(recent)])
            if at != first and recent and _only_notes(blocks, at):
                table = _second(table, recent[-1][1])
            blocks[at] = table
            recent.append((page.page_number, table))
        done.append(Page(page.page_number, tuple(blocks)))
    return tuple(done)


def _tables(blocks: Sequence[TextBlock | Table]) -> Iterator[tuple[int, Table]]:
    for at, block in enumerate(blocks):
        if isinstance(block, Table):
            yield at, block


def inherit_unit(table: Table, last: Table) -> Table:
    """The table with unit line and scale of the one before, where it prints none itself."""
    if table.unit_line or table.scale or not last.unit_line:
        return table
    return replace(
        table,
        unit_line=last.unit_line,
        scale=last.scale,
        scale_source=ScaleSource(Reach.CONTINUED, last.unit_line, 0),
        unit=table.unit or last.unit,
    )


def _introduced(table: Table, before: Page) -> Table:
    """The table with the caption that ends the page before: ``... were as follows (in millions):``.

    So does a heading there. The unit in its brackets is the table's where it prints none.
    """
    stated = (
        b for b in reversed(before.blocks) if isinstance(b, Table) or not is_running_line(b.text)
    )
    block = next(stated, None)
    if not isinstance(block, TextBlock) or not (block.heading or block.text.endswith(":")):
        return table
    caption = block.text if block.heading else caption_from_text([block])
    unit_line = table.unit_line or unit_inside(caption)
    return replace(
        table,
        caption=caption,
        unit_line=unit_line,
        scale=table.scale or scale_of(unit_line),
        unit=table.unit or unit_of(unit_line),
    )


def _continued(table: Table, last: Table) -> Table:
    """The table as the second part of ``last`` where it has no caption of its own."""
    if table.caption and table.caption != last.caption:
        return table
    if len(table.columns) != len(last.columns):
        return table
    headed = any(column.label for column in table.columns)
    if table.unit_line and headed:
        return table
    return replace(
        inherit_unit(table, last),
        columns=table.columns if headed else last.columns,
        caption=last.caption,
        continued=True,
    )


def _of_kin(table: Table, recent: Sequence[Table]) -> Table:
    """The table with caption and unit line of the nearest one that lists the same rows."""
    if (table.unit_line or table.scale) and table.caption:
        return table
    own = _row_labels(table)
    for earlier in recent:
        shared = len(own & _row_labels(earlier))
        if shared >= _ROWS_SHARED and shared * 2 >= len(own):
            caption = table.caption or earlier.caption
            return replace(inherit_unit(table, earlier), caption=caption)
    return table


def _only_notes(blocks: Sequence[TextBlock | Table], at: int) -> bool:
    """Whether nothing but footnotes parts the table from the one above it."""
    for block in reversed(blocks[:at]):
        if isinstance(block, Table):
            return True
        if not _FOOTNOTE.match(block.text):
            return False
    return False


def _second(table: Table, last: Table) -> Table:
    """A table without words of its own right below another is introduced with it.

    One that heads no column has those of the other: "Gross margin", then "gross margin percentage".
    """
    headed = any(column.label for column in table.columns)
    above = table.rows[0].label if table.rows else ""
    dated = find_dates(above) or find_periods(above)  # "December 31, 2022" over the rows
    if not (headed or dated) and len(table.columns) == len(last.columns):
        table = replace(table, columns=last.columns)
    if table.caption or table.unit_line or table.scale:
        return table
    return replace(inherit_unit(table, last), caption=last.caption)


def _row_labels(table: Table) -> frozenset[str]:
    return frozenset(
        label
        for row in table.rows
        if (label := re.sub(r"\W+|\(\w\)", "", row.label.lower())) and any(row.cells)
    )


def _first_table(page: Page) -> int | None:
    """Index of a table that stands first on the page, running heads aside."""
    length = 0
    for at, block in enumerate(page.blocks):
        if isinstance(block, Table):
            return at
        length += len(block.text)
        if length > _TEXT_BETWEEN:
            return None
    return None


def _last_table(page: Page) -> Table | None:
    length = 0
    for block in reversed(page.blocks):
        if isinstance(block, Table):
            return block
        length += len(block.text) if isinstance(block, TextBlock) else 0
        if length > _TEXT_BETWEEN:
            return None
    return None
