from decimal import Decimal

import pytest

from hirec.analysts.rule.context import ContextReader, Reading
from hirec.models.encoder import load_encoder
from hirec.programs import run, verify
from hirec.settings import ModelSettings, SandboxSettings
from hirec.types import CannotAnswer, Passage, Verdict
from indexing.contexts import read_context

ROWS = (
    ("(in millions)", "2019", "2018", "2017"),
    ("Net sales", "1,200", "1,000", "800"),
    ("Cost of sales", "(700)", "(650)", "(400)"),
    ("Europe", "300", "250", "200"),
    ("Asia", "900", "750", "600"),
    ("Gross margin (%)", "41.7", "35.0", "50.0"),
)
PROSE = (
    "The increase in net sales was primarily due to the opening of a plant in Ghent.",
    "The plant was completed in March 2018 by the company's own people.",
)


@pytest.fixture(scope="module")
def reader() -> ContextReader:
    return ContextReader(load_encoder(ModelSettings()))


def value(reading: Reading) -> object:
    assert reading.program is not None
    return run(reading.program, SandboxSettings()).value


def passages(*rows: tuple[str, ...]) -> list[Passage]:
    return read_context("c1", rows or ROWS, PROSE)


@pytest.mark.parametrize(
    ("question", "wanted", "unit"),
    [
        ("What was the change in net sales from 2018 to 2019?", 200 * 10**6, "USD"),
        ("What was the percentage change in net sales from 2018 to 2019?", 20, "%"),
        ("By how much did net sales increase in 2018?", 200 * 10**6, "USD"),
        ("What was the average net sales for 2017 to 2019?", 1000 * 10**6, "USD"),
        ("What was the average net sales?", 1000 * 10**6, "USD"),
        ("What is the sum of net sales in 2018 and 2019?", 2200 * 10**6, "USD"),
        ("What is the ratio of Asia to Europe in 2019?", 3, "ratio"),
        ("What is Europe as a percentage of net sales in 2019?", 25, "%"),
        ("What is the difference between Asia and Europe in 2018?", 500 * 10**6, "USD"),
        ("What is the difference in gross margin between 2018 and 2017?", 15, "%"),
        ("How much did gross margin decrease from 2017 to 2018?", 15, "%"),
        ("Which year has the lowest net sales?", "2017", ""),
        ("How many years did net sales exceed $900 million?", 2, ""),
        ("What was the average cost of sales for 2018 and 2019?", 675 * 10**6, "USD"),
    ],
)
def test_figures_are_computed_from_the_table(reader, question: str, wanted: object, unit: str):
    reading = reader.read(question, passages())
    assert value(reading) == (Decimal(wanted) if isinstance(wanted, int) else wanted)
    assert reading.unit == unit


def test_one_cell_is_quoted_with_its_place(reader):
    given = passages()
    reading = reader.read("What was the cost of sales in 2018?", given)
    assert reading.spans == ("(650)",)
    assert reading.scale == 6
    assert reading.program is not None
    (operand,) = reading.program.operands
    assert (operand.row, operand.column, operand.value) == ("Cost of sales", "2018", -650 * 10**6)
    assert verify(reading.program, given) == (Verdict.VERIFIED, "")


def test_years_above_a_bound_and_all_years(reader):
    assert reader.read("In which years did net sales exceed 900?", passages()).spans == (
        "2019",
        "2018",
    )
    question = "In which years were net sales calculated?"
    assert reader.read(question, passages()).spans == ("2019", "2018", "2017")


def test_what_speaks_against_a_figure_is_said(reader):
    change = "What was the change in tax fees from 2018 to 2019?"
    bare = passages(("", "2019", "2018"), ("Tax fees", "12", "10"))
    assert "Nothing on the page says" in reader.read(change, bare).doubt
    table = (("", "2019", "2018"), ("Tax fees", "12", "10"))
    beside = read_context("c1", table, ["The fees were (in thousands):"])
    assert "beside their table" in reader.read(change, beside).doubt
    cost = "What was the average cost of sales for 2018 and 2019?"
    assert "deducted" in reader.read(cost, passages()).doubt
    apart = "What is the difference in net sales between 2018 and 2017?"
    assert "which year" in reader.read(apart, passages()).doubt
    assert not reader.read("What was the change in net sales from 2018 to 2019?", passages()).doubt


def test_prose_answers_reasons_and_dates(reader):
    why = reader.read("What was the increase in net sales primarily due to?", passages())
    assert "plant in Ghent" in why.spans[0]
    assert why.program is None
    when = reader.read("When was the plant completed?", passages())
    assert when.spans == ("March 2018",)
    assert when.citations[0].passage_id == "c1#1.3"


def test_what_the_context_does_not_name_is_refused(reader):
    with pytest.raises(CannotAnswer):
        reader.read("What is the ratio of goodwill to patents in 2019?", passages())
    with pytest.raises(CannotAnswer):
        reader.read("Who chairs the audit committee?", passages())
