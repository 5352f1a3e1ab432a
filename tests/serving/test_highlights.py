"""Places of numbers and quotations: certain, or not told."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.index import Index
from hirec.types import Passage, encode_table
from serving.highlights import highlights_of
from tests.serving.conftest import NET_SALES, RESEARCH


@pytest.fixture(scope="module")
def hirec(sample_index: Path) -> HiREC:
    return HiREC.open(sample_index)


def stored(hirec: HiREC, question: str) -> dict[str, Any]:
    return hirec.ask(question).to_dict()


@pytest.mark.parametrize(("question", "boxed"), [(NET_SALES, True), (RESEARCH, False)])
def test_an_operand_has_its_cell(hirec: HiREC, question: str, boxed: bool) -> None:
    (place,) = highlights_of(stored(hirec, question), hirec.index)
    table = hirec.index.passage(place.passage_id).table
    assert place.certain
    assert table is not None
    assert place.row is not None
    assert place.column is not None
    cell = table.rows[place.row].cells[place.column]
    assert cell is not None
    assert cell.text == place.printed
    assert (place.box is not None) == boxed
    assert place.box == cell.box


def test_every_operand_of_a_ratio_has_its_own(hirec: HiREC) -> None:
    found = highlights_of(
        stored(hirec, "What was Harbor Peak Foods' current ratio in FY2022?"), hirec.index
    )
    assert len({(place.passage_id, place.row, place.column) for place in found}) == 2
    assert all(place.certain for place in found)


@pytest.mark.parametrize("change", [{"column": "2019"}, {"row": "Costs"}, {"printed": "$ 7"}])
def test_a_cell_that_is_not_just_so_has_no_place(hirec: HiREC, change: dict[str, str]) -> None:
    answer = stored(hirec, NET_SALES)
    answer["program"]["operands"][0] |= change
    (place,) = highlights_of(answer, hirec.index)
    assert not place.certain
    assert place.box is None
    assert place.passage_id == answer["program"]["operands"][0]["passage_id"]


def sentence(index: Index) -> tuple[str, str]:
    """A passage of words, and a figure that it prints once."""
    passage = next(
        p for p in index.passages(["HPFD_2022_10K"]) if p.table is None and "%" in p.text
    )
    return passage.passage_id, passage.text


def test_words_are_found_once_or_not_at_all(hirec: HiREC) -> None:
    key, text = sentence(hirec.index)
    first = text.split(". ")[0]
    cited = {"passage_id": key, "page_number": 1, "quote": "  ".join(first.split())}
    answer = {"program": None, "parts": [], "citations": [cited]}
    (place,) = highlights_of(answer, hirec.index)
    assert text[place.start : place.end] == first
    words = re.findall(r"\w+", text)
    cited["quote"] = next(word for word in words if words.count(word) > 1)
    (place,) = highlights_of(answer, hirec.index)
    assert not place.certain


def test_parts_have_places_too(hirec: HiREC) -> None:
    both = stored(
        hirec, "What were Harbor Peak Foods' net sales in fiscal 2022 and in fiscal 2021?"
    )
    assert {place.printed for place in highlights_of(both, hirec.index)} >= {"$ 7,547", "$ 6,901"}


def test_of_cells_alike_in_every_name_the_one_that_was_read_is_meant(hirec: HiREC) -> None:
    answer = stored(hirec, NET_SALES)
    operand = answer["program"]["operands"][0]
    table = hirec.index.passage(operand["passage_id"]).table
    assert table is not None
    row, column = operand["cell"]
    assert table.rows[row].label.strip() == operand["row"].strip()
    alike = replace(table, rows=(*table.rows, table.rows[row]))
    passage = replace(hirec.index.passage(operand["passage_id"]), table_json=encode_table(alike))

    class Doubled:
        def passage(self, _: str) -> Passage:
            return passage

    (place,) = highlights_of(answer, Doubled())  # type: ignore[arg-type]
    assert (place.row, place.column) == (row, column)
    del operand["cell"]
    operand["box"] = None
    (place,) = highlights_of(answer, Doubled())  # type: ignore[arg-type]
    assert not place.certain
