from training.card import write_card
from training.data.record import Negative, Record, Why
from training.reranker import TrainingReport
from training.settings import TrainingSettings


def test_a_card_says_what_the_adapter_was_made_of(tmp_path):
    that, there, then, they = (Negative(text, Why.SIBLING) for text in "abcd")
    examples = [
        Record("What?", "this", (that, there), "facts"),
        Record("When?", "now", (then,), "written"),
        Record("Who?", "we", (they,), "facts"),
    ]
    report = TrainingReport(
        examples=2, steps=1, held_out_questions=1, held_out_before=0.0, held_out_after=1.0
    )
    write_card(tmp_path, examples, ["r.jsonl, SHA-256 0"], TrainingSettings(seed=5), report)
    card = (tmp_path / "README.md").read_text()
    assert (
        "3 questions (2 facts, 1 written), each with one passage that answers it and at most 2"
        in card
    )
    assert "(4 sibling)" in card
    assert "- r.jsonl, SHA-256 0" in card
    assert "came first for 0.00 before and 1.00 after" in card
    assert "| seed | 5 |" in card
