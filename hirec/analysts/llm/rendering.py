"""Passages cut to what bears on the question, line by line, as a model is shown them.

A page of a filing is mostly rows that no question asks for, and each digit costs a token. A table
keeps its caption, unit line and header, and as many rows as there is room for, those first that
state a metric asked for or share words with the question; a text keeps its nearest sentences.
Order and wording stay as printed; a gap shows as "…". Orders to a machine are left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hirec.analysts.orders import gives_orders, without_orders
from hirec.lexicon import find_metrics
from hirec.ranking.lexical import tokenize
from hirec.types import Citation, Passage, Query, Row, Table

GAP = "…"
CELLS = " | "
"""Between the cells of a row."""
_METRIC_WORTH = 10
"""A row that names a metric asked for goes before rows that only share words."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[A-Z(•“\"])|\n+")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, or a row of a table, as it is shown."""

    passage: Passage
    text: str
    row: Row | None = None

    @property
    def heading(self) -> str:
        """The filing that it stands in, and what a table prints above a row."""
        section = self.row.section if self.row is not None else ""
        return f"{self.passage.title} {section}"

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Its place."""
        return (Citation.of(self.passage, self.text),)


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure computed before, shown as a line."""

    text: str
    citations: tuple[Citation, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Body:
    """What is shown of a passage."""

    head: tuple[str, ...]
    """Title; of a table its caption and unit line too."""
    columns: tuple[str, ...]
    """Headings of a table's columns; empty for prose."""
    lines: tuple[Line | None, ...]
    """In their own order; None where something was left out."""


def words_of(query: Query) -> frozenset[str]:
    """The words of a question by which lines are chosen."""
    return frozenset(tokenize([f"{query.core} {query.passage_text}"])[0])


def bears(query: Query, text: str) -> bool:
    """Whether words of a page share one with the question, or with what it was rewritten to."""
    keywords = {*query.intent.keywords, *tokenize([query.passage_text])[0]}
    return not keywords or not keywords.isdisjoint(tokenize([text])[0])


def cut(
    passage: Passage, query: Query, words: frozenset[str], chars: int, *, cells: bool = True
) -> Body:
    """A passage's title and at most about ``chars`` of its lines, rows maybe without cells.

    Args:
        passage: Of a table, caption, unit line and header always stay.
        query: Rows that state a metric of it come first.
        words: Those of the question, by which lines are near to it.
        chars: Room for rows or sentences; titles do not count.
        cells: Whether rows keep their numbers, or only their labels.

    """
    title = without_orders(passage.title)
    if passage.table is not None:
        return _cut_table(title, passage, passage.table, query, words, chars, cells=cells)
    pieces = (" ".join(part.split()) for part in _SENTENCE.split(without_orders(passage.text)))
    sentences = [piece for piece in pieces if piece]
    lines = [Line(passage, sentence) for sentence in sentences]
    return Body((title,), (), _nearest(lines, _shared(sentences, words), chars))


def _cut_table(
    title: str,
    passage: Passage,
    table: Table,
    query: Query,
    words: frozenset[str],
    chars: int,
    *,
    cells: bool,
) -> Body:
    rows = [
        row
        for row in table.rows
        if any(row.cells) and not gives_orders(f"{row.section}\n{_joined(row)}")
    ]
    lines = [Line(passage, _joined(row, cells=cells), row) for row in rows]
    expected = frozenset(query.intent.metrics)
    labels = [f"{row.section} {row.label}" for row in rows]
    worth = [
        shared + _METRIC_WORTH * bool(expected & {m.key for m in find_metrics(row.label)})
        for row, shared in zip(rows, _shared(labels, words), strict=True)
    ]
    columns = tuple(without_orders(column.label) for column in table.columns)
    head = [without_orders(line) for line in (table.caption, table.unit_line) if line]
    room = chars - sum(len(line) + 1 for line in (*head, *columns))
    if max(worth, default=0) >= _METRIC_WORTH:
        # The rows asked for are there: those that share nothing with the question say no more.
        room = min(room, sum(len(line.text) + 1 for line, w in zip(lines, worth, strict=True) if w))
    return Body((title, *head), columns, _nearest(lines, worth, room))


def _joined(row: Row, *, cells: bool = True) -> str:
    printed = ["" if cell is None else cell.text for cell in row.cells] if cells else []
    return CELLS.join([row.label, *printed])


def _shared(texts: Sequence[str], words: frozenset[str]) -> list[int]:
    """How many of the question's words each text holds."""
    return [len(words.intersection(tokens)) for tokens in tokenize(list(texts))] if texts else []


def _nearest(lines: Sequence[Line], worth: Sequence[int], chars: int) -> tuple[Line | None, ...]:
    """As many lines as there is room for, best first, in their own order with gaps."""
    chosen: set[int] = set()
    for at in sorted(range(len(lines)), key=lambda at: (-worth[at], at)):
        size = len(lines[at].text) + 1
        if chosen and size > chars:
            continue
        chosen.add(at)
        chars -= size
    shown: list[Line | None] = []
    for at, line in enumerate(lines):
        if at in chosen:
            shown.append(line)
        elif not shown or shown[-1] is not None:
            shown.append(None)
    return tuple(shown)
