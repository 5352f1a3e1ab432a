"""Filings from the templates in ``forms``: Jinja2 fills them in, a line of the result is a block.

| a line | is |
|---|---|
| ``# Item 7. …``, ``## Note 1. …`` | a heading, a subheading |
| ``= FORM 10-K``, ``~ (Zip Code)`` | centered, bold or not |
| ``<anchor> text`` | a paragraph or heading that gold answers name |
| ``[10-K](dei:DocumentType)`` | within a line: a text with its tag |
| ``@income`` | a table of :data:`generator.tables.TABLES` |
| a bar, then ``anchor``, caption and columns between bars; below it label and cells | a table |
| ``---`` | a page break |
"""

import functools
import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from generator.calendar import long_date
from generator.companies import Company
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

    def boilerplate(section: str, at_most: int = 0) -> str:
        texts = [text.format_map(_words(company, year)) for text in _boilerplate()[section]]
        if at_most:
            texts = shuffled(texts, company.ticker)[:at_most]
        return "\n".join(texts)

    town, postcode = company.city.rsplit(" ", 1)
    given = {"company": company, "year": year, "town": town, "postcode": postcode}
    template = _environment().get_template(f"{name}.txt")
    text = template.render(given | {"boilerplate": boilerplate} | words)
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
                yield TABLES[line[1:]](report)
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
    environment.globals["change"] = _change
    return environment


def _later(day: date, days: int) -> date:
    return day + timedelta(days=days)


def _change(new: int, old: int) -> str:
    """``increased 5.2%`` or ``decreased 1.0%``."""
    change = (new / old - 1) * 100
    return f"{'increased' if change >= 0 else 'decreased'} {abs(change):.1f}%"


@functools.cache
def _boilerplate() -> Mapping[str, list[str]]:
    content: dict[str, list[str]] = yaml.safe_load(
        (_HERE / "boilerplate.yaml").read_text(encoding="utf-8")
    )
    return content


def _words(company: Company, year: int) -> dict[str, object]:
    names = ("name", "short", "business", "product", "customer", "state", "exchange", "ticker",
             "auditor")  # fmt: skip
    return {name: getattr(company, name) for name in names} | {
        "city": company.city.rsplit(" ", 1)[0],
        "year": year,
        "end": long_date(company.calendar.year_end(year)),
    }
