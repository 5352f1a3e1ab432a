"""Lines of one page turned into its blocks: text and tables in reading order."""

from collections.abc import Sequence

from hirec.types import Box, Table, TextBlock
from indexing.reading.captions import titled
from indexing.reading.contents import is_contents
from indexing.reading.continued import inherit_unit
from indexing.reading.grid import clean_label, split_grid, table_from_grid
from indexing.reading.lines import Line
from indexing.reading.paragraphs import (
    CaptionLines,
    caption_above,
    caption_from_text,
    text_blocks,
    without_running,
)
from indexing.reading.pdf_tables import grid_of, worth_a_table
from indexing.reading.regions import Region, find_regions


def page_blocks(lines: Sequence[Line]) -> list[TextBlock | Table]:
    """Headings, paragraphs and tables from top to bottom, without page numbers.

    A table's caption and unit line belong to the table and are not repeated as text.
    """
    lines = without_running(lines)
    blocks: list[TextBlock | Table] = []
    done = 0
    for region in find_regions(lines):
        if is_contents(
            [[s.text for s in line.segments] for line in lines[region.top : region.end]]
        ):
            blocks += [*text_blocks(lines[done : region.top]), _listing(lines, region)]
            done = region.end
            continue
        above = caption_above(lines, region.top, done)
        before = text_blocks(lines[done : region.top - above.count])
        tables = _tables(
            lines, region, above, above.caption or caption_from_text([*blocks, *before])
        )
        if not tables:
            continue
        last = blocks[-1] if blocks else None
        if isinstance(last, Table) and all(block.heading for block in before):
            tables = [inherit_unit(table, last) for table in tables]
        blocks += [*before, *tables]
        done = region.end
    blocks += text_blocks(lines[done:])
    return blocks


def _listing(lines: Sequence[Line], region: Region) -> TextBlock:
    """A table of contents as text, a line an entry."""
    printed = lines[region.top : region.end]
    return TextBlock("\n".join(line.text for line in printed), _box(printed))


def _box(printed: Sequence[Line]) -> Box:
    return Box(
        min(line.left for line in printed),
        printed[0].top,
        max(line.right for line in printed),
        printed[-1].bottom,
    )


def _tables(
    lines: Sequence[Line], region: Region, above: CaptionLines, caption: str
) -> list[Table]:
    grid = grid_of(lines, region)
    if not grid or not worth_a_table(grid):
        return []
    box = _box(lines[region.top : region.end])
    unit_line = clean_label(above.unit_line)
    if not caption:
        caption, unit_line = titled(unit_line)
    tables = (
        table_from_grid(
            piece, clean_label(caption), unit_line, box, aligned=True, prefix=above.prefix
        )
        for piece in split_grid(grid)
    )
    return [table for table in tables if table is not None]
