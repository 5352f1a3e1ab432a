from hirec.analysts.rule.outlook import Outlook, read_outlook


def test_forward_words_are_taken_out() -> None:
    assert read_outlook("What capital expenditures did | expect for |") == Outlook(
        "What capital expenditures did | for |", "expected"
    )
    ahead = read_outlook("What is the low end of the net sales range that | gave for |")
    assert ahead.prefix == "expected low end"
    assert "range" not in ahead.core


def test_plain_questions_stay() -> None:
    core = "What were net sales in |"
    assert read_outlook(core) == Outlook(core)
