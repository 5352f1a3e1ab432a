import hashlib

import pytest

from training.card import write_card
from training.data.record import Negative, Record, Why
from training.reranker import TrainingReport
from training.settings import TrainingSettings, TuningMethod


def test_a_card_says_what_the_adapter_was_made_of(tmp_path):
    that, there, then, they = (Negative(text, Why.SIBLING) for text in "abcd")
    examples = [
        Record("What?", "this", (that, there), "facts"),
        Record("When?", "now", (then,), "written"),
        Record("Who?", "we", (they,), "facts"),
    ]
    report = TrainingReport(
        examples=2,
        steps=20,
        losses=(2.0, 1.0, *(0.9 for _ in range(16)), 0.5, 0.1),
        held_out_questions=1,
        held_out_before=0.0,
        held_out_after=1.0,
    )
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    write_card(tmp_path, examples, ["r.jsonl, SHA-256 0"], TrainingSettings(seed=5), report)
    card = (tmp_path / "README.md").read_text()
    assert (
        "3 questions (2 facts, 1 written), each with one passage that answers it and at most 2"
        in card
    )
    assert "(4 sibling)" in card
    assert "- r.jsonl, SHA-256 0" in card
    assert "came first for 0.00 before and 1.00 after" in card
    assert "loss went from 1.500 to 0.300" in card  # a tenth: two steps
    assert "| seed | 5 |" in card
    assert card.index(hashlib.sha256(b"weights").hexdigest())


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (TrainingSettings(), "LoRA matrices for `minilm` and the layers that it lacks, trained"),
        (
            TrainingSettings(method=TuningMethod.FULL, figures=True),
            "All weights of `minilm`, trained",
        ),
    ],
)
def test_a_card_says_what_was_trained_and_shown(settings, said, tmp_path):
    record = Record("What?", "this", (Negative("that", Why.SIBLING),), "facts")
    report = TrainingReport(1, 1, (1.0,), 0, 0.0, 0.0)
    write_card(tmp_path, [record], [], settings, report)
    card = (tmp_path / "README.md").read_text()
    assert said in card
    assert f"{'with' if settings.figures else 'without'} their figures" in card
