"""What a model is shown, and the short ids by which its reply points at it.

Passages are ``P1``, ``P2`` …; rows and sentences are numbered through all of them; the columns of
a table and the numbers of a sentence have letters, so that ``12b`` is the second number of line 12.
A reply is held to these ids by its schema, and each of them stands for a place on a page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from hirec.analysts.llm.rendering import GAP, Body, Fact, Line, cut, words_of
from hirec.numbers import NumberSpan, find_numbers
from hirec.prompts import Delimited, delimited
from hirec.types import Cell, Passage, Query

_QUOTES = '"', "'"
"""A small model that copies a quotation mark ends its own text with it."""
_LEAST_CHARS = 240
"""Of each passage, however many there are."""


@dataclass(frozen=True, slots=True)
class Place:
    """A number as it is shown: a cell of a row, or a number in a sentence."""

    line: Line
    column: int
    """Of the row; of a sentence, which of its numbers."""
    number: Cell | NumberSpan


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A text for a prompt and what its ids stand for."""

    shown: Delimited
    passages: Mapping[str, Passage]
    lines: Mapping[str, Line | Fact]
    places: Mapping[str, Place]


def show_passages(passages: Sequence[Passage], query: Query, chars: int) -> Exhibit:
    """Passages under labels, each with at most about ``chars`` of its lines, to choose among.

    Of tables the names of rows and columns: digits are most of a table's tokens, and whether it is
    the right one its names say.

    Args:
        passages: Labelled ``P1``, ``P2`` … in this order.
        query: Lines that share its words are shown first.
        chars: Of each passage.

    """
    words = words_of(query)
    labelled = _labelled(passages)
    texts = {
        label: "\n".join(_plain(cut(passage, query, words, chars, cells=False)))
        for label, passage in labelled.items()
    }
    return Exhibit(delimited(texts), labelled, {}, {})


def show_lines(
    passages: Sequence[Passage], query: Query, chars: int, *, numbers: bool = True
) -> Exhibit:
    """Passages whose lines have ids, and ``numbers`` too, ``chars`` shared among them.

    Prose gets twice as many: a number takes a token a digit, a word one or two. Where words are
    asked for, the figures computed before come first, each a line.

    Args:
        passages: Labelled ``P1``, ``P2`` … in this order.
        query: Lines that share its words are shown first; brings the figures computed before.
        chars: Of all passages together, an equal share for each, but no less than a few lines.
        numbers: Whether numbers have ids too, as programs need them; without, only lines do.

    """
    words = words_of(query)
    labelled = _labelled(passages)
    room = max(_LEAST_CHARS, chars // max(1, len(labelled)))
    lines: dict[str, Line | Fact] = {}
    places: dict[str, Place] = {}
    if not numbers:
        computed = [Fact(f"{f.question} {f.text}", f.citations) for f in query.facts]
        lines.update({str(at): fact for at, fact in enumerate(computed, start=1)})
    facts = {"Figures": "\n".join(f"{at} {fact.text}" for at, fact in lines.items())}
    texts = (facts if lines else {}) | {
        label: "\n".join(
            _numbered(
                cut(passage, query, words, room if passage.table else 2 * room),
                lines,
                places,
                numbers,
            )
        )
        for label, passage in labelled.items()
    }
    return Exhibit(delimited(texts), labelled, lines, places)


def _labelled(passages: Sequence[Passage]) -> dict[str, Passage]:
    return {f"P{number}": passage for number, passage in enumerate(passages, start=1)}


def _plain(body: Body) -> list[str]:
    texts = [GAP if line is None else line.text for line in body.lines]
    if not body.columns:
        return [*body.head, *texts]
    return [*body.head, f"Columns: {' | '.join(body.columns)}", f"Rows: {'; '.join(texts)}"]


def _numbered(
    body: Body, lines: dict[str, Line | Fact], places: dict[str, Place], marked: bool
) -> list[str]:
    """The same with ids, which are entered into ``lines`` and ``places``."""
    shown = list(body.head)
    if body.columns:
        labels = [
            f"{letter}: {label}" if marked else label
            for letter, label in zip(ascii_lowercase, body.columns, strict=False)
        ]
        shown.append(" | ".join(["", *labels]))
    section = ""
    for line in body.lines:
        if line is None:
            shown.append(GAP)
            continue
        if line.row is not None and line.row.section not in ("", section):
            section = line.row.section
            shown.append(section)
        at = str(len(lines) + 1)
        lines[at] = line
        numbers = _numbers(line) if marked else {}
        places.update({f"{at}{letter}": place for letter, place in numbers.items()})
        text = line.text if line.row is not None else _marked(line.text, numbers)
        shown.append(f"{at} {text.replace(*_QUOTES)}")
    return shown


def _numbers(line: Line) -> dict[str, Place]:
    """The numbers of a line by their letters; no line is shown more than the alphabet has."""
    if line.row is None:
        spans = enumerate(find_numbers(line.text)[: len(ascii_lowercase)])
        return {ascii_lowercase[at]: Place(line, at, span) for at, span in spans}
    cells = zip(ascii_lowercase, enumerate(line.row.cells), strict=False)
    return {
        letter: Place(line, at, cell)
        for letter, (at, cell) in cells
        if cell is not None and cell.value is not None
    }


def _marked(text: str, numbers: Mapping[str, Place]) -> str:
    """A sentence with each number's letter before it: ``rose [a] 4% to [b] $2 billion``."""
    pieces, end = [], 0
    for letter, place in numbers.items():
        start = place.number.start if isinstance(place.number, NumberSpan) else end
        pieces += [text[end:start], f"[{letter}] "]
        end = start
    return "".join([*pieces, text[end:]])
