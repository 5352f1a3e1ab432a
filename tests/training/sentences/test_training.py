import json
from pathlib import Path

import pytest

from hirec.analysts.rule.sentences.candidates import said_in
from hirec.analysts.rule.sentences.scorer import load_sentences
from hirec.grounding.scorer import packaged_scorer
from hirec.index import Index
from training.errors import TrainingError
from training.sentences.training import CARD, MODEL, train_sentences


def written(path: Path, index: Path, filing_ids: list[str]) -> Path:
    """Questions made of the first words of long sentences, answered by their last ones."""
    opened = Index.open(index)
    rows = []
    for filing_id in filing_ids:
        company = opened.filings[filing_id].identity.company
        for said in said_in(opened.passages([filing_id]))[:60:6]:
            words = said.text.split()
            if len(words) > 12:
                rows.append(
                    {
                        "question": f"What does {company} say of {' '.join(words[2:8])}?",
                        "answer": " ".join(words[-3:]),
                        "file": filing_id,
                        "page": said.passage.page_number,
                        "begins": " ".join(words[:8]),
                    }
                )
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_questions_become_a_model_that_is_read_and_a_card(
    sample_index: Path, tmp_path: Path
) -> None:
    filings = ["HPFD_2023_10K", "CVIH_2023_10K", "BRHS_2022_10K", "MDWU_2023_10K"]
    asked = written(tmp_path / "asked.jsonl", sample_index, filings)
    look_ups = tmp_path / "look-ups.jsonl"
    question = "What were the net sales of Harbor Peak Foods in fiscal 2023?"
    row = {"question": question, "answer": "$7,792 million", "kind": "cell"}
    look_ups.write_text(json.dumps(row), encoding="utf-8")
    report = train_sentences([asked], [look_ups], sample_index, tmp_path / "out")
    assert (report.look_ups, report.questions > 15, report.known > 0.8) == (1, True, True)
    load_sentences(tmp_path / "out" / MODEL, packaged_scorer().interaction)
    assert "# A scorer of sentences" in (tmp_path / "out" / CARD).read_text("utf-8")


def test_nothing_to_learn_from_is_refused(sample_index: Path, tmp_path: Path) -> None:
    asked = tmp_path / "asked.jsonl"
    row = {"question": "Who runs Harbor Peak Foods?", "answer": "nobody at all", "file": "X"}
    asked.write_text(json.dumps(row | {"page": 1, "begins": "Nobody"}), encoding="utf-8")
    with pytest.raises(TrainingError, match="No sentence"):
        train_sentences([asked], [], sample_index, tmp_path / "out")
    asked.write_text('{"question": "Who?"}', encoding="utf-8")
    with pytest.raises(TrainingError, match="line 1"):
        train_sentences([asked], [], sample_index, tmp_path / "out")
