from training.card import write_card
from training.examples import Example
from training.reranker import TrainingReport
from training.settings import TrainingSettings


def test_a_card_says_what_the_adapter_was_made_of(tmp_path):
    examples = [
        Example("What?", "this", ("that", "there"), "questions"),
        Example("When?", "now", ("then",), "rows"),
        Example("Who?", "we", ("they",), "questions"),
    ]
    report = TrainingReport(
        examples=2, steps=1, held_out_questions=1, held_out_before=0.0, held_out_after=1.0
    )
    write_card(tmp_path, examples, ["3 questions of Acme"], TrainingSettings(seed=5), report)
    card = (tmp_path / "README.md").read_text()
    assert "3 questions (2 questions, 1 rows), each with one passage that answers it and 2" in card
    assert "- 3 questions of Acme" in card
    assert "came first for 0.00 before and 1.00 after" in card
    assert "| seed | 5 |" in card
