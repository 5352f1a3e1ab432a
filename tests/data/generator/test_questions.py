"""Gold pages must state what the questions ask for, in the files as written."""

import json
import re
from pathlib import Path

import pymupdf
import pytest

from hirec.datasets.questions import load_questions

BREAK = "page-break-after:always"


@pytest.fixture(scope="module")
def records(sample_dir: Path) -> list[dict]:
    lines = (sample_dir / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _pages(sample_dir: Path, filing: str) -> list[str]:
    path = sample_dir / f"{filing}.pdf"
    if path.exists():
        with pymupdf.open(path) as document:
            return [page.get_text() for page in document]
    body = (sample_dir / f"{filing}.html").read_text(encoding="utf-8")
    return [re.sub(r"<[^>]+>", "\n", part) for part in body.split(BREAK)]


def test_loader_takes_them_all(sample_dir: Path) -> None:
    questions = load_questions(sample_dir / "questions.jsonl")
    assert len(questions) == 78
    types = {question.type for question in questions}
    assert types == {"numeric_table", "numeric_text", "textual", "multi_filing", "unanswerable"}


def test_only_unanswerable_ones_lack_an_answer(records: list[dict]) -> None:
    for record in records:
        refused = record["type"] == "unanswerable"
        assert (record["answer"] is None) == refused
        assert bool(record["evidence"]) != refused
    assert sum(record["type"] == "unanswerable" for record in records) >= 8


def test_gold_pages_exist(records: list[dict], sample_dir: Path) -> None:
    for record in records:
        for spot in record["evidence"]:
            assert 1 <= spot["page"] <= len(_pages(sample_dir, spot["filing"]))


def _found(answer: str, text: str) -> bool:
    whole, _, decimals = answer.removeprefix("-").partition(".")
    grouped = f"{int(whole):,}"
    forms = [grouped, f"{grouped}.{decimals}"] if decimals else [grouped]
    # A table in thousands prints 193,968 where the answer is 194.0 million.
    near = re.findall(r"\d[\d,]*,\d{3}", text)
    rounded = {f"{int(n.replace(',', '')) / 1000:.{len(decimals)}f}" for n in near}
    billions = {f"{float(n) * 1000:.0f}" for n in re.findall(r"\$(\d+\.\d\d) billion", text)}
    return any(form in text for form in forms) or bool({answer.lstrip("-")} & (rounded | billions))


@pytest.mark.parametrize("number", [1, 2, 7, 11, 15, 17, 24, 42, 46, 47, 48, 51])
def test_gold_page_prints_the_answer(number: int, records: list[dict], sample_dir: Path) -> None:
    record = next(record for record in records if record["id"] == f"sample-{number:03d}")
    spot = record["evidence"][0]
    text = _pages(sample_dir, spot["filing"])[spot["page"] - 1]
    assert _found(record["answer"], text), (record["question"], record["answer"])


def test_restated_figures_come_from_the_later_filing(records: list[dict]) -> None:
    restated = next(record for record in records if "as restated" in record["question"])
    assert {spot["filing"] for spot in restated["evidence"]} == {"HPKF_2023_10K"}


def test_a_definition_recomputed_by_hand(records: list[dict], sample_dir: Path) -> None:
    record = next(r for r in records if "operating cash flow ratio" in r["question"])
    text = "\n".join(_pages(sample_dir, "QVNE_2022_10K"))

    def first(label: str) -> int:
        found = re.search(label + r"\s+\$?\s*([\d,]+)", text)
        assert found
        return int(found[1].replace(",", ""))

    cash = first("Net cash provided by operating activities")
    liabilities = first("Total current liabilities")
    assert record["answer"] == f"{cash / liabilities:.2f}"
