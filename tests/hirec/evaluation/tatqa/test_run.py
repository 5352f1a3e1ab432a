import json
from dataclasses import asdict
from pathlib import Path

import pytest

from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.datasets.tatqa import Context, ContextQuestion
from hirec.evaluation.given_page import GivenPage
from hirec.evaluation.tatqa.run import TatqaRecord, evaluate_tatqa
from hirec.evaluation.tatqa.spans import span_cases
from hirec.json_files import write_lines
from hirec.settings import SandboxSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import Form, Identity, Passage, QuestionFileError
from indexing.contexts import read_page

TABLE = (
    ("(in thousands)", "2019", "2018"),
    ("Net sales", "1,200", "1,000"),
    ("Cost of sales", "700", "650"),
)
PROSE = ("The warehouse burned down in March 2018 and was rebuilt by the insurer.",)


def asked(name: str, text: str, gold: str, kind: str, scale: str = "") -> ContextQuestion:
    return ContextQuestion(name, text, (gold,), kind, "table", scale)


CONTEXT = Context(
    "c1",
    TABLE,
    PROSE,
    (
        asked("growth", "What was the change in net sales from 2018 to 2019?", "200", "arithmetic"),
        asked(
            "percent",
            "What was the percentage change in net sales from 2018 to 2019?",
            "20",
            "arithmetic",
            "percent",
        ),
        asked("cell", "What was the cost of sales in 2018?", "650", "span", "thousand"),
        asked("none", "What was the average tariff in 2011?", "4", "arithmetic"),
    ),
    Identity("", Form.OTHER),
)


def passages(context: Context) -> list[Passage]:
    return read_page(context.context_id, context.table, context.paragraphs, context.identity)


def test_each_question_is_asked_over_its_context_and_scored(tmp_path: Path) -> None:
    system = GivenPage(RuleAnalyst(HashingEncoder()), Settings())
    told: list[tuple[int, int]] = []
    metrics = evaluate_tatqa(
        [CONTEXT],
        system,
        passages,
        tmp_path,
        SandboxSettings(),
        lambda done, total: told.append((done, total)),
    )
    lines = (tmp_path / "records.jsonl").read_text(encoding="utf-8").splitlines()
    records = {row["id"]: row for row in map(json.loads, lines)}
    assert told == [(4, 4)]
    assert records["percent"]["predicted"] == ["20"]
    assert records["percent"]["verdict"] == "verified"
    assert records["cell"]["exact_match"] == 1.0
    # The annotator left the scale out: a fault of gold, but it is listed.
    assert records["growth"]["off_by"] == "scale"
    assert metrics["verified_off_by"] == {"scale": ["growth"], "sign": []}
    assert records["none"]["verdict"] == "abstained"
    assert metrics["by_type"]["arithmetic"]["exact_match"]["value"] == 1 / 3
    assert metrics["abstained"]["value"] == 1 / 4
    assert json.loads((tmp_path / "metrics.json").read_text(encoding="utf-8")) == metrics

    (case,) = span_cases([CONTEXT], tmp_path)
    assert case.case_id == "cell"
    assert case.gold == case.answer == "650 thousand"
    assert "Cost of sales | 700 | 650" in case.context
    assert PROSE[0] in case.context
    assert case.right is True


def _record(name: str) -> TatqaRecord:
    spans = ("a\u2028b",)
    return TatqaRecord(name, "q", "span", "text", spans, "", spans, "", "ok", "", 1.0, 1.0, "")


def test_a_line_separator_inside_an_answer_ends_no_record(tmp_path: Path) -> None:
    write_lines(tmp_path / "records.jsonl", [asdict(_record("cell"))])
    (case,) = span_cases([CONTEXT], tmp_path)
    assert case.answer == "a\u2028b"


def test_records_of_other_questions_and_missing_ones_are_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="Cannot read"):
        span_cases([CONTEXT], tmp_path)
    records = tmp_path / "records.jsonl"
    records.write_text('{"id": "elsewhere"}\n', encoding="utf-8")
    with pytest.raises(
        QuestionFileError, match=r"records\.jsonl, line 1: question: Field required"
    ):
        span_cases([CONTEXT], tmp_path)
    write_lines(records, [asdict(_record("elsewhere"))])
    with pytest.raises(QuestionFileError, match="question elsewhere is in no context"):
        span_cases([CONTEXT], tmp_path)
