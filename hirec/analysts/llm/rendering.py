"""Passages as a model is shown them: labelled, and cut to what bears on the question.

A page of a filing is mostly rows that no question asks for, and each digit costs a token. A table
keeps its caption, unit line and header, and as many rows as there is room for, those first that
state a metric asked for or share words with the question; a text keeps its nearest sentences.
Order and wording stay as printed; a gap shows as "…". Orders to a machine are left out.
"""

import re
from collections.abc import Mapping, Sequence

from hirec.analysts.orders import gives_orders, without_orders
from hirec.lexicon import find_metrics
from hirec.prompts import Delimited, delimited
from hirec.ranking.lexical import tokenize
from hirec.types import Passage, Query, Row, Table

_GAP = "…"
_METRIC_WORTH = 10
"""A row that names a metric asked for goes before rows that only share words."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[A-Z(•“\"])|\n+")


def label_passages(passages: Sequence[Passage]) -> dict[str, Passage]:
    """Labels ``P1``, ``P2`` … for passages, in order; what a reply may name."""
    return {f"P{number}": passage for number, passage in enumerate(passages, start=1)}


def show_passages(labelled: Mapping[str, Passage], query: Query, chars: int) -> Delimited:
    """Passages between their labels, each with its title and at most about ``chars`` of body."""
    words = _words(query)
    return delimited(
        {
            label: f"{without_orders(passage.title)}\n{_body(passage, query, words, chars)}"
            for label, passage in labelled.items()
        }
    )


def _words(query: Query) -> frozenset[str]:
    return frozenset(tokenize([f"{query.core} {query.passage_text}"])[0])


def _body(passage: Passage, query: Query, words: frozenset[str], chars: int) -> str:
    text = without_orders(passage.text)
    if len(text) <= chars and text == passage.text:
        return text
    table = passage.table
    if table is not None:
        return _table(table, query, words, chars)
    sentences = [" ".join(part.split()) for part in _SENTENCE.split(text)]
    return " ".join(_nearest(sentences, _shared(sentences, words), chars))


def _table(table: Table, query: Query, words: frozenset[str], chars: int) -> str:
    rows = [row for row in table.rows if any(row.cells) and not gives_orders(_line(row))]
    lines = [_line(row) for row in rows]
    wanted = frozenset(query.intent.metrics)
    labels = [f"{row.section} {row.label}" for row in rows]
    worth = [
        shared + _METRIC_WORTH * bool(wanted & {m.key for m in find_metrics(row.label)})
        for row, shared in zip(rows, _shared(labels, words), strict=True)
    ]
    columns = " | ".join(["", *(column.label for column in table.columns)]).strip()
    head = [without_orders(line) for line in (table.caption, table.unit_line, columns) if line]
    room = chars - sum(len(line) + 1 for line in head)
    if max(worth, default=0) >= _METRIC_WORTH:
        # The rows asked for are there: those that share nothing with the question say no more.
        room = min(room, sum(len(line) + 1 for line, w in zip(lines, worth, strict=True) if w))
    return "\n".join([*head, *_nearest(lines, worth, room)])


def _line(row: Row) -> str:
    section = f"{row.section} " if row.section and row.section not in row.label else ""
    cells = ["" if cell is None else cell.text for cell in row.cells]
    return " | ".join([f"{section}» {row.label}" if section else row.label, *cells])


def _shared(texts: Sequence[str], words: frozenset[str]) -> list[int]:
    """How many of the question's words each text holds."""
    return [len(words.intersection(tokens)) for tokens in tokenize(list(texts))] if texts else []


def _nearest(pieces: Sequence[str], worth: Sequence[int], chars: int) -> list[str]:
    """As many pieces as there is room for, best first, in their own order with gaps shown."""
    chosen: set[int] = set()
    for at in sorted(range(len(pieces)), key=lambda at: (-worth[at], at)):
        if chosen and len(pieces[at]) + 1 > chars:
            continue
        chosen.add(at)
        chars -= len(pieces[at]) + 1
    shown: list[str] = []
    for at, piece in enumerate(pieces):
        if at in chosen:
            shown.append(piece)
        elif not shown or shown[-1] != _GAP:
            shown.append(_GAP)
    return shown
