"""Parts of which each year stands in a table of its own."""

from dataclasses import replace

import pytest

from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import CannotAnswer, Passage, encode_table
from tests.hirec.analysts.rule.figures.test_segments import Y21, Y22, chosen
from tests.hirec.analysts.rule.tables.test_axes import by_columns

GREW = "Which segment of Acme grew net sales the fastest in FY2022?"


def of_year(year: int, *printed: str, names: tuple[str, ...] = ("Tools", "Paint")) -> Passage:
    one = by_columns((*names, "Total"), caption="Segment results", printed=printed)
    assert one.table is not None
    period = Y22 if year == 2022 else Y21
    columns = tuple(replace(column, period=period) for column in one.table.columns)
    table = replace(one.table, columns=columns)
    told = replace(one, table_json=encode_table(table), text=table.render())
    return replace(told, passage_id=f"ACME_2022_10K#{year - 1960}.1")


def test_two_tables_of_the_same_parts_are_one() -> None:
    program = chosen(GREW, of_year(2022, "300", "660", "960"), of_year(2021, "200", "600", "800"))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"


def test_tables_of_other_parts_are_none() -> None:
    other = of_year(2021, "200", "600", "800", names=("Tools", "Garden"))
    with pytest.raises(CannotAnswer):
        chosen(GREW, of_year(2022, "300", "660", "960"), other)
