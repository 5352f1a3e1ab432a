"""Filings from the templates in ``forms``: Jinja2 fills them in, a line of the result is a block.

| a line | is |
|---|---|
| ``# Item 7. …``, ``## Note 1. …`` | a heading, a subheading |
| ``= FORM 10-K``, ``~ (Zip Code)`` | centered, bold or not |
| ``<anchor> text`` | a paragraph or heading that gold answers name |
| ``[10-K](dei:DocumentType)`` | within a line: a text with its tag |
| ``@income CAPTION`` | a table of :data:`generator.tables.TABLES`, with or without a caption |
| a bar, then ``anchor``, caption and columns between bars; below it label and cells | a table |
| ``---`` | a page break |
"""

import functools
import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from generator.calendar import long_date
from generator.draws import shuffled
from generator.layout import Block, Grid, GridRow, PageBreak, Paragraph, Style
from generator.tables import TABLES, Report

_HERE = Path(__file__).parent
_STYLES = {
    "#": Style.HEADING,
    "##": Style.SUBHEADING,
    "=": Style.TITLE,
    "~": Style.CENTER,
}
_LINE = re.compile(r"(?:(?P<style>##?|=|~) )?(?:<(?P<anchor>[^>]+)> )?(?P<text>.*)")
_MARK = re.compile(r"\[([^\]]+)\]\(dei:(\w+)\)")


def fill(name: str, report: Report, /, **words: object) -> list[Block]:
    """The blocks of a form.

    Args:
        name: Of its template.
        report: Whose filing it is; the tables are made from it.
        words: What else the template names.

    """
    company, year = report.company, report.year
    town, postcode = company.city.rsplit(" ", 1)
    given = {"company": company, "year": year, "town": town, "postcode": postcode}
    text = _environment().get_template(f"{name}.txt").render(given | words)
    return list(_blocks(text, report))


def _blocks(text: str, report: Report) -> Iterator[Block]:
    lines = (line for line in text.split("\n") if line)
    for is_table, part in groupby(lines, key=lambda line: line.startswith("|")):
        if is_table:
            yield _table(list(part))
            continue
        for line in part:
            if line == "---":
                yield PageBreak()
            elif line.startswith("@"):
                name, _, caption = line[1:].partition(" ")
                yield TABLES[name](report, caption)
            else:
                yield _paragraph(line)


def _paragraph(line: str) -> Paragraph:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError(f"not a line of a form: {line!r}")
    style = _STYLES.get(found["style"], Style.BODY)
    marks = tuple((mark[1], mark[2]) for mark in _MARK.finditer(found["text"]))
    return Paragraph(_MARK.sub(r"\1", found["text"]), style, found["anchor"] or "", marks)


def _table(lines: list[str]) -> Grid:
    (anchor, caption, *columns), *rows = (
        [cell.strip() for cell in line.split("|")[1:]] for line in lines
    )
    cells = tuple(GridRow(label, tuple(texts)) for label, *texts in rows)
    return Grid(caption, tuple(columns), cells, anchor=anchor)


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "forms"),
        autoescape=select_autoescape(()),  # plain text
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["later"] = _later
    environment.filters["day"] = lambda day, days=0: long_date(_later(day, days))
    environment.filters["some"] = _some
    environment.globals["change"] = _change
    return environment


def _later(day: date, days: int) -> date:
    return day + timedelta(days=days)


def _change(new: int, old: int) -> str:
    """``increased 5.2%`` or ``decreased 1.0%``."""
    change = (new / old - 1) * 100
    return f"{'increased' if change >= 0 else 'decreased'} {abs(change):.1f}%"


def _some(text: str, count: int, *names: object) -> str:
    """So many of the lines, in an order of their own."""
    return "\n".join(shuffled(text.splitlines(), *names)[:count])
