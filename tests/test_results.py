"""README states no figure that no run record holds, and the page of results is generated."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from hirec.evaluation.reporting.results_page import results_markdown
from hirec.evaluation.results import ResultRecord, load_result

ROOT = Path(__file__).parents[1]
PATHS = sorted((ROOT / "docs" / "results").glob("*.json"))
RECORDS = {path.stem: load_result(path) for path in PATHS}
SECTION = re.search(
    r"^## Where it stands\n(.*?)^## ", (ROOT / "README.md").read_text("utf-8"), re.M | re.S
)

SETS = {"FinanceBench": "financebench", "MMLongBench": "mmlongbench"}
"""First word of a column's heading → record."""
METRICS = {
    "right filing first": ("filing_hit@1",),
    "gold page among the first five": ("page_recall@5",),
    "numeric answers right / wrong / refused": (
        "numeric_right",
        "numeric_wrong",
        "numeric_abstained",
    ),
}
"""First words of a row → figures."""
ASKED_ONCE = {
    "eighteen strangers before",
    "a nineteenth to forty-ninth, plain figures for the most part",
    "a fiftieth to seventy-first, more of it computed, in notes and in prose",
    "a seventy-second, seventy-third and seventy-fifth, over 20 filings, the usual mix",
    "a seventy-sixth, seventy-seventh, seventy-ninth and eightieth, over 40 filings, the usual mix",
    "an eighty-second and eighty-third, over 20 filings, the usual mix",
    "a seventy-fourth, over 10 filings, words of sentences alone",
    "a seventy-eighth and eighty-first, over 20 filings, the same",
    "FinQA's own questions over whole annual reports, counted by a script",
    "420 look-ups in people's own words, by companies kept apart, counted by a script",
}
"""Rows that no run can hold: questions asked once, by hand, of which docs/experiments.md tells."""
_NUMBER = re.compile(r"(?<![\w.-])\d[\d,]*(?:\.\d+)?(?![\w-]|\.\d)")
_TABLE_ROW = re.compile(r"^\|(.+)\|$", re.M)


def section() -> str:
    assert SECTION is not None
    return SECTION[1]


def numbers(text: str) -> list[str]:
    return [found.replace(",", "") for found in _NUMBER.findall(text)]


def holds(stated: str, figure: float) -> bool:
    """Whether a figure reads so at the places that are printed."""
    places = -Decimal(stated).as_tuple().exponent
    return abs(Decimal(str(figure)) - Decimal(stated)) <= Decimal("0.5").scaleb(-places)


def rows() -> dict[str, list[str]]:
    """Rows of the table of sets by their first cell; its heading under the empty one."""
    table = section()[section().index("| | FinanceBench") :].split("\n\n", 1)[0]
    cells = [[c.strip() for c in row.split("|")] for row in _TABLE_ROW.findall(table)]
    return {first: rest for first, *rest in cells if not first.startswith("---")}


def test_the_page_is_what_the_records_give() -> None:
    """Where it fails: `hirec eval report docs/results/*.json --out docs/results.md`."""
    page = (ROOT / "docs" / "results.md").read_text("utf-8")
    assert page == results_markdown(list(RECORDS.values()))


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_says_where_its_figures_come_from(name: str) -> None:
    record = RECORDS[name]
    assert record.command
    assert record.figures
    if record.carried_over:
        assert (ROOT / record.carried_over).is_file()
    else:
        assert record.date
        assert re.fullmatch(r"[0-9a-f]{12}", record.commit), "a run of a clean checkout"
        assert record.data


def test_the_table_of_sets_is_held_by_their_runs() -> None:
    table = rows()
    heads = table.pop("")
    held = [_record_of(head) for head in heads]
    assert table.keys() == {row for row in table if _metrics_of(row)}, "a row of unknown figures"
    for row, cells in table.items():
        for record, cell in zip(held, cells, strict=True):
            stated = numbers(cell)
            figures = [record.figures[metric] for metric in _metrics_of(row)]
            assert len(stated) == len(figures), (row, cell)
            for text, figure in zip(stated, figures, strict=True):
                assert holds(text, figure.value), f"README: {row}: {text}, run: {figure.value}"


def test_only_what_was_asked_once_has_no_run() -> None:
    table = section()[section().index("| questions by") :].split("\n\n", 1)[0]
    _, _, *asked = [row.split("|")[0].strip() for row in _TABLE_ROW.findall(table)]
    assert set(asked) == ASKED_ONCE


def test_the_questions_counted_are_those_of_the_runs() -> None:
    for head in rows()[""]:
        count = numbers(head)[0]
        assert RECORDS[SETS[head.split()[0]]].figures["filing_hit@1"].n == int(count), head


def test_figures_in_sentences_are_held_by_some_record() -> None:
    known = [value for record in RECORDS.values() for value in _values(record)]
    (paragraph,) = [p for p in section().split("\n\n") if p.startswith("What was read of")]
    stated = numbers(re.sub(r"Qwen\S+|MiniLM", "", paragraph))
    assert stated
    missing = [text for text in stated if not any(holds(text, value) for value in known)]
    assert missing == []


@pytest.mark.parametrize(
    ("stated", "figure", "held"),
    [
        ("0.85", 22 / 26, True),
        ("0.85", 0.8451, True),
        ("0.91", 0.8824, False),
        ("97063", 97063, True),
        ("4", 5, False),
    ],
)
def test_a_figure_is_compared_at_its_printed_places(stated: str, figure: float, held: bool) -> None:
    assert holds(stated, figure) is held


def _record_of(head: str) -> ResultRecord:
    return RECORDS[SETS[head.split()[0]]]


def _metrics_of(row: str) -> tuple[str, ...]:
    return next((names for words, names in METRICS.items() if row.startswith(words)), ())


def _values(record: ResultRecord) -> list[float]:
    counts = [float(f.n) for f in record.figures.values() if f.n is not None]
    return [*(f.value for f in record.figures.values()), *counts]
