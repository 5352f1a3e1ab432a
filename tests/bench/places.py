"""How often a cited cell can be shown: ``python tests/bench/places.py INDEX [--cells 200]``.

Of each filing it draws table cells that hold an amount, cites each as an answer would, and asks for
its place. *Shown* is the share with one certain place; *right* the share of those whose place is
the very cell, or one that prints the same amount in a row and column of the same names. HTML, text
and PDF are told apart.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hirec.grounding.cells import TableCell
from hirec.index import Index
from hirec.types import Cell, Passage
from serving.highlights import highlights_of


def cells(passages: list[Passage]) -> Iterator[tuple[Passage, int, int, Cell]]:
    """Every cell with an amount: passage, row, column, cell."""
    for passage in passages:
        for at, row in enumerate(passage.table.rows if passage.table else ()):
            for number, cell in enumerate(row.cells):
                if cell is not None and cell.value is not None:
                    yield passage, at, number, cell


def cited(passage: Passage, at: int, number: int, cell: Cell) -> dict[str, Any]:
    """The part of a stored answer that names an operand's place."""
    table = passage.table
    assert table is not None
    stated = TableCell(passage, table, table.rows[at], table.columns[number], cell)
    return {**asdict(stated.operand("x")), "earlier": None}


def main() -> None:
    """Print one line a kind of file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("--cells", type=int, default=200)
    given = parser.parse_args()
    index, rng = Index.open(given.index), random.Random(1)
    counts: dict[str, Counter[str]] = {}
    for filing_id in index.filings:
        every = list(cells(index.passages([filing_id])))
        for passage, at, number, cell in rng.sample(every, min(given.cells, len(every))):
            kind = "PDF" if cell.box else "HTML and text"
            told = counts.setdefault(kind, Counter())
            program = {"operands": [cited(passage, at, number, cell)]}
            answer = {"program": program, "citations": [], "parts": []}
            (place,) = highlights_of(answer, index)
            told["cells"] += 1
            if place.certain:
                told["shown"] += 1
                table = passage.table
                assert table is not None
                assert place.row is not None
                assert place.column is not None
                there = table.rows[place.row].cells[place.column]
                told["right"] += there is not None and there.text == cell.text
    for kind, told in counts.items():
        print(
            f"{kind:14} {told['cells']} cells, shown {told['shown'] / told['cells']:.4f}, "
            f"right {told['right'] / max(1, told['shown']):.4f}"
        )


if __name__ == "__main__":
    main()
