import json
from pathlib import Path

import pytest

from hirec.evaluation.compare import Run
from hirec.evaluation.metrics import summarize
from hirec.evaluation.records import Record
from hirec.evaluation.reporting.comparison import write_comparison


def run(name: str, recalls: list[float], seconds: list[float]) -> Run:
    records = [
        Record(
            id=str(number),
            question="q",
            type="numeric",
            gold_answer="5",
            unit="",
            any_evidence=False,
            gold=(),
            outcome="retrieved",
            lost_at="none",
            top_error="document",
            seconds=spent,
            scores={"page_recall@10": recall, "errors": 0.0},
            miss="page",
        )
        for number, (recall, spent) in enumerate(zip(recalls, seconds, strict=True))
    ]
    return Run(name, summarize(records) | {"system": name}, records)


def test_differences_and_ratios_by_hand(tmp_path: Path) -> None:
    first = run("hirec", [1.0, 1.0, 0.5, 0.5], [0.2, 0.4, 0.4, 0.6])
    other = run("<flat>", [0.5, 0.25, 0.5, 0.25], [0.1, 0.1, 0.2, 0.1])
    write_comparison(tmp_path, [first, other])
    content = json.loads((tmp_path / "comparison.json").read_text("utf-8"))
    assert content["differences"]["page_recall@10"]["<flat>"]["value"] == (1.5 - 3.0) / 4
    ratio = content["ratios"]["page_recall@10"]["<flat>"]
    assert ratio["value"] == 3.0 / 1.5
    assert ratio["low"] is not None
    assert ratio["low"] <= 2.0 <= ratio["high"]
    assert content["ratios"]["seconds_p50"]["<flat>"]["value"] == pytest.approx(0.4 / 0.1)
    assert content["systems"]["hirec"]["misses"] == {"page": 4}
    page = (tmp_path / "comparison.html").read_text("utf-8")
    assert "&lt;flat&gt;" in page
    assert "<flat>" not in page
    assert not any(word in page for word in ("http://", "https://", "src=", "@import", "url("))
