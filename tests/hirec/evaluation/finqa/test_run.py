import json
from pathlib import Path

import pytest

from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.datasets.finqa import load_finqa
from hirec.evaluation.finqa.run import evaluate_finqa
from hirec.evaluation.given_page import GivenPage
from hirec.settings import Settings
from hirec.testing.encoder import HashingEncoder
from indexing.contexts import read_page


def _file(path: Path) -> Path:
    def question(number: int, text: str, answer: float | str) -> dict[str, object]:
        return {
            "q_uid": f"ACME/2008/page_3.pdf-{number}",
            "question": text,
            "answers": {"str_answer": str(answer), "exe_answer": answer},
            "program": "",
            "context": {
                "pre_text": ["The table is in millions of dollars ."],
                "post_text": [],
                "table_ori": [["", "2008", "2007"], ["Net sales", "$120", "$100"]],
            },
        }

    entries = [
        question(1, "What were net sales in 2008?", 120.0),
        question(2, "What were net sales in 2007?", 99.0),
        question(3, "How many lawyers left in 2008?", 4.0),
    ]
    path.write_text(json.dumps({"ACME_2008": entries}), encoding="utf-8")
    return path


def test_pages_are_asked_and_counted(tmp_path: Path) -> None:
    questions = load_finqa(_file(tmp_path / "dev.json"))
    system = GivenPage(RuleAnalyst(HashingEncoder()), Settings())

    metrics = evaluate_finqa(
        questions,
        system,
        lambda q: read_page(q.question_id, q.table, q.paragraphs, q.identity),
        tmp_path / "out",
    )

    shares = [metrics[f"numeric_{name}"]["value"] for name in ("right", "wrong", "abstained")]
    assert shares == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert (tmp_path / "out" / "metrics.json").is_file()
    assert len((tmp_path / "out" / "records.jsonl").read_text().splitlines()) == 3
